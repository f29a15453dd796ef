"""What the callables of emitted Python are made of: buffers in, bytes out, errors and locks, as in the extension.

The callables themselves are generated (`akela/compiler/python/api.py`). In messages `label` names the callable, `name` the parameter.
What Python keeps in ints cannot be wiped: only work areas and the arrays of objects are.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Mapping
from threading import Lock
from typing import Any, ClassVar, NoReturn, Self

from akela.compiler.messages import Message
from akela.exceptions import forked, from_status, not_met
from akela.lang.status import OK, Status

NEW = object()  # in place of a buffer for the result: make one

_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}

# --- arguments --------------------------------------------------------------------------------------------------------------------------


def readable(label: str, name: str, given: Any, bits: int = 8, size: int | None = None) -> memoryview:
    """A buffer of words of `bits` bits, of `size` bytes where that is fixed."""
    return _words(label, name, given, bits, size, writable=False)


def writable(label: str, name: str, given: Any, bits: int = 8, size: int | None = None) -> memoryview:
    """A buffer that the kernel writes."""
    return _words(label, name, given, bits, size, writable=True)


def output(label: str, given: Any, bits: int, length: int, text: str, sizes: Mapping[str, int], values: Mapping[str, int]) -> memoryview:
    """The memory of a result of `length` words, which `text` states: the caller's, or NEW."""
    size = length * bits // 8
    require(label, 0 <= size <= sys.maxsize, text, sizes, values)
    return _words(label, "out", bytearray(size) if given is NEW else given, bits, size, writable=True)


