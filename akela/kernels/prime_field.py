"""Arithmetic modulo a fixed prime, in limbs that have room to spare: no carry flag is needed, and sums are not carried at once.

A number is `count` limbs of `bits` bits, least significant first, each in a word. It stands for its Montgomery form (Handbook of Applied
Cryptography, section 14.3.2) where a function does not say otherwise: x·R for x, with R = 2^(bits·count), which is at least 16 times the
prime p. Three terms say how large a number is:

settled     limbs below 2^bits, but for that of p's top bit, which holds what is left
reduced     settled, and less than 2p
canonical   settled, and less than p

Where words are much wider than limbs (`lazy`), a product also takes limbs of up to eight times that size, and sums are left as they are.
Where products and their sums have to stay in 32 bits (`narrow`), numbers are multiplied in blocks of four by four limbs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.fixed_power import make_power
from akela.kernels.limb_products import make_narrow_product, make_wide_product
from akela.lang import (
    Array,
    ConstantTable,
    DWord,
    Mask,
    MutSlice,
    Slice,
    Word,
    bit_mask,
    fill,
    helper,
    kernel_maker,
    nonzero_mask,
    select,
    table,
    truncate,
    u8,
    u32,
    u64,
    unroll,
    zero_mask,
)


@dataclass(frozen=True)
class Layout:
    """How numbers are laid out in words of `word_bits`."""

    word_bits: int
    bits: int  # of a limb
    count: int  # limbs

    @property
    def narrow(self) -> bool:
        """Whether products and their sums stay in a word."""
        return self.bits <= self.word_bits // 2

    @property
    def lazy(self) -> bool:
        """Whether sums of a few numbers may be multiplied as they are."""
        return self.word_bits == 64

    def limbs(self, n: int) -> list[int]:
        """The limbs of a number; the top one holds what is left."""
        low = [n >> self.bits * i & (1 << self.bits) - 1 for i in range(self.count - 1)]
        return [*low, n >> self.bits * (self.count - 1)]

    def table(self, values: list[int]) -> ConstantTable:
        """A table of limbs."""
        return table(u64 if self.word_bits == 64 else u32, values)

    def spread(self, n: int, room: int) -> list[int]:
        """Limbs that add up to `n`, each but the top one at least `room`·2^bits - `room`: as much as can be taken away from it."""
        low, *middle = self.limbs(n)
        while not middle[-1]:
            middle.pop()
        *middle, top = middle
        used = [low + (room << self.bits), *(limb + (room << self.bits) - room for limb in middle), top - room]
        return used + [0] * (self.count - len(used))


@dataclass(frozen=True)
class PrimeField:
    """The functions of one field and layout. Elements are arrays of `layout.count` words."""

    name: str
    p: int
    layout: Layout
    word: Any
    mask: Any
    element_bytes: int
    one: ConstantTable
    multiply: Callable[..., None]
    square: Callable[..., None]
    settle: Callable[..., None]
    add: Callable[..., None]
    subtract: Callable[..., None]
    scale: Callable[..., None]
    subtract_reduced: Callable[..., None]
    negate: Callable[..., None]
    put: Callable[..., None]  # (out, a constant)
    canonical: Callable[..., None]
    to_montgomery: Callable[..., None]
    from_montgomery: Callable[..., None]
    load: Callable[..., None]
    store: Callable[..., None]
    in_range_mask: Callable[..., Any]
    zero_mask: Callable[..., Any]
    choose: Callable[..., None]
    lesser: Callable[..., Any]
    invert: Callable[..., None]
    power: Callable[..., Callable[..., None]]


@kernel_maker
def make_prime_field(name: str, p: int, layout: Layout) -> PrimeField:
    """The field of the integers modulo `p`. `name` begins the names of its functions, and names its loops in the targets' data."""
    bits, count, narrow, lazy = layout.bits, layout.count, layout.narrow, layout.lazy
    mask = (1 << bits) - 1
    Element = Array[Word, count]
    element_bytes = (p.bit_length() + 7) // 8
    top = (p.bit_length() - 1) // bits  # the limb that holds the top bit of p
    top_bits = p.bit_length() - bits * top
    top_mask = (1 << top_bits) - 1
    r = 1 << bits * count
    if r < 16 * p:
        raise ValueError(f"{name}: {count} limbs of {bits} bits leave less than 4 bits above p")
    excess = layout.table(layout.limbs((1 << p.bit_length()) - p))  # what a bit above the top one stands for
    few = layout.table(layout.spread(4 * p, 8 if lazy else 1))
    many = layout.table(layout.spread(16 * p, 8 if lazy else 1))
    one = layout.table(layout.limbs(r % p))
    r_squared = layout.table(layout.limbs(r * r % p))
    unit = layout.table(layout.limbs(1))
    room = layout.table(layout.spread(p, 1))
    upper_half = layout.table(layout.limbs((1 << p.bit_length()) - (p + 1) // 2))
    multiply, square = make_narrow_product(name, p, layout) if narrow else make_wide_product(name, p, layout)

    @helper(name=f"{name}_settle")
    def settle(x: Element) -> None:
        """Carry."""
        carry = Word(0)
        for i in unroll(range(top), name):
            carry += x[i]
            x[i] = carry & mask
            carry >>= bits
        x[top] += carry

    @helper(name=f"{name}_reduce")
    def reduce(x: Element) -> None:
        """Make x, less than 64p, reduced: a bit above p's top bit counts for `excess`. Limbs may be a few times too large."""
        over = x[top] >> top_bits
        x[top] &= top_mask
        if narrow or lazy:
            for i in unroll(range(top + 1), name):
                x[i] += over * Word(excess[i])
            settle(x)
        else:
            t = DWord(0)
            for i in unroll(range(top + 1), name):
                t += DWord(over) * DWord(excess[i]) + DWord(x[i])
                x[i] = truncate(Word, t) & mask if i < top else truncate(Word, t)
                t >>= bits

    @helper(name=f"{name}_add")
    def add(out: Element, a: Element, b: Element) -> None:
        """out = a + b. `out` may be `a` or `b`."""
        for i in unroll(range(count), name):
            out[i] = a[i] + b[i]
        if not lazy:
            settle(out)

    @helper(name=f"{name}_scale")
    def scale(out: Element, a: Element, factor: int) -> None:
        """out = factor·a, for a factor of 2 to 4. `out` may be `a`."""
        for i in unroll(range(count), name):
            out[i] = a[i] * Word(factor)
        if not lazy:
            settle(out)

    @helper(name=f"{name}_subtract")
    def subtract(out: Element, a: Element, b: Element) -> None:
        """out = a - b + 4p, for b less than 3p. `out` may be `a` or `b`."""
        for i in unroll(range(count), name):
            out[i] = a[i] + Word(few[i]) - b[i]
        if not lazy:
            settle(out)

    @helper(name=f"{name}_subtract_reduced")
    def subtract_reduced(out: Element, a: Element, b: Element) -> None:
        """out = a - b, reduced, for a and b less than 15p. `out` may be `a` or `b`."""
        for i in unroll(range(count), name):
            out[i] = a[i] + Word(many[i]) - b[i]
        reduce(out)

    @helper(name=f"{name}_negate")
    def negate(x: Element) -> None:
        """x = -x, reduced, for x less than 3p."""
        for i in unroll(range(count), name):
            x[i] = Word(few[i]) - x[i]
        reduce(x)

    @helper(name=f"{name}_put")
    def put(out: Element, constant: Element) -> None:
        """out = a number that a table has."""
        out[:] = constant

    @helper(name=f"{name}_canonical")
    def canonical(x: Element) -> None:
        """Make x, less than 64p, canonical."""
        settle(x)
        reduce(x)
        reduce(x)  # less than 2^k, with k the bit length of p, and so less than 2p
        # x is p or more exactly where x + 2^k - p reaches 2^k, and then x - p is its low part.
        carry = Word(0)
        for i in range(top + 1):
            carry = (carry + x[i] + Word(excess[i])) >> (bits if i < top else top_bits)
        reached = bit_mask(carry)
        carry = Word(0)
        for i in range(top + 1):
            carry += x[i] + select(reached, Word(excess[i]), 0)
            x[i] = carry & mask if i < top else carry & top_mask
            carry >>= bits

    @helper(name=f"{name}_to_montgomery")
    def to_montgomery(out: Element, a: Element) -> None:
        """out = a·R. `out` is another array than `a`."""
        multiply(out, a, r_squared)

    @helper(name=f"{name}_from_montgomery")
    def from_montgomery(out: Element, a: Element) -> None:
        """The number whose Montgomery form is a, canonical. `out` is another array than `a`."""
        multiply(out, a, unit)
        canonical(out)

    @helper(name=f"{name}_load")
    def load(out: Element, data: Array[u8, element_bytes]) -> None:
        """The number, not in Montgomery form, that big-endian bytes say."""
        fill(out, 0)
        i, shift = 0, 0
        for k in range(element_bytes):
            byte = Word(data[element_bytes - 1 - k])
            out[i] |= (byte << shift) & mask
            shift += 8
            if shift >= bits:
                shift -= bits
                i += 1
                if i < count:
                    out[i] = byte >> (8 - shift)

    @helper(name=f"{name}_store")
    def store(out: Array[u8, element_bytes], a: Element) -> None:
        """A canonical number, not in Montgomery form, as big-endian bytes."""
        i, shift = 0, 0
        for k in range(element_bytes):
            byte = a[i] >> shift
            if shift > bits - 8 and i < count - 1:
                byte |= a[i + 1] << (bits - shift)
            out[element_bytes - 1 - k] = truncate(u8, byte)
            shift += 8
            if shift >= bits:
                shift -= bits
                i += 1

    @helper(name=f"{name}_in_range_mask")
    def in_range_mask(a: Element) -> Mask[Word]:
        """Ones where a number as `load` gives it is less than p."""
        carry = Word(0)
        for i in range(top + 1):
            carry = (carry + a[i] + Word(excess[i])) >> (bits if i < top else top_bits)
        return zero_mask(carry)

    @helper(name=f"{name}_zero_mask")
    def is_zero(x: Element) -> Mask[Word]:
        """Ones where x, less than 64p and made canonical here, is zero. Montgomery form or not."""
        canonical(x)
        bits_set = Word(0)
        for i in range(count):
            bits_set |= x[i]
        return zero_mask(bits_set)

    @helper(name=f"{name}_choose")
    def choose(mask_of: Mask[Word], out: MutSlice[Word], a: Slice[Word]) -> None:
        """out = a where the mask is ones."""
        for i in range(len(out)):
            out[i] = select(mask_of, a[i], out[i])

    @helper(name=f"{name}_lesser")
    def lesser(x: Element) -> Mask[Word]:
        """x = the lesser one of x and p - x, for a number that is canonical and not 0; ones where that is p - x."""
        other = Element()
        for i in range(count):
            other[i] = Word(room[i]) - x[i]
        settle(other)
        # x > p/2 exactly where x + 2^t - (p + 1)/2 reaches 2^t, with t the bit length of p.
        carry = Word(0)
        for i in range(top + 1):
            carry = (carry + x[i] + Word(upper_half[i])) >> (bits if i < top else top_bits)
        above = nonzero_mask(carry)
        choose(above, x[:], other[:])
        return above

    power = make_power(name, Word, count, multiply, square)
    return PrimeField(
        name,
        p,
        layout,
        Word,
        Mask[Word],
        element_bytes,
        one,
        multiply,
        square,
        settle,
        add,
        subtract,
        scale,
        subtract_reduced,
        negate,
        put,
        canonical,
        to_montgomery,
        from_montgomery,
        load,
        store,
        in_range_mask,
        is_zero,
        choose,
        lesser,
        power("invert", p - 2),  # Fermat
        power,
    )
