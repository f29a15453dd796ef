"""Poly1305 four blocks at a time, with AVX2, whose VPMULUDQ multiplies words of 32 bits in each lane.

Block j of each four has a lane of its own, in which h = (h + block)·r^4 collects every fourth block; at the end lane j is multiplied by
r^(4 - j) in place of r^4, and the lanes are added. Numbers stand in five limbs of 26 bits; 2^130 is 5 modulo 2^130 - 5.
"""

from akela.kernels.poly1305 import BLOCK_BYTES, blocks_by_words
from akela.lang import (
    Array,
    Bytes,
    Public,
    helper,
    intrinsic,
    lane,
    load_vector,
    provides,
    requires,
    splat,
    truncate,
    u32,
    u64,
    u64x4,
    vector,
)

GROUP_BYTES = 4 * BLOCK_BYTES
SHORT_BYTES = 4 * GROUP_BYTES  # the powers of r cost more than they bring below
MASK = (1 << 26) - 1


@intrinsic(c="(u64x4)_mm256_mul_epu32((__m256i){a}, (__m256i){b})", header="immintrin.h", needs=("avx2",))
def multiply_words(a: u64x4, b: u64x4) -> u64x4:
    """VPMULUDQ: the products of the lower halves of lanes."""
    return vector(
        u64x4,
        u64(truncate(u32, lane(a, 0))) * u64(truncate(u32, lane(b, 0))),
        u64(truncate(u32, lane(a, 1))) * u64(truncate(u32, lane(b, 1))),
        u64(truncate(u32, lane(a, 2))) * u64(truncate(u32, lane(b, 2))),
        u64(truncate(u32, lane(a, 3))) * u64(truncate(u32, lane(b, 3))),
    )


@helper
def limbs(low: u64, high: u64) -> tuple[u64, u64, u64, u64, u64]:
    """The limbs of two words; the last has what is left."""
    return low & MASK, (low >> 26) & MASK, ((low >> 52) | (high << 12)) & MASK, (high >> 14) & MASK, high >> 40


@helper
def load_group(data: Bytes, at: int, high: u64x4) -> tuple[u64x4, u64x4, u64x4, u64x4, u64x4]:
    """The limbs of four blocks. The lanes have the blocks 0, 2, 1, 3."""
    a, b = load_vector(u64x4, data, at), load_vector(u64x4, data, at + 32)
    x = vector(u64x4, lane(a, 0), lane(b, 0), lane(a, 2), lane(b, 2))
    y = vector(u64x4, lane(a, 1), lane(b, 1), lane(a, 3), lane(b, 3))
    return x & MASK, (x >> 26) & MASK, ((x >> 52) | (y << 12)) & MASK, (y >> 14) & MASK, (y >> 40) | high


@helper
def multiply(
    a0: u64x4, a1: u64x4, a2: u64x4, a3: u64x4, a4: u64x4, b0: u64x4, b1: u64x4, b2: u64x4, b3: u64x4, b4: u64x4
) -> tuple[u64x4, u64x4, u64x4, u64x4, u64x4]:
    """a·b mod 2^130 - 5. Limbs of `a` are less than 2^28, those of `b` and of the result less than 2^26 + 2^11."""
    s1, s2, s3, s4 = (b1 << 2) + b1, (b2 << 2) + b2, (b3 << 2) + b3, (b4 << 2) + b4
    d0 = multiply_words(a0, b0) + multiply_words(a1, s4) + multiply_words(a2, s3) + multiply_words(a3, s2) + multiply_words(a4, s1)
    d1 = multiply_words(a0, b1) + multiply_words(a1, b0) + multiply_words(a2, s4) + multiply_words(a3, s3) + multiply_words(a4, s2)
    d2 = multiply_words(a0, b2) + multiply_words(a1, b1) + multiply_words(a2, b0) + multiply_words(a3, s4) + multiply_words(a4, s3)
    d3 = multiply_words(a0, b3) + multiply_words(a1, b2) + multiply_words(a2, b1) + multiply_words(a3, b0) + multiply_words(a4, s4)
    d4 = multiply_words(a0, b4) + multiply_words(a1, b3) + multiply_words(a2, b2) + multiply_words(a3, b1) + multiply_words(a4, b0)

    # Two chains of carries side by side: from limb 0 and from limb 3.
    d1 += d0 >> 26
    d4 += d3 >> 26
    d0, d3 = d0 & MASK, d3 & MASK
    d2 += d1 >> 26
    top = d4 >> 26
    d0 += (top << 2) + top
    d1, d4 = d1 & MASK, d4 & MASK
    d3 += d2 >> 26
    d1 += d0 >> 26
    d0, d2 = d0 & MASK, d2 & MASK
    d4 += d3 >> 26
    return d0, d1, d2, d3 & MASK, d4


