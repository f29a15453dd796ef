"""Vectors: several words of one width in one register, and the functions that take them apart and put them together.

Operators work lane by lane with the rules of words; an int beside a vector stands in every lane. Vectors never cross an exported function.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NoReturn, Self, TypeVar

from akela.lang.errors import KindError, RangeError, SecrecyError, kind_name
from akela.lang.types import VectorType, WordType
from akela.lang.words import WORD_CLASSES, WordValue, coerce, integer, literal, make, shift_count

V = TypeVar("V", bound="VectorValue")


class VectorValue:
    """`count` lanes of `bits` bits, secret as soon as one lane is. `values` is for tests and debuggers."""

    __slots__ = ("secret", "values")

    bits: ClassVar[int]
    count: ClassVar[int]
    __akela_type__: ClassVar[VectorType]
    values: tuple[int, ...]
    secret: bool

    def __new__(cls, *_: object) -> Self:
        """Refused: splat, vector and load_vector make vectors."""
        name = cls.__name__
        raise KindError(f"make a vector with splat({name}, x), vector({name}, a, b, …) or load_vector({name}, bytes, offset)")

    def __repr__(self) -> str:
        digits = self.bits // 4 + 2
        return f"{self.kind_name}({', '.join(f'{value:#0{digits}x}' for value in self.values)})"

    @property
    def kind_name(self) -> str:
        """`u32x4` or `Public[u32x4]`."""
        return str(VectorType(self.bits, self.count, self.secret))

    def __add__(self, other: Any) -> Self:
        return self._lanewise(other, "+", operator.add)

    def __sub__(self, other: Any) -> Self:
        return self._lanewise(other, "-", operator.sub)

    def __rsub__(self, other: Any) -> Self:
        return self._lanewise(other, "-", lambda a, b: b - a)

    def __mul__(self, other: Any) -> Self:
        return self._lanewise(other, "*", operator.mul)

    def __and__(self, other: Any) -> Self:
        return self._lanewise(other, "&", operator.and_)

    def __or__(self, other: Any) -> Self:
        return self._lanewise(other, "|", operator.or_)

    def __xor__(self, other: Any) -> Self:
        return self._lanewise(other, "^", operator.xor)

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__

    def __invert__(self) -> Self:
        return self._each(lambda a: ~a)

    def __neg__(self) -> Self:
        return self._each(lambda a: -a)

    def __lshift__(self, count: int) -> Self:
        n = shift_count(count, self.bits, "<<")
        return self._each(lambda a: a << n)

    def __rshift__(self, count: int) -> Self:
        n = shift_count(count, self.bits, ">>")
        return self._each(lambda a: a >> n)

    def rotated(self, left: int) -> Self:
        """Each lane rotated left; `0 <= left < bits`."""
        return self._each(lambda a: a << left | a >> (self.bits - left))

    def _refuse(self, *_: object) -> NoReturn:
        raise SecrecyError("a vector is no condition, number or index, and is not compared; take words out with lane(v, i)")

    __eq__ = __ne__ = __bool__ = __hash__ = __int__ = __index__ = _refuse

    def _each(self, change: Callable[[int], int]) -> Self:
        return make_vector(type(self), map(change, self.values), self.secret)

    def _lanewise(self, other: Any, symbol: str, combine: Callable[[int, int], int]) -> Self:
        if type(other) is type(self):
            return make_vector(type(self), map(combine, self.values, other.values), self.secret or other.secret)
        if isinstance(other, WordValue | VectorValue):
            spread = f"splat({type(self).__name__}, x)"
            raise KindError(f"{self.kind_name} {symbol} {other.kind_name}: both sides must be one vector type; {spread} spreads a word")
        value = literal(WORD_CLASSES[self.bits], other, f"{self.kind_name} {symbol} …")
        return self._each(lambda a: combine(a, value))


def make_vector(cls: type[V], values: Iterable[int], secret: bool) -> V:
    """The vector of class `cls` whose lanes are the low bits of `values`."""
    vector = object.__new__(cls)
    mask = cls.__akela_type__.element.mask
    vector.values = tuple(value & mask for value in values)
    vector.secret = secret
    return vector


class u32x4(VectorValue):
    """4 words of 32 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 32, 4, VectorType(32, 4)


