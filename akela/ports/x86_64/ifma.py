"""What AVX-512 IFMA does in eight lanes: products of 52-bit numbers (Intel 64 and IA-32 Architectures Software Developer's Manual,
volume 2).
"""

from akela.lang import helper, intrinsic, lane, mul_wide, u64, u64x8, vector

MASK_52 = (1 << 52) - 1
NEEDS = ("avx512f", "avx512ifma")


@helper
def low_product(t: u64, a: u64, b: u64) -> u64:
    """What VPMADD52LUQ does in a lane."""
    _, low = mul_wide(a & MASK_52, b & MASK_52)
    return t + (low & MASK_52)


@helper
def high_product(t: u64, a: u64, b: u64) -> u64:
    """What VPMADD52HUQ does in a lane."""
    high, low = mul_wide(a & MASK_52, b & MASK_52)
    return t + ((high << 12) | (low >> 52))


@intrinsic(c="(u64x8)_mm512_madd52lo_epu64((__m512i){t}, (__m512i){a}, (__m512i){b})", header="immintrin.h", needs=NEEDS)
def madd52lo(t: u64x8, a: u64x8, b: u64x8) -> u64x8:
    """VPMADD52LUQ: t plus the lowest 52 bits of the product of the lowest 52 bits of a and b."""
    return vector(
        u64x8,
        low_product(lane(t, 0), lane(a, 0), lane(b, 0)),
        low_product(lane(t, 1), lane(a, 1), lane(b, 1)),
        low_product(lane(t, 2), lane(a, 2), lane(b, 2)),
        low_product(lane(t, 3), lane(a, 3), lane(b, 3)),
        low_product(lane(t, 4), lane(a, 4), lane(b, 4)),
        low_product(lane(t, 5), lane(a, 5), lane(b, 5)),
        low_product(lane(t, 6), lane(a, 6), lane(b, 6)),
        low_product(lane(t, 7), lane(a, 7), lane(b, 7)),
    )


@intrinsic(c="(u64x8)_mm512_madd52hi_epu64((__m512i){t}, (__m512i){a}, (__m512i){b})", header="immintrin.h", needs=NEEDS)
def madd52hi(t: u64x8, a: u64x8, b: u64x8) -> u64x8:
    """VPMADD52HUQ: t plus the product of the lowest 52 bits of a and b, from its bit 52 on."""
    return vector(
        u64x8,
        high_product(lane(t, 0), lane(a, 0), lane(b, 0)),
        high_product(lane(t, 1), lane(a, 1), lane(b, 1)),
        high_product(lane(t, 2), lane(a, 2), lane(b, 2)),
        high_product(lane(t, 3), lane(a, 3), lane(b, 3)),
        high_product(lane(t, 4), lane(a, 4), lane(b, 4)),
        high_product(lane(t, 5), lane(a, 5), lane(b, 5)),
        high_product(lane(t, 6), lane(a, 6), lane(b, 6)),
        high_product(lane(t, 7), lane(a, 7), lane(b, 7)),
    )
