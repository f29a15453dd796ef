"""Which kernel modules take part in mutation testing, which of them depend on which, and where their tests are."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"

# Folder of kernel modules -> the test files of a module there, by its name and by its name's first part.
FOLDERS = {
    "akela/kernels": ("kernels/test_{name}.py", "kernels/test_{first}.py", "kernels/test_{first}s.py"),
    "akela/ports/esp32_family": ("ports/test_esp32_{name}.py", "ports/test_esp32_{first}.py"),
    "akela/ports/x86_64": ("kernels/test_x86_64_ports.py", "kernels/test_{first}.py"),
}
# Where the tests of some modules are instead.
ELSEWHERE: dict[str, tuple[str, ...]] = {
    **{
        f"kernels/test_{hash}.py": ("kernels/test_hashes.py",)
        for hash in ("md5", "sha1", "sha256", "sha512", "keccak", "sha3", "ripemd160")
    },
    "kernels/test_block_hash.py": ("kernels/test_hashes.py", "kernels/test_kdfs.py"),  # PBKDF2 alone goes by chains
    "kernels/test_random.py": ("ports/test_esp32_rng.py",),
    "ports/test_esp32_dma.py": ("ports/test_esp32_aes.py",),
    "ports/test_esp32_esp32c3.py": ("ports/test_esp32_known_answers.py",),
    "kernels/test_exponentiation.py": ("kernels/test_montgomery.py",),
    "kernels/test_inverse.py": ("kernels/test_bignum.py",),
    "kernels/test_mgf1.py": ("kernels/test_rsa.py",),
    "kernels/test_padding.py": ("crypto/test_aes.py",),
    "kernels/test_xchacha20poly1305.py": ("kernels/test_xchacha20.py",),
    **{f"kernels/test_{curve}.py": ("kernels/test_nist_curves.py",) for curve in ("p256", "p384", "p521")},
}


def module_files() -> dict[str, Path]:
    """The modules, those that only have makers or helpers included. Module name -> file."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py")) if path.name != "__init__.py"]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}


@cache
def _imports() -> dict[str, frozenset[str]]:
    """Which of the modules each of them imports from."""
    files = module_files()
    nodes = {name: ast.walk(ast.parse(path.read_bytes())) for name, path in files.items()}
    return {name: frozenset(n.module for n in all_ if isinstance(n, ast.ImportFrom) and n.module in files) for name, all_ in nodes.items()}


def with_dependents(modules: Iterable[str]) -> frozenset[str]:
    """The modules and all that import from them, directly or by way of others."""
    reached = set(modules)
    while more := {name for name, used in _imports().items() if used & reached} - reached:
        reached |= more
    return frozenset(reached)


def with_imports(modules: Iterable[str]) -> frozenset[str]:
    """The modules and all that they import from, directly or by way of others."""
    reached = set(modules)
    while more := {used for name in reached for used in _imports()[name]} - reached:
        reached |= more
    return frozenset(reached)


def nearest(module: str, ends: Collection[str]) -> frozenset[str]:
    """The module and its dependents, as far as to the first ones in `ends`; and what these need of its dependents."""
    reached = waiting = {module}
    while waiting := {name for name, used in _imports().items() if used & (waiting - set(ends))} - reached:
        reached = reached | waiting
    return with_imports(reached) & with_dependents([module])


def deciding_tests(modules: Iterable[str]) -> list[Path]:
    """The test files of these modules; a module that has none of its own is tested by those of its dependents."""
    files = []
    for module in sorted(modules):
        folder, _, name = module.replace(".", "/").rpartition("/")
        for pattern in FOLDERS[folder]:
            file = pattern.format(name=name, first=name.partition("_")[0])
            files += [TESTS / name for name in ELSEWHERE.get(file, (file,))]
    return [file for file in dict.fromkeys(files) if file.is_file()]
