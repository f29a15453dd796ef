"""AES blocks in words: two blocks in eight u32, four in eight u64.

A word has a part for each row, the first row lowest; in that a part for each column; in that a bit for each block.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.aes_sliced import Layout, make_swap, make_transpose, repeat
from akela.kernels.words import xor_words
from akela.lang import Array, helper, kernel_maker, load_le32, rotr, store_le32, truncate, u8, u32, u64, unroll


@kernel_maker
def make_neighbour(lane: Any, r: int, c: int) -> Callable[..., Any]:
    """The move by r rows and c columns."""
    row_bits = lane.bits // 4
    up, left = r * row_bits, c * row_bits // 4
    stays = repeat((1 << row_bits) - (1 << left), row_bits, lane.bits)  # columns that do not leave the row at its left end
    wraps = repeat((1 << left) - 1, row_bits, lane.bits)
    wrapped = (up + left - row_bits) % lane.bits
    straight = c == 0

    @helper(name=f"neighbour_{r}_{c}_{lane.__name__}")
    def neighbour(x: lane) -> lane:
        """Each byte r rows up and c columns to the left."""
        if straight:
            return rotr(x, up)
        else:
            return rotr(x & stays, up + left) ^ rotr(x & wraps, wrapped)

    return neighbour


@helper
def swap_inner_pairs(x: u64) -> u64:
    """Swap the inner two of the four pairs of bytes."""
    t = ((x >> 16) ^ x) & 0xFFFF_0000
    return x ^ t ^ (t << 16)


@helper
def swap_inner_bytes(x: u64) -> u64:
    """Swap the inner two of each four bytes."""
    t = ((x >> 8) ^ x) & 0xFF00_0000_FF00
    return x ^ t ^ (t << 8)


@helper
def interleave(even: u32, odd: u32) -> u64:
    """The bytes of two columns in turn."""
    return swap_inner_bytes(swap_inner_pairs(u64(even) | (u64(odd) << 32)))


@helper
def separate(x: u64) -> tuple[u32, u32]:
    """The two columns whose bytes stand in turn."""
    x = swap_inner_pairs(swap_inner_bytes(x))
    return truncate(u32, x), truncate(u32, x >> 32)


@kernel_maker
def make_layout(lane: Any) -> Layout:
    """The layout of u32 or u64."""
    wide = lane.bits == 64
    blocks = lane.bits // 16
    batch_bytes = 16 * blocks
    half_row = lane.bits // 8
    left_halves = repeat(((1 << half_row) - 1) << 2 * half_row, 4 * half_row, lane.bits)  # columns 0 and 1 of the odd rows
    swap_2, swap_4, transpose = make_swap(lane, 2), make_swap(lane, 4), make_transpose(lane)

    @helper(name=f"swap_columns_{lane.__name__}")
    def swap_columns(x: lane) -> lane:
        """Swap columns 0 and 2, 1 and 3 in the odd rows."""
        t = ((x >> half_row) ^ x) & left_halves
        return x ^ t ^ (t << half_row)

    @helper(name=f"set_columns_{lane.__name__}")
    def set_columns(q: Array[lane, 8], a: u32, b: u32, c: u32, d: u32) -> None:
        """Begin to slice a block that is alone: only bit 0 of each byte is free of others yet."""
        if wide:
            q[0] = interleave(a, c)
            q[4] = interleave(b, d)
        else:
            q[0] = a
            q[2] = b
            q[4] = c
            q[6] = d
            swap_2(q, 0, 2)
            swap_2(q, 4, 6)
            swap_4(q, 2, 6)
        swap_4(q, 0, 4)

    @helper(name=f"load_{lane.__name__}")
    def load(q: Array[lane, 8], data: Array[u8, batch_bytes]) -> None:
        """Slice the blocks of `data`."""
        for block in unroll(range(blocks)):
            if wide:
                for c in unroll(range(2)):
                    q[4 * c + block] = interleave(load_le32(data, 16 * block + 4 * c), load_le32(data, 16 * block + 4 * c + 8))
            else:
                for c in unroll(range(4)):
                    q[2 * c + block] = load_le32(data, 16 * block + 4 * c)
        transpose(q)

    @helper(name=f"store_{lane.__name__}")
    def store(q: Array[lane, 8], out: Array[u8, batch_bytes]) -> None:
        """Put the blocks together again."""
        transpose(q)
        for block in unroll(range(blocks)):
            if wide:
                for c in unroll(range(2)):
                    left, right = separate(q[4 * c + block])
                    store_le32(out, 16 * block + 4 * c, left)
                    store_le32(out, 16 * block + 4 * c + 8, right)
            else:
                for c in unroll(range(4)):
                    store_le32(out, 16 * block + 4 * c, q[2 * c + block])

    @helper(name=f"store_xored_{lane.__name__}")
    def store_xored(q: Array[lane, 8], data: Array[u8, batch_bytes], out: Array[u8, batch_bytes]) -> None:
        """Put the blocks together again, xored with `data`."""
        transpose(q)
        for block in unroll(range(blocks)):
            if wide:
                for c in unroll(range(2)):
                    left, right = separate(q[4 * c + block])
                    store_le32(out, 16 * block + 4 * c, load_le32(data, 16 * block + 4 * c) ^ left)
                    store_le32(out, 16 * block + 4 * c + 8, load_le32(data, 16 * block + 4 * c + 8) ^ right)
            else:
                at = 16 * block
                xor_words(data[at : at + 16], out[at : at + 16], q[block], q[2 + block], q[4 + block], q[6 + block])

    def neighbour(r: int, c: int) -> Callable[..., Any]:
        return make_neighbour(lane, r, c)

    return Layout(lane, blocks, blocks, neighbour, swap_columns, set_columns, load, store, store_xored)
