"""The rounds of AES (FIPS 197 sections 5.1 and 5.3) on several blocks at once, sliced: the i-th of eight lanes holds bit i of every byte.

Fixslicing, after Adomnicai and Peyrin, "Fixslicing AES-like ciphers": ShiftRows is not carried out. After k rounds the byte of row r that
belongs in column c stands in column c + k·r; a column of MixColumns goes askew through the state, in one of four ways as k modulo 4 is
0 to 3; round keys are sliced askew to fit. After the last round (the 10th, 12th or 14th) odd rows are where they belong or two columns off.

SubBytes leaves out its constant 0x63. It would go through ShiftRows and MixColumns unchanged, and comes with the round key.

Which bit of a lane belongs to which row, column and block is left to a `Layout`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.aes_sbox import make_inv_sub_bytes, make_sub_bytes
from akela.lang import Array, helper, kernel_maker, requires, u32, unroll

MAX_ROUNDS = 14
AFFINE_CONSTANT = 0x6363_6363  # section 5.1.1, for a column


@dataclass(frozen=True)
class Layout:
    """How blocks are held in lanes."""

    lane: Any  # u32, u64, u32x4 or u32x8
    blocks: int  # in eight lanes
    depth: int  # bits of a lane that stand together, for one byte each of so many blocks
    make_neighbour: Callable[[int, int], Callable[..., Any]]  # (r, c): a helper that puts each byte r rows up and c columns to the left
    swap_columns: Callable[..., Any]  # (a lane): columns 0 and 2, 1 and 3 of the odd rows swapped
    set_columns: Callable[..., None]  # (q, four columns): every depth-th lane as a block's would be, were it alone
    load: Callable[..., None]  # (q, data)
    store: Callable[..., None]  # (q, out)
    store_xored: Callable[..., None]  # (q, data, out): `data` is xored into what is stored


@dataclass(frozen=True)
class Cipher:
    """AES on as many blocks as eight lanes hold."""

    layout: Layout
    slice_keys: Callable[..., None]  # (w, rounds, keys)
    encrypt: Callable[..., None]  # (q, keys, rounds)
    decrypt: Callable[..., None]  # (q, keys, rounds)


def repeat(pattern: int, period: int, width: int) -> int:
    """A mask of `width` bits in which `pattern` returns every `period` bits."""
    return sum(pattern << at for at in range(0, width, period))


# --- to and from the sliced form ----------------------------------------------------------------------------------------------------------


@kernel_maker
def make_swap(lane: Any, n: int) -> Callable[..., None]:
    """Of the swaps that transpose bytes, the one over a distance of `n` bits."""
    mask = repeat((1 << n) - 1, 2 * n, lane.bits)

    @helper(name=f"swap_{n}_{lane.__name__}")
    def swap(q: Array[lane, 8], i: int, j: int) -> None:
        """Swap each upper half of 2n bits in lane i with the lower half in lane j."""
        t = ((q[i] >> n) ^ q[j]) & mask
        q[j] ^= t
        q[i] ^= t << n

    return swap


@kernel_maker
def make_transpose(lane: Any) -> Callable[..., None]:
    """The way into the sliced form and back."""
    swap_1, swap_2, swap_4 = make_swap(lane, 1), make_swap(lane, 2), make_swap(lane, 4)

    @helper(name=f"transpose_{lane.__name__}")
    def transpose(q: Array[lane, 8]) -> None:
        """In each byte, swap bit i of lane j with bit j of lane i."""
        for i in unroll(range(0, 8, 2)):
            swap_1(q, i, i + 1)
        for i in unroll(range(0, 8, 4)):
            swap_2(q, i, i + 2)
            swap_2(q, i + 1, i + 3)
        for i in unroll(range(4)):
            swap_4(q, i, i + 4)

    return transpose


@helper
def rows(a: u32, b: u32, c: u32, d: u32) -> u32:
    """A column whose rows come from four."""
    return (a & 0xFF) | (b & 0xFF00) | (c & 0xFF_0000) | (d & 0xFF00_0000)


@helper
def askew(w: Array[u32, 4], k: int) -> tuple[u32, u32, u32, u32]:
    """The columns of a round key, each row r moved k·r columns to the right."""
    a, b, c, d = w[0], w[1], w[2], w[3]
    if k == 1:
        return rows(a, d, c, b), rows(b, a, d, c), rows(c, b, a, d), rows(d, c, b, a)
    elif k == 2:
        return rows(a, c, a, c), rows(b, d, b, d), rows(c, a, c, a), rows(d, b, d, b)
    elif k == 3:
        return rows(a, b, c, d), rows(b, c, d, a), rows(c, d, a, b), rows(d, a, b, c)
    else:
        return a, b, c, d


@kernel_maker
def make_slice_block(layout: Layout) -> Callable[..., None]:
    """The way into the sliced form for one block, or round key, that stands in the place of all."""
    lane, depth, set_columns = layout.lane, layout.depth, layout.set_columns
    lowest = repeat(1, depth, lane.bits)

    @helper(name=f"every_block_{lane.__name__}")
    def every_block(x: lane, k: int) -> lane:
        """Bit k of each `depth` bits, in all of them."""
        bit = (x >> k) & lowest
        return (bit << depth) - bit

    @helper(name=f"slice_block_{lane.__name__}")
    def slice_block(q: Array[lane, 8], a: u32, b: u32, c: u32, d: u32) -> None:
        """Slice a block, given by its columns, for every block."""
        set_columns(q, a, b, c, d)
        for top in unroll(range(0, 8, depth)):
            for k in unroll(range(depth - 1, -1, -1)):
                q[top + k] = every_block(q[top], k)

    return slice_block


@kernel_maker
def make_slice_keys(layout: Layout) -> Callable[..., None]:
    """The sliced form of the key schedule."""
    lane, slice_block = layout.lane, make_slice_block(layout)

    @helper(name=f"slice_keys_{lane.__name__}")
    def slice_keys(w: Array[u32, 60], rounds: int, keys: Array[lane, 120]) -> None:
        """The round keys that `w` has, sliced, for all blocks."""
        requires(rounds <= MAX_ROUNDS)
        for r in range(rounds + 1):
            a, b, c, d = askew(w[4 * r : 4 * r + 4], r % 4 if r < rounds else 0)
            constant = u32(AFFINE_CONSTANT if r > 0 else 0)
            slice_block(keys[8 * r : 8 * r + 8], a ^ constant, b ^ constant, c ^ constant, d ^ constant)

    return slice_keys


# --- the rounds ---------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_mix_columns(layout: Layout, k: int, inverse: bool) -> Callable[..., None]:
    """MixColumns and AddRoundKey after k rounds' ShiftRows; or, for the inverse cipher, AddRoundKey and InvMixColumns."""
    lane = layout.lane
    next_row, opposite_row = layout.make_neighbour(1, k), layout.make_neighbour(2, 2 * k % 4)

    @helper(name=f"{'inv_' if inverse else ''}mix_columns_{k}_{lane.__name__}")
    def mix_columns(q: Array[lane, 8], key: Array[lane, 8]) -> None:
        """Sections 5.1.3, 5.3.3 and 5.1.4. With a, b, c, d the bytes of a column from any row on, a becomes 2·(a + b) + b + c + d.

        For the inverse each a first becomes a + 4·(a + c).
        """
        a0, a1, a2, a3, a4, a5, a6, a7 = q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]
        if inverse:
            a0, a1, a2, a3 = a0 ^ key[0], a1 ^ key[1], a2 ^ key[2], a3 ^ key[3]
            a4, a5, a6, a7 = a4 ^ key[4], a5 ^ key[5], a6 ^ key[6], a7 ^ key[7]
            ac0, ac1, ac2, ac3 = a0 ^ opposite_row(a0), a1 ^ opposite_row(a1), a2 ^ opposite_row(a2), a3 ^ opposite_row(a3)
            ac4, ac5, ac6, ac7 = a4 ^ opposite_row(a4), a5 ^ opposite_row(a5), a6 ^ opposite_row(a6), a7 ^ opposite_row(a7)
            ac67 = ac6 ^ ac7
            a0, a1, a2, a3 = a0 ^ ac6, a1 ^ ac67, a2 ^ ac0 ^ ac7, a3 ^ ac1 ^ ac6
            a4, a5, a6, a7 = a4 ^ ac2 ^ ac67, a5 ^ ac3 ^ ac7, a6 ^ ac4, a7 ^ ac5

        b0, b1, b2, b3 = next_row(a0), next_row(a1), next_row(a2), next_row(a3)
        b4, b5, b6, b7 = next_row(a4), next_row(a5), next_row(a6), next_row(a7)
        ab0, ab1, ab2, ab3 = a0 ^ b0, a1 ^ b1, a2 ^ b2, a3 ^ b3
        ab4, ab5, ab6, ab7 = a4 ^ b4, a5 ^ b5, a6 ^ b6, a7 ^ b7
        a0 = ab7 ^ b0 ^ opposite_row(ab0)
        a1 = ab0 ^ ab7 ^ b1 ^ opposite_row(ab1)
        a2 = ab1 ^ b2 ^ opposite_row(ab2)
        a3 = ab2 ^ ab7 ^ b3 ^ opposite_row(ab3)
        a4 = ab3 ^ ab7 ^ b4 ^ opposite_row(ab4)
        a5 = ab4 ^ b5 ^ opposite_row(ab5)
        a6 = ab5 ^ b6 ^ opposite_row(ab6)
        a7 = ab6 ^ b7 ^ opposite_row(ab7)

        if inverse:
            q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7] = a0, a1, a2, a3, a4, a5, a6, a7
        else:
            q[0] = a0 ^ key[0]
            q[1] = a1 ^ key[1]
            q[2] = a2 ^ key[2]
            q[3] = a3 ^ key[3]
            q[4] = a4 ^ key[4]
            q[5] = a5 ^ key[5]
            q[6] = a6 ^ key[6]
            q[7] = a7 ^ key[7]

    return mix_columns


