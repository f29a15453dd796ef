"""Poly1305 eight blocks at a time, with AVX512-IFMA.

Block j of each eight has a lane of its own, in which h = (h + block)·r^8 collects every eighth block; at the end lane j is multiplied by
r^(8 - j) in place of r^8, and the lanes are added. Numbers stand in limbs of 44, 44 and 42 bits; the products of two limbs come in halves
of 52 bits, so that the upper half counts 2^8 in the limb above. 2^132 is 4·5 modulo 2^130 - 5.
"""

from akela.kernels.poly1305 import BLOCK_BYTES, blocks_by_words
from akela.lang import Array, Bytes, Public, Slice, helper, lane, load_vector, provides, requires, splat, truncate, u32, u64, u64x8, vector
from akela.ports.x86_64.ifma import NEEDS, madd52hi, madd52lo

GROUP_BYTES = 8 * BLOCK_BYTES
SHORT_BYTES = 2 * GROUP_BYTES  # the powers of r cost more than they bring below
MASK_44 = (1 << 44) - 1
MASK_42 = (1 << 42) - 1
ONES = (1 << 64) - 1


@helper
def limbs(x: Slice[u32]) -> tuple[u64, u64, u64]:
    """The limbs of four 32-bit words."""
    low, high = u64(x[0]) | (u64(x[1]) << 32), u64(x[2]) | (u64(x[3]) << 32)
    return low & MASK_44, ((low >> 44) | (high << 20)) & MASK_44, high >> 24


@helper
def load_group(data: Bytes, at: int, high: u64x8) -> tuple[u64x8, u64x8, u64x8]:
    """The limbs of eight blocks. The lanes have the blocks 0, 4, 1, 5, 2, 6, 3, 7."""
    a, b = load_vector(u64x8, data, at), load_vector(u64x8, data, at + 64)
    x = vector(u64x8, lane(a, 0), lane(b, 0), lane(a, 2), lane(b, 2), lane(a, 4), lane(b, 4), lane(a, 6), lane(b, 6))
    y = vector(u64x8, lane(a, 1), lane(b, 1), lane(a, 3), lane(b, 3), lane(a, 5), lane(b, 5), lane(a, 7), lane(b, 7))
    return x & MASK_44, ((x >> 44) | (y << 20)) & MASK_44, (y >> 24) | high


@helper
def multiply(a0: u64x8, a1: u64x8, a2: u64x8, b0: u64x8, b1: u64x8, b2: u64x8) -> tuple[u64x8, u64x8, u64x8]:
    """a·b mod 2^130 - 5. Limbs of `a` are less than 2^46, those of `b` and of the result less than 2^44 + 2^8."""
    zero = splat(u64x8, u64(0))
    s1, s2 = (b1 << 4) + (b1 << 2), (b2 << 4) + (b2 << 2)
    low0 = madd52lo(madd52lo(madd52lo(zero, a2, s1), a1, s2), a0, b0)
    low1 = madd52lo(madd52lo(madd52lo(zero, a2, s2), a1, b0), a0, b1)
    low2 = madd52lo(madd52lo(madd52lo(zero, a2, b0), a1, b1), a0, b2)
    high0 = madd52hi(madd52hi(madd52hi(zero, a2, s1), a1, s2), a0, b0)
    high1 = madd52hi(madd52hi(madd52hi(zero, a2, s2), a1, b0), a0, b1)
    high2 = madd52hi(madd52hi(madd52hi(zero, a2, b0), a1, b1), a0, b2)

    low1 += (high0 << 8) + (low0 >> 44)
    low2 += (high1 << 8) + (low1 >> 44)
    carry = (high2 << 10) + (low2 >> 42)  # less than 2^49
    low0 = (low0 & MASK_44) + carry + (carry << 2)
    return low0 & MASK_44, (low1 & MASK_44) + (low0 >> 44), low2 & MASK_42


