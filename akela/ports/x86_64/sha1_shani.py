"""SHA-1 with the SHA extensions of x86 (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).

Words stand in vectors most significant lane first: a b c d, and four words of the schedule. A vector of the schedule also carries what is
added to its first word: the e of the first of four rounds.
"""

from collections.abc import Callable

from akela.kernels.sha1 import parity
from akela.kernels.sha256 import ch, maj
from akela.lang import (
    Array,
    Bytes,
    helper,
    intrinsic,
    kernel_maker,
    lane,
    load_vector,
    provides,
    requires,
    rotl,
    u8,
    u32,
    u32x4,
    unroll,
    vector,
)
from akela.ports.x86_64.byte_order import reverse_bytes

# --- the instructions -------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_sha1rnds4(number: int, f: Callable[..., u32], k: int) -> Callable[[u32x4, u32x4], u32x4]:
    """SHA1RNDS4 with its immediate operand: the function of section 4.1.1 and the constant of section 4.2.1."""

    @helper(name=f"sha1_round_{number}")
    def one(a: u32, b: u32, c: u32, d: u32, w: u32) -> tuple[u32, u32, u32, u32]:
        return rotl(a, 5) + f(b, c, d) + k + w, a, rotl(b, 30), c

    @intrinsic(
        c=f"(u32x4)_mm_sha1rnds4_epu32((__m128i){{abcd}}, (__m128i){{we}}, {number})",
        header="immintrin.h",
        needs=("sha",),
        name=f"sha1rnds4_{number}",
    )
    def sha1rnds4(abcd: u32x4, we: u32x4) -> u32x4:
        """SHA1RNDS4: the a b c d after four rounds. `we` has a word of the schedule for each, and e added to the first."""
        d, c, b, a = lane(abcd, 0), lane(abcd, 1), lane(abcd, 2), lane(abcd, 3)
        e1, e2, e3 = d, c, rotl(b, 30)  # the e of the later rounds
        a, b, c, d = one(a, b, c, d, lane(we, 3))
        a, b, c, d = one(a, b, c, d, lane(we, 2) + e1)
        a, b, c, d = one(a, b, c, d, lane(we, 1) + e2)
        a, b, c, d = one(a, b, c, d, lane(we, 0) + e3)
        return vector(u32x4, d, c, b, a)

    return sha1rnds4


rounds_0 = make_sha1rnds4(0, ch, 0x5A82_7999)
rounds_20 = make_sha1rnds4(1, parity, 0x6ED9_EBA1)
rounds_40 = make_sha1rnds4(2, maj, 0x8F1B_BCDC)
rounds_60 = make_sha1rnds4(3, parity, 0xCA62_C1D6)


@intrinsic(c="(u32x4)_mm_sha1nexte_epu32((__m128i){abcd}, (__m128i){w})", header="immintrin.h", needs=("sha",))
def sha1nexte(abcd: u32x4, w: u32x4) -> u32x4:
    """SHA1NEXTE: `w` with e added to its first word: what is `a` before four rounds, rotated, is e after them."""
    return w + vector(u32x4, 0, 0, 0, rotl(lane(abcd, 3), 30))


@intrinsic(c="(u32x4)_mm_sha1msg1_epu32((__m128i){w0}, (__m128i){w4})", header="immintrin.h", needs=("sha",))
def sha1msg1(w0: u32x4, w4: u32x4) -> u32x4:
    """SHA1MSG1: four words of the schedule, each xored with the word two behind it. `w4` are the four words after `w0`."""
    return w0 ^ vector(u32x4, lane(w4, 2), lane(w4, 3), lane(w0, 0), lane(w0, 1))


@intrinsic(c="(u32x4)_mm_sha1msg2_epu32((__m128i){part}, (__m128i){w12})", header="immintrin.h", needs=("sha",))
def sha1msg2(part: u32x4, w12: u32x4) -> u32x4:
    """SHA1MSG2: four words of the schedule, `part` xored with the words three before and rotated. `w12` are the four words before."""
    w16 = rotl(lane(part, 3) ^ lane(w12, 2), 1)
    w17 = rotl(lane(part, 2) ^ lane(w12, 1), 1)
    w18 = rotl(lane(part, 1) ^ lane(w12, 0), 1)
    return vector(u32x4, rotl(lane(part, 0) ^ w16, 1), w18, w17, w16)


# --- the hash computation, FIPS 180-4 section 6.1.2, twenty rounds at a time -------------------------------------------------------------


@helper
def next_words(w0: u32x4, w4: u32x4, w8: u32x4, w12: u32x4) -> u32x4:
    """The four words of the schedule that follow sixteen."""
    return sha1msg2(sha1msg1(w0, w4) ^ w8, w12)


@kernel_maker
def make_twenty_rounds(
    first: int, four_rounds: Callable[[u32x4, u32x4], u32x4]
) -> Callable[..., tuple[u32x4, u32x4, u32x4, u32x4, u32x4, u32x4]]:
    """Twenty rounds with one function, from round `first` on. `e` is what was a b c d four rounds before."""

    @helper(name=f"sha1_twenty_rounds_{first}")
    def rounds(abcd: u32x4, e: u32x4, w0: u32x4, w4: u32x4, w8: u32x4, w12: u32x4) -> tuple[u32x4, u32x4, u32x4, u32x4, u32x4, u32x4]:
        for t in unroll(range(first, first + 20, 4)):
            # Before the first round e stands alone, in the place of the word it is added to.
            we = w0 + e if t == 0 else sha1nexte(e, w0)
            abcd, e = four_rounds(abcd, we), abcd
            w0, w4, w8, w12 = w4, w8, w12, next_words(w0, w4, w8, w12)
        return abcd, e, w0, w4, w8, w12

    return rounds


twenty_rounds_0 = make_twenty_rounds(0, rounds_0)
twenty_rounds_20 = make_twenty_rounds(20, rounds_20)
twenty_rounds_40 = make_twenty_rounds(40, rounds_40)
twenty_rounds_60 = make_twenty_rounds(60, rounds_60)


@helper
def compress(abcd: u32x4, e: u32x4, block: Array[u8, 64]) -> tuple[u32x4, u32x4]:
    """Take one block of the message into the hash value. Of the schedule that the last rounds compute no word is used."""
    a, before = abcd, e
    w0, w4 = reverse_bytes(load_vector(u32x4, block, 0)), reverse_bytes(load_vector(u32x4, block, 16))
    w8, w12 = reverse_bytes(load_vector(u32x4, block, 32)), reverse_bytes(load_vector(u32x4, block, 48))
    a, before, w0, w4, w8, w12 = twenty_rounds_0(a, before, w0, w4, w8, w12)
    a, before, w0, w4, w8, w12 = twenty_rounds_20(a, before, w0, w4, w8, w12)
    a, before, w0, w4, w8, w12 = twenty_rounds_40(a, before, w0, w4, w8, w12)
    a, before, w0, w4, w8, w12 = twenty_rounds_60(a, before, w0, w4, w8, w12)
    return abcd + a, sha1nexte(before, e)


@provides("sha1.blocks", needs=("sha", "sse4.1", "ssse3"))
def sha1_blocks_shani(value: Array[u32, 5], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    abcd = vector(u32x4, value[3], value[2], value[1], value[0])
    e = vector(u32x4, 0, 0, 0, value[4])
    for start in range(0, len(data), 64):
        abcd, e = compress(abcd, e, data[start : start + 64])
    value[0] = lane(abcd, 3)
    value[1] = lane(abcd, 2)
    value[2] = lane(abcd, 1)
    value[3] = lane(abcd, 0)
    value[4] = lane(e, 3)
