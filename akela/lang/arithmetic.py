"""Rotations, wide products and carries: what `+ - *` and shifts do not say directly.

Each carry is the formula that compiled code uses, on words of n bits, with the reason why it is right.
"""

from __future__ import annotations

from typing import TypeVar

from akela.lang.errors import KindError, RangeError, kind_name
from akela.lang.vectors import VectorValue
from akela.lang.words import WordValue, make, shift_count, unify

R = TypeVar("R", WordValue, VectorValue)


def rotl(x: R, n: int) -> R:
    """The word, or each lane of the vector, `x` rotated left by `n` bits; `0 <= n < width`."""
    count = _rotation(x, n, "rotl")
    return x.rotated(count)


def rotr(x: R, n: int) -> R:
    """The word, or each lane of the vector, `x` rotated right by `n` bits; `0 <= n < width`."""
    count = _rotation(x, n, "rotr")
    return x.rotated(-count % x.bits)


def _rotation(x: object, n: int, name: str) -> int:
    if not isinstance(x, WordValue | VectorValue):
        raise KindError(f"{name}(x, n): x must be a word or a vector, given {kind_name(x)}; write u32(x) to make it a word")
    return shift_count(n, x.bits, name)


def mul_wide(a: WordValue | int, b: WordValue | int) -> tuple[WordValue, WordValue]:
    """`(hi, lo)` of the double-width product `a * b = hi * 2**n + lo`.

    The product is less than 2**(2n), so hi and lo are words of n bits.
    """
    a, b = unify("mul_wide", a, b)
    product, secret = a.value * b.value, a.secret or b.secret
    return make(type(a), product >> a.bits, secret), make(type(a), product, secret)


def addc(a: WordValue | int, b: WordValue | int, carry: WordValue | int) -> tuple[WordValue, WordValue]:
    """`(sum, carry)` of `a + b + carry`, where `carry` is 0 or 1.

    The top bit of s is that of a ^ b ^ (carry into it). It carries out where both top bits are 1, or where one is and a carry comes in,
    that is, where the top bit of s is 0. So the carry out is the top bit of (a & b) | ((a | b) & ~s).
    """
    a, b, carry = _with_carry("addc", a, b, carry)
    s = a + b + carry
    return s, ((a & b) | ((a | b) & ~s)) >> (a.bits - 1)


def subb(a: WordValue | int, b: WordValue | int, borrow: WordValue | int) -> tuple[WordValue, WordValue]:
    """`(difference, borrow)` of `a - b - borrow`, where `borrow` is 0 or 1.

    As in lt_mask: top bits 0, 1 of a, b always borrow; 1, 0 never; equal ones borrow exactly where a borrow comes in from below, which
    shows as the top bit of d. So the borrow out is the top bit of (~a & b) | ((~a | b) & d).
    """
    a, b, borrow = _with_carry("subb", a, b, borrow)
    d = a - b - borrow
    return d, ((~a & b) | ((~a | b) & d)) >> (a.bits - 1)


def _with_carry(name: str, a: WordValue | int, b: WordValue | int, carry: WordValue | int) -> list[WordValue]:
    operands = unify(name, a, b, carry)
    if operands[2].value > 1:
        raise RangeError(f"{name}(a, b, carry): the carry must be 0 or 1")
    return operands
