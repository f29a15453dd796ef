"""The digest of the sources that the extension is made from: is a built extension the one that this checkout describes?

Imports nothing but the standard library: it runs before the extension is there. An installed wheel never computes it.
"""

from __future__ import annotations

import hashlib
import sysconfig
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
FOLDERS = ("lang", "compiler", "runtime", "kernels", "ports")
SUFFIXES = (".py", ".c", ".h", ".toml")
MARKER = b"akela-source-digest:"  # precedes the digest inside the extension


def in_checkout() -> bool:
    """Whether this package lies in a source tree, where sources may be newer than the extension."""
    return (PACKAGE.parent / "pyproject.toml").is_file()


def source_digest() -> str:
    """SHA-256 over names and contents of the language, the compiler, its runtime, the kernels and the ports, in hexadecimal."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                content = path.read_bytes()
                digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()


def extension_path() -> Path:
    """Where the extension for the running Python is, or would be."""
    return PACKAGE / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"


def built_digest() -> str | None:
    """The digest inside the built extension, or None where there is none. Read without loading it: a loaded one cannot be replaced."""
    path = extension_path()
    if not path.is_file():
        return None
    _, found, rest = path.read_bytes().partition(MARKER)
    return rest[:64].decode("ascii", "replace") if found else None
