"""CTR of SP 800-38A with the processor's instructions, for vectors of any width.

Counter blocks are held with their bytes in reverse order, so that counting is addition.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.aes_modes import BLOCK_BYTES
from akela.lang import (
    Array,
    Buffer,
    Bytes,
    helper,
    intrinsic,
    kernel_maker,
    load_vector,
    requires,
    store_vector,
    u8,
    u32,
    u64,
    u64x2,
    vector,
)
from akela.ports.x86_64.aes_fours import encrypt_block, make_fours
from akela.ports.x86_64.aes_instructions import Rounds
from akela.ports.x86_64.vector_width import XMM, Width, make_moves


@dataclass(frozen=True)
class Ctr:
    """CTR for one width of vectors and of counters. Counters come reversed."""

    count_on: Callable[..., Any]  # (counters, how far in every block)
    numbers: Callable[..., Any]  # (i): i in every block
    places: Callable[..., Any]  # (): 0, 1, 2 …
    four: Callable[..., Any]  # (w, rounds, counters, data, out) -> the next counters
    message: Callable[..., None]  # (w, rounds, counter, data, out)


# --- counting -----------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_count_on(width: Width, counter_bits: int) -> Callable[..., Any]:
    """Addition to the last `counter_bits` of counter blocks whose bytes are reversed: 128, or 32."""
    V, m = width.lane, width.register
    swap = make_moves(width).swap
    low, others = 0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000

    if counter_bits == 32:

        @intrinsic(
            c=f"({V.__name__}){width.prefix}_add_epi32(({m}){{x}}, ({m}){{blocks}})",
            header="immintrin.h",
            needs=width.needs,
            name=f"count_on_32_{V.__name__}",
        )
        def count_on_32(x: V, blocks: V) -> V:
            """PADDD, where only the lowest 32 bits of each block of `blocks` are not zero: SP 800-38D section 6.2, inc_32."""
            return (x & others) | ((x + blocks) & low)

        return count_on_32

    @helper(name=f"count_on_128_{V.__name__}")
    def count_on_128(x: V, blocks: V) -> V:
        """SP 800-38A section B.1. Less than 2^63 is added, so a carry shows in a top bit that was set and is no more."""
        total = x + blocks
        return total + swap((x & ~total) >> 63)

    return count_on_128


@kernel_maker
def make_numbers(width: Width) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """What is added to counter blocks."""
    V = width.lane
    count = V.count

    @helper(name=f"numbers_{V.__name__}")
    def numbers(i: int) -> V:
        """The number i in every block."""
        if count == 2:
            return vector(V, u64(i), 0)
        elif count == 4:
            return vector(V, u64(i), 0, u64(i), 0)
        else:
            return vector(V, u64(i), 0, u64(i), 0, u64(i), 0, u64(i), 0)

    @helper(name=f"places_{V.__name__}")
    def places() -> V:
        """0, 1, 2 … in the blocks."""
        if count == 2:
            return vector(V, 0, 0)
        elif count == 4:
            return vector(V, 0, 0, 1, 0)
        else:
            return vector(V, 0, 0, 1, 0, 2, 0, 3, 0)

    return numbers, places


# --- messages -----------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_ctr(rounds_of: Rounds, counter_bits: int, narrower: Any) -> Ctr:
    """CTR for one width. `narrower` takes what does not fill four vectors; where it is None, single blocks do."""
    V, blocks, n = rounds_of.width.lane, rounds_of.width.blocks, rounds_of.width.bytes
    name = f"{counter_bits}_{V.__name__}"
    narrowest = narrower is None
    encrypt = make_fours(rounds_of, f"ctr_{counter_bits}").encrypt
    moves = make_moves(rounds_of.width)
    reverse, broadcast, reverse_1, first = moves.reverse, moves.broadcast, make_moves(XMM).reverse, moves.first
    count_on, count_on_1 = make_count_on(rounds_of.width, counter_bits), make_count_on(XMM, counter_bits)
    numbers, places = make_numbers(rounds_of.width)
    numbers_1 = make_numbers(XMM)[0]

    @helper(name=f"ctr_four_{name}")
    def four(w: Array[u32, 60], rounds: int, counters: V, data: Array[u8, 4 * n], out: Array[u8, 4 * n]) -> V:
        """Four vectors; returns the counter blocks that come next."""
        b, c, d = count_on(counters, numbers(blocks)), count_on(counters, numbers(2 * blocks)), count_on(counters, numbers(3 * blocks))
        p, q, r, s = encrypt(w, rounds, reverse(counters), reverse(b), reverse(c), reverse(d))
        p ^= load_vector(V, data, 0)
        q ^= load_vector(V, data, n)
        r ^= load_vector(V, data, 2 * n)
        s ^= load_vector(V, data, 3 * n)
        store_vector(out, 0, p)
        store_vector(out, n, q)
        store_vector(out, 2 * n, r)
        store_vector(out, 3 * n, s)
        return count_on(counters, numbers(4 * blocks))

    @helper(name=f"ctr_rest_{name}")
    def rest(w: Array[u32, 60], rounds: int, counter: u64x2, data: Bytes, out: Buffer) -> None:
        """Single blocks, and a part of one."""
        whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
        for at in range(0, whole, BLOCK_BYTES):
            store_vector(out, at, encrypt_block(w, rounds, reverse_1(counter)) ^ load_vector(u64x2, data, at))
            counter = count_on_1(counter, numbers_1(1))
        if whole < len(data):
            last = Array[u8, 16].zeros()
            last[: len(data) - whole] = data[whole:]
            store_vector(last, 0, encrypt_block(w, rounds, reverse_1(counter)) ^ load_vector(u64x2, last, 0))
            out[whole:] = last[: len(data) - whole]

    @helper(name=f"ctr_{name}")
    def message(w: Array[u32, 60], rounds: int, counter: u64x2, data: Bytes, out: Buffer) -> None:
        """Data of any length."""
        requires(len(out) == len(data))
        whole = len(data) // (4 * n) * (4 * n)
        counters = count_on(broadcast(counter), places())
        for at in range(0, whole, 4 * n):
            counters = four(w, rounds, counters, data[at : at + 4 * n], out[at : at + 4 * n])
        if narrowest:
            rest(w, rounds, first(counters), data[whole:], out[whole:])
        else:
            narrower(w, rounds, first(counters), data[whole:], out[whole:])

    return Ctr(count_on, numbers, places, four, message)
