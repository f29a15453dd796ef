"""SHA-256 with the SHA extensions of x86 (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).

The working variables stand in two vectors, most significant lane first: A B E F and C D G H.
"""

from akela.kernels.sha256 import K, big_sigma0, big_sigma1, ch, maj, small_sigma0, small_sigma1
from akela.lang import Array, Bytes, helper, intrinsic, lane, load_vector, provides, requires, shuffle, u8, u32, u32x4, unroll, vector
from akela.ports.x86_64.byte_order import swap_bytes

# --- the instructions -------------------------------------------------------------------------------------------------


@intrinsic(
    c="(u32x4)_mm_sha256rnds2_epu32((__m128i){cdgh}, (__m128i){abef}, (__m128i){wk})",
    header="immintrin.h",
    needs=("sha",),
)
def sha256rnds2(cdgh: u32x4, abef: u32x4, wk: u32x4) -> u32x4:
    """SHA256RNDS2: the A B E F after two rounds. Lanes 0 and 1 of `wk` are each round's K + W."""
    a, b, e, f = lane(abef, 3), lane(abef, 2), lane(abef, 1), lane(abef, 0)
    c, d, g, h = lane(cdgh, 3), lane(cdgh, 2), lane(cdgh, 1), lane(cdgh, 0)
    t1 = h + big_sigma1(e) + ch(e, f, g) + lane(wk, 0)
    a, b, c, d, e, f, g, h = t1 + big_sigma0(a) + maj(a, b, c), a, b, c, d + t1, e, f, g
    t1 = h + big_sigma1(e) + ch(e, f, g) + lane(wk, 1)
    return vector(u32x4, e, d + t1, a, t1 + big_sigma0(a) + maj(a, b, c))


@intrinsic(c="(u32x4)_mm_sha256msg1_epu32((__m128i){w0}, (__m128i){w4})", header="immintrin.h", needs=("sha",))
def sha256msg1(w0: u32x4, w4: u32x4) -> u32x4:
    """SHA256MSG1: each word of the schedule plus the small sigma 0 of the next. `w4` are the four words after `w0`."""
    return w0 + vector(u32x4, small_sigma0(lane(w0, 1)), small_sigma0(lane(w0, 2)), small_sigma0(lane(w0, 3)), small_sigma0(lane(w4, 0)))


@intrinsic(c="(u32x4)_mm_sha256msg2_epu32((__m128i){part}, (__m128i){w12})", header="immintrin.h", needs=("sha",))
def sha256msg2(part: u32x4, w12: u32x4) -> u32x4:
    """SHA256MSG2: four words of the schedule, which are `part` plus small sigma 1. `w12` are the four words before them."""
    w16 = lane(part, 0) + small_sigma1(lane(w12, 2))
    w17 = lane(part, 1) + small_sigma1(lane(w12, 3))
    return vector(u32x4, w16, w17, lane(part, 2) + small_sigma1(w16), lane(part, 3) + small_sigma1(w17))


# --- the hash computation, FIPS 180-4 section 6.2.2, four rounds at a time --------------------------------------------


@helper
def next_words(w0: u32x4, w4: u32x4, w8: u32x4, w12: u32x4) -> u32x4:
    """The four words of the schedule that follow sixteen."""
    w9 = vector(u32x4, lane(w8, 1), lane(w8, 2), lane(w8, 3), lane(w12, 0))
    return sha256msg2(sha256msg1(w0, w4) + w9, w12)


@helper
def four_rounds(abef: u32x4, cdgh: u32x4, w: u32x4, t: int) -> tuple[u32x4, u32x4]:
    """Rounds t to t + 3 with the schedule's words `w`. What was A B E F before two rounds is C D G H after them."""
    wk = w + vector(u32x4, K[t], K[t + 1], K[t + 2], K[t + 3])
    cdgh = sha256rnds2(cdgh, abef, wk)
    abef = sha256rnds2(abef, cdgh, shuffle(wk, 2, 3, 2, 3))
    return abef, cdgh


@helper
def compress(abef: u32x4, cdgh: u32x4, block: Array[u8, 64]) -> tuple[u32x4, u32x4]:
    """Take one block of the message into the hash value."""
    a, c = abef, cdgh
    w0, w4 = swap_bytes(load_vector(u32x4, block, 0)), swap_bytes(load_vector(u32x4, block, 16))
    w8, w12 = swap_bytes(load_vector(u32x4, block, 32)), swap_bytes(load_vector(u32x4, block, 48))
    for i in unroll(range(12)):
        a, c = four_rounds(a, c, w0, 4 * i)
        w0, w4, w8, w12 = w4, w8, w12, next_words(w0, w4, w8, w12)
    a, c = four_rounds(a, c, w0, 48)
    a, c = four_rounds(a, c, w4, 52)
    a, c = four_rounds(a, c, w8, 56)
    a, c = four_rounds(a, c, w12, 60)
    return abef + a, cdgh + c


@provides("sha256.blocks", needs=("sha", "sse4.1", "ssse3"))
def sha256_blocks_shani(value: Array[u32, 8], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    abef = vector(u32x4, value[5], value[4], value[1], value[0])
    cdgh = vector(u32x4, value[7], value[6], value[3], value[2])
    for start in range(0, len(data), 64):
        abef, cdgh = compress(abef, cdgh, data[start : start + 64])
    value[0], value[1], value[2], value[3] = lane(abef, 3), lane(abef, 2), lane(cdgh, 3), lane(cdgh, 2)
    value[4], value[5], value[6], value[7] = lane(abef, 1), lane(abef, 0), lane(cdgh, 1), lane(cdgh, 0)
