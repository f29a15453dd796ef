"""What `import akela` offers."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import akela


def test_every_name_in_all_is_there() -> None:
    for name in akela.__all__:
        assert getattr(akela, name) is not None
    assert set(akela.__all__) <= set(dir(akela))


def test_digests() -> None:
    assert akela.sha256(b"abc") == hashlib.sha256(b"abc").digest()
    assert akela.sha512(bytearray(b"abc")) == hashlib.sha512(b"abc").digest()


def test_import_loads_neither_the_compiler_nor_the_language() -> None:
    code = "import sys, akela; print([m for m in sys.modules if m.startswith(('akela.compiler', 'akela.lang', 'akela.kernels'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
