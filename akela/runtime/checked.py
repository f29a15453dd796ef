"""What checked Python needs at run time: the rules of the language, each as a call that raises where it is broken.

The errors are those of traced kernels (`akela/lang/errors.py`); arrays are their views, showing plain ints.
"""

from __future__ import annotations

from typing import Any

from akela.lang.errors import ContractError, OverlapError, RangeError, UndefinedError
from akela.lang.memory import View, begin_together, copy, partly_overlap, writable_cells
from akela.lang.types import VectorType, WordType
from akela.runtime import plain
from akela.runtime.plain import Vector

# --- memory -----------------------------------------------------------------------------------------------------------------------------


class Words(View):
    """An array or slice whose elements are ints; for vectors, tuples of ints."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.part(index)
        value = self.cells[self._position(index)]
        if value is None:
            raise UndefinedError(f"element {index} of {self.kind_name} is read before it is written")
        return value

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            copy(self.part(index), value)
        else:
            position = self._position(index)
            writable_cells(self)[position] = value

    def part(self, bounds: slice) -> Words:
        """The view `self[start:stop]`. Raises BoundsError unless `0 <= start <= stop <= len(self)`."""
        part = super().part(bounds)
        return Words(part.cells, part.element, part.start, part.length, part.read_only)


def undefined(bits: int, length: int, lanes: int = 1) -> Words:
    """An array whose elements may not be read before they are written."""
    return Words([None] * length, WordType(bits) if lanes == 1 else VectorType(bits, lanes), 0, length)


def array(bits: int, length: int, lanes: int = 1) -> Words:
    """An array of zeros."""
    result = undefined(bits, length, lanes)
    fill(result, 0 if lanes == 1 else (0,) * lanes)
    return result


def constants(bits: int, values: tuple[int, ...]) -> Words:
    """A table."""
    return Words(values, WordType(bits), 0, len(values), read_only="a table is constant")


def view(base: Words, start: int, stop: int) -> Words:
    """`base[start:stop]`."""
    return base.part(slice(start, stop))


def fill(target: Words, value: Any) -> None:
    """Set every element."""
    for i in range(len(target)):
        target[i] = value


class Struct(plain.Struct):
    """Base of structs: a field that was never assigned is found here."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        raise UndefinedError(f"field {name} of struct {type(self).__name__} is read before it is written")


def wipe(struct: Any) -> None:
    """Set every field to zero."""
    for name in struct.__slots__:
        field = _field(struct, name)
        if isinstance(field, Words):
            fill(field, 0)
        elif isinstance(field, Struct):
            wipe(field)
        else:
            setattr(struct, name, 0)


def copy_struct(target: Any, source: Any) -> None:
    """Give `target` the contents of `source`; what is undefined there stays so."""
    for name in source.__slots__:
        field = _field(source, name)
        if isinstance(field, Words):
            getattr(target, name).cells[:] = field.cells
        elif isinstance(field, Struct):
            copy_struct(getattr(target, name), field)
        elif field is not None:
            setattr(target, name, field)


def _field(struct: Any, name: str) -> Any:
    """The value of a field; None where it was never assigned."""
    try:
        return getattr(struct, name)
    except UndefinedError:
        return None


def lend(words: memoryview) -> Words:
    """A buffer as a kernel takes it."""
    return Words(words, WordType(words.itemsize * 8), 0, len(words), read_only="the caller's buffer is read-only" if words.readonly else "")


def separate(written: tuple[Any, ...], read: tuple[Any, ...], in_place: bool = False) -> None:
    """Arguments that a function writes share memory with no other one, unless they are the same, or `in_place` begin together."""
    for i, one in enumerate(written):
        for other in written[i + 1 :] + read:
            if _overlap(one, other, in_place):
                raise OverlapError("arguments of a call, one of which is written, partly overlap")


def _overlap(a: Any, b: Any, in_place: bool) -> bool:
    if isinstance(a, Words) and isinstance(b, Words):
        return partly_overlap(a, b) and not (in_place and begin_together(a, b))
    return a is not b and any(x.cells is y.cells for x in _views(a) for y in _views(b))


