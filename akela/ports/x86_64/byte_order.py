"""Words in big-endian order, with PSHUFB (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2)."""

from akela.lang import helper, intrinsic, rotl, rotr, shuffle, u32x4, u64x2


@helper
def swapped(x: u32x4) -> u32x4:
    """Each word with its bytes in the opposite order."""
    return (rotl(x, 8) & 0x00FF_00FF) | (rotr(x, 8) & 0xFF00_FF00)


@intrinsic(
    c="(u32x4)_mm_shuffle_epi8((__m128i){x}, _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203))",
    header="immintrin.h",
    needs=("ssse3",),
)
def swap_bytes(x: u32x4) -> u32x4:
    """PSHUFB: each word with its bytes in the opposite order."""
    return swapped(x)


@intrinsic(
    c="(u32x4)_mm_shuffle_epi8((__m128i){x}, _mm_set_epi64x(0x0001020304050607, 0x08090A0B0C0D0E0F))",
    header="immintrin.h",
    needs=("ssse3",),
)
def reverse_bytes(x: u32x4) -> u32x4:
    """PSHUFB: all sixteen bytes in the opposite order."""
    return shuffle(swapped(x), 3, 2, 1, 0)


@intrinsic(
    c="(u64x2)_mm_shuffle_epi8((__m128i){x}, _mm_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607))",
    header="immintrin.h",
    needs=("ssse3",),
)
def swap_bytes_64(x: u64x2) -> u64x2:
    """PSHUFB: each word of 64 bits with its bytes in the opposite order."""
    outer = (rotl(x, 8) & 0x0000_00FF_0000_00FF) | (rotl(x, 56) & 0xFF00_0000_FF00_0000)
    return outer | (rotl(x, 24) & 0x0000_FF00_0000_FF00) | (rotl(x, 40) & 0x00FF_0000_00FF_0000)
