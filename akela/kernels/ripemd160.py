"""RIPEMD-160: Dobbertin, Bosselaers, Preneel, "RIPEMD-160: A Strengthened Version of RIPEMD", 1996; also ISO/IEC 10118-3.

Two lines of five rounds run over each block, left and right, and are added at its end. Names are the paper's.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.block_hash import make_hash
from akela.kernels.md5 import f as f2
from akela.kernels.md5 import g as f4
from akela.kernels.md5 import h as f1
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
    struct,
    table,
    u8,
    u32,
    u64,
    unroll,
)

INITIAL = table(u32, (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0))

# --- the order of the message words, and by how much each step rotates --------------------------------------------------------------------

RHO = (7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
PI = tuple((9 * i + 5) % 16 for i in range(16))

# By round and message word, the same in both lines.
SHIFTS = (
    (11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    (12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    (13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    (14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    (15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5),
)


def orders(first: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The message words of each round: rho is applied once more from one to the next."""
    found = [first]
    while len(found) < len(SHIFTS):
        found.append(tuple(RHO[i] for i in found[-1]))
    return found


# --- functions ----------------------------------------------------------------------------------------------------------------------------


@helper
def f3(x: u32, y: u32, z: u32) -> u32:
    """Third of the left line. The first, second and fourth are MD5's H, F and G."""
    return (x | ~y) ^ z


@helper
def f5(x: u32, y: u32, z: u32) -> u32:
    """Fifth of the left line."""
    return x ^ (y | ~z)


# --- rounds -------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steps:
    """Sixteen steps of a line: function, constant, and for each step the message word and by how much it rotates."""

    f: Callable[..., u32]
    k: int
    words: tuple[int, ...]
    amounts: tuple[int, ...]


def make_line(functions: tuple[Callable[..., u32], ...], constants: tuple[int, ...], first: tuple[int, ...]) -> list[Steps]:
    """The rounds of a line, the first of which takes the message words in this order."""
    rounds = zip(functions, constants, orders(first), SHIFTS, strict=True)
    return [Steps(f, k, order, tuple(shifts[word] for word in order)) for f, k, order, shifts in rounds]


LEFT = make_line((f1, f2, f3, f4, f5), (0, 0x5A82_7999, 0x6ED9_EBA1, 0x8F1B_BCDC, 0xA953_FD4E), tuple(range(16)))
RIGHT = make_line((f5, f4, f3, f2, f1), (0x50A2_8BE6, 0x5C4D_D124, 0x6D70_3EF3, 0x7A6D_76E9, 0), PI)


@kernel_maker
def make_round(name: str, steps: Steps) -> Callable[..., tuple[u32, ...]]:
    """Sixteen steps of one line."""
    f, k, words, amounts = steps.f, steps.k, table(u8, steps.words), table(u8, steps.amounts)

    @helper(name=f"ripemd160_{name}")
    def sixteen(a: u32, b: u32, c: u32, d: u32, e: u32, x: Array[u32, 16]) -> tuple[u32, u32, u32, u32, u32]:
        for j in unroll(range(16), "ripemd160.rounds"):
            t = rotl(a + f(b, c, d) + x[int(words[j])] + k, int(amounts[j])) + e
            a, b, c, d, e = e, t, b, rotl(c, 10), d
        return a, b, c, d, e

    return sixteen


left_1, left_2, left_3, left_4, left_5 = (make_round(f"left_{i + 1}", LEFT[i]) for i in range(5))
right_1, right_2, right_3, right_4, right_5 = (make_round(f"right_{i + 1}", RIGHT[i]) for i in range(5))


