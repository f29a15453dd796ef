"""Choosing by a secret: masks, what makes them, what uses them, and the one door out, `declassify`.

Kernels use these words and never spell a bit trick inline. Each function is the formula that compiled code uses, on words of n bits, with
the reason why it is right.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from akela.lang.errors import KindError, RangeError, SecrecyError, kind_name
from akela.lang.types import MaskType, TemplateWordType, Type, WordType, as_type, secret
from akela.lang.words import WordValue, make, unify

W = TypeVar("W", bound=WordValue)


class Mask:
    """All ones or all zeros, always secret; made by the functions below only. `Mask[u32]` is its type."""

    __slots__ = ("word",)

    def __class_getitem__(cls, word: object) -> Type:
        kind = as_type(word)
        if not isinstance(kind, WordType | TemplateWordType):
            raise KindError(f"Mask[…] takes a word type, given {kind}")
        return MaskType(secret(kind))

    def __init__(self, word: WordValue) -> None:
        self.word = make(type(word), word.value, secret=True)  # 0 or 2**n - 1

    @property
    def kind_name(self) -> str:
        """`Mask[u32]`."""
        return f"Mask[{type(self.word).__name__}]"

    def __repr__(self) -> str:
        return f"{self.kind_name}({'ones' if self.word.value else 'zeros'})"

    def __and__(self, other: Mask) -> Mask:
        return Mask(self.word & self._word_of(other, "&"))

    def __or__(self, other: Mask) -> Mask:
        return Mask(self.word | self._word_of(other, "|"))

    def __xor__(self, other: Mask) -> Mask:
        return Mask(self.word ^ self._word_of(other, "^"))

    def __invert__(self) -> Mask:
        return Mask(~self.word)

    def _word_of(self, other: object, symbol: str) -> WordValue:
        if not isinstance(other, Mask) or type(other.word) is not type(self.word):
            raise KindError(f"{self.kind_name} {symbol} {kind_name(other)}: both sides must be masks of one width; mask_word(m) is a word")
        return other.word

    def _refuse(self, *_: object) -> NoReturn:
        raise SecrecyError('a mask is secret, and no condition, number or index; use select, or declassify(m, why="…") if it may be known')

    __eq__ = __ne__ = __bool__ = __hash__ = __int__ = __index__ = _refuse


def _mask(name: str, m: object) -> WordValue:
    """The word of a mask argument."""
    if not isinstance(m, Mask):
        raise KindError(f"{name}: expected a mask, given {kind_name(m)}; make one with eq_mask, lt_mask, bit_mask …")
    return m.word


# --- making masks -------------------------------------------------------------------------------------------------------------------------


def nonzero_mask(x: WordValue) -> Mask:
    """Ones where `x != 0`.

    If x is 0, x | -x is 0. Otherwise let 2**k be the lowest set bit of x: x and -x = ~x + 1 agree up to bit k and are complements above it,
    so x | -x has every bit from k up, the top bit included. Hence the top bit of x | -x says whether x is nonzero.
    """
    (x,) = unify("nonzero_mask", x)
    return bit_mask((x | -x) >> (x.bits - 1))


def zero_mask(x: WordValue) -> Mask:
    """Ones where `x == 0`.

    The complement of nonzero_mask: exactly one of "x is zero" and "x is not" holds, and ~ turns ones into zeros and zeros into ones.
    """
    return ~nonzero_mask(x)


def ne_mask(a: WordValue | int, b: WordValue | int) -> Mask:
    """Ones where `a != b`.

    a ^ b has a 1 exactly where the two differ, so it is nonzero if and only if they differ somewhere.
    """
    a, b = unify("ne_mask", a, b)
    return nonzero_mask(a ^ b)


def eq_mask(a: WordValue | int, b: WordValue | int) -> Mask:
    """Ones where `a == b`.

    a ^ b has a 1 exactly where the two differ, so it is zero if and only if they are equal.
    """
    a, b = unify("eq_mask", a, b)
    return zero_mask(a ^ b)


def lt_mask(a: WordValue | int, b: WordValue | int) -> Mask:
    """Ones where `a < b`, unsigned.

    Let d = a - b modulo 2**n. Top bits of a, b equal: then |a - b| < 2**(n-1), so a < b exactly where the top bit of d is 1. Top bits 0, 1:
    a < b. Top bits 1, 0: a > b. The top bit of (~a & b) | ((~a | b) & d) is d's, 1 and 0 in the three cases.
    """
    a, b = unify("lt_mask", a, b)
    return bit_mask(((~a & b) | ((~a | b) & (a - b))) >> (a.bits - 1))


def bit_mask(b: WordValue) -> Mask:
    """Ones where `b` is 1; `b` must be 0 or 1.

    -0 is 0, and -1 modulo 2**n is 2**n - 1, all ones.
    Raises RangeError where `b` is neither 0 nor 1.
    """
    (b,) = unify("bit_mask", b)
    if b.value > 1:
        raise RangeError("bit_mask(b): b must be 0 or 1; isolate a bit with (x >> n) & 1")
    return Mask(-b)


# --- using masks --------------------------------------------------------------------------------------------------------------------------


def select(m: Mask, a: WordValue | int, b: WordValue | int) -> WordValue:
    """`a` where `m` is ones, else `b`.

    b ^ (m & (a ^ b)): with m all ones this is b ^ a ^ b = a; with m zero it is b ^ 0 = b. Both words are read in either case.
    """
    m_word, a, b = unify("select", _mask("select", m), a, b)
    return b ^ (m_word & (a ^ b))


def swap_if(m: Mask, a: WordValue | int, b: WordValue | int) -> tuple[WordValue, WordValue]:
    """`(b, a)` where `m` is ones, else `(a, b)`.

    t = m & (a ^ b) is a ^ b or 0. With a ^ b, a ^ t = b and b ^ t = a: swapped; with 0 both stay.
    """
    m_word, a, b = unify("swap_if", _mask("swap_if", m), a, b)
    t = m_word & (a ^ b)
    return a ^ t, b ^ t


def mask_word(m: Mask) -> WordValue:
    """The mask as a secret word: 0 or 2**n - 1."""
    return _mask("mask_word", m)


# --- the door out -------------------------------------------------------------------------------------------------------------------------


def declassify(x: Any, *, why: str) -> Any:
    """A word as a public word, a mask as a bool. `why` is a sentence that says why an observer may know it; `akela audit` lists it."""
    if not isinstance(why, str) or not why.strip():
        raise KindError('declassify(x, why="…"): why must be a sentence that says why x may be known')
    if isinstance(x, Mask):
        return x.word.value != 0
    if isinstance(x, WordValue):
        return make(type(x), x.value, secret=False)
    raise KindError(f"declassify takes a word or a mask, given {kind_name(x)}; declassify the elements of an array one by one")
