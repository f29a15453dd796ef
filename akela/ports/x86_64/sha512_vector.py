"""SHA-512 with two words of its message schedule on a vector, and rounds that work on words, FIPS 180-4 section 6.4.2."""

from collections.abc import Callable

from akela.kernels.sha512 import K, big_sigma0, big_sigma1, ch, maj
from akela.lang import (
    Array,
    Bytes,
    helper,
    kernel_maker,
    lane,
    load_le64,
    load_vector,
    provides,
    requires,
    rotr,
    store_vector,
    u8,
    u64,
    u64x2,
    unroll,
    vector,
)
from akela.ports.x86_64.byte_order import swap_bytes_64


@helper
def small_sigma0(x: u64x2) -> u64x2:
    """Equation 4.12."""
    return rotr(x, 1) ^ rotr(x, 8) ^ (x >> 7)


@helper
def small_sigma1(x: u64x2) -> u64x2:
    """Equation 4.13."""
    return rotr(x, 19) ^ rotr(x, 61) ^ (x >> 6)


@helper
def next_words(w0: u64x2, w2: u64x2, w8: u64x2, w10: u64x2, w14: u64x2) -> u64x2:
    """The two words of the schedule that follow sixteen: equation of step 1, with the words from 1, 9 and 14 on."""
    w1, w9 = vector(u64x2, lane(w0, 1), lane(w2, 0)), vector(u64x2, lane(w8, 1), lane(w10, 0))
    return w0 + small_sigma0(w1) + w9 + small_sigma1(w14)


@helper
def one_round(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64, sum: u64) -> tuple[u64, u64, u64, u64, u64, u64, u64, u64]:
    """Step 3, with K + W."""
    t1 = h + sum + ch(e, f, g) + big_sigma1(e)
    return t1 + big_sigma0(a) + maj(a, b, c), a, b, c, d + t1, e, f, g


@helper
def load_words(block: Array[u8, 128], offset: int) -> u64x2:
    """Two words of a block."""
    return swap_bytes_64(load_vector(u64x2, block, offset))


@helper
def put_sum(sums: Array[u8, 128], i: int, w: u64x2, start: int) -> None:
    """Two words of the schedule and their constants, for the rounds start + i and the next."""
    store_vector(sums, 8 * i, w + vector(u64x2, K[start + i], K[start + i + 1]))


@helper
def compress(value: Array[u64, 8], sums: Array[u8, 128], block: Array[u8, 128]) -> None:
    """Take one block into the hash value. `sums` is room for K + W of sixteen rounds."""
    w0, w2, w4, w6 = load_words(block, 0), load_words(block, 16), load_words(block, 32), load_words(block, 48)
    w8, w10, w12, w14 = load_words(block, 64), load_words(block, 80), load_words(block, 96), load_words(block, 112)
    put_sum(sums, 0, w0, 0)
    put_sum(sums, 2, w2, 0)
    put_sum(sums, 4, w4, 0)
    put_sum(sums, 6, w6, 0)
    put_sum(sums, 8, w8, 0)
    put_sum(sums, 10, w10, 0)
    put_sum(sums, 12, w12, 0)
    put_sum(sums, 14, w14, 0)
    a, b, c, d = value[0], value[1], value[2], value[3]
    e, f, g, h = value[4], value[5], value[6], value[7]

    for start in range(16, 80, 16):
        for t in unroll(range(0, 16, 2)):
            a, b, c, d, e, f, g, h = one_round(a, b, c, d, e, f, g, h, load_le64(sums, 8 * t))
            a, b, c, d, e, f, g, h = one_round(a, b, c, d, e, f, g, h, load_le64(sums, 8 * t + 8))
            w0, w2, w4, w6, w8, w10, w12, w14 = w2, w4, w6, w8, w10, w12, w14, next_words(w0, w2, w8, w10, w14)
            put_sum(sums, t, w14, start)
    for t in unroll(range(16)):
        a, b, c, d, e, f, g, h = one_round(a, b, c, d, e, f, g, h, load_le64(sums, 8 * t))

    value[0] += a
    value[1] += b
    value[2] += c
    value[3] += d
    value[4] += e
    value[5] += f
    value[6] += g
    value[7] += h


@kernel_maker
def make_sha512_blocks(feature: str, needs: tuple[str, ...]) -> Callable[..., None]:
    """The kernel `sha512_blocks_<feature>`."""

    @provides("sha512.blocks", needs=needs, name=f"sha512_blocks_{feature}")
    def blocks(value: Array[u64, 8], data: Bytes) -> None:
        """Take whole blocks of the message into the hash value.

        Leaks: the length of `data`.
        """
        requires(len(data) % 128 == 0)
        sums = Array[u8, 128]()
        for start in range(0, len(data), 128):
            compress(value, sums, data[start : start + 128])

    return blocks