@helper
def add_lanes(x: u64x8) -> u64:
    """The sum of the lanes."""
    return (lane(x, 0) + lane(x, 1) + lane(x, 2) + lane(x, 3)) + (lane(x, 4) + lane(x, 5) + lane(x, 6) + lane(x, 7))


@helper
def groups(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """As `poly1305.blocks`, for a multiple of eight blocks and at least sixteen."""
    # The powers of r: r^8 in every lane, and r^8 to r^1 in the order of the blocks.
    x0, x1, x2 = limbs(r[:])
    r0, r1, r2 = splat(u64x8, x0), splat(u64x8, x1), splat(u64x8, x2)
    odd = vector(u64x8, 0, 0, ONES, ONES, 0, 0, ONES, ONES)  # where the exponent is odd
    p0, p1, p2 = multiply(r0, r1, r2, r0, r1, r2)
    q0, q1, q2 = multiply(p0, p1, p2, p0, p1, p2)
    r0, r1, r2 = (r0 & odd) | (p0 & ~odd), (r1 & odd) | (p1 & ~odd), (r2 & odd) | (p2 & ~odd)
    upper = vector(u64x8, ONES, ONES, ONES, ONES, 0, 0, 0, 0)  # the exponents 3, 4, 7 and 8
    one = vector(u64x8, 0, 0, 0, 0, 1, 1, 1, 1)
    r0, r1, r2 = multiply(r0, r1, r2, (p0 & upper) | one, p1 & upper, p2 & upper)
    first = vector(u64x8, ONES, 0, ONES, 0, ONES, 0, ONES, 0)  # the exponents 5 to 8
    one = vector(u64x8, 0, 1, 0, 1, 0, 1, 0, 1)
    r0, r1, r2 = multiply(r0, r1, r2, (q0 & first) | one, q1 & first, q2 & first)
    q0, q1, q2 = multiply(q0, q1, q2, q0, q1, q2)

    top = splat(u64x8, u64(high) << 40)
    h0, h1, h2 = load_group(data, 0, top)
    x0, x1, x2 = limbs(h[:4])
    h0 += vector(u64x8, x0, 0, 0, 0, 0, 0, 0, 0)
    h1 += vector(u64x8, x1, 0, 0, 0, 0, 0, 0, 0)
    h2 += vector(u64x8, x2 + (u64(h[4]) << 40), 0, 0, 0, 0, 0, 0, 0)
    for at in range(GROUP_BYTES, len(data), GROUP_BYTES):
        h0, h1, h2 = multiply(h0, h1, h2, q0, q1, q2)
        m0, m1, m2 = load_group(data, at, top)
        h0 += m0
        h1 += m1
        h2 += m2
    h0, h1, h2 = multiply(h0, h1, h2, r0, r1, r2)

    # All lanes in one, and carried: twice, so that what comes back from the top is carried too.
    x0, x1, x2 = add_lanes(h0), add_lanes(h1), add_lanes(h2)
    for _ in range(2):
        x1 += x0 >> 44
        x2 += x1 >> 44
        x0, x1 = (x0 & MASK_44) + (x2 >> 42) * 5, x1 & MASK_44
        x2 &= MASK_42
    x1 += x0 >> 44
    x0 &= MASK_44
    h[0] = truncate(u32, x0)
    h[1] = truncate(u32, (x0 >> 32) + (x1 << 12))
    h[2] = truncate(u32, (x1 >> 20) + (x2 << 24))
    h[3] = truncate(u32, x2 >> 8)
    h[4] = truncate(u32, x2 >> 40)


@provides("poly1305.blocks", needs=(*NEEDS, "avx512vl"))
def poly1305_blocks_ifma(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """h = (h + block + high·2^128)·r mod 2^130 - 5 for every block of `data`, whose length is a multiple of 16.

    h need not be reduced: less than 2^130 + 2^128 before and after.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    whole = len(data) // GROUP_BYTES * GROUP_BYTES if len(data) >= SHORT_BYTES else 0
    if whole > 0:
        groups(h, r, data[:whole], high)
    blocks_by_words(h, r, data[whole:], high)