@kernel_maker
def make_cipher(layout: Layout) -> Cipher:
    """The cipher and its inverse on lanes of a layout."""
    lane, swap_columns = layout.lane, layout.swap_columns
    sub_bytes, inv_sub_bytes = make_sub_bytes(lane), make_inv_sub_bytes(lane)
    mix_columns_0, mix_columns_1 = make_mix_columns(layout, 0, False), make_mix_columns(layout, 1, False)
    mix_columns_2, mix_columns_3 = make_mix_columns(layout, 2, False), make_mix_columns(layout, 3, False)
    inv_mix_columns_0, inv_mix_columns_1 = make_mix_columns(layout, 0, True), make_mix_columns(layout, 1, True)
    inv_mix_columns_2, inv_mix_columns_3 = make_mix_columns(layout, 2, True), make_mix_columns(layout, 3, True)

    @helper(name=f"add_round_key_{lane.__name__}")
    def add_round_key(q: Array[lane, 8], key: Array[lane, 8]) -> None:
        """Section 5.1.4."""
        for i in unroll(range(8)):
            q[i] ^= key[i]

    @helper(name=f"shift_rows_twice_{lane.__name__}")
    def shift_rows_twice(q: Array[lane, 8]) -> None:
        """Section 5.1.2, two times; or InvShiftRows, two times."""
        for i in unroll(range(8)):
            q[i] = swap_columns(q[i])

    @helper(name=f"encrypt_{lane.__name__}")
    def encrypt(q: Array[lane, 8], keys: Array[lane, 120], rounds: int) -> None:
        """Section 5.1."""
        requires(rounds <= MAX_ROUNDS)
        add_round_key(q, keys[0:8])
        for r in range(1, rounds):
            sub_bytes(q)
            if r % 4 == 0:
                mix_columns_0(q, keys[8 * r : 8 * r + 8])
            elif r % 4 == 1:
                mix_columns_1(q, keys[8 * r : 8 * r + 8])
            elif r % 4 == 2:
                mix_columns_2(q, keys[8 * r : 8 * r + 8])
            else:
                mix_columns_3(q, keys[8 * r : 8 * r + 8])
        sub_bytes(q)
        if rounds % 4 == 2:
            shift_rows_twice(q)
        add_round_key(q, keys[8 * rounds : 8 * rounds + 8])

    @helper(name=f"decrypt_{lane.__name__}")
    def decrypt(q: Array[lane, 8], keys: Array[lane, 120], rounds: int) -> None:
        """Section 5.3: each step of the cipher undone, the last first."""
        requires(rounds <= MAX_ROUNDS)
        add_round_key(q, keys[8 * rounds : 8 * rounds + 8])
        if rounds % 4 == 2:
            shift_rows_twice(q)
        inv_sub_bytes(q)
        for r in range(rounds - 1, 0, -1):
            if r % 4 == 0:
                inv_mix_columns_0(q, keys[8 * r : 8 * r + 8])
            elif r % 4 == 1:
                inv_mix_columns_1(q, keys[8 * r : 8 * r + 8])
            elif r % 4 == 2:
                inv_mix_columns_2(q, keys[8 * r : 8 * r + 8])
            else:
                inv_mix_columns_3(q, keys[8 * r : 8 * r + 8])
            inv_sub_bytes(q)
        add_round_key(q, keys[0:8])

    return Cipher(layout, make_slice_keys(layout), encrypt, decrypt)
