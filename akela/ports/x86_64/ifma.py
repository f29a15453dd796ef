"""What AVX-512 IFMA does in eight lanes: products of 52-bit numbers, and what carries between lanes need besides (Intel 64 and IA-32
Architectures Software Developer's Manual, volume 2).
"""

from akela.lang import helper, intrinsic, lane, lt_mask, mask_word, mul_wide, u64, u64x8, vector

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


@intrinsic(c="(u64x8)_mm512_alignr_epi64((__m512i){high}, (__m512i){low}, 1)", header="immintrin.h", needs=("avx512f",))
def lanes_down(high: u64x8, low: u64x8) -> u64x8:
    """VALIGNQ: lanes 1 to 7 of `low`, and lane 0 of `high`."""
    return vector(u64x8, lane(low, 1), lane(low, 2), lane(low, 3), lane(low, 4), lane(low, 5), lane(low, 6), lane(low, 7), lane(high, 0))


@intrinsic(c="(u64x8)_mm512_alignr_epi64((__m512i){high}, (__m512i){low}, 7)", header="immintrin.h", needs=("avx512f",))
def lanes_up(high: u64x8, low: u64x8) -> u64x8:
    """VALIGNQ: lane 7 of `low`, and lanes 0 to 6 of `high`."""
    x = high
    return vector(u64x8, lane(low, 7), lane(x, 0), lane(x, 1), lane(x, 2), lane(x, 3), lane(x, 4), lane(x, 5), lane(x, 6))


@intrinsic(c="(uint64_t)_mm512_cmplt_epu64_mask((__m512i){a}, (__m512i){b})", header="immintrin.h", needs=("avx512f",))
def lanes_less(a: u64x8, b: u64x8) -> u64:
    """VPCMPUQ: bit i is 1 where lane i of a is less than that of b."""
    bits = u64(0)
    bits |= mask_word(lt_mask(lane(a, 0), lane(b, 0))) & 1
    bits |= mask_word(lt_mask(lane(a, 1), lane(b, 1))) & 2
    bits |= mask_word(lt_mask(lane(a, 2), lane(b, 2))) & 4
    bits |= mask_word(lt_mask(lane(a, 3), lane(b, 3))) & 8
    bits |= mask_word(lt_mask(lane(a, 4), lane(b, 4))) & 16
    bits |= mask_word(lt_mask(lane(a, 5), lane(b, 5))) & 32
    bits |= mask_word(lt_mask(lane(a, 6), lane(b, 6))) & 64
    bits |= mask_word(lt_mask(lane(a, 7), lane(b, 7))) & 128
    return bits


@intrinsic(
    c="(u64x8)_mm512_mask_add_epi64((__m512i){x}, (__mmask8){bits}, (__m512i){x}, _mm512_set1_epi64(1))",
    header="immintrin.h",
    needs=("avx512f",),
)
def add_one(x: u64x8, bits: u64) -> u64x8:
    """VPADDQ with a mask: x, and 1 more in lane i where bit i is 1. Only the lowest eight bits count."""
    low = vector(u64x8, bits, bits >> 1, bits >> 2, bits >> 3, bits >> 4, bits >> 5, bits >> 6, bits >> 7)
    return x + (low & 1)


@intrinsic(c="(u64x8)_mm512_srai_epi64((__m512i){x}, 52)", header="immintrin.h", needs=("avx512f",))
def signed_carry(x: u64x8) -> u64x8:
    """VPSRAQ: what each lane has above 52 bits, in two's complement."""
    return (x >> 52) - ((x >> 63) << 12)


@intrinsic(asm="vmovdqa64 {x}, {0}", needs=("avx512f",))
def opaque(x: u64x8) -> u64x8:
    """VMOVDQA64: x, of which the compiler then knows nothing: a mask made so does not become one of instructions that leave out memory."""
    return x


@intrinsic(c="(u64x8)_mm512_maskz_srli_epi64((__mmask8)1, (__m512i){x}, 52)", header="immintrin.h", needs=("avx512f",))
def first_carry(x: u64x8) -> u64x8:
    """VPSRLQ with a mask: what lane 0 has above 52 bits; zeros in the other lanes."""
    return vector(u64x8, lane(x, 0) >> 52, 0, 0, 0, 0, 0, 0, 0)
