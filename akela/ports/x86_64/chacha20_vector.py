"""ChaCha20 with a block in each lane of a vector, RFC 8439 section 2.3: what its forms have in common."""

from collections.abc import Callable
from typing import Any

from akela.kernels.chacha20 import make_quarter_round, xor_block
from akela.lang import (
    Array,
    Buffer,
    Bytes,
    helper,
    kernel_maker,
    load_vector,
    provides,
    requires,
    splat,
    store_vector,
    u8,
    u32,
    u32x4,
    unroll,
    vector,
)
from akela.ports.x86_64.lanes import make_halves


@helper
def single_blocks(state: Array[u32, 16], data: Bytes, out: Buffer) -> None:
    """As `chacha20.blocks`, one by one."""
    for start in range(0, len(data), 64):
        xor_block(state, data[start : start + 64], out[start : start + 64])
        state[12] += 1


@kernel_maker
def make_chacha20_blocks(feature: str, V: Any, needs: tuple[str, ...], few_blocks: Callable[..., None]) -> Callable[..., None]:
    """The kernel `chacha20_blocks_<feature>`. It takes blocks in groups, of as many as `V` (u32x4, u32x8 or u32x16) has lanes.

    What is left, one or two blocks, is for `few_blocks`. In a file that is compiled for AVX it would move words through vectors, and leave
    these in a state that makes SSE instructions slow.
    """
    quarter_round = make_quarter_round(V)
    low_halves, high_halves = make_halves(V)
    four, eight = V.count == 4, V.count == 8
    vector_bytes = 4 * V.count
    group_bytes = 64 * V.count

    @helper(name=f"lane_numbers_{feature}")
    def lane_numbers() -> V:
        """0, 1, 2, …: how far the block in each lane is behind the group's first."""
        if four:
            return vector(V, 0, 1, 2, 3)
        elif eight:
            return vector(V, 0, 1, 2, 3, 4, 5, 6, 7)
        else:
            return vector(V, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

    @helper(name=f"put_row_{feature}")
    def put_row(stream: Array[u8, group_bytes], state: Array[u32, 16], row: int, a: V, b: V, c: V, d: V) -> None:
        """Add a row of the state to the row of each block, which stands in the lanes of `a` to `d`, and store it.

        `stream` has the rows in order, in each row four vectors: of the blocks 0, 4, 8 …; 1, 5, 9 …; 2, 6, 10 …; 3, 7, 11 …
        """
        a += splat(V, state[4 * row])
        b += splat(V, state[4 * row + 1])
        c += splat(V, state[4 * row + 2])
        d += splat(V, state[4 * row + 3])
        # Transpose, four lanes by four words.
        ac, AC = low_halves(a, c), high_halves(a, c)
        bd, BD = low_halves(b, d), high_halves(b, d)
        store_vector(stream, vector_bytes * (4 * row), low_halves(ac, bd))
        store_vector(stream, vector_bytes * (4 * row + 1), high_halves(ac, bd))
        store_vector(stream, vector_bytes * (4 * row + 2), low_halves(AC, BD))
        store_vector(stream, vector_bytes * (4 * row + 3), high_halves(AC, BD))

    @helper(name=f"keystream_{feature}")
    def keystream(stream: Array[u8, group_bytes], state: Array[u32, 16]) -> None:
        """Section 2.3, the block function, for a group."""
        x0, x1, x2, x3 = splat(V, state[0]), splat(V, state[1]), splat(V, state[2]), splat(V, state[3])
        x4, x5, x6, x7 = splat(V, state[4]), splat(V, state[5]), splat(V, state[6]), splat(V, state[7])
        x8, x9, x10, x11 = splat(V, state[8]), splat(V, state[9]), splat(V, state[10]), splat(V, state[11])
        x12, x13, x14, x15 = splat(V, state[12]) + lane_numbers(), splat(V, state[13]), splat(V, state[14]), splat(V, state[15])

        for _ in range(10):
            # Columns.
            x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
            x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
            x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
            x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
            # Diagonals.
            x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
            x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
            x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
            x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)

        put_row(stream, state, 0, x0, x1, x2, x3)
        put_row(stream, state, 1, x4, x5, x6, x7)
        put_row(stream, state, 2, x8, x9, x10, x11)
        put_row(stream, state, 3, x12 + lane_numbers(), x13, x14, x15)

    @helper(name=f"xor_group_{feature}")
    def xor_group(stream: Array[u8, group_bytes], data: Bytes, out: Buffer) -> None:
        """Xor the keystream into the blocks of a group, or into as many as there are."""
        for block in range(len(data) // 64):
            at = vector_bytes * (block % 4) + 16 * (block // 4)
            for row in unroll(range(4)):
                word = load_vector(u32x4, stream, 4 * vector_bytes * row + at)
                store_vector(out, 64 * block + 16 * row, load_vector(u32x4, data, 64 * block + 16 * row) ^ word)

    @helper(name=f"groups_{feature}")
    def groups(state: Array[u32, 16], data: Bytes, out: Buffer) -> None:
        """As `blocks`; the last group may be short."""
        stream = Array[u8, group_bytes]()
        start = 0
        while start < len(data):
            end = start + group_bytes if len(data) - start > group_bytes else len(data)
            keystream(stream, state)
            xor_group(stream, data[start:end], out[start:end])
            state[12] += u32((end - start) // 64)
            start = end

    @provides("chacha20.blocks", needs=needs, name=f"chacha20_blocks_{feature}")
    def blocks(state: Array[u32, 16], data: Bytes, out: Buffer) -> None:
        """Xor the keystream into whole blocks of 64 bytes and advance the block counter, `state[12]`. `out` may be `data`.

        Leaks: the length of `data`.
        """
        requires(len(data) % 64 == 0)
        requires(len(out) == len(data))
        # A group takes about as long as two single blocks.
        rest = len(data) % group_bytes
        start = len(data) - rest if rest <= 128 else len(data)
        if start > 0:
            groups(state, data[:start], out[:start])
        if start < len(data):
            few_blocks(state, data[start:], out[start:])

    return blocks
