"""SHA-256 and SHA-512 with a message in each lane of a vector, FIPS 180-4 sections 6.2.2 and 6.4.2."""

from collections.abc import Callable
from typing import Any

from akela.lang import Array, Bytes, ConstantTable, helper, kernel_maker, rotr, splat, unroll
from akela.ports.x86_64.many_lanes import make_load

Rotations = tuple[int, int, int]


@kernel_maker
def make_sha2_compress(
    V: Any, k: ConstantTable, rounds: int, big0: Rotations, big1: Rotations, small0: Rotations, small1: Rotations
) -> Callable[..., None]:
    """The compression function. Of the small sigmas the last number is a shift."""
    load, word_bytes = make_load(V, False), V.bits // 8
    a0, b0, c0 = big0
    a1, b1, c1 = big1
    d0, e0, f0 = small0
    d1, e1, f1 = small1

    @helper(name=f"sha2_ch_{V.__name__}")
    def ch(x: V, y: V, z: V) -> V:
        """Equations 4.2 and 4.8."""
        return z ^ (x & (y ^ z))

    @helper(name=f"sha2_maj_{V.__name__}")
    def maj(x: V, y: V, z: V) -> V:
        """Equations 4.3 and 4.9."""
        return y ^ ((x ^ y) & (y ^ z))

    @helper(name=f"sha2_next_word_{V.__name__}")
    def next_word(w: Array[V, 16], t: int) -> None:
        """Step 1: a word of the schedule takes the place of the word sixteen before."""
        x, y = w[(t + 1) % 16], w[(t + 14) % 16]
        w[t] += (rotr(x, d0) ^ rotr(x, e0) ^ (x >> f0)) + w[(t + 9) % 16] + (rotr(y, d1) ^ rotr(y, e1) ^ (y >> f1))

    @helper(name=f"sha2_compress_{V.__name__}")
    def compress(value: Array[V, 8], data: Bytes, at: int, stride: int) -> None:
        """Take a block of each message into its hash value."""
        w = Array[V, 16]()
        for t in unroll(range(16)):
            w[t] = load(data, at + word_bytes * t, stride)
        a, b, c, d = value[0], value[1], value[2], value[3]
        e, f, g, h = value[4], value[5], value[6], value[7]
        for start in range(0, rounds, 16):
            for t in unroll(range(16)):
                if start > 0:
                    next_word(w, t)
                t1 = h + (rotr(e, a1) ^ rotr(e, b1) ^ rotr(e, c1)) + ch(e, f, g) + splat(V, k[start + t]) + w[t]
                t2 = (rotr(a, a0) ^ rotr(a, b0) ^ rotr(a, c0)) + maj(a, b, c)
                a, b, c, d, e, f, g, h = t1 + t2, a, b, c, d + t1, e, f, g
        value[0] += a
        value[1] += b
        value[2] += c
        value[3] += d
        value[4] += e
        value[5] += f
        value[6] += g
        value[7] += h

    return compress