def _views(x: Any) -> list[Words]:
    """The memory of an argument."""
    if isinstance(x, Struct):
        slots: tuple[str, ...] = x.__slots__
        return [view for name in slots for view in _views(_field(x, name))]
    return [x] if isinstance(x, Words) else []


def load_le(base: Words, offset: int, bits: int) -> int:
    """A word from bytes, little-endian."""
    return int.from_bytes(_bytes(base, offset, bits // 8), "little")


def load_be(base: Words, offset: int, bits: int) -> int:
    """A word from bytes, big-endian."""
    return int.from_bytes(_bytes(base, offset, bits // 8), "big")


def _bytes(base: Words, offset: int, count: int) -> bytes:
    part = view(base, offset, offset + count)
    return bytes([part[i] for i in range(count)])


def store_le(base: Words, offset: int, word: int, bits: int) -> None:
    """A word to bytes, little-endian."""
    _store(base, offset, word.to_bytes(bits // 8, "little"))


def store_be(base: Words, offset: int, word: int, bits: int) -> None:
    """A word to bytes, big-endian."""
    _store(base, offset, word.to_bytes(bits // 8, "big"))


def _store(base: Words, offset: int, data: bytes) -> None:
    part = view(base, offset, offset + len(data))
    for i, byte in enumerate(data):
        part[i] = byte


def load_vector(base: Words, offset: int, bits: int, lanes: int) -> Vector:
    """A vector from bytes, lane 0 first, each lane little-endian."""
    return tuple(load_le(base, offset + i * bits // 8, bits) for i in range(lanes))


def store_vector(base: Words, offset: int, vector: Vector, bits: int) -> None:
    """A vector to bytes, lane 0 first, each lane little-endian."""
    for i, word in enumerate(vector):
        store_le(base, offset + i * bits // 8, word, bits)


# --- ints and contracts -----------------------------------------------------------------------------------------------------------------


def to_int(value: int, bits: int) -> int:
    """A result that an `int` of the target holds."""
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise RangeError(f"{value} does not fit an int of {bits} bits")
    return value


def to_word(value: int, bits: int) -> int:
    """An `int` that a word holds."""
    if not 0 <= value < 1 << bits:
        raise RangeError(f"{value} does not fit u{bits}")
    return value


def shift_count(places: int, bits: int) -> int:
    """A shift count."""
    if not 0 <= places < bits:
        raise RangeError(f"shift by {places}: the count must be at least 0 and less than the width, {bits}")
    return places


def floordiv(a: int, b: int) -> int:
    """`a // b` of operands that are not negative."""
    _divisible(a, b)
    return a // b


def mod(a: int, b: int) -> int:
    """`a % b` of operands that are not negative."""
    _divisible(a, b)
    return a % b


def _divisible(a: int, b: int) -> None:
    if a < 0 or b <= 0:
        raise RangeError(f"{a} divided by {b}: operands of // and % are not negative, and a divisor is not zero")


def requires(condition: bool, text: str) -> None:
    """What the caller must ensure."""
    if not condition:
        raise ContractError(f"requires {text}")


def ensures(condition: bool, text: str) -> None:
    """What holds here."""
    if not condition:
        raise ContractError(f"ensures {text}")


# --- words ------------------------------------------------------------------------------------------------------------------------------


def rotl(x: int, places: int, bits: int) -> int:
    """Rotate left."""
    shift_count(places, bits)
    return (x << places | x >> bits - places) & (1 << bits) - 1


def rotr(x: int, places: int, bits: int) -> int:
    """Rotate right."""
    shift_count(places, bits)
    return (x >> places | x << bits - places) & (1 << bits) - 1


def bit_mask(x: int, bits: int) -> int:
    """All ones where `x` is 1, which is 0 or 1."""
    return -_bit("bit_mask", x) & (1 << bits) - 1


def addc(a: int, b: int, carry: int, bits: int) -> tuple[int, int]:
    """`(sum, carry)`."""
    return plain.addc(a, b, _bit("addc", carry), bits)


def subb(a: int, b: int, borrow: int, bits: int) -> tuple[int, int]:
    """`(difference, borrow)`."""
    return plain.subb(a, b, _bit("subb", borrow), bits)


def _bit(name: str, x: int) -> int:
    if x > 1:
        raise RangeError(f"{name}: {x} is neither 0 nor 1")
    return x
