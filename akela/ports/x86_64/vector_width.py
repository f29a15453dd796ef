"""Vectors of 128, 256 and 512 bits with blocks of 16 bytes, each in two lanes: what C calls them, and moves of blocks and bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.lang import helper, intrinsic, kernel_maker, lane, shuffle, u64x2, u64x4, u64x8, vector

BLOCK_BYTES = 16


@dataclass(frozen=True)
class Width:
    """One width."""

    lane: Any  # u64x2, u64x4 or u64x8
    prefix: str  # of C's functions
    register: str  # C's type
    needs: tuple[str, ...]  # CPU features for its moves

    @property
    def blocks(self) -> int:
        """How many blocks a vector holds."""
        return int(self.lane.count) // 2

    @property
    def bytes(self) -> int:
        """How many bytes a vector holds."""
        return BLOCK_BYTES * self.blocks


XMM = Width(u64x2, "_mm", "__m128i", ("ssse3",))
YMM = Width(u64x4, "_mm256", "__m256i", ("avx2",))
ZMM = Width(u64x8, "_mm512", "__m512i", ("avx512f", "avx512bw"))


@dataclass(frozen=True)
class Moves:
    """Moves within a width."""

    swap: Callable[..., Any]  # (x): the two lanes of every block
    reverse: Callable[..., Any]  # (x): the bytes of every block
    broadcast: Callable[..., Any]  # (a u64x2): that block in every place
    behind: Callable[..., Any]  # (before, x): each block of `x` one place later, the last of `before` first
    first: Callable[..., Any]  # (x): the first block, a u64x2
    last: Callable[..., Any]  # (x): the last block, a u64x2


@kernel_maker
def make_moves(width: Width) -> Moves:
    """The moves of one width."""
    V, prefix, m = width.lane, width.prefix, width.register
    count = V.count
    name = V.__name__
    reversed_bytes = ", ".join([str(i) for i in reversed(range(BLOCK_BYTES))] * width.blocks)
    order = f"_mm512_broadcast_i32x4(_mm_setr_epi8({', '.join(map(str, reversed(range(16))))}))" if count == 8 else ""

    @helper(name=f"swap_{name}")
    def swap(x: V) -> V:
        """The lanes of every block in reverse order."""
        if count == 2:
            return shuffle(x, 1, 0)
        elif count == 4:
            return shuffle(x, 1, 0, 3, 2)
        else:
            return shuffle(x, 1, 0, 3, 2, 5, 4, 7, 6)

    @intrinsic(
        c=f"({name}){prefix}_shuffle_epi8(({m}){{x}}, {order or f'{prefix}_setr_epi8({reversed_bytes})'})",
        header="immintrin.h",
        needs=width.needs,
        name=f"reverse_{name}",
    )
    def reverse(x: V) -> V:
        """PSHUFB: the bytes of every block in reverse order."""
        x = ((x & 0x00FF_00FF_00FF_00FF) << 8) | ((x >> 8) & 0x00FF_00FF_00FF_00FF)
        x = ((x & 0x0000_FFFF_0000_FFFF) << 16) | ((x >> 16) & 0x0000_FFFF_0000_FFFF)
        return swap((x << 32) | (x >> 32))

    spread = {
        2: "{x}",
        4: "(u64x4)_mm256_broadcastsi128_si256((__m128i){x})",
        8: "(u64x8)_mm512_broadcast_i32x4((__m128i){x})",
    }

    @intrinsic(c=spread[count], header="immintrin.h", needs=width.needs, name=f"broadcast_{name}")
    def broadcast(x: u64x2) -> V:
        """VBROADCASTI128, VBROADCASTI32X4: the block in every place."""
        a, b = lane(x, 0), lane(x, 1)
        if count == 2:
            return x
        elif count == 4:
            return vector(V, a, b, a, b)
        else:
            return vector(V, a, b, a, b, a, b, a, b)

    later = "_mm512_alignr_epi64((__m512i){x}, (__m512i){before}, 6)"
    if count == 4:
        later = "_mm256_permute2x128_si256((__m256i){before}, (__m256i){x}, 0x21)"

    @intrinsic(c=f"({name}){later}", header="immintrin.h", needs=width.needs, name=f"behind_{name}")
    def behind(before: V, x: V) -> V:
        """VPERM2I128, VALIGNQ: each block of `x` one place later; the first is the last of `before`. A vector holds several blocks."""
        if count == 4:
            return vector(V, lane(before, 2), lane(before, 3), lane(x, 0), lane(x, 1))
        else:
            a, b, c, d, e, f = lane(x, 0), lane(x, 1), lane(x, 2), lane(x, 3), lane(x, 4), lane(x, 5)
            return vector(V, lane(before, 6), lane(before, 7), a, b, c, d, e, f)

    @helper(name=f"first_{name}")
    def first(x: V) -> u64x2:
        """The first block."""
        return vector(u64x2, lane(x, 0), lane(x, 1))

    @helper(name=f"last_{name}")
    def last(x: V) -> u64x2:
        """The last block."""
        if count == 2:
            return x
        elif count == 4:
            return vector(u64x2, lane(x, 2), lane(x, 3))
        else:
            return vector(u64x2, lane(x, 6), lane(x, 7))

    return Moves(swap, reverse, broadcast, behind, first, last)