@kernel_maker
def make_pair(number: int, left: Steps, right: Steps) -> Callable[..., None]:
    """Sixteen steps of both lines in turn: for processors that run several instructions at once, and have registers for two lines."""
    f, k, words, amounts = left.f, left.k, table(u8, left.words), table(u8, left.amounts)
    ff, kk, wwords, aamounts = right.f, right.k, table(u8, right.words), table(u8, right.amounts)

    @helper(name=f"ripemd160_both_{number}")
    def sixteen(left: Array[u32, 5], right: Array[u32, 5], x: Array[u32, 16]) -> None:
        a, b, c, d, e = left[0], left[1], left[2], left[3], left[4]
        aa, bb, cc, dd, ee = right[0], right[1], right[2], right[3], right[4]
        for j in unroll(range(16), "ripemd160.rounds"):
            t = rotl(a + f(b, c, d) + x[int(words[j])] + k, int(amounts[j])) + e
            tt = rotl(aa + ff(bb, cc, dd) + x[int(wwords[j])] + kk, int(aamounts[j])) + ee
            a, b, c, d, e = e, t, b, rotl(c, 10), d
            aa, bb, cc, dd, ee = ee, tt, bb, rotl(cc, 10), dd
        left[0], left[1], left[2], left[3], left[4] = a, b, c, d, e
        right[0], right[1], right[2], right[3], right[4] = aa, bb, cc, dd, ee

    return sixteen


both_1, both_2, both_3, both_4, both_5 = (make_pair(i + 1, LEFT[i], RIGHT[i]) for i in range(5))


@helper
def left_line(value: Array[u32, 5], x: Array[u32, 16]) -> tuple[u32, u32, u32, u32, u32]:
    """Five rounds from the hash value."""
    a, b, c, d, e = left_1(value[0], value[1], value[2], value[3], value[4], x)
    a, b, c, d, e = left_2(a, b, c, d, e, x)
    a, b, c, d, e = left_3(a, b, c, d, e, x)
    a, b, c, d, e = left_4(a, b, c, d, e, x)
    a, b, c, d, e = left_5(a, b, c, d, e, x)
    return a, b, c, d, e


@helper
def right_line(value: Array[u32, 5], x: Array[u32, 16]) -> tuple[u32, u32, u32, u32, u32]:
    """The other line, from the same hash value."""
    a, b, c, d, e = right_1(value[0], value[1], value[2], value[3], value[4], x)
    a, b, c, d, e = right_2(a, b, c, d, e, x)
    a, b, c, d, e = right_3(a, b, c, d, e, x)
    a, b, c, d, e = right_4(a, b, c, d, e, x)
    a, b, c, d, e = right_5(a, b, c, d, e, x)
    return a, b, c, d, e


@helper
def both_lines(value: Array[u32, 5], left: Array[u32, 5], right: Array[u32, 5], x: Array[u32, 16]) -> None:
    """The five rounds of both lines."""
    left[:] = value[:]
    right[:] = value[:]
    both_1(left, right, x)
    both_2(left, right, x)
    both_3(left, right, x)
    both_4(left, right, x)
    both_5(left, right, x)


@helper
def add_lines(value: Array[u32, 5], left: Array[u32, 5], right: Array[u32, 5]) -> None:
    """What ends a block."""
    first = value[1] + left[2] + right[3]
    value[1] = value[2] + left[3] + right[4]
    value[2] = value[3] + left[4] + right[0]
    value[3] = value[4] + left[0] + right[1]
    value[4] = value[0] + left[1] + right[2]
    value[0] = first


@operation("ripemd160.blocks")
def ripemd160_blocks(value: Array[u32, 5], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    x = Array[u32, 16]()
    left = Array[u32, 5]()
    right = Array[u32, 5]()
    for start in range(0, len(data), 64):
        if pause_is_due(start):
            pause()
        load_words(x, data[start : start + 64])
        if WORD_BITS == 64:
            both_lines(value, left, right, x)
        else:
            left[0], left[1], left[2], left[3], left[4] = left_line(value, x)
            right[0], right[1], right[2], right[3], right[4] = right_line(value, x)
        add_lines(value, left, right)


@struct
class Ripemd160:
    """A RIPEMD-160 computation."""

    h: Array[u32, 5]  # the hash value after the blocks so far
    block: Array[u8, 64]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


RIPEMD160 = make_hash("ripemd160", Ripemd160, ripemd160_blocks, INITIAL, digest_bytes=20, little_endian=True)