@helper
def add_lanes(x: u64x4) -> u64:
    """The sum of the lanes."""
    return (lane(x, 0) + lane(x, 1)) + (lane(x, 2) + lane(x, 3))


@helper
def groups(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """As `poly1305.blocks`, for a multiple of four blocks and at least four."""
    # r^4 in every lane, and the exponents 4, 2, 3, 1, in the order of the blocks: (r^2, r, r^2, r) times (r^2, r, r, 1).
    x0, x1, x2, x3, x4 = limbs(u64(r[0]) | (u64(r[1]) << 32), u64(r[2]) | (u64(r[3]) << 32))
    p0, p1, p2, p3, p4 = splat(u64x4, x0), splat(u64x4, x1), splat(u64x4, x2), splat(u64x4, x3), splat(u64x4, x4)
    p0, p1, p2, p3, p4 = multiply(p0, p1, p2, p3, p4, p0, p1, p2, p3, p4)
    y0, y1, y2, y3, y4 = lane(p0, 0), lane(p1, 0), lane(p2, 0), lane(p3, 0), lane(p4, 0)
    r0, r1, r2, r3, r4 = multiply(
        vector(u64x4, y0, x0, y0, x0),
        vector(u64x4, y1, x1, y1, x1),
        vector(u64x4, y2, x2, y2, x2),
        vector(u64x4, y3, x3, y3, x3),
        vector(u64x4, y4, x4, y4, x4),
        vector(u64x4, y0, x0, x0, 1),
        vector(u64x4, y1, x1, x1, 0),
        vector(u64x4, y2, x2, x2, 0),
        vector(u64x4, y3, x3, x3, 0),
        vector(u64x4, y4, x4, x4, 0),
    )
    p0, p1, p2, p3, p4 = multiply(p0, p1, p2, p3, p4, p0, p1, p2, p3, p4)

    top = splat(u64x4, u64(high) << 24)
    h0, h1, h2, h3, h4 = load_group(data, 0, top)
    x0, x1, x2, x3, x4 = limbs(u64(h[0]) | (u64(h[1]) << 32), u64(h[2]) | (u64(h[3]) << 32))
    h0 += vector(u64x4, x0, 0, 0, 0)
    h1 += vector(u64x4, x1, 0, 0, 0)
    h2 += vector(u64x4, x2, 0, 0, 0)
    h3 += vector(u64x4, x3, 0, 0, 0)
    h4 += vector(u64x4, x4 + (u64(h[4]) << 24), 0, 0, 0)
    for at in range(GROUP_BYTES, len(data), GROUP_BYTES):
        h0, h1, h2, h3, h4 = multiply(h0, h1, h2, h3, h4, p0, p1, p2, p3, p4)
        m0, m1, m2, m3, m4 = load_group(data, at, top)
        h0 += m0
        h1 += m1
        h2 += m2
        h3 += m3
        h4 += m4
    h0, h1, h2, h3, h4 = multiply(h0, h1, h2, h3, h4, r0, r1, r2, r3, r4)

    # All lanes in one, and carried: twice, so that what comes back from the top is carried too.
    x0, x1, x2, x3, x4 = add_lanes(h0), add_lanes(h1), add_lanes(h2), add_lanes(h3), add_lanes(h4)
    for _ in range(2):
        x1 += x0 >> 26
        x2 += x1 >> 26
        x3 += x2 >> 26
        x4 += x3 >> 26
        x0 = (x0 & MASK) + (x4 >> 26) * 5
        x1, x2, x3, x4 = x1 & MASK, x2 & MASK, x3 & MASK, x4 & MASK
    x0 += x1 << 26
    h[0] = truncate(u32, x0)
    x2 = (x0 >> 32) + (x2 << 20)
    h[1] = truncate(u32, x2)
    x3 = (x2 >> 32) + (x3 << 14)
    h[2] = truncate(u32, x3)
    x4 = (x3 >> 32) + (x4 << 8)
    h[3] = truncate(u32, x4)
    h[4] = truncate(u32, x4 >> 32)


@provides("poly1305.blocks", needs=("avx2",))
def poly1305_blocks_avx2(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """h = (h + block + high·2^128)·r mod 2^130 - 5 for every block of `data`, whose length is a multiple of 16.

    h need not be reduced: less than 2^130 + 2^128 before and after.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    whole = len(data) // GROUP_BYTES * GROUP_BYTES if len(data) >= SHORT_BYTES else 0
    if whole > 0:
        groups(h, r, data[:whole], high)
    blocks_by_words(h, r, data[whole:], high)
