"""The AES instructions of x86 on one, two or four blocks (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).

A block's bytes stand in their order: a column of FIPS 197's state in each half of a lane, row 0 in the low byte.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.aes_sbox import make_inv_sub_bytes, make_sub_bytes
from akela.lang import Array, helper, intrinsic, kernel_maker, u32, u64, u64x2, unroll, vector
from akela.ports.x86_64.vector_width import XMM, Width, make_moves

AFFINE_CONSTANT = 0x6363_6363_6363_6363  # FIPS 197 section 5.1.1
ROW = 0x0000_00FF_0000_00FF  # row 0 of a lane's two columns
EVERY_BYTE = 0x0101_0101_0101_0101


@dataclass(frozen=True)
class Rounds:
    """The instructions for one width. Each takes the state and a round key."""

    width: Width
    encrypt: Callable[..., Any]
    encrypt_last: Callable[..., Any]
    decrypt: Callable[..., Any]
    decrypt_last: Callable[..., Any]


# --- what they do, FIPS 197 sections 5.1 and 5.3 ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transformations:
    """Transformations of the state."""

    sub_bytes: Callable[..., Any]
    inv_sub_bytes: Callable[..., Any]
    shift_rows: Callable[..., Any]
    inv_shift_rows: Callable[..., Any]
    mix_columns: Callable[..., Any]
    inv_mix_columns: Callable[..., Any]


@kernel_maker
def make_transformations(width: Width) -> Transformations:
    """The transformations on blocks in a vector."""
    V = width.lane
    name = V.__name__
    swap = make_moves(width).swap
    sliced_sub_bytes, sliced_inv_sub_bytes = make_sub_bytes(V), make_inv_sub_bytes(V)

    @helper(name=f"sub_bytes_{name}")
    def sub_bytes(x: V) -> V:
        """Section 5.1.1."""
        q = Array[V, 8]()
        for i in unroll(range(8)):
            q[i] = (x >> i) & EVERY_BYTE
        sliced_sub_bytes(q)
        y = q[0]
        for i in unroll(range(1, 8)):
            y |= q[i] << i
        return y ^ AFFINE_CONSTANT

    @helper(name=f"inv_sub_bytes_{name}")
    def inv_sub_bytes(x: V) -> V:
        """Section 5.3.2."""
        q = Array[V, 8]()
        for i in unroll(range(8)):
            q[i] = ((x ^ AFFINE_CONSTANT) >> i) & EVERY_BYTE
        sliced_inv_sub_bytes(q)
        y = q[0]
        for i in unroll(range(1, 8)):
            y |= q[i] << i
        return y

    @helper(name=f"next_columns_{name}")
    def next_columns(x: V) -> V:
        """In the place of each column the one to its right."""
        return (x >> 32) | (swap(x) << 32)

    @helper(name=f"pick_rows_{name}")
    def pick_rows(a: V, b: V, c: V, d: V) -> V:
        """Row 0 of `a`, row 1 of `b`, row 2 of `c`, row 3 of `d`."""
        return (a & ROW) | (b & (ROW << 8)) | (c & (ROW << 16)) | (d & (ROW << 24))

    @helper(name=f"shift_rows_{name}")
    def shift_rows(x: V) -> V:
        """Section 5.1.2: row r moves r columns to the left."""
        return pick_rows(x, next_columns(x), swap(x), next_columns(swap(x)))

    @helper(name=f"inv_shift_rows_{name}")
    def inv_shift_rows(x: V) -> V:
        """Section 5.3.1: row r moves r columns to the right."""
        return pick_rows(x, next_columns(swap(x)), swap(x), next_columns(x))

    @helper(name=f"next_rows_{name}")
    def next_rows(x: V) -> V:
        """In the place of each row the one below, in that of the last the first."""
        return ((x >> 8) & 0x00FF_FFFF_00FF_FFFF) | ((x & ROW) << 24)

    @helper(name=f"times_x_{name}")
    def times_x(x: V) -> V:
        """Section 4.2.1, every byte."""
        high = (x >> 7) & EVERY_BYTE
        return ((x ^ (high << 7)) << 1) ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)

    @helper(name=f"mix_columns_{name}")
    def mix_columns(x: V) -> V:
        """Section 5.1.3: row r becomes 2·row r + 3·row r+1 + row r+2 + row r+3."""
        y = next_rows(x)
        return times_x(x ^ y) ^ y ^ next_rows(y ^ next_rows(y))

    @helper(name=f"inv_mix_columns_{name}")
    def inv_mix_columns(x: V) -> V:
        """Section 5.3.3: the matrix is that of MixColumns times one whose rows are 5 0 4 0."""
        return mix_columns(x ^ times_x(times_x(x ^ next_rows(next_rows(x)))))

    return Transformations(sub_bytes, inv_sub_bytes, shift_rows, inv_shift_rows, mix_columns, inv_mix_columns)


# --- rounds -------------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_rounds(width: Width, needs: tuple[str, ...]) -> Rounds:
    """The rounds. `needs` are the CPU features that have them for this width."""
    V, m = width.lane, width.register
    name = V.__name__
    ending = "si128" if width is XMM else "epi128"
    of = make_transformations(width)
    sub_bytes, inv_sub_bytes, shift_rows, inv_shift_rows = of.sub_bytes, of.inv_sub_bytes, of.shift_rows, of.inv_shift_rows
    mix_columns, inv_mix_columns = of.mix_columns, of.inv_mix_columns

    def spelt(instruction: str) -> str:
        return f"({name}){width.prefix}_{instruction}_{ending}(({m}){{x}}, ({m}){{k}})"

    @intrinsic(c=spelt("aesenc"), header="immintrin.h", needs=needs, name=f"aesenc_{name}")
    def aesenc(x: V, k: V) -> V:
        """AESENC: a round of the cipher."""
        return mix_columns(shift_rows(sub_bytes(x))) ^ k

    @intrinsic(c=spelt("aesenclast"), header="immintrin.h", needs=needs, name=f"aesenclast_{name}")
    def aesenclast(x: V, k: V) -> V:
        """AESENCLAST: the last round, which does not mix columns."""
        return shift_rows(sub_bytes(x)) ^ k

    @intrinsic(c=spelt("aesdec"), header="immintrin.h", needs=needs, name=f"aesdec_{name}")
    def aesdec(x: V, k: V) -> V:
        """AESDEC: a round of the equivalent inverse cipher, section 5.3.5."""
        return inv_mix_columns(inv_sub_bytes(inv_shift_rows(x))) ^ k

    @intrinsic(c=spelt("aesdeclast"), header="immintrin.h", needs=needs, name=f"aesdeclast_{name}")
    def aesdeclast(x: V, k: V) -> V:
        """AESDECLAST: its last round."""
        return inv_sub_bytes(inv_shift_rows(x)) ^ k

    return Rounds(width, aesenc, aesenclast, aesdec, aesdeclast)


# --- round keys ---------------------------------------------------------------------------------------------------------------------------

inv_mix_columns_1 = make_transformations(XMM).inv_mix_columns


@intrinsic(c="(u64x2)_mm_aesimc_si128((__m128i){k})", header="immintrin.h", needs=("aes",))
def aesimc(k: u64x2) -> u64x2:
    """AESIMC: a round key of the equivalent inverse cipher, section 5.3.5."""
    return inv_mix_columns_1(k)


@intrinsic(c="(u64x2)_mm_loadu_si128((const __m128i *){w})", header="immintrin.h", needs=("sse2",))
def load_round_key(w: Array[u32, 4]) -> u64x2:
    """MOVDQU: four words of the key schedule."""
    return vector(u64x2, u64(w[0]) | (u64(w[1]) << 32), u64(w[2]) | (u64(w[3]) << 32))
