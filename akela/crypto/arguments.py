"""What users give, as bytes and numbers. `bytes(5)` is five zeros, and `bytes([1])` one byte: neither may serve as a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["integer", "octets"]


def octets(given: Buffer, what: str) -> bytes:
    """The bytes of a buffer. Raises TypeError where `given` is none; what it is is not quoted, as it may be a key."""
    try:
        return memoryview(given).tobytes()
    except TypeError:
        raise TypeError(f"{what} is of type {type(given).__name__}, expected a buffer such as bytes") from None


def integer(given: int, what: str) -> int:
    """An int. Raises TypeError where `given` is none."""
    if not isinstance(given, int):
        raise TypeError(f"{what} is of type {type(given).__name__}, expected an int")
    return given