class u32x8(VectorValue):
    """8 words of 32 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 32, 8, VectorType(32, 8)


class u32x16(VectorValue):
    """16 words of 32 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 32, 16, VectorType(32, 16)


class u64x2(VectorValue):
    """2 words of 64 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 64, 2, VectorType(64, 2)


class u64x4(VectorValue):
    """4 words of 64 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 64, 4, VectorType(64, 4)


class u64x8(VectorValue):
    """8 words of 64 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 64, 8, VectorType(64, 8)


class u8x16(VectorValue):
    """16 words of 8 bits."""

    __slots__ = ()
    bits, count, __akela_type__ = 8, 16, VectorType(8, 16)


VECTOR_CLASSES: dict[tuple[int, int], type[VectorValue]] = {
    (cls.bits, cls.count): cls for cls in (u32x4, u32x8, u32x16, u64x2, u64x4, u64x8, u8x16)
}


def coerce_vector(kind: VectorType, x: object, where: str) -> VectorValue:
    """`x` as a vector of type `kind`; a public one becomes secret where `kind` is. Raises KindError or SecrecyError where it cannot."""
    cls = VECTOR_CLASSES[kind.bits, kind.lanes]
    if type(x) is not cls:
        raise KindError(f"{where} is {kind}, given {kind_name(x)}")
    if x.secret and not kind.secret:
        raise SecrecyError(f"{where} is {kind} (public), given a secret vector")
    return make_vector(cls, x.values, kind.secret)


def vector_class(kind: Any) -> type[VectorValue]:
    """A vector type that was given as an argument. Raises KindError where it is none."""
    if not isinstance(kind, type) or not issubclass(kind, VectorValue) or kind is VectorValue:
        raise KindError(f"expected a vector type such as u32x4, given {kind!r}")
    return kind


def splat(kind: type[V], x: WordValue | int) -> V:
    """The vector with `x` in every lane."""
    return vector(kind, *[x] * vector_class(kind).count)


def vector(kind: type[V], *lanes: WordValue | int) -> V:
    """The vector of these lanes, lane 0 first."""
    cls = vector_class(kind)
    if len(lanes) != cls.count:
        raise KindError(f"{cls.__name__} has {cls.count} lanes, given {len(lanes)}")
    words = [coerce(WordType(cls.bits, isinstance(x, WordValue) and x.secret), x, f"a lane of {cls.__name__}") for x in lanes]
    return make_vector(kind, (word.value for word in words), any(word.secret for word in words))


def lane(v: VectorValue, i: int) -> WordValue:
    """The word in lane `i`, a literal."""
    if not isinstance(v, VectorValue):
        raise KindError(f"lane(v, i): v must be a vector, given {kind_name(v)}")
    return make(WORD_CLASSES[v.bits], v.values[_lane_number(v, i)], v.secret)


def shuffle(v: V, *numbers: int) -> V:
    """The vector whose lane k is lane `numbers[k]` of `v`; the numbers are literals, one for each lane."""
    if not isinstance(v, VectorValue) or len(numbers) != v.count:
        raise KindError(f"shuffle takes a vector and a number for each of its lanes; given {kind_name(v)} and {len(numbers)} numbers")
    return make_vector(type(v), (v.values[_lane_number(v, n)] for n in numbers), v.secret)


def _lane_number(v: VectorValue, i: object) -> int:
    n = integer(i, "a lane number")
    if not 0 <= n < v.count:
        raise RangeError(f"lane {n} of a {v.kind_name}: must be at least 0 and less than {v.count}")
    return n
