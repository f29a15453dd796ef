"""What emitted Python needs at run time: arrays whose slices are views, strict bounds, and operations that Python has no operator for.

A word is an int from 0 to 2**bits - 1, a mask 0 or all ones, a vector a tuple of words. An array is a memoryview of a bytearray, so that a
slice of it is a view. Python's ints promise nothing about time: this execution is for machines without the extension, and for comparing.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable
from struct import Struct as _Layout
from typing import Any

Words = memoryview  # an array or slice of words, in native byte order
Vector = tuple[int, ...]

M8, M16, M32, M64, M128 = (2**bits - 1 for bits in (8, 16, 32, 64, 128))

# x * R32 is the word x written twice in a row; a rotation of x is a shift of that, masked.
R8, R16, R32, R64, R128 = (2**bits + 1 for bits in (8, 16, 32, 64, 128))

_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}

# --- memory -----------------------------------------------------------------------------------------------------------------------------


def array(bits: int, length: int, lanes: int = 1) -> Any:
    """`length` words of `bits` bits, or vectors of such words, all zero."""
    if bits in _FORMATS and lanes == 1:
        return memoryview(bytearray(length * bits // 8)).cast(_FORMATS[bits])  # type: ignore[call-overload]
    from akela.runtime.checked import array as wide_array  # elements that no memoryview has

    return wide_array(bits, length, lanes)


undefined = array  # where the language leaves the contents open


def constants(bits: int, values: Iterable[int]) -> Any:
    """A table as an array, where it is sliced or passed on."""
    words = tuple(values)
    result = array(bits, len(words))
    for i, word in enumerate(words):
        result[i] = word
    return result.toreadonly()


def natural(index: int) -> int:
    """An index or offset that might be negative: Python would count it from the end."""
    if index < 0:
        raise IndexError(f"index {index} is negative")
    return index


def view(base: Any, start: int, stop: int) -> Any:
    """`base[start:stop]`, where Python would clip the bounds."""
    if 0 <= start <= stop <= len(base):
        return base[start:stop]
    raise IndexError(f"bounds {start}:{stop} are not inside of {len(base)} elements")


def fill(target: Any, value: Any) -> None:
    """Set every element."""
    if isinstance(target, memoryview):
        target.cast("B")[:] = value.to_bytes(target.itemsize, sys.byteorder) * len(target)
    else:
        for i in range(len(target)):
            target[i] = value


class Struct:
    """Base of structs: a slot for each field, which is a word, an array or another struct."""

    __slots__: tuple[str, ...] = ()


def wipe(struct: Any) -> None:
    """Set every field to zero."""
    for name in struct.__slots__:
        field = getattr(struct, name)
        if isinstance(field, int):
            setattr(struct, name, 0)
        elif isinstance(field, Struct):
            wipe(field)
        else:
            fill(field, 0)


def copy_struct(target: Any, source: Any) -> None:
    """Give `target` the contents of `source`."""
    for name in source.__slots__:
        field = getattr(source, name)
        if isinstance(field, int):
            setattr(target, name, field)
        elif isinstance(field, Struct):
            copy_struct(getattr(target, name), field)
        else:
            getattr(target, name)[:] = field


def lend(words: memoryview) -> Words:
    """A buffer as a kernel takes it."""
    return words


# Words at any place of a byte array; struct.error beyond its end.
unpack_le16, unpack_le32, unpack_le64 = (_Layout(code).unpack_from for code in ("<H", "<I", "<Q"))
unpack_be16, unpack_be32, unpack_be64 = (_Layout(code).unpack_from for code in (">H", ">I", ">Q"))
store_le16, store_le32, store_le64 = (_Layout(code).pack_into for code in ("<H", "<I", "<Q"))
store_be16, store_be32, store_be64 = (_Layout(code).pack_into for code in (">H", ">I", ">Q"))

# --- peripheral registers -----------------------------------------------------------------------------------------------------------------


def read_register(name: str, address: int) -> int:
    """The value of the register at an address, from the installed bus."""
    value: int = _bus(name).read(address)
    return value


def write_register(name: str, address: int, value: int, fields: int = M32) -> None:
    """Write the register at an address through the installed bus. `fields` are the bits that are not reserved."""
    if value & ~fields:
        raise ValueError(f"{name}: {value:#x} sets reserved bits {value & ~fields:#x}")
    _bus(name).write(address, value)


def register_index(index: int, count: int) -> int:
    """The index of one of `count` registers in a row."""
    if not 0 <= index < count:
        raise IndexError(f"index {index} of {count} registers")
    return index


def installed_host(function: str) -> Any:
    """What serves a host function, or None."""
    from akela.lang.host import installed_host  # here, because few kernels have any

    return installed_host(function)


def _bus(name: str) -> Any:
    from akela.lang.registers import installed_bus  # here, because few kernels have registers

    return installed_bus(name)


# --- words ------------------------------------------------------------------------------------------------------------------------------


def mul_wide(a: int, b: int, bits: int) -> tuple[int, int]:
    """`(hi, lo)` of the product."""
    return divmod(a * b, 1 << bits)


def addc(a: int, b: int, carry: int, bits: int) -> tuple[int, int]:
    """`(sum, carry)`."""
    total = a + b + carry
    return total & (1 << bits) - 1, total >> bits


def subb(a: int, b: int, borrow: int, bits: int) -> tuple[int, int]:
    """`(difference, borrow)`."""
    difference = a - b - borrow
    return difference & (1 << bits) - 1, int(difference < 0)


def select(mask: int, a: int, b: int) -> int:
    """`a` where the mask is ones, else `b`; both are computed."""
    return a if mask else b


def swap_if(mask: int, a: int, b: int) -> tuple[int, int]:
    """`(b, a)` where the mask is ones, else `(a, b)`."""
    return (b, a) if mask else (a, b)


# --- vectors ----------------------------------------------------------------------------------------------------------------------------


def _lanewise(operation: Callable[[int, int], int]) -> Callable[[Vector, Vector, int], Vector]:
    def apply(a: Vector, b: Vector, bits: int) -> Vector:
        mask = (1 << bits) - 1
        return tuple([operation(x, y) & mask for x, y in zip(a, b, strict=True)])

    return apply


def _shifted(operation: Callable[[int, int, int], int]) -> Callable[[Vector, int, int], Vector]:
    def apply(a: Vector, count: int, bits: int) -> Vector:
        mask = (1 << bits) - 1
        return tuple([operation(x, count, bits) & mask for x in a])

    return apply


vector_add, vector_sub, vector_mul = map(_lanewise, (operator.add, operator.sub, operator.mul))
vector_and, vector_or, vector_xor = map(_lanewise, (operator.and_, operator.or_, operator.xor))
vector_shl = _shifted(lambda x, count, bits: x << count)
vector_shr = _shifted(lambda x, count, bits: x >> count)
vector_rotl = _shifted(lambda x, count, bits: x << count | x >> bits - count)
vector_rotr = _shifted(lambda x, count, bits: x >> count | x << bits - count)


def vector_invert(a: Vector, bits: int) -> Vector:
    """`~a`, lane by lane."""
    return tuple([x ^ (1 << bits) - 1 for x in a])


def vector_neg(a: Vector, bits: int) -> Vector:
    """`-a`, lane by lane."""
    return tuple([-x & (1 << bits) - 1 for x in a])


def splat(word: int, lanes: int) -> Vector:
    """A word in every lane."""
    return (word,) * lanes


def shuffle(a: Vector, lanes: tuple[int, ...]) -> Vector:
    """The lanes of `a` with these numbers."""
    return tuple([a[lane] for lane in lanes])


def load_vector(base: Words, offset: int, bits: int, lanes: int) -> Vector:
    """A vector from bytes, lane 0 first, each lane little-endian."""
    size = bits // 8
    data = view(base, offset, offset + lanes * size)
    return tuple([int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)])


def store_vector(base: Words, offset: int, vector: Vector, bits: int) -> None:
    """A vector to bytes, lane 0 first, each lane little-endian."""
    view(base, offset, offset + len(vector) * bits // 8)[:] = b"".join([x.to_bytes(bits // 8, "little") for x in vector])
