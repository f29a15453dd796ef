"""Multiples of any point of a curve by signed windows.

A scalar k, or n - k where that is less, is written in digits of `width` bits from -2^(width-1) to 2^(width-1) - 1, found by adding
2^(width-1) in each place and taking it off each digit again. Digit by digit, from the top, the sum is doubled `width` times and gets the
point times the digit. In the end the sum for n - k is negated.

No exceptional case arises for 0 < k < n. Let A, a multiple of 2^width, be the sum's scalar and d the digit that is added to it. What the
digits so far stand for is never negative, so that A > 0 once a digit was not zero. Then A >= 2^width > |d|: the two are neither equal nor
opposite as integers. And A + |d| < n, as A + d is at most n/2 and |d| much less: they are neither modulo n. Zeros are dealt with by masks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.prime_field import PrimeField
from akela.kernels.weierstrass import WORK, Points
from akela.lang import (
    Array,
    Mask,
    MutSlice,
    Word,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    lt_mask,
    mask_word,
    nonzero_mask,
    pause,
    select,
    truncate,
    u8,
    u32,
)


def digit_count(order: int, width: int) -> int:
    """How many digits hold every number below the order with 2^(width-1) added in each place."""
    digits = 1
    while order + (1 << (width - 1)) * (((1 << width * digits) - 1) // ((1 << width) - 1)) >= 1 << width * digits:
        digits += 1
    return digits


@dataclass(frozen=True)
class Window:
    """The functions of one curve's windows."""

    width: int
    digits: int  # of a scalar
    recode: Callable[..., None]
    lesser: Callable[..., Any]
    multiples: Callable[..., None]
    multiply: Callable[..., None]


@kernel_maker
def make_window(points: Points, scalars: PrimeField, width: int, find: Callable[..., None] | None = None) -> Window:
    """Multiplication of a point by a secret scalar; `scalars` is the field of the integers modulo n. `find` may look up points in another
    way: `find(out, table, number)` gives one of the table's points by its secret number, counted from 1, and zeros for 0."""
    curve, field = points.curve, points.field
    name, count, scalar_bytes = f"{curve.name}_window_{width}", field.layout.count, field.element_bytes
    half = 1 << (width - 1)
    Element, Affine, Point, Work = Array[Word, count], Array[Word, 2 * count], Array[Word, 3 * count], Array[Word, WORK * count]
    digits = digit_count(curve.n, width)
    Multiples, Places, Scalar = Array[Word, half * 3 * count], Array[u8, digits], Array[u8, scalar_bytes]
    double, add, add_affine, one, choose = points.double, points.add, points.add_affine, field.one, field.choose
    negate = field.negate

    @helper(name=f"{name}_recode")
    def recode(out: Places, scalar: Scalar) -> None:
        """The digits, lowest first, each with 2^(width-1) added: the window's bits of scalar + 2^(width-1)·(1 + 2^width + …)."""
        rest, have, at = u32(0), 0, scalar_bytes
        for i in range(digits):
            if have < width and at > 0:
                at -= 1
                rest += u32(scalar[at]) << have
                have += 8
            rest += half
            out[i] = truncate(u8, rest) & (2 * half - 1)
            rest >>= width
            have -= width

    @helper(name=f"{name}_lesser")
    def lesser(out: Scalar, scalar: Scalar) -> Mask[Word]:
        """out = the lesser one of k and n - k; ones where that is n - k."""
        k = Element()
        scalars.load(k, scalar)
        above = scalars.lesser(k)
        scalars.store(out, k)
        return above

    @helper(name=f"{name}_multiples")
    def multiples(table: MutSlice[Word], point: Affine, work: Work) -> None:
        """The point times 1 … 2^(width-1): 2i from i by doubling, and one more by adding the point."""
        table[: 2 * count] = point
        table[2 * count : 3 * count] = one
        for i in range(1, half):
            pause()
            if i % 2 == 1:
                table[3 * count * i : 3 * count * (i + 1)] = table[3 * count * (i // 2) : 3 * count * (i // 2 + 1)]
                double(table[3 * count * i : 3 * count * (i + 1)], work)
            else:
                table[3 * count * i : 3 * count * (i + 1)] = table[3 * count * (i - 1) : 3 * count * i]
                add_affine(table[3 * count * i : 3 * count * (i + 1)], point, work)

    @helper(name=f"{name}_negate_if")
    def negate_if(mask: Mask[Word], y: Element) -> None:
        """y = -y where the mask is ones."""
        minus_y = Element()
        minus_y[:] = y
        negate(minus_y)
        choose(mask, y[:], minus_y[:])

    reads_all = find is None

    @helper(name=f"{name}_choose_multiple")
    def choose_multiple(out: Point, table: MutSlice[Word], digit: Word) -> None:
        """The multiple for a digit with 2^(width-1) added; all are read. Zeros for the digit 0."""
        negative = lt_mask(digit, Word(half))
        size = select(negative, half - digit, digit - half)
        if reads_all:
            fill(out, 0)
            for i in range(half):
                wanted = mask_word(eq_mask(size, Word(i + 1)))
                for j in range(3 * count):
                    out[j] |= table[3 * count * i + j] & wanted
        else:
            find(out, table, size)
        negate_if(negative, out[count : 2 * count])

    @helper(name=f"{name}_multiply")
    def multiply(out: Point, scalar: Scalar, point: Affine, work: Work) -> None:
        """out = scalar·point, for 0 < scalar < n in big-endian bytes."""
        table = Multiples()
        places = Places()
        multiple = Point()
        total = Point()
        half_scalar = Scalar()
        above = lesser(half_scalar, scalar)
        recode(places, half_scalar)
        multiples(table[:], point, work)
        choose_multiple(out, table[:], Word(places[digits - 1]))
        begun = nonzero_mask(Word(places[digits - 1]) ^ half)
        for i in range(1, digits):
            for _ in range(width):
                pause()
                double(out, work)
            digit = Word(places[digits - 1 - i])
            choose_multiple(multiple, table[:], digit)
            total[:] = out
            pause()
            add(total, multiple, work)
            present = nonzero_mask(digit ^ half)
            choose(present & begun, out[:], total[:])
            choose(present & ~begun, out[:], multiple[:])
            begun = begun | present
        negate_if(above, out[count : 2 * count])

    return Window(width, digits, recode, lesser, multiples, multiply)
