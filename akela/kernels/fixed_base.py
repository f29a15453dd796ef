"""Multiples of the base point of an Edwards curve by secret numbers, with a table of some multiples: the signed comb of Hamburg, "Fast and
compact elliptic-curve cryptography", section 3.3.

A number is written with digits that are 1 or -1, one for each of combs·teeth·spacing bits. The digits that are `spacing` apart, as many as
a comb has teeth, stand for one point of that comb's table, or for its negative; a round adds one point for each comb, and between the
rounds the sum is doubled. The table has combs·2^(teeth - 1) points. More teeth mean fewer sums and a larger table, more combs fewer
doublings and a larger table; each look-up reads the comb's whole part.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from akela.kernels.edwards_curve import Edwards
from akela.lang import (
    Array,
    bit_mask,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    mask_word,
    pause,
    store_le32,
    store_le64,
    table,
    truncate,
    u8,
    u32,
    unroll,
)

Affine = tuple[int, int]


@dataclass(frozen=True)
class FixedBase:
    """The functions of one table."""

    spacing: int
    code: Any  # the type of a number's digits
    recode: Callable[..., None]  # (k, code)
    multiply: Callable[..., None]  # (k, p, r): p = k times the base point, for k with no more bits than the field's p


def affine_add(p: int, a: int, d: int, first: Affine, second: Affine) -> Affine:
    """The sum of two points, by the curve's definition."""
    (x1, y1), (x2, y2) = first, second
    product = d * x1 * x2 * y1 * y2 % p
    return (x1 * y2 + y1 * x2) * pow(1 + product, -1, p) % p, (y1 * y2 - a * x1 * x2) * pow(1 - product, -1, p) % p


def operand_numbers(p: int, a: int, d: int, point: Affine) -> tuple[int, int, int]:
    """What a point is as an operand of a sum: `edwards_curve.py`."""
    x, y = point
    return ((y + x) % p, (y - x) % p, 2 * d * x * y % p) if a == -1 else (x, y, d * x * y % p)


@cache
def comb_points(p: int, a: int, d: int, base: Affine, teeth: int, combs: int, spacing: int) -> list[Affine]:
    """The table: for each comb the sums of its teeth, the last one positive and bit i of the index set where tooth i is."""
    powers = [base]
    for _ in range(teeth * combs * spacing - 1):
        powers.append(affine_add(p, a, d, powers[-1], powers[-1]))
    points = []
    for comb in range(combs):
        tooth = [powers[spacing * (comb * teeth + i)] for i in range(teeth)]
        for index in range(1 << teeth - 1):
            total = tooth[-1]
            for i, (x, y) in enumerate(tooth[:-1]):
                total = affine_add(p, a, d, total, (x if index >> i & 1 else -x % p, y))
            points.append(total)
    return points


def odd_multiples(p: int, a: int, d: int, base: Affine, count: int) -> list[Affine]:
    """The base point, three times that, five times …"""
    twice = affine_add(p, a, d, base, base)
    points = [base]
    for _ in range(count - 1):
        points.append(affine_add(p, a, d, points[-1], twice))
    return points


@kernel_maker
def make_fixed_base(name: str, curve: Edwards, base: Affine, order: int, teeth: int, combs: int) -> FixedBase:
    """Multiples by numbers with no more bits than p, in as many bytes as points have."""
    field, octets, Operand, Point, Room = curve.field, curve.octets, curve.Operand, curve.Point, curve.Room
    p, word = field.p, field.word
    # As many digits as it takes for k and the order, which is added to make the sum even, to stay below 2^digits.
    spacing = -(-(p.bit_length() + 1) // (teeth * combs))
    digits = teeth * combs * spacing
    entries = 1 << teeth - 1
    word_bits = word.__akela_type__.bits
    store = store_le64 if word_bits == 64 else store_le32
    number_octets = (p.bit_length() + 7) // 8
    number_words = number_octets * 8 // word_bits
    words, entry_octets = 3 * number_words, 3 * number_octets
    code_octets = digits // 8 + 1

    numbers = [
        number
        for point in comb_points(p, curve.a, curve.d, base, teeth, combs, spacing)
        for number in operand_numbers(p, curve.a, curve.d, point)
    ]
    TABLE = table(word, [number >> word_bits * i & (1 << word_bits) - 1 for number in numbers for i in range(number_words)])
    ALL_ONES = table(u8, (((1 << digits) - 1) % order).to_bytes(code_octets, "little"))
    ORDER = table(u8, order.to_bytes(code_octets, "little"))

    @helper(name=f"{name}_recode")
    def recode(k: Array[u8, octets], code: Array[u8, code_octets]) -> None:
        """Set bit i of the code where digit i is 1. The digits sum to 2·code - (2^digits - 1), so the code is half of k + 2^digits - 1, or
        of that and the order, whichever is even."""
        odd = mask_word(bit_mask(u32((k[0] ^ ALL_ONES[0]) & 1)))
        carry = u32(0)
        fill(code, 0)
        code[:octets] = k
        for i in range(code_octets):
            carry += u32(code[i]) + u32(ALL_ONES[i]) + (u32(ORDER[i]) & odd)
            code[i] = truncate(u8, carry)
            carry >>= 8
        for i in range(code_octets - 1):
            code[i] = (code[i] >> 1) | (code[i + 1] << 7)
        code[code_octets - 1] >>= 1

    @helper(name=f"{name}_look_up")
    def look_up(index: word, comb: int, q: Operand) -> None:
        """The point with a secret index. The comb's whole part of the table is read."""
        wanted = Array[word, entries]()
        number = Array[u8, entry_octets]()
        for i in range(entries):
            wanted[i] = mask_word(eq_mask(index, word(i)))
        start = comb * (entries * words)
        for i in range(words):
            found = word(0)
            for j in unroll(range(entries), "fixed_base.entries"):
                found |= TABLE[start + j * words + i] & wanted[j]
            store(number, i * (word_bits // 8), found)
        field.from_bytes(number[:number_octets], q.u)
        field.from_bytes(number[number_octets : 2 * number_octets], q.v)
        field.from_bytes(number[2 * number_octets :], q.w)

    @helper(name=f"{name}_multiply")
    def multiply(k: Array[u8, octets], p: Point, r: Room) -> None:
        """p = k times the base point."""
        code = Array[u8, code_octets]()
        q = Operand()
        recode(k, code)
        curve.set_neutral(p)
        for i in range(spacing):
            pause()
            if i > 0:
                curve.double(p, True, r)
            for comb in range(combs):
                index = word(0)
                for tooth in range(teeth):
                    at = spacing - 1 - i + spacing * (comb * teeth + tooth)
                    index |= word((code[at // 8] >> (at % 8)) & 1) << tooth
                # Where the last tooth is negative, all of them are those of the negative point.
                negative = bit_mask((index >> (teeth - 1)) ^ 1)
                index = (index ^ mask_word(negative)) & (entries - 1)
                look_up(index, comb, q)
                curve.negate(negative, q)
                curve.add(p, q, True, True, r)

    return FixedBase(spacing, Array[u8, code_octets], recode, multiply)
