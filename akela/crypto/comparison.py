"""Comparison of secrets in a time that does not depend on what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["compare_digest"]

_bytes_equal = default_execution().bytes_equal


def compare_digest(a: Buffer | str, b: Buffer | str, /) -> bool:
    """Whether a equals b, both bytes or both str of ASCII characters. The time depends on their lengths alone.

    Raises TypeError for anything else.
    """
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        a, b = str.encode(a, "ascii"), str.encode(b, "ascii")
    elif isinstance(a, str) or isinstance(b, str):
        raise TypeError(f"a is of type {type(a).__name__} and b of type {type(b).__name__}, expected both bytes or both str")
    a, b = memoryview(a), memoryview(b)
    if a.nbytes != b.nbytes:
        return False
    return bool(_bytes_equal(a, b) == b"\1")
