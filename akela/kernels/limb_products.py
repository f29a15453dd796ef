"""Products of numbers in limbs, divided by R = 2^(bits·count) modulo p: HAC 14.3.2 without a last subtraction.

For numbers a and b the result is settled and less than a·b/R + p. How large the limbs of a and b may be is said with each maker: what
counts is that a column of products, and the multiples of p that are added to it, stay in the word that sums them.

Where p is -1 modulo 2^bits, which is so for P-256 and P-521 by design, no product is needed to see which multiple of p makes the lowest
limb zero, and the multiples are taken of p + 1, most limbs of which are zero.
"""

from collections.abc import Callable
from typing import Any

from akela.lang import Array, DWord, MutSlice, Slice, Word, helper, kernel_maker, truncate, unroll

BLOCK = 4  # rows that `add_rows` takes at a time


def quotient_digit(p: int, bits: int) -> int:
    """-1/p modulo 2^bits: times the lowest limb of a number, the multiple of p that makes this limb zero."""
    return -pow(p, -1, 1 << bits) % (1 << bits)


@kernel_maker
def make_wide_product(name: str, p: int, layout: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """multiply and square where columns are sums in a double word.

    With limbs of at most A·2^bits and B·2^bits a column stays below (A·B + 1)·count·2^(2·bits) and what is carried in.
    """
    bits, count = layout.bits, layout.count
    Element = Array[Word, count]
    mask = (1 << bits) - 1
    digit = quotient_digit(p, bits)
    own_digit = digit == 1
    multiple = layout.table(layout.limbs(p + 1 if own_digit else p))
    last = count - 1

    @kernel_maker
    def make_product(label: str, squaring: bool) -> Callable[..., None]:
        @helper(name=f"{name}_{label}")
        def product(out: Element, a: Element, b: Element) -> None:
            """out = a·b/R. `out`, which is another array than `a` and `b`, holds the multiples of p until their columns are done."""
            t = DWord(0)
            for i in unroll(range(count), name):
                if squaring:
                    twice = DWord(0)
                    for j in unroll(range(i + 1), name):
                        if 2 * j < i:
                            twice += DWord(a[j]) * DWord(a[i - j])
                        if 2 * j == i:
                            t += DWord(a[j]) * DWord(a[j])
                    t += twice + twice
                else:
                    for j in unroll(range(i + 1), name):
                        t += DWord(a[j]) * DWord(b[i - j])
                for j in unroll(range(i), name):
                    if multiple[i - j] != 0:
                        t += DWord(out[j]) * DWord(multiple[i - j])
                if own_digit:
                    out[i] = truncate(Word, t) & mask
                else:
                    out[i] = (truncate(Word, t) * digit) & mask
                    t += DWord(out[i]) * DWord(multiple[0])
                t >>= bits
            for i in unroll(range(count, 2 * count - 1), name):
                if squaring:
                    twice = DWord(0)
                    for j in unroll(range(i - last, count), name):
                        if 2 * j < i:
                            twice += DWord(a[j]) * DWord(a[i - j])
                        if 2 * j == i:
                            t += DWord(a[j]) * DWord(a[j])
                    t += twice + twice
                else:
                    for j in unroll(range(i - last, count), name):
                        t += DWord(a[j]) * DWord(b[i - j])
                for j in unroll(range(i - last, count), name):
                    if multiple[i - j] != 0:
                        t += DWord(out[j]) * DWord(multiple[i - j])
                out[i - count] = truncate(Word, t) & mask
                t >>= bits
            out[last] = truncate(Word, t)

        return product

    multiply, square_both = make_product("multiply", False), make_product("square_both", True)

    @helper(name=f"{name}_square")
    def square(out: Element, a: Element) -> None:
        """out = a^2/R, as `multiply`: products of two different limbs once, then twice."""
        square_both(out, a, a)

    return multiply, square


@helper
def add_rows(t: MutSlice[Word], x0: Word, x1: Word, x2: Word, x3: Word, b: Slice[Word]) -> None:
    """t += (x0 + x1·W + x2·W^2 + x3·W^3)·b, with W for the weight of a limb, and no carrying.

    `b` has a multiple of four limbs, `t` three more.
    """
    p0, p1, p2 = Word(0), Word(0), Word(0)  # limbs of b before these
    for j in range(0, len(b), BLOCK):
        b0, b1, b2, b3 = b[j], b[j + 1], b[j + 2], b[j + 3]
        t[j] += x0 * b0 + x1 * p2 + x2 * p1 + x3 * p0
        t[j + 1] += x0 * b1 + x1 * b0 + x2 * p2 + x3 * p1
        t[j + 2] += x0 * b2 + x1 * b1 + x2 * b0 + x3 * p2
        t[j + 3] += x0 * b3 + x1 * b2 + x2 * b1 + x3 * b0
        p0, p1, p2 = b1, b2, b3
    j = len(b)
    t[j] += x1 * p2 + x2 * p1 + x3 * p0
    t[j + 1] += x2 * p2 + x3 * p1
    t[j + 2] += x3 * p2


@kernel_maker
def make_narrow_product(name: str, p: int, layout: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """multiply and square where products of limbs, and columns of them, stay in 32 bits.

    With limbs of at most A·2^bits and B·2^bits a column stays below (A·B + 1)·count·2^(2·bits), as before.
    """
    bits, count = layout.bits, layout.count
    Element, Double = Array[Word, count], Array[Word, 2 * count]
    mask = (1 << bits) - 1
    digit = quotient_digit(p, bits)
    own_digit = digit == 1
    limbs = layout.limbs(p + 1 if own_digit else p)
    multiple = layout.table(limbs)
    terms = [i for i, limb in enumerate(limbs) if limb]
    sparse = own_digit and len(terms) <= 5
    term_count, offsets, factors = len(terms), layout.table(terms), layout.table([limbs[i] for i in terms])

    @helper(name=f"{name}_reduce_product")
    def reduce_product(out: Element, t: Double) -> None:
        """out = t/R; t is used up."""
        carry = Word(0)
        if sparse:
            for i in range(count):
                carry += t[i]
                m = carry & mask
                carry >>= bits
                for k in unroll(range(term_count)):
                    t[i + int(offsets[k])] += m * factors[k]
        else:
            for i in range(0, count, BLOCK):
                # The multiples for four limbs, each with what the ones before it add to its limb.
                carry += t[i]
                m0 = (carry * digit) & mask
                carry = ((carry + m0 * multiple[0]) >> bits) + t[i + 1] + m0 * multiple[1]
                m1 = (carry * digit) & mask
                carry = ((carry + m1 * multiple[0]) >> bits) + t[i + 2] + m0 * multiple[2] + m1 * multiple[1]
                m2 = (carry * digit) & mask
                carry = ((carry + m2 * multiple[0]) >> bits) + t[i + 3] + m0 * multiple[3] + m1 * multiple[2] + m2 * multiple[1]
                m3 = (carry * digit) & mask
                carry = (carry + m3 * multiple[0]) >> bits
                add_rows(t[i:], m0, m1, m2, m3, multiple[:])
        for i in range(count - 1):
            carry += t[count + i]
            out[i] = carry & mask
            carry >>= bits
        out[count - 1] = t[2 * count - 1] + carry

    @helper(name=f"{name}_multiply")
    def multiply(out: Element, a: Element, b: Element) -> None:
        """out = a·b/R. `out` is another array than `a` and `b`."""
        t = Double.zeros()
        for i in range(0, count, BLOCK):
            add_rows(t[i : i + count + BLOCK], a[i], a[i + 1], a[i + 2], a[i + 3], b[:])
        reduce_product(out, t)

    @helper(name=f"{name}_square")
    def square(out: Element, a: Element) -> None:
        """out = a^2/R. `out` is another array than `a`."""
        t = Double.zeros()
        for i in range(0, count, BLOCK):
            a0, a1, a2, a3 = a[i], a[i + 1], a[i + 2], a[i + 3]
            d0, d1, d2, d3 = 2 * a0, 2 * a1, 2 * a2, 2 * a3
            t[2 * i] += a0 * a0
            t[2 * i + 1] += d0 * a1
            t[2 * i + 2] += d0 * a2 + a1 * a1
            t[2 * i + 3] += d0 * a3 + d1 * a2
            t[2 * i + 4] += d1 * a3 + a2 * a2
            t[2 * i + 5] += d2 * a3
            t[2 * i + 6] += a3 * a3
            if i + BLOCK < count:
                add_rows(t[2 * i + BLOCK :], d0, d1, d2, d3, a[i + BLOCK :])
        reduce_product(out, t)

    return multiply, square
