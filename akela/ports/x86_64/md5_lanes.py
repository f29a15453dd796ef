"""MD5 with a message in each lane of a vector, RFC 1321 section 3.4."""

from collections.abc import Callable
from typing import Any

from akela.kernels.md5 import make_rounds
from akela.lang import Array, Bytes, helper, kernel_maker, unroll
from akela.ports.x86_64.many_lanes import make_load


@kernel_maker
def make_md5_compress(V: Any) -> Callable[..., None]:
    """The compression function."""
    load = make_load(V, True)
    round_1, round_2, round_3, round_4 = make_rounds(V)

    @helper(name=f"md5_compress_{V.__name__}")
    def compress(value: Array[V, 4], data: Bytes, at: int, stride: int) -> None:
        """Take a block of each message into its state."""
        x = Array[V, 16]()
        for t in unroll(range(16)):
            x[t] = load(data, at + 4 * t, stride)
        a, b, c, d = value[0], value[1], value[2], value[3]
        a, b, c, d = round_1(a, b, c, d, x)
        a, b, c, d = round_2(a, b, c, d, x)
        a, b, c, d = round_3(a, b, c, d, x)
        a, b, c, d = round_4(a, b, c, d, x)
        value[0] += a
        value[1] += b
        value[2] += c
        value[3] += d

    return compress
