"""MD5, RFC 1321. For old protocols and for checksums: collisions are found within seconds.

Names are the RFC's: A to D are the words of the state, X the words of a block, T the constants.
"""

import math
from collections.abc import Callable
from typing import Any

from akela.kernels.block_hash import make_hash
from akela.kernels.pauses import pause_is_due
from akela.kernels.words import load_words
from akela.lang import (
    WORD_BITS,
    Array,
    Bytes,
    Public,
    helper,
    kernel_maker,
    operation,
    pause,
    requires,
    rotl,
    splat,
    struct,
    table,
    u8,
    u32,
    u64,
    unroll,
)

# Section 3.4: the integer parts of 2^32 times the sines, without sign, of 1 to 64 radians.
T = table(u32, [int(abs(math.sin(i + 1)) * 2**32) for i in range(64)])

# Section 3.3.
INITIAL = table(u32, (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476))

# --- functions and rounds, section 3.4 ----------------------------------------------------------------------------------------------------


@kernel_maker
def make_functions(word: Any) -> tuple[Callable[..., Any], ...]:
    """F, G, H and I, on u32, or on vectors with a message in each lane."""
    scalar = word is u32
    suffix = "" if scalar else f"_{word.__name__}"

    @helper(name=f"md5_f{suffix}")
    def f(x: word, y: word, z: word) -> word:
        """Where a bit of x is one the bit of y, else that of z. The same as (x & y) | (~x & z)."""
        return z ^ (x & (y ^ z))

    @helper(name=f"md5_g{suffix}")
    def g(x: word, y: word, z: word) -> word:
        """Where a bit of z is one the bit of x, else that of y. The same as (x & z) | (y & ~z).

        Of the three words x is the last to be known. As a sum, it is waited for by fewer operations, where NOT is not one too many.
        """
        if scalar:
            if WORD_BITS == 64:
                return (y & ~z) + (x & z)
            else:
                return y ^ (z & (x ^ y))
        else:
            return y ^ (z & (x ^ y))

    @helper(name=f"md5_h{suffix}")
    def h(x: word, y: word, z: word) -> word:
        """Parity."""
        return x ^ (y ^ z)  # x comes last

    @helper(name=f"md5_i{suffix}")
    def i(x: word, y: word, z: word) -> word:
        """The fourth round's."""
        return y ^ (x | ~z)

    return f, g, h, i


@kernel_maker
def make_rounds(word: Any) -> tuple[Callable[..., Any], ...]:
    """The four rounds."""
    f, g, h, i = make_functions(word)
    scalar = word is u32
    suffix = "" if scalar else f"_{word.__name__}"

    @helper(name=f"md5_constant{suffix}")
    def constant(t: int) -> word:
        """T[t], in every lane."""
        if scalar:
            return T[t]
        else:
            return splat(word, T[t])

    return (
        make_round(word, suffix, constant, 1, f, 0, 1, 7, 12, 17, 22),
        make_round(word, suffix, constant, 2, g, 1, 5, 5, 9, 14, 20),
        make_round(word, suffix, constant, 3, h, 5, 3, 4, 11, 16, 23),
        make_round(word, suffix, constant, 4, i, 0, 7, 6, 10, 15, 21),
    )


@kernel_maker
def make_round(
    word: Any,
    suffix: str,
    constant: Callable[..., Any],
    number: int,
    f: Callable[..., Any],
    first: int,
    step: int,
    s1: int,
    s2: int,
    s3: int,
    s4: int,
) -> Callable[..., Any]:
    """Round `number`: sixteen operations, with the words of the block from `first` on in strides of `step`, rotated by s1 to s4 in turn."""

    @helper(name=f"md5_round_{number}{suffix}")
    def sixteen(a: word, b: word, c: word, d: word, x: Array[word, 16]) -> tuple[word, word, word, word]:
        """[abcd k s t]: a = b + ((a + f(b, c, d) + X[k] + T[t]) <<< s), and the same with the names moved on."""
        for at in unroll(range(0, 16, 4), "md5.rounds"):
            t, k = 16 * number - 16 + at, first + step * at
            a = b + rotl(a + f(b, c, d) + x[k % 16] + constant(t), s1)
            d = a + rotl(d + f(a, b, c) + x[(k + step) % 16] + constant(t + 1), s2)
            c = d + rotl(c + f(d, a, b) + x[(k + 2 * step) % 16] + constant(t + 2), s3)
            b = c + rotl(b + f(c, d, a) + x[(k + 3 * step) % 16] + constant(t + 3), s4)
        return a, b, c, d

    return sixteen


f, g, h, i = make_functions(u32)
round_1, round_2, round_3, round_4 = make_rounds(u32)


@operation("md5.blocks")
def md5_blocks(value: Array[u32, 4], data: Bytes) -> None:
    """Take whole blocks of the message into the state.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    x = Array[u32, 16]()
    for start in range(0, len(data), 64):
        if pause_is_due(start):
            pause()
        load_words(x, data[start : start + 64])
        a, b, c, d = value[0], value[1], value[2], value[3]
        a, b, c, d = round_1(a, b, c, d, x)
        a, b, c, d = round_2(a, b, c, d, x)
        a, b, c, d = round_3(a, b, c, d, x)
        a, b, c, d = round_4(a, b, c, d, x)
        value[0] += a
        value[1] += b
        value[2] += c
        value[3] += d


@struct
class Md5:
    """An MD5 computation."""

    h: Array[u32, 4]  # the state after the blocks so far: A, B, C, D
    block: Array[u8, 64]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


MD5 = make_hash("md5", Md5, md5_blocks, INITIAL, digest_bytes=16, little_endian=True)
