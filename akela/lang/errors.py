"""What goes wrong when a kernel runs traced.

One class for each kind of mistake. The compiler reports the same mistakes with a place and a code (`akela/compiler/errors.py`).
"""

from __future__ import annotations


class TraceError(Exception):
    """A rule of the kernel language was broken. Base of all errors of the traced runtime."""


class SecrecyError(TraceError, TypeError):
    """A secret was about to decide something that an observer can see, or to enter a public place."""


class KindError(TraceError, TypeError):
    """A value has a type that cannot stand here: mixed widths, an int where a word is wanted, a read-only slice to be written …"""


class RangeError(TraceError, ValueError):
    """A literal that does not fit its word, a shift count that is not less than the width, a carry that is neither 0 nor 1 …"""


class BoundsError(TraceError, IndexError):
    """An index, a slice bound or an offset outside its array, slice or table."""


class UndefinedError(TraceError):
    """An element or a field was read before it was written."""


class OverlapError(TraceError, ValueError):
    """Two views overlap in part, and one of them is written."""


class ContractError(TraceError, ValueError):
    """The condition of a `requires` or an `ensures` does not hold."""


class CallError(TraceError, TypeError):
    """A call that the language refuses: a wrong number of arguments, recursion, a `_vartime` function where that is not declared."""


def kind_name(x: object) -> str:
    """How the language calls the type of a value, for messages: `u32`, `Public[u32]`, `Mask[u32]`, `a view of 16 u8`, `int` …"""
    return getattr(x, "kind_name", None) or type(x).__name__
