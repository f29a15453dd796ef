"""What callables of kernels that run on another machine are made with: a struct is bytes, laid out as that machine's compiler does it."""

from __future__ import annotations

from typing import ClassVar

from akela.runtime.plain import fill, lend, undefined

__all__ = ["ForeignStruct", "copy_struct", "fill", "lend", "undefined", "wipe"]


class ForeignStruct:
    """A struct's memory. Subclasses say how much."""

    __slots__ = ("content",)

    size: ClassVar[int]

    def __init__(self) -> None:
        self.content = bytearray(self.size)


def wipe(struct: ForeignStruct) -> None:
    """Set every field to zero."""
    struct.content[:] = bytes(struct.size)


def copy_struct(target: ForeignStruct, source: ForeignStruct) -> None:
    """Give `target` the contents of `source`."""
    target.content[:] = source.content
