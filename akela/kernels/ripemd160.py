"""RIPEMD-160: Dobbertin, Bosselaers, Preneel, "RIPEMD-160: A Strengthened Version of RIPEMD", 1996; also ISO/IEC 10118-3.

Two lines of five rounds run over each block, left and right, and are added at its end. Names are the paper's.
"""

from collections.abc import Callable

from akela.kernels.block_hash import load_block, make_hash
from akela.kernels.md5 import f as f2
from akela.kernels.md5 import g as f4
from akela.kernels.md5 import h as f1
from akela.lang import Array, Bytes, Public, helper, kernel_maker, operation, requires, rotl, struct, table, u8, u32, u64, unroll

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


@kernel_maker
def make_round(line: str, number: int, f: Callable[..., u32], k: int, order: tuple[int, ...]) -> Callable[..., tuple[u32, ...]]:
    """Sixteen steps of one line, with the message words in this order."""
    words = table(u8, order)
    amounts = table(u8, [SHIFTS[number - 1][word] for word in order])

    @helper(name=f"ripemd160_{line}_{number}")
    def sixteen(a: u32, b: u32, c: u32, d: u32, e: u32, x: Array[u32, 16]) -> tuple[u32, u32, u32, u32, u32]:
        for j in unroll(range(16), "ripemd160.rounds"):
            t = rotl(a + f(b, c, d) + x[int(words[j])] + k, int(amounts[j])) + e
            a, b, c, d, e = e, t, b, rotl(c, 10), d
        return a, b, c, d, e

    return sixteen


LEFT_ORDER = orders(tuple(range(16)))
left_1 = make_round("left", 1, f1, 0, LEFT_ORDER[0])
left_2 = make_round("left", 2, f2, 0x5A82_7999, LEFT_ORDER[1])
left_3 = make_round("left", 3, f3, 0x6ED9_EBA1, LEFT_ORDER[2])
left_4 = make_round("left", 4, f4, 0x8F1B_BCDC, LEFT_ORDER[3])
left_5 = make_round("left", 5, f5, 0xA953_FD4E, LEFT_ORDER[4])

RIGHT_ORDER = orders(PI)
right_1 = make_round("right", 1, f5, 0x50A2_8BE6, RIGHT_ORDER[0])
right_2 = make_round("right", 2, f4, 0x5C4D_D124, RIGHT_ORDER[1])
right_3 = make_round("right", 3, f3, 0x6D70_3EF3, RIGHT_ORDER[2])
right_4 = make_round("right", 4, f2, 0x7A6D_76E9, RIGHT_ORDER[3])
right_5 = make_round("right", 5, f1, 0, RIGHT_ORDER[4])


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


@operation("ripemd160.blocks")
def ripemd160_blocks(value: Array[u32, 5], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    x = Array[u32, 16]()
    for start in range(0, len(data), 64):
        load_block(x, data[start : start + 64])
        a, b, c, d, e = left_line(value, x)
        aa, bb, cc, dd, ee = right_line(value, x)
        first = value[1] + c + dd
        value[1] = value[2] + d + ee
        value[2] = value[3] + e + aa
        value[3] = value[4] + a + bb
        value[4] = value[0] + b + cc
        value[0] = first


@struct
class Ripemd160:
    """A RIPEMD-160 computation."""

    h: Array[u32, 5]  # the hash value after the blocks so far
    block: Array[u8, 64]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


RIPEMD160 = make_hash("ripemd160", Ripemd160, ripemd160_blocks, INITIAL, digest_bytes=20, little_endian=True)