def _words(label: str, name: str, given: Any, bits: int, size: int | None, writable: bool) -> memoryview:
    """A contiguous buffer, seen as words.

    Raises TypeError for no buffer, BufferError for one that cannot be used, ValueError for a wrong length.
    """
    wanted = ("contiguous writable", "bytearray") if writable else ("contiguous", "bytes")
    try:
        view = memoryview(given)
    except TypeError:
        if hasattr(type(given), "__buffer__"):
            raise  # its own affair
        raise TypeError(Message.NO_BUFFER % (label, name, type(given).__name__, *wanted)) from None
    except (BufferError, ValueError) as error:  # such as a released memoryview
        raise BufferError(Message.BAD_BUFFER % (label, name, error, *wanted)) from None
    for unusable, reason in [
        (not view.c_contiguous, "it is not contiguous"),
        (writable and view.readonly, "it is read-only"),
        (_holds_objects(view.format), "it holds Python objects"),
    ]:
        if unusable:
            raise BufferError(Message.BAD_BUFFER % (label, name, reason, *wanted))
    plural = "" if view.nbytes == 1 else "s"
    if size is not None and view.nbytes != size:
        raise ValueError(Message.WRONG_LENGTH % (label, name, view.nbytes, plural, size))
    if view.nbytes % (bits // 8):
        raise ValueError(Message.WRONG_MULTIPLE % (label, name, view.nbytes, plural, bits // 8))
    if bits > 8 and view.nbytes and address_of(view) % (bits // 8):
        raise ValueError(Message.NOT_ALIGNED % (label, name, bits // 8))
    octets = view if view.format == "B" and view.ndim == 1 else view.cast("B")
    return octets if bits == 8 else octets.cast(_FORMATS[bits])  # type: ignore[call-overload]


def _holds_objects(layout: str) -> bool:
    """Whether memory of this format holds references, such as an array of numpy's objects. Names of fields stand between colons."""
    return "O" in layout and any("O" in part for part in layout.split(":")[::2])


def integer(label: str, name: str, given: Any) -> int:
    """An `int` of the language."""
    return _number(label, name, given, -(2**63), 2**63 - 1, "-2**63", "2**63-1")


def word(label: str, name: str, given: Any, bits: int) -> int:
    """A word that may be a secret: no message shows it."""
    return _number(label, name, given, 0, 2**bits - 1, "0", f"2**{bits}-1", public=False)


def public_word(label: str, name: str, given: Any, bits: int) -> int:
    """A word that is public."""
    return _number(label, name, given, 0, 2**bits - 1, "0", f"2**{bits}-1")


def _number(label: str, name: str, given: Any, least: int, most: int, least_text: str, most_text: str, public: bool = True) -> int:
    try:
        number = operator.index(given)
    except TypeError:
        if hasattr(type(given), "__index__"):
            raise  # its own affair
        raise TypeError(Message.NO_NUMBER % (label, name, type(given).__name__)) from None
    if not least <= number <= most:
        if public and (digits := _digits(number)):
            raise ValueError(Message.WRONG_PUBLIC_VALUE % (label, name, digits, least_text, most_text))
        raise ValueError(Message.WRONG_VALUE % (label, name, least_text, most_text))
    return number


def _digits(number: int) -> str:
    """A number for a message; nothing where it has more digits than Python writes."""
    try:
        return str(number)
    except ValueError:
        return ""


def boolean(label: str, name: str, given: Any) -> bool:
    """A `bool`."""
    if not isinstance(given, bool):
        raise TypeError(Message.NO_BOOL % (label, name, type(given).__name__))
    return given


# --- conditions and results -------------------------------------------------------------------------------------------------------------


def require(label: str, condition: bool, text: str, sizes: Mapping[str, int], values: Mapping[str, int]) -> None:
    """A `requires` of the kernel; `sizes` and `values` are for the message."""
    if not condition:
        raise not_met(label, text, sizes, values)


def apart(label: str, may_be_same: bool, written_name: str, written: memoryview, name: str, other: memoryview) -> None:
    """A written buffer and another one share nothing; or, where they may be the same, begin at the same place."""
    a, b = address_of(written), address_of(other)
    if a < b + other.nbytes and b < a + written.nbytes and not (may_be_same and a == b):
        message = Message.PARTLY_OVERLAPS if may_be_same else Message.OVERLAPS
        raise ValueError(message % (label, written_name, name))


def address_of(view: memoryview) -> int:
    """Where a buffer lies."""
    import ctypes  # here, because it takes long to import and bytes in, bytes out do without

    raw = (ctypes.c_void_p * 16)()  # a Py_buffer, which begins with the address
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), raw, 0)
    ctypes.pythonapi.PyBuffer_Release(raw)
    return raw[0] or 0


def succeed(label: str, status: Status, refusals: Mapping[str, str], sizes: Mapping[str, int], values: Mapping[str, int]) -> None:
    """Raise what a status other than OK means."""
    if status is not OK:
        raise from_status(int(status), label, refusals, sizes, values)


# --- objects ----------------------------------------------------------------------------------------------------------------------------


class OneAtATime:
    """The lock of an object. In a child that was forked while another thread held it, nobody can release it: it is refused."""

    __slots__ = ("held", "lock")

    generation: ClassVar[int] = 1

    def __init__(self) -> None:
        self.lock, self.held = Lock(), 0

    def __enter__(self) -> None:
        if self.held not in (0, self.generation):
            raise forked("this object")
        self.lock.acquire()
        self.held = self.generation

    def __exit__(self, *_: object) -> None:
        self.held = 0
        self.lock.release()

    @classmethod
    def count(cls) -> None:
        """Another generation of processes."""
        cls.generation += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=OneAtATime.count)


class Context:
    """Base of the classes that structs appear as. One operation at a time runs on an object."""

    __slots__ = ("_lock", "_state")

    _struct: ClassVar[type[Any]]
    _runtime: ClassVar[Any]
    _lock: OneAtATime
    _state: Any

    def __init_subclass__(cls, struct: type[Any], runtime: Any) -> None:
        cls._struct, cls._runtime = struct, runtime

    def __new__(cls, *_: Any) -> Self:
        """An object before its constructor has run."""
        new = super().__new__(cls)
        new._lock, new._state = OneAtATime(), cls._struct()
        return new

    def copy(self) -> Self:
        """A new object in the same state."""
        twin = Context.__new__(type(self))
        with self._lock:
            self._runtime.copy_struct(twin._state, self._state)
        return twin

    def __reduce__(self) -> NoReturn:
        """Refuses: the object may hold secrets."""
        raise TypeError(Message.NO_PICKLE % type(self).__name__)

    def __del__(self) -> None:
        self._runtime.wipe(self._state)
