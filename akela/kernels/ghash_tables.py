"""GHASH in smaller code, and from tables of multiples of H, for chips on which these pay: SP 800-38D section 6.3.

Which entry of a table is read depends on the message and the key. The functions with tables are therefore for memory that answers at every
address in the same time: RAM and tightly coupled memory without a cache, and without another bus master that could be watched.
The small form has no table.
"""

from functools import reduce
from operator import xor

from akela.kernels.ghash import BLOCK_BYTES, GhashForm
from akela.kernels.pauses import pause_is_due
from akela.lang import (
    Array,
    Bytes,
    bit_mask,
    declassify,
    helper,
    kernel_maker,
    load_be32,
    mask_word,
    pause,
    requires,
    store_be32,
    struct,
    table,
    u8,
    u32,
    unroll,
)

R = 0xE100_0000  # section 6.3, the first word of R: 1 + x + x^2 + x^7


# --- bit by bit ---------------------------------------------------------------------------------------------------------------------------


@helper
def times_x(v: Array[u32, 4]) -> None:
    """Section 6.3, step 3: the next multiple of H."""
    reduced = mask_word(bit_mask(v[3] & 1)) & R
    for i in unroll(range(3, 0, -1)):
        v[i] = (v[i] >> 1) | (v[i - 1] << 31)
    v[0] = (v[0] >> 1) ^ reduced


@kernel_maker
def make_small_form() -> GhashForm:
    """GHASH bit by bit."""

    @struct(name="ghash_small")
    class Key:
        """A hash subkey."""

        h: Array[u32, 4]  # most significant byte first

    @helper(name="ghash_small_init")
    def init(ctx: Key, h: Array[u8, 16]) -> None:
        """Take H."""
        for i in unroll(range(4)):
            ctx.h[i] = load_be32(h, 4 * i)

    @helper(name="ghash_small_blocks")
    def blocks(ctx: Key, y: Array[u8, 16], data: Bytes) -> None:
        """y = (y + block)·H for every block: algorithm 1 of section 6.3, with masks for what it decides by bits."""
        requires(len(data) % BLOCK_BYTES == 0)
        x = Array[u32, 4]()
        z = Array[u32, 4]()
        v = Array[u32, 4]()
        for i in unroll(range(4)):
            z[i] = load_be32(y, 4 * i)
        for at in range(0, len(data), BLOCK_BYTES):
            if pause_is_due(at):
                pause()
            for i in unroll(range(4)):
                x[i] = z[i] ^ load_be32(data, at + 4 * i)
                z[i] = 0
                v[i] = ctx.h[i]
            for i in range(4):
                word = x[i]
                for _ in range(32):
                    chosen = mask_word(bit_mask(word >> 31))
                    word <<= 1
                    for j in unroll(range(4)):
                        z[j] ^= v[j] & chosen
                    times_x(v)
        for i in unroll(range(4)):
            store_be32(y, 4 * i, z[i])

    return GhashForm("_small", "", Key, init, blocks)


# --- from tables --------------------------------------------------------------------------------------------------------------------------


def reductions(bits: int) -> list[int]:
    """By the last `bits` bits of an element, which x^bits moves out of its 128: what they become, in the element's first word."""
    moved_out = [R >> (bits - 1 - i) for i in range(bits)]
    return [reduce(xor, (moved_out[i] for i in range(bits) if index >> i & 1), 0) for index in range(1 << bits)]


@kernel_maker
def make_table_form(bits: int) -> GhashForm:
    """GHASH by `bits` bits at a time."""
    entries = 1 << bits
    last = entries - 1
    words = 4 * entries
    reduction = table(u32, reductions(bits))
    suffix = f"_table{bits}"

    @struct(name=f"ghash{suffix}")
    class Key:
        """A hash subkey."""

        multiples: Array[u32, words]  # four words for every value of `bits` bits, which is an element's first bits: that times H

    @helper(name=f"ghash{suffix}_init")
    def init(ctx: Key, h: Array[u8, 16]) -> None:
        """Take H."""
        v = Array[u32, 4]()
        for i in unroll(range(4)):
            v[i] = load_be32(h, 4 * i)
            ctx.multiples[i] = 0
        power = entries // 2  # the value whose only bit belongs to x^0; then x^1 …
        while power > 0:
            ctx.multiples[4 * power : 4 * power + 4] = v
            times_x(v)
            power = power // 2
        power = 2
        while power < entries:
            for other in range(1, power):
                for i in unroll(range(4)):
                    ctx.multiples[4 * (power + other) + i] = ctx.multiples[4 * power + i] ^ ctx.multiples[4 * other + i]
            power = power * 2

    @helper(name=f"ghash{suffix}_blocks_vartime")
    def blocks(ctx: Key, y: Array[u8, 16], data: Bytes) -> None:
        """y = (y + block)·H for every block, by Horner's rule from the block's last bits on."""
        requires(len(data) % BLOCK_BYTES == 0)
        x = Array[u32, 4]()
        z = Array[u32, 4]()
        for i in unroll(range(4)):
            z[i] = load_be32(y, 4 * i)
        for at in range(0, len(data), BLOCK_BYTES):
            if pause_is_due(at):
                pause()
            for i in unroll(range(4)):
                x[i] = z[i] ^ load_be32(data, at + 4 * i)
            z0, z1, z2, z3 = u32(0), u32(0), u32(0), u32(0)
            for i in range(3, -1, -1):
                word = x[i]
                for _ in range(32 // bits):
                    out = int(declassify(z3 & last, why="its memory takes the same time at every address"))
                    index = 4 * int(declassify(word & last, why="its memory takes the same time at every address"))
                    word >>= bits
                    z3 = ((z3 >> bits) | (z2 << (32 - bits))) ^ ctx.multiples[index + 3]
                    z2 = ((z2 >> bits) | (z1 << (32 - bits))) ^ ctx.multiples[index + 2]
                    z1 = ((z1 >> bits) | (z0 << (32 - bits))) ^ ctx.multiples[index + 1]
                    z0 = (z0 >> bits) ^ reduction[out] ^ ctx.multiples[index]
            z[0], z[1], z[2], z[3] = z0, z1, z2, z3
        for i in unroll(range(4)):
            store_be32(y, 4 * i, z[i])

    return GhashForm(suffix, "_vartime", Key, init, blocks)
