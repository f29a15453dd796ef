"""What callables of traced kernels are made with.

Arguments stay plain buffers and ints: `akela.lang` itself turns them into views and words.
"""

from __future__ import annotations

from akela.lang.memory import View
from akela.lang.structs import StructValue
from akela.runtime.plain import fill, lend, undefined

__all__ = ["copy_struct", "fill", "lend", "undefined", "wipe"]


def wipe(struct: StructValue) -> None:
    """Set every field to zero."""
    for name, field in struct._values.items():
        if isinstance(field, View):
            fill(field, 0)
        elif isinstance(field, StructValue):
            wipe(field)
        else:
            setattr(struct, name, 0)


def copy_struct(target: StructValue, source: StructValue) -> None:
    """Give `target` the contents of `source`; what is undefined there stays so."""
    for name, field in source._values.items():
        if isinstance(field, View):
            target._values[name].cells[:] = field.cells
        elif isinstance(field, StructValue):
            copy_struct(target._values[name], field)
        else:
            target._values[name] = field
