# Everything runs in .venv, which the first command makes. PYTHON names the Python to make it with (3.11 or newer).
PYTHON ?= python3
BIN = .venv/bin

.PHONY: bench test check sanitize soft memcheck mutate clean

# Set up, and benchmark every algorithm on this machine.
bench: .venv/user
	$(BIN)/python -m akela.compiler.native
	$(BIN)/akela bench

# Set up, and run all checks and tests.
test: check
	AKELA_REQUIRE_NATIVE=1 $(BIN)/python -m pytest -n auto --dist loadgroup

check: .venv/dev
	$(BIN)/python -m akela.compiler.native
	$(BIN)/ruff check
	$(BIN)/mypy

# What a test of kernels is called that runs their Python: where the extension is built in another way, it has nothing to say.
PYTHON_TESTS = traced or python or checked or executions_agree

# The tests of compiled kernels again, in a copy whose extensions watch every access and every undefined operation; those that run no such
# extension, but Python or C that they build themselves, are left out.
# The settings stand in the recipe: as variables of the target they would reach the build of .venv/dev too.
# PyCryptodome, a peer in the tests, must not load its libraries in the one way that AddressSanitizer forbids.
SANITIZED = AKELA_SANITIZE=address,undefined AKELA_REQUIRE_NATIVE=1 PYTHONMALLOC=malloc PYCRYPTODOME_DISABLE_DEEPBIND=1 \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1

sanitize: .venv/dev
	rm -rf build/sanitized
	mkdir -p build/sanitized
	cp -r akela build_backend tests tools pyproject.toml build/sanitized
	cd build/sanitized && $(SANITIZED) $(CURDIR)/$(BIN)/python -m akela.compiler.native
	cd build/sanitized && $(SANITIZED) LD_PRELOAD="$$(cc -print-file-name=libasan.so)" \
		$(CURDIR)/$(BIN)/python -m pytest -n auto --dist loadgroup tests/native tests/kernels \
		-m "not without_extension" -k "not ($(PYTHON_TESTS))"

# The native tests of kernels again, in a copy whose ports run on any CPU: by the reference bodies of machine instructions, emitted as C.
SOFT = AKELA_INTRINSICS=soft AKELA_REQUIRE_NATIVE=1

soft: .venv/dev
	rm -rf build/soft
	mkdir -p build/soft
	cp -r akela build_backend tests tools pyproject.toml build/soft
	cd build/soft && $(SOFT) $(CURDIR)/$(BIN)/python -m akela.compiler.native
	cd build/soft && $(SOFT) $(CURDIR)/$(BIN)/python -m pytest -n auto --dist loadgroup \
		tests/kernels/test_x86_64_paths.py tests/kernels/test_x86_64_aes.py tests/kernels/test_x86_64_ports.py \
		tests/kernels/test_aes.py tests/kernels/test_gcm.py tests/kernels/test_hashes.py tests/kernels/test_chacha20poly1305.py \
		tests/kernels/test_poly1305.py tests/kernels/test_modular_power.py \
		-m "not without_extension" -k "not ($(PYTHON_TESTS))"

# Does the machine code that runs here branch on a secret, or use one as an address? ARGUMENTS="--all" runs all tests of kernels.
memcheck: .venv/dev
	$(BIN)/python -m tools.memcheck $(ARGUMENTS)

# Does a test notice when a kernel says something else? See docs/mutation.md. ARGUMENTS="--module sha256" tries one module.
mutate: .venv/dev
	$(BIN)/python -m tools.mutate $(ARGUMENTS)

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --upgrade pip

.venv/user: .venv/bin/python pyproject.toml setup.py
	$(BIN)/pip install -e .
	touch $@

.venv/dev: .venv/bin/python pyproject.toml setup.py
	$(BIN)/pip install -e '.[dev]'
	touch $@ .venv/user

clean:
	rm -rf .venv build dist *.egg-info akela/_native* akela/_emitted
