"""Montgomery multiplication of eight numbers at a time modulo one, with AVX-512 IFMA: lane j of every vector belongs to number j.

Limbs have 52 bits, least significant first, each a vector. There are as many of them, and R is the same, as in `montgomery_ifma.py`, whose
bounds hold here: a product is less than 2n where that of its factors is at most n·R.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.montgomery import subtract_if_not_less
from akela.lang import (
    Array,
    MutSlice,
    Slice,
    helper,
    kernel_maker,
    load_le64,
    load_vector,
    splat,
    store_le64,
    store_vector,
    u8,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.ifma import MASK_52, madd52hi, madd52lo
from akela.ports.x86_64.lane_field import LANES
from akela.ports.x86_64.montgomery_ifma import LIMB_BITS, limbs_to_words, make_arithmetic, words_to_limbs


@dataclass(frozen=True)
class Lanes:
    """The functions for numbers of so many words, and what they work on."""

    words: int
    limbs: int
    number: Any
    octets: Any  # eight numbers in memory: limb by limb, a lane beside the other
    factor: Any
    multiply: Callable[..., None]
    settle: Callable[..., None]
    put: Callable[..., None]
    take: Callable[..., None]
    load: Callable[..., None]
    store: Callable[..., None]
    spread: Callable[..., None]
    setup: Callable[..., None]


@kernel_maker
def make_lanes(words: int) -> Lanes:
    """Montgomery arithmetic modulo a number of so many words."""
    single = make_arithmetic(words, 1)
    limbs, stride, vectors = single.limbs, single.stride, single.vectors
    set_up, store_single = single.setup, single.store
    limb_bytes, lanes_bytes, last = 8 * limbs, 8 * LANES * limbs, limbs - 1
    Number, Octets, Factor = Array[u64x8, limbs], Array[u8, lanes_bytes], Array[u64x8, 1]
    Limbs, Single, SingleOctets = Array[u8, limb_bytes], Array[u64x8, vectors], Array[u8, stride]

    @helper(name=f"lanes_settle_{words}")
    def settle(t: Number) -> None:
        """Leave 52 bits in each limb."""
        for i in range(last):
            t[i + 1] += t[i] >> LIMB_BITS
            t[i] &= MASK_52

    @helper(name=f"lanes_multiply_{words}")
    def multiply(a: Number, b: Number, n: Number, n0: Factor, out: Number) -> None:
        """out = a·b/R modulo n. `out` may be `a` or `b`. Limbs of t have less than 4·limbs·2^52, which is less than 2^61."""
        t = Number()
        zero = splat(u64x8, u64(0))
        for j in unroll(range(limbs)):
            t[j] = zero
        for i in range(limbs):
            # t = (t + a·b_i + m·n) / 2^52. The halves of a product go to two limbs.
            limb = b[i]
            lowest = madd52lo(t[0], a[0], limb)
            m = madd52lo(zero, lowest, n0[0])
            t[1] += madd52lo(lowest, n[0], m) >> LIMB_BITS
            for j in unroll(range(last)):
                own = madd52lo(madd52hi(t[j + 1], a[j], limb), a[j + 1], limb)
                t[j] = madd52lo(madd52hi(own, n[j], m), n[j + 1], m)
            t[last] = madd52hi(madd52hi(zero, a[last], limb), n[last], m)
        settle(t)
        out[:] = t

    @helper(name=f"lanes_put_{words}")
    def put(x: Slice[u64], j: int, out: Octets) -> None:
        """Make lane j a number of at most as many words."""
        octets = Limbs()
        words_to_limbs(x, 0, limbs, octets[:])
        for i in range(limbs):
            store_le64(out, 8 * LANES * i + 8 * j, load_le64(octets, 8 * i))

    @helper(name=f"lanes_take_{words}")
    def take(octets: Octets, j: int, modulus: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> None:
        """out = the number in lane j, which is less than 2n, mod n."""
        own = Limbs()
        t = work[: words + 1]
        for i in range(limbs):
            store_le64(own, 8 * i, load_le64(octets, 8 * LANES * i + 8 * j))
        limbs_to_words(own[:], limbs, t)
        subtract_if_not_less(t, modulus, out)

    @helper(name=f"lanes_load_{words}")
    def load(octets: Octets, out: Number) -> None:
        for i in range(limbs):
            out[i] = load_vector(u64x8, octets, 8 * LANES * i)

    @helper(name=f"lanes_store_{words}")
    def store(x: Number, out: Octets) -> None:
        for i in range(limbs):
            store_vector(out, 8 * LANES * i, x[i])

    @helper(name=f"lanes_spread_{words}")
    def spread(octets: Slice[u8], out: Number) -> None:
        """Make every lane the number with these limbs."""
        for i in range(limbs):
            out[i] = splat(u64x8, load_le64(octets, 8 * i))

    @helper(name=f"lanes_setup_{words}")
    def setup(modulus: Slice[u64], n: Number, n0: Factor, r_squared: Number, work: MutSlice[u64]) -> None:
        """What belongs to a modulus, in every lane: n, -1/n mod 2^52, and R^2 mod n."""
        x = Single()
        y = Single()
        octets = SingleOctets()
        set_up(modulus, x, n0, y, work)
        store_single(x, octets)
        spread(octets[:], n)
        store_single(y, octets)
        spread(octets[:], r_squared)

    return Lanes(words, limbs, Number, Octets, Factor, multiply, settle, put, take, load, store, spread, setup)
