"""AES blocks in vectors: eight blocks in eight u32x4, sixteen in eight u32x8.

A vector has a block's bytes in their order: a lane for each column, in that a byte for each row; in that a bit for each block. Where it has
eight lanes, the upper four are other blocks' columns.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from akela.kernels.aes import make_kernels
from akela.kernels.aes_modes import make_modes
from akela.kernels.aes_sliced import Layout, make_cipher, make_transpose
from akela.lang import Array, helper, kernel_maker, load_vector, provides, shuffle, store_vector, u8, u32, unroll, vector


@kernel_maker
def make_layout(lane: Any, make_neighbour: Callable[[int, int], Callable[..., Any]]) -> Layout:
    """The layout of u32x4 or u32x8."""
    eight = lane.count == 8
    vector_bytes = 4 * lane.count
    batch_bytes = 8 * vector_bytes
    transpose = make_transpose(lane)

    @helper(name=f"swap_columns_{lane.__name__}")
    def swap_columns(x: lane) -> lane:
        """Swap columns 0 and 2, 1 and 3 in the odd rows."""
        if eight:
            return (x & 0x00FF_00FF) | (shuffle(x, 2, 3, 0, 1, 6, 7, 4, 5) & 0xFF00_FF00)
        else:
            return (x & 0x00FF_00FF) | (shuffle(x, 2, 3, 0, 1) & 0xFF00_FF00)

    @helper(name=f"set_columns_{lane.__name__}")
    def set_columns(q: Array[lane, 8], a: u32, b: u32, c: u32, d: u32) -> None:
        """A block as it would be, were it alone."""
        if eight:
            q[0] = vector(lane, a, b, c, d, a, b, c, d)
        else:
            q[0] = vector(lane, a, b, c, d)

    @helper(name=f"load_{lane.__name__}")
    def load(q: Array[lane, 8], data: Array[u8, batch_bytes]) -> None:
        """Slice the blocks of `data`."""
        for i in unroll(range(8)):
            q[i] = load_vector(lane, data, vector_bytes * i)
        transpose(q)

    @helper(name=f"store_{lane.__name__}")
    def store(q: Array[lane, 8], out: Array[u8, batch_bytes]) -> None:
        """Put the blocks together again."""
        transpose(q)
        for i in unroll(range(8)):
            store_vector(out, vector_bytes * i, q[i])

    @helper(name=f"store_xored_{lane.__name__}")
    def store_xored(q: Array[lane, 8], data: Array[u8, batch_bytes], out: Array[u8, batch_bytes]) -> None:
        """Put the blocks together again, xored with `data`."""
        transpose(q)
        for i in unroll(range(8)):
            store_vector(out, vector_bytes * i, load_vector(lane, data, vector_bytes * i) ^ q[i])

    return Layout(lane, 2 * lane.count, 8, make_neighbour, swap_columns, set_columns, load, store, store_xored)


@kernel_maker
def make_aes(feature: str, lane: Any, make_neighbour: Callable[[int, int], Callable[..., Any]]) -> None:
    """The kernels `aes_…_<feature>`."""
    make_kernels(partial(provides, needs=(feature,)), f"_{feature}", make_modes(make_cipher(make_layout(lane, make_neighbour))))
