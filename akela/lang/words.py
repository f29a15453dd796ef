"""Words as objects: `u8 u16 u32 u64`, `Public[...]`, and `Word`, `DWord`.

A word knows its value and whether it is secret. Arithmetic wraps; what an observer could see (a comparison, a condition, an index,
a conversion to int) is refused for a secret. `value` is for tests and debuggers: kernels have no way to spell it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Self, TypeVar

from akela.lang.errors import KindError, RangeError, SecrecyError, kind_name
from akela.lang.target import WORD_BITS, word_bits
from akela.lang.types import TemplateWordType, Type, WordType, as_type, public

W = TypeVar("W", bound="WordValue")

# --- words --------------------------------------------------------------------------------------------------------------------------------


class WordValue:
    """A word of `bits` bits. `u32(x)` widens a narrower word (secret if that is) or converts an int (public)."""

    __slots__ = ("secret", "value")

    bits: ClassVar[int]
    mask: ClassVar[int]  # 2**bits - 1
    __akela_type__: ClassVar[WordType]
    value: int
    secret: bool

    def __new__(cls, x: WordValue | int) -> Self:
        """Widen a word or convert an int. Raises KindError where `x` is wider, or no number; RangeError for an int that does not fit."""
        if not isinstance(x, WordValue):
            return make(cls, literal(cls, x, f"{cls.__name__}(…)"), secret=False)
        if x.bits > cls.bits:
            raise KindError(f"{cls.__name__}(x) would drop bits of a {kind_name(x)}; truncate({cls.__name__}, x) keeps the low ones")
        return make(cls, x.value, x.secret)

    def __repr__(self) -> str:
        return f"{self.kind_name}({self.value:#0{self.bits // 4 + 2}x})"

    @property
    def kind_name(self) -> str:
        """`u32` or `Public[u32]`."""
        return str(WordType(self.bits, self.secret))

    # Arithmetic modulo 2**bits.

    def __add__(self, other: Any) -> Self:
        value, secret = self._operand(other, "+")
        return make(type(self), self.value + value, secret)

    def __sub__(self, other: Any) -> Self:
        value, secret = self._operand(other, "-")
        return make(type(self), self.value - value, secret)

    def __rsub__(self, other: Any) -> Self:
        value, secret = self._operand(other, "-")
        return make(type(self), value - self.value, secret)

    def __mul__(self, other: Any) -> Self:
        value, secret = self._operand(other, "*")
        return make(type(self), self.value * value, secret)

    def __and__(self, other: Any) -> Self:
        value, secret = self._operand(other, "&")
        return make(type(self), self.value & value, secret)

    def __or__(self, other: Any) -> Self:
        value, secret = self._operand(other, "|")
        return make(type(self), self.value | value, secret)

    def __xor__(self, other: Any) -> Self:
        value, secret = self._operand(other, "^")
        return make(type(self), self.value ^ value, secret)

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__

    def __invert__(self) -> Self:
        return make(type(self), ~self.value, self.secret)

    def __neg__(self) -> Self:
        return make(type(self), -self.value, self.secret)

    def __lshift__(self, count: Any) -> Self:
        return make(type(self), self.value << shift_count(count, self.bits, "<<"), self.secret)

    def __rshift__(self, count: Any) -> Self:
        return make(type(self), self.value >> shift_count(count, self.bits, ">>"), self.secret)

    def rotated(self, left: int) -> Self:
        """The word rotated left; `0 <= left < bits`."""
        return make(type(self), self.value << left | self.value >> (self.bits - left), self.secret)

    def __rlshift__(self, other: Any) -> NoReturn:
        raise KindError(f"a shift count is an int, not a {self.kind_name}; where it is public write int(n)")

    __rrshift__ = __rlshift__

    def _no_division(self, other: Any) -> NoReturn:
        raise KindError(f"words have no / // % **, given a {self.kind_name}; shift and mask, or divide public ints: int(x) // n")

    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _no_division

    # What an observer can see.

    def __eq__(self, other: object) -> bool:
        return self._compare(other, "==", operator.eq)

    def __ne__(self, other: object) -> bool:
        return self._compare(other, "!=", operator.ne)

    def __lt__(self, other: Any) -> bool:
        return self._compare(other, "<", operator.lt)

    def __le__(self, other: Any) -> bool:
        return self._compare(other, "<=", operator.le)

    def __gt__(self, other: Any) -> bool:
        return self._compare(other, ">", operator.gt)

    def __ge__(self, other: Any) -> bool:
        return self._compare(other, ">=", operator.ge)

    def __hash__(self) -> int:
        self._refuse_secret("hashed")
        return hash((self.bits, self.value))

    def __bool__(self) -> bool:
        self._refuse_secret("used as a condition")
        raise KindError(f"a {self.kind_name} is not a condition; write x != 0")

    def __int__(self) -> int:
        self._refuse_secret("turned into an int")
        return self.value

    def __index__(self) -> int:
        self._refuse_secret("used as an index, a bound or a count")
        raise KindError(f"an index, a bound or a count is an int, given a {self.kind_name}; write int(x)")

    # Helpers.

    def _operand(self, other: Any, symbol: str) -> tuple[int, bool]:
        """The value of the other side, and whether the result is secret."""
        if type(other) is type(self):
            return other.value, self.secret or other.secret
        if isinstance(other, WordValue):
            wide = type(self if self.bits > other.bits else other).__name__
            raise KindError(f"{self.kind_name} {symbol} {other.kind_name}: both sides need one width; widen the narrower: {wide}(x)")
        if type(other) is int and 0 <= other <= self.mask:  # what `literal` checks, without composing its message
            return other, self.secret
        return literal(type(self), other, f"{self.kind_name} {symbol} …"), self.secret

    def _compare(self, other: object, symbol: str, relation: Callable[[int, int], bool]) -> bool:
        value, secret = self._operand(other, symbol)
        if secret:
            raise SecrecyError(
                f"{symbol} compares a secret ({kind_name(self if self.secret else other)}); "
                'use eq_mask, ne_mask or lt_mask and select, or declassify(x, why="…") if it may be known'
            )
        return relation(self.value, value)

    def _refuse_secret(self, what: str) -> None:
        if self.secret:
            raise SecrecyError(
                f"a secret ({self.kind_name}) cannot be {what}; "
                'use masks (eq_mask, lt_mask, select …), or declassify(x, why="…") if it may be known'
            )


def make(cls: type[W], value: int, secret: bool) -> W:
    """The word of class `cls` with the low bits of `value`."""
    word = object.__new__(cls)
    word.value = value & cls.mask
    word.secret = secret
    return word


def integer(x: Any, what: str) -> int:
    """An int of the language. Raises SecrecyError for a secret, KindError for a public word (int(x) is explicit) or anything else."""
    if isinstance(x, int) and not isinstance(x, bool):
        return x
    if x is WORD_BITS:
        return word_bits()
    if isinstance(x, WordValue):
        return operator.index(x)  # raises
    raise KindError(f"{what} is an int, given {kind_name(x)}")


def literal(cls: type[WordValue], x: Any, where: str) -> int:
    """The int `x`, checked to fit a word of class `cls`. Raises KindError where it is no int, RangeError where it does not fit."""
    if isinstance(x, bool) or (not isinstance(x, int) and x is not WORD_BITS):
        raise KindError(f"{where}: expected a {cls.__name__} or an int, given {kind_name(x)}")
    n = operator.index(x)
    if not 0 <= n <= cls.mask:
        raise RangeError(f"{where}: {n} does not fit a {cls.__name__} (0 … {cls.mask:#x})")
    return n


def shift_count(count: Any, bits: int, name: str) -> int:
    """A shift count, checked. Raises KindError or SecrecyError where it is no int, RangeError unless `0 <= count < bits`."""
    n = integer(count, f"the count of {name}")
    if not 0 <= n < bits:
        raise RangeError(f"{name} by {n}: the count must be at least 0 and less than the width, {bits}")
    return n


class u8(WordValue):
    """8 bits."""

    __slots__ = ()
    bits, mask, __akela_type__ = 8, 0xFF, WordType(8)


class u16(WordValue):
    """16 bits."""

    __slots__ = ()
    bits, mask, __akela_type__ = 16, 0xFFFF, WordType(16)


class u32(WordValue):
    """32 bits."""

    __slots__ = ()
    bits, mask, __akela_type__ = 32, 0xFFFF_FFFF, WordType(32)


class u64(WordValue):
    """64 bits."""

    __slots__ = ()
    bits, mask, __akela_type__ = 64, 0xFFFF_FFFF_FFFF_FFFF, WordType(64)


class u128(WordValue):
    """128 bits: `DWord` where `Word` has 64. Not for direct use."""

    __slots__ = ()
    bits, mask, __akela_type__ = 128, (1 << 128) - 1, WordType(128)


WORD_CLASSES: dict[int, type[WordValue]] = {cls.bits: cls for cls in (u8, u16, u32, u64, u128)}


def coerce(kind: WordType, x: Any, where: str) -> WordValue:
    """`x` as a word of type `kind`: ints are converted, public words become secret where `kind` is.

    Raises SecrecyError for a secret where `kind` is public, KindError for another width or no number, RangeError for an int that
    does not fit.
    """
    cls = WORD_CLASSES[kind.bits]
    if not isinstance(x, WordValue):
        return make(cls, literal(cls, x, f"{where} is {kind}"), kind.secret)
    if x.bits != kind.bits:
        mend = f"{cls.__name__}(x) widens it" if x.bits < kind.bits else f"truncate({cls.__name__}, x) keeps its low bits"
        raise KindError(f"{where} is {kind}, given a {x.kind_name}; {mend}")
    if x.secret is kind.secret:
        return x
    if x.secret:
        raise SecrecyError(f'{where} is {kind}, given a secret; declassify(x, why="…") if it may be known, or declare {cls.__name__}')
    return make(cls, x.value, secret=True)


def unify(name: str, *operands: Any) -> list[WordValue]:
    """The operands of the function `name` as words of one width: ints take that of the words among them; each keeps its secrecy.

    Raises KindError where none is a word, or two have different widths.
    """
    cls = next((type(x) for x in operands if isinstance(x, WordValue)), None)
    if cls is None:
        raise KindError(f"{name}: an operand must be a word, given {', '.join(map(kind_name, operands))}; write u32(x) to make one")
    if any(isinstance(x, WordValue) and x.bits != cls.bits for x in operands):
        raise KindError(f"{name}: the words must have one width, given {', '.join(map(kind_name, operands))}; widen the narrower")
    return [x if isinstance(x, WordValue) else make(cls, literal(cls, x, f"an operand of {name}"), secret=False) for x in operands]


# --- Public, Word, DWord ------------------------------------------------------------------------------------------------------------------


class Public:
    """`Public[u32]`: the type of words that anyone may know."""

    def __class_getitem__(cls, word: object) -> Type:
        kind = as_type(word)
        if not isinstance(kind, WordType | TemplateWordType):
            raise KindError(f"Public[…] takes a word type, given {kind}")
        return public(kind)


class TemplateWord:
    """`Word` or `DWord`: a word class chosen by the current word size."""

    def __init__(self, double: bool) -> None:
        self.__akela_type__ = TemplateWordType(double)

    @property
    def word_class(self) -> type[WordValue]:
        """u32, u64 or u128."""
        return WORD_CLASSES[word_bits() * 2 if self.__akela_type__.double else word_bits()]

    def __call__(self, x: WordValue | int) -> WordValue:
        """`x` widened or converted, as `u32(x)` does."""
        return self.word_class(x)

    def __repr__(self) -> str:
        return str(self.__akela_type__)


Word = TemplateWord(double=False)
DWord = TemplateWord(double=True)


def word_class(word: Any) -> type[WordValue]:
    """The class that `u32`, `Word`, `DWord` … names at this moment. Raises KindError where it names no word."""
    if isinstance(word, TemplateWord):
        return word.word_class
    if isinstance(word, type) and issubclass(word, WordValue):
        return word
    raise KindError(f"expected a word type such as u32, given {word!r}")


def truncate(word: Any, x: WordValue) -> WordValue:
    """The low bits of the word `x` as a `word`. Raises KindError where `x` is narrower or no word."""
    cls = word_class(word)
    if not isinstance(x, WordValue):
        raise KindError(f"truncate({cls.__name__}, x) takes a word, given {kind_name(x)}; write {cls.__name__}(x) for an int that fits")
    if x.bits < cls.bits:
        raise KindError(f"truncate({cls.__name__}, x) given a {x.kind_name}; write {cls.__name__}(x) to widen")
    return make(cls, x.value, x.secret)
