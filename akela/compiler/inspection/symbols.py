"""What an object asks of the linker: it may be Akela's own functions, memcpy and memset, nothing else."""

from __future__ import annotations

from pathlib import Path

from akela.compiler.inspection.object_file import read_object

LIBRARY = ("memcpy", "memset")  # compilers call these by themselves; runtime/akela_rt.c has them for programs without a C library


def is_foreign(name: str) -> bool:
    """Whether an object should not refer to this symbol."""
    return not (name.startswith("akela_") or name in LIBRARY)


def foreign_symbols(path: Path) -> list[str]:
    """The undefined symbols of an object that it should not have, sorted: functions of the compiler's own library for the most part."""
    return [name for name in read_object(path).undefined if is_foreign(name)]
