"""Keccak-p[1600, 24] with AVX-512. One state takes as long as four, which vectors of this width could hold."""

from akela.lang import Array, helper, lane, provides, splat, u64, u64x4
from akela.ports.x86_64.keccak_vector import make_permute


@helper
def get(a: Array[u64, 25], i: int) -> u64x4:
    """A lane of the state."""
    return splat(u64x4, a[i])


@helper
def put(a: Array[u64, 25], i: int, x: u64x4) -> None:
    """Set a lane of the state."""
    a[i] = lane(x, 0)


permute = make_permute(u64x4, Array[u64, 25], get, put)


@provides("keccak.permute", needs=("avx512f", "avx512vl"))
def keccak_permute_avx512(a: Array[u64, 25]) -> None:
    """Keccak-f[1600], section 3.4.

    Leaks: nothing.
    """
    permute(a)
