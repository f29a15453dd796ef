"""Numbers modulo a prime, eight side by side, with AVX-512 IFMA: lane j of every vector belongs to number j.

A number has five limbs of 52 bits, least significant first, each a vector. It stands for its Montgomery form as in `prime_field.py`, whose
terms (settled, reduced, canonical) and bounds hold here: R = 2^260 is at least 16 times the prime p. The instructions look at 52 bits of
a limb, so that every sum is settled at once, and no number may reach R.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.exponent import Program, program
from akela.kernels.prime_field import Layout
from akela.lang import (
    Array,
    ConstantTable,
    MutSlice,
    Slice,
    helper,
    kernel_maker,
    load_vector,
    splat,
    store_le64,
    store_vector,
    table,
    u8,
    u32,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.ifma import MASK_52, madd52hi, madd52lo, opaque, signed_carry

LANES = 8
LAYOUT = Layout(64, 52, 5)
Number = Array[u64x8, 5]
Constant = Array[u64, 5]
Octets = Array[u8, 5 * 8 * LANES]  # the limbs of eight numbers in memory: limb by limb, a lane beside the other


@dataclass(frozen=True)
class LaneField:
    """The functions of one field: as those of `PrimeField`, with vectors for words. A mask is a vector with ones or zeros in a lane."""

    name: str
    p: int
    layout: Layout
    word: Any
    mask: Any
    one: ConstantTable
    multiply: Callable[..., None]
    square: Callable[..., None]
    settle: Callable[..., None]
    add: Callable[..., None]
    subtract: Callable[..., None]
    scale: Callable[..., None]
    subtract_reduced: Callable[..., None]
    negate: Callable[..., None]
    canonical: Callable[..., None]
    put: Callable[..., None]
    to_montgomery: Callable[..., None]
    from_montgomery: Callable[..., None]
    zero_mask: Callable[..., Any]
    invert: Callable[..., None]
    power: Callable[..., Callable[..., None]]


@helper
def put_lane(numbers: Octets, j: int, w0: u64, w1: u64, w2: u64, w3: u64) -> None:
    """Number j from four words of 64 bits, the least significant one first."""
    store_le64(numbers, 8 * j, w0 & MASK_52)
    store_le64(numbers, 8 * LANES + 8 * j, (w0 >> 52 | w1 << 12) & MASK_52)
    store_le64(numbers, 16 * LANES + 8 * j, (w1 >> 40 | w2 << 24) & MASK_52)
    store_le64(numbers, 24 * LANES + 8 * j, (w2 >> 28 | w3 << 36) & MASK_52)
    store_le64(numbers, 32 * LANES + 8 * j, w3 >> 16)


@helper
def load_numbers(out: Number, numbers: Octets) -> None:
    """What `put_lane` has written."""
    for i in unroll(range(5)):
        out[i] = load_vector(u64x8, numbers, 64 * i)


@helper
def store_words(out: Octets, x: Number) -> None:
    """Canonical numbers as words of 64 bits: word i of number j at 8·(8·i + j)."""
    store_vector(out, 0, x[0] | (x[1] << 52))
    store_vector(out, 64, (x[1] >> 12) | (x[2] << 40))
    store_vector(out, 128, (x[2] >> 24) | (x[3] << 28))
    store_vector(out, 192, (x[3] >> 36) | (x[4] << 16))


@helper
def unpack_words(out: Number, w0: u64x8, w1: u64x8, w2: u64x8, w3: u64x8) -> None:
    """Numbers from their words of 64 bits, the least significant one first."""
    out[0] = w0 & MASK_52
    out[1] = ((w0 >> 52) | (w1 << 12)) & MASK_52
    out[2] = ((w1 >> 40) | (w2 << 24)) & MASK_52
    out[3] = ((w2 >> 28) | (w3 << 36)) & MASK_52
    out[4] = w3 >> 16


@helper
def lanes_zero(x: u64x8) -> u64x8:
    """Ones where a lane is zero."""
    return ((x | -x) >> 63) - 1


@helper
def lanes_equal(x: u64x8, i: int) -> u64x8:
    """Ones where a lane, below 2^63, is `i`."""
    return -(((x ^ splat(u64x8, u64(i))) - 1) >> 63)


@helper
def choose_lanes(wanted: u64x8, out: MutSlice[u64x8], a: Slice[u64x8]) -> None:
    """out = a in the lanes that are wanted."""
    mask = opaque(wanted)
    for i in range(len(out)):
        out[i] = (a[i] & mask) | (out[i] & ~mask)


@helper
def add_row(t0: u64x8, t1: u64x8, t2: u64x8, t3: u64x8, t4: u64x8, a: u64x8, b: Number) -> tuple[u64x8, u64x8, u64x8, u64x8, u64x8, u64x8]:
    """t + a·b, for a limb a."""
    t1 = madd52hi(t1, a, b[0])
    t2 = madd52hi(t2, a, b[1])
    t3 = madd52hi(t3, a, b[2])
    t4 = madd52hi(t4, a, b[3])
    t5 = madd52hi(splat(u64x8, u64(0)), a, b[4])
    t0 = madd52lo(t0, a, b[0])
    t1 = madd52lo(t1, a, b[1])
    t2 = madd52lo(t2, a, b[2])
    t3 = madd52lo(t3, a, b[3])
    t4 = madd52lo(t4, a, b[4])
    return t0, t1, t2, t3, t4, t5


@kernel_maker
def make_lane_field(name: str, p: int) -> LaneField:
    """The field of the integers modulo `p`."""
    r = 1 << 260
    if r < 16 * p or p.bit_length() <= 208 or 64 * ((1 << p.bit_length()) - p) > p:
        raise ValueError(f"{name}: p has {p.bit_length()} bits, expected a little less than a power of 2 from 2^209 to 2^256")
    top_bits = p.bit_length() - 208
    top_mask = (1 << top_bits) - 1
    p_limbs = LAYOUT.limbs(p)
    p0, p1, p2, p3, p4 = p_limbs
    n0 = -pow(p, -1, 1 << 52) % (1 << 52)
    plain = n0 == 1 and p1 < MASK_52  # then m is the lowest limb itself, and m·p0 is m·2^52 - m
    second = p1 + 1 if plain else p1
    distance = (1 << p.bit_length()) - p
    close = distance < 64  # then p is two terms: a power of 2 in the highest limb, and less the distance in the lowest
    has_1, has_2, has_3 = second != 0, p2 != 0, p3 != 0
    excess = LAYOUT.table(LAYOUT.limbs(distance))
    few, many = LAYOUT.table(LAYOUT.spread(4 * p, 1)), LAYOUT.table(LAYOUT.spread(16 * p, 1))
    one, r_squared, unit = (LAYOUT.table(LAYOUT.limbs(n)) for n in (r % p, r * r % p, 1))

    @helper(name=f"{name}_round")
    def reduce_round(t0: u64x8, t1: u64x8, t2: u64x8, t3: u64x8, t4: u64x8, t5: u64x8) -> tuple[u64x8, u64x8, u64x8, u64x8, u64x8]:
        """(t + m·p) / 2^52, for the m that makes the lowest limb a multiple of 2^52. Where p is `close` limbs are signed."""
        zero = splat(u64x8, u64(0))
        m = t0 if plain else madd52lo(zero, t0, splat(u64x8, u64(n0)))
        if close:
            # The low half of m·distance is that of t0.
            t1 += signed_carry(t0) - madd52hi(zero, m, splat(u64x8, u64(distance)))
            t4 = madd52lo(t4, m, splat(u64x8, u64(1 << top_bits)))
            t5 = madd52hi(t5, m, splat(u64x8, u64(1 << top_bits)))
            return t1, t2, t3, t4, t5
        else:
            if plain:
                t1 += t0 >> 52
            else:
                t1 += madd52lo(t0, m, splat(u64x8, u64(p0))) >> 52
                t1 = madd52hi(t1, m, splat(u64x8, u64(p0)))
            if has_1:
                t1 = madd52lo(t1, m, splat(u64x8, u64(second)))
                t2 = madd52hi(t2, m, splat(u64x8, u64(second)))
            if has_2:
                t2 = madd52lo(t2, m, splat(u64x8, u64(p2)))
                t3 = madd52hi(t3, m, splat(u64x8, u64(p2)))
            if has_3:
                t3 = madd52lo(t3, m, splat(u64x8, u64(p3)))
                t4 = madd52hi(t4, m, splat(u64x8, u64(p3)))
            t4 = madd52lo(t4, m, splat(u64x8, u64(p4)))
            t5 = madd52hi(t5, m, splat(u64x8, u64(p4)))
            return t1, t2, t3, t4, t5

    @helper(name=f"{name}_finish_product")
    def finish_product(
        out: Number,
        t0: u64x8,
        t1: u64x8,
        t2: u64x8,
        t3: u64x8,
        t4: u64x8,
        t5: u64x8,
        t6: u64x8,
        t7: u64x8,
        t8: u64x8,
        t9: u64x8,
    ) -> None:
        """out = t/R, settled. Columns have less than 2^57."""
        t1, t2, t3, t4, t5 = reduce_round(t0, t1, t2, t3, t4, t5)
        t2, t3, t4, t5, t6 = reduce_round(t1, t2, t3, t4, t5, t6)
        t3, t4, t5, t6, t7 = reduce_round(t2, t3, t4, t5, t6, t7)
        t4, t5, t6, t7, t8 = reduce_round(t3, t4, t5, t6, t7, t8)
        t5, t6, t7, t8, t9 = reduce_round(t4, t5, t6, t7, t8, t9)
        t6 += signed_carry(t5)
        t7 += signed_carry(t6)
        t8 += signed_carry(t7)
        out[0] = t5 & MASK_52
        out[1] = t6 & MASK_52
        out[2] = t7 & MASK_52
        out[3] = t8 & MASK_52
        out[4] = t9 + signed_carry(t8)

    @helper(name=f"{name}_multiply")
    def multiply(out: Number, a: Number, b: Number) -> None:
        """out = a·b. `out` may be `a` or `b`."""
        zero = splat(u64x8, u64(0))
        t0, t1, t2, t3, t4, t5 = add_row(zero, zero, zero, zero, zero, a[0], b)
        t1, t2, t3, t4, t5, t6 = add_row(t1, t2, t3, t4, t5, a[1], b)
        t2, t3, t4, t5, t6, t7 = add_row(t2, t3, t4, t5, t6, a[2], b)
        t3, t4, t5, t6, t7, t8 = add_row(t3, t4, t5, t6, t7, a[3], b)
        t4, t5, t6, t7, t8, t9 = add_row(t4, t5, t6, t7, t8, a[4], b)
        finish_product(out, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9)

    @helper(name=f"{name}_square")
    def square(out: Number, a: Number) -> None:
        """out = a^2. `out` may be `a`."""
        zero = splat(u64x8, u64(0))
        a0, a1, a2, a3, a4 = a[0], a[1], a[2], a[3], a[4]
        # The products of different limbs, which count twice.
        t1 = madd52lo(zero, a0, a1)
        t2 = madd52lo(madd52hi(zero, a0, a1), a0, a2)
        t3 = madd52lo(madd52lo(madd52hi(zero, a0, a2), a0, a3), a1, a2)
        t4 = madd52lo(madd52lo(madd52hi(madd52hi(zero, a0, a3), a1, a2), a0, a4), a1, a3)
        t5 = madd52lo(madd52lo(madd52hi(madd52hi(zero, a0, a4), a1, a3), a1, a4), a2, a3)
        t6 = madd52lo(madd52hi(madd52hi(zero, a1, a4), a2, a3), a2, a4)
        t7 = madd52lo(madd52hi(zero, a2, a4), a3, a4)
        t8 = madd52hi(zero, a3, a4)
        finish_product(
            out,
            madd52lo(zero, a0, a0),
            madd52hi(t1 + t1, a0, a0),
            madd52lo(t2 + t2, a1, a1),
            madd52hi(t3 + t3, a1, a1),
            madd52lo(t4 + t4, a2, a2),
            madd52hi(t5 + t5, a2, a2),
            madd52lo(t6 + t6, a3, a3),
            madd52hi(t7 + t7, a3, a3),
            madd52lo(t8 + t8, a4, a4),
            madd52hi(zero, a4, a4),
        )

    @helper(name=f"{name}_settle")
    def settle(x: Number) -> None:
        """Carry."""
        for i in unroll(range(4)):
            x[i + 1] += x[i] >> 52
            x[i] &= MASK_52

    @helper(name=f"{name}_reduce")
    def reduce(x: Number) -> None:
        """Make x, less than 64p, reduced: a bit above p's top bit counts for `excess`."""
        over = x[4] >> top_bits
        x[4] &= top_mask
        for i in unroll(range(5)):
            x[i] = madd52lo(x[i], over, splat(u64x8, u64(excess[i])))
        for i in unroll(range(4)):
            x[i + 1] = madd52hi(x[i + 1], over, splat(u64x8, u64(excess[i])))
        settle(x)

    @helper(name=f"{name}_add")
    def add(out: Number, a: Number, b: Number) -> None:
        """out = a + b. `out` may be `a` or `b`."""
        for i in unroll(range(5)):
            out[i] = a[i] + b[i]
        settle(out)

    @helper(name=f"{name}_scale")
    def scale(out: Number, a: Number, factor: int) -> None:
        """out = factor·a, for a factor of 2 to 4. `out` may be `a`."""
        for i in unroll(range(5)):
            x = a[i]
            out[i] = x + x
            if factor == 3:
                out[i] = x + x + x
            elif factor == 4:
                out[i] = x << 2
        settle(out)

    @helper(name=f"{name}_subtract")
    def subtract(out: Number, a: Number, b: Number) -> None:
        """out = a - b + 4p, for b less than 3p. `out` may be `a` or `b`."""
        for i in unroll(range(5)):
            out[i] = a[i] + splat(u64x8, u64(few[i])) - b[i]
        settle(out)

    @helper(name=f"{name}_subtract_reduced")
    def subtract_reduced(out: Number, a: Number, b: Number) -> None:
        """out = a - b, reduced, for a and b less than 15p. `out` may be `a` or `b`."""
        for i in unroll(range(5)):
            out[i] = a[i] + splat(u64x8, u64(many[i])) - b[i]
        reduce(out)

    @helper(name=f"{name}_negate")
    def negate(x: Number) -> None:
        """x = -x, reduced, for x less than 3p."""
        for i in unroll(range(5)):
            x[i] = splat(u64x8, u64(few[i])) - x[i]
        reduce(x)

    @helper(name=f"{name}_canonical")
    def canonical(x: Number) -> None:
        """Make x, less than 64p, canonical."""
        settle(x)
        reduce(x)
        reduce(x)  # less than 2^k, with k the bit length of p, and so less than 2p
        # x is p or more exactly where x + 2^k - p reaches 2^k, and then x - p is its low part.
        y = Number()
        for i in unroll(range(5)):
            y[i] = x[i] + splat(u64x8, u64(excess[i]))
        settle(y)
        reached = -(y[4] >> top_bits)
        y[4] &= top_mask
        choose_lanes(reached, x[:], y[:])

    @helper(name=f"{name}_put")
    def put(out: Number, constant: Constant) -> None:
        """The same number in all lanes."""
        for i in range(5):
            out[i] = splat(u64x8, constant[i])

    @helper(name=f"{name}_to_montgomery")
    def to_montgomery(out: Number, a: Number) -> None:
        """out = a·R. `out` is another array than `a`."""
        put(out, r_squared)
        multiply(out, a, out)

    @helper(name=f"{name}_from_montgomery")
    def from_montgomery(out: Number, a: Number) -> None:
        """The number whose Montgomery form is a, canonical. `out` is another array than `a`."""
        put(out, unit)
        multiply(out, a, out)
        canonical(out)

    @helper(name=f"{name}_zero_mask")
    def is_zero(x: Number) -> u64x8:
        """Ones where x, less than 64p and made canonical here, is zero. Montgomery form or not."""
        canonical(x)
        return lanes_zero(x[0] | x[1] | x[2] | x[3] | x[4])

    @kernel_maker
    def power(label: str, exponent: int) -> Callable[..., None]:
        """The function out = a^exponent; `out` is another array than `a`. The exponent is public."""
        steps: Program = program(exponent)
        kept, length = steps.runs, len(steps.squarings)
        Powers = Array[u64x8, 5 * kept]
        squarings, factors = table(u32, steps.squarings), table(u32, steps.factors)

        @helper(name=f"{name}_{label}")
        def raise_to(out: Number, a: Number) -> None:
            # Element k of `ones` is a to the power of 2^k ones in binary.
            ones = Powers()
            ones[:5] = a
            for k in range(1, kept):
                out[:] = ones[5 * k - 5 : 5 * k]
                for _ in range(1 << (k - 1)):
                    square(out, out)
                multiply(ones[5 * k : 5 * k + 5], out, ones[5 * k - 5 : 5 * k])
            first = 5 * int(factors[0])
            out[:] = ones[first : first + 5]
            for step in range(1, length):
                for _ in range(int(squarings[step])):
                    square(out, out)
                factor = 5 * int(factors[step])
                multiply(out, out, ones[factor : factor + 5])
            for _ in range(steps.last):
                square(out, out)

        return raise_to

    return LaneField(
        name,
        p,
        LAYOUT,
        u64x8,
        u64x8,
        one,
        multiply,
        square,
        settle,
        add,
        subtract,
        scale,
        subtract_reduced,
        negate,
        canonical,
        put,
        to_montgomery,
        from_montgomery,
        is_zero,
        power("invert", p - 2),  # Fermat
        power,
    )
