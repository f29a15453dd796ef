"""What the fields of Curve25519 and Curve448 have in common: numbers modulo p = 2^bits - c in limbs of a few bits less than a word.

A form of a field is a way to cut numbers into limbs: how many, and of how many bits. Multiplication is written for each form, in
`field25519.py` and `field448.py`; the maker here adds what only needs to know where the limbs stand. Limb i has bits ⌈i·capacity / limbs⌉
to ⌈(i + 1)·capacity / limbs⌉ - 1 of the number, so that some limbs may be a bit wider than others.

Limbs may be larger than that for a while. Sizes are counted in units of 2^(a limb's bits): *tight* limbs are below 1.25 units, as all
results of `mul`, `square`, `scale` and `carry` are, and what `add` and `subtract` make where they carry. `subtract` takes a tight second
operand. No function here or there may be given the same array for `out` and an operand, unless it says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from akela.lang import (
    Array,
    Mask,
    bit_mask,
    helper,
    kernel_maker,
    load_le32,
    load_le64,
    pause,
    select,
    swap_if,
    table,
    truncate,
    u8,
    unroll,
)


@dataclass(frozen=True)
class Field:
    """One form of a field: its type of numbers, and its operations (`out` last)."""

    p: int
    word: Any  # u32 or u64, the type of a limb
    limbs: int
    Element: Any  # Array[word, limbs]
    mul: Callable[..., None]
    square: Callable[..., None]
    add: Callable[..., None]
    subtract: Callable[..., None]
    scale: Callable[..., None]  # by a small constant
    carry: Callable[..., None]
    from_bytes: Callable[..., None]
    to_bytes: Callable[..., None]
    swap: Callable[..., None]
    move: Callable[..., None]
    extend: Callable[..., None]  # for powers
    parts: Callable[[int], tuple[int, ...]]  # the limbs of a constant
    starts: tuple[int, ...]  # where limbs begin, and where the last one ends
    first_units: int  # how many units the first operand of `mul` may have
    units: int  # how many the second, and that of `square` and `scale`
    loose_differences: bool  # whether `subtract` leaves its result as it is


@dataclass(frozen=True)
class Powers:
    """The powers that need the shape of p."""

    root: Callable[..., None]  # (a, out): what square roots begin with
    invert: Callable[..., None]  # (a, out): 1/a, and 0 for 0


@kernel_maker
def make_field(
    name: str,
    p: int,
    word: Any,
    limbs: int,
    capacity: int,
    mul: Callable[..., None],
    square: Callable[..., None],
    scale: Callable[..., None],
    carries: tuple[bool, bool],
    units: tuple[int, int],
) -> Field:
    """The other operations of a form. `carries` says whether sums and whether differences are carried, `units` what `mul` takes."""
    Element = Array[word, limbs]
    add_carries, subtract_carries = carries
    bits = p.bit_length()
    octets = (bits + 7) // 8
    c = (1 << bits) - p
    low, has_middle = c % (1 << 32), c >> 32 > 0  # c is 19, or 1 + 2^224
    low_wrap = low << (capacity - bits)  # what 2^capacity is modulo p, aside from the middle
    half = limbs // 2
    load, load_bytes = (load_le64, 8) if word.__akela_type__.bits == 64 else (load_le32, 4)

    starts = [(i * capacity + limbs - 1) // limbs for i in range(limbs + 1)]

    def parts(value: int) -> tuple[int, ...]:
        return tuple(value % p >> start & (1 << end - start) - 1 for start, end in pairwise(starts))

    # Twice a multiple of p in limbs of almost 2 units: more than any tight number has.
    double = [2 * ((1 << end - start) - 1) for start, end in pairwise(starts)]
    double[0] -= 2 * (low_wrap - 1)
    double[half] -= 2 * has_middle
    DOUBLE_MODULUS = table(word, double)

    @helper(name=f"{name}_carry")
    def carry(a: Element) -> None:
        """Make limbs of up to a quarter word tight: one pass, from the lowest to the highest limb and around."""
        over = word(0)
        for i in unroll(range(limbs), "field.limbs"):
            width = ((i + 1) * capacity + limbs - 1) // limbs - (i * capacity + limbs - 1) // limbs
            over += a[i]
            a[i] = over & ((word(1) << width) - 1)
            over >>= width
        a[0] += over * low_wrap
        if has_middle:
            a[half] += over

    @helper(name=f"{name}_add")
    def add(a: Element, b: Element, out: Element) -> None:
        """out = a + b. `out` may be `a` or `b`."""
        for i in unroll(range(limbs), "field.limbs"):
            out[i] = a[i] + b[i]
        if add_carries:
            carry(out)

    @helper(name=f"{name}_subtract")
    def subtract(a: Element, b: Element, out: Element) -> None:
        """out = a - b, with 2 units more in each limb until it is carried. `out` may be `a` or `b`."""
        for i in unroll(range(limbs), "field.limbs"):
            out[i] = a[i] + DOUBLE_MODULUS[i] - b[i]
        if subtract_carries:
            carry(out)

    @helper(name=f"{name}_from_bytes")
    def from_bytes(data: Array[u8, octets], out: Element) -> None:
        """The lowest `bits` bits of a little-endian number, which may be p or more."""
        for i in range(limbs):
            start = (i * capacity + limbs - 1) // limbs
            end = min(((i + 1) * capacity + limbs - 1) // limbs, bits)
            at = min(start // 8, octets - load_bytes)
            out[i] = (load(data, at) >> (start - 8 * at)) & ((word(1) << (end - start)) - 1)

    @helper(name=f"{name}_wrap")
    def wrap(a: Element, high: word) -> word:
        """a = a + c·high modulo 2^bits, in limbs that are full at most; returns the bits from there on."""
        over = high * low
        for i in range(limbs):
            width = min(((i + 1) * capacity + limbs - 1) // limbs, bits) - (i * capacity + limbs - 1) // limbs
            over += a[i]
            if has_middle and i == half:
                over += high
            a[i] = over & ((word(1) << width) - 1)
            over >>= width
        return over

    @helper(name=f"{name}_to_bytes")
    def to_bytes(a: Element, out: Array[u8, octets]) -> None:
        """The number from 0 to p - 1, little-endian."""
        # Less than 2^bits after two passes: what passes the top the second time leaves little behind.
        t = Element()
        t[:] = a
        high = wrap(t, word(0))
        high = wrap(t, high)
        high = wrap(t, high)
        # t >= p exactly where t + c reaches 2^bits, and then t - p is what is below.
        u = Element()
        u[:] = t
        high = wrap(u, word(1))
        reaches = bit_mask(high)
        at, filled, rest = 0, 0, word(0)
        for i in range(limbs):
            rest |= select(reaches, u[i], t[i]) << filled
            filled += min(((i + 1) * capacity + limbs - 1) // limbs, bits) - (i * capacity + limbs - 1) // limbs
            while filled >= 8:
                out[at] = truncate(u8, rest)
                rest >>= 8
                filled -= 8
                at += 1
        if filled > 0:
            out[at] = truncate(u8, rest)

    @helper(name=f"{name}_swap")
    def swap(wanted: Mask[word], a: Element, b: Element) -> None:
        """Exchange a and b where wanted."""
        for i in unroll(range(limbs), "field.limbs"):
            a[i], b[i] = swap_if(wanted, a[i], b[i])

    @helper(name=f"{name}_move")
    def move(wanted: Mask[word], a: Element, out: Element) -> None:
        """out = a where wanted."""
        for i in unroll(range(limbs), "field.limbs"):
            out[i] = select(wanted, a[i], out[i])

    @helper(name=f"{name}_extend")
    def extend(a: Element, count: int, b: Element, out: Element) -> None:
        """out = a^(2^count)·b: from x^(2^m - 1) and x^(2^count - 1) to x^(2^(m + count) - 1). `out` may be `a`."""
        t = Element()
        u = Element()
        t[:] = a
        for _ in range(count // 2):
            pause()
            square(t, u)
            square(u, t)
        if count % 2 == 1:
            square(t, u)
            t[:] = u
        mul(t, b, out)

    operations = (mul, square, add, subtract, scale, carry)
    return Field(
        p, word, limbs, Element, *operations, from_bytes, to_bytes, swap, move, extend, parts, tuple(starts), *units, not subtract_carries
    )
