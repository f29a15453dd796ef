"""Keccak-p[1600, 24] with a lane of the state on each vector, FIPS 202 section 3: what its forms have in common.

A vector's own lanes belong to different states. AVX-512 rotates each in one instruction, makes any function of three vectors in one, and
has room for a whole state in registers: hence 25 names, not an array.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.keccak import RC, RHO, ROUNDS
from akela.lang import helper, kernel_maker, rotl, splat


@kernel_maker
def make_permute(V: Any, State: Any, get: Callable[..., Any], put: Callable[..., None]) -> Callable[..., None]:
    """The permutation of as many states as stand in a `State`. `get(state, i)` is lane i of each, `put(state, i, lanes)` sets it."""

    @helper(name=f"keccak_moved_{V.__name__}")
    def moved(a: V, left: V, right: V, lane: int) -> V:
        """Theta, step 3, and rho: a lane with the parities of the columns on its left, and those on its right, rotated."""
        return rotl(a ^ left ^ right, int(RHO[lane]))

    @helper(name=f"keccak_chi_{V.__name__}")
    def chi(b0: V, b1: V, b2: V, b3: V, b4: V) -> tuple[V, V, V, V, V]:
        """Section 3.2.4, on a row."""
        return b0 ^ (~b1 & b2), b1 ^ (~b2 & b3), b2 ^ (~b3 & b4), b3 ^ (~b4 & b0), b4 ^ (~b0 & b1)

    @helper(name=f"keccak_permute_{V.__name__}")
    def permute(state: State) -> None:
        """Section 3.4. Pi has row y of its result from the lanes (x + 3·y, x)."""
        a0, a1, a2, a3, a4 = get(state, 0), get(state, 1), get(state, 2), get(state, 3), get(state, 4)
        a5, a6, a7, a8, a9 = get(state, 5), get(state, 6), get(state, 7), get(state, 8), get(state, 9)
        a10, a11, a12, a13, a14 = get(state, 10), get(state, 11), get(state, 12), get(state, 13), get(state, 14)
        a15, a16, a17, a18, a19 = get(state, 15), get(state, 16), get(state, 17), get(state, 18), get(state, 19)
        a20, a21, a22, a23, a24 = get(state, 20), get(state, 21), get(state, 22), get(state, 23), get(state, 24)
        for i in range(ROUNDS):
            # Theta, step 1: the parities of the columns.
            c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
            c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
            c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
            c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
            c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
            r0, r1, r2, r3, r4 = rotl(c0, 1), rotl(c1, 1), rotl(c2, 1), rotl(c3, 1), rotl(c4, 1)
            b0 = moved(a0, c4, r1, 0)
            b1 = moved(a6, c0, r2, 6)
            b2 = moved(a12, c1, r3, 12)
            b3 = moved(a18, c2, r4, 18)
            b4 = moved(a24, c3, r0, 24)
            e0, e1, e2, e3, e4 = chi(b0, b1, b2, b3, b4)
            b0 = moved(a3, c2, r4, 3)
            b1 = moved(a9, c3, r0, 9)
            b2 = moved(a10, c4, r1, 10)
            b3 = moved(a16, c0, r2, 16)
            b4 = moved(a22, c1, r3, 22)
            e5, e6, e7, e8, e9 = chi(b0, b1, b2, b3, b4)
            b0 = moved(a1, c0, r2, 1)
            b1 = moved(a7, c1, r3, 7)
            b2 = moved(a13, c2, r4, 13)
            b3 = moved(a19, c3, r0, 19)
            b4 = moved(a20, c4, r1, 20)
            e10, e11, e12, e13, e14 = chi(b0, b1, b2, b3, b4)
            b0 = moved(a4, c3, r0, 4)
            b1 = moved(a5, c4, r1, 5)
            b2 = moved(a11, c0, r2, 11)
            b3 = moved(a17, c1, r3, 17)
            b4 = moved(a23, c2, r4, 23)
            e15, e16, e17, e18, e19 = chi(b0, b1, b2, b3, b4)
            b0 = moved(a2, c1, r3, 2)
            b1 = moved(a8, c2, r4, 8)
            b2 = moved(a14, c3, r0, 14)
            b3 = moved(a15, c4, r1, 15)
            b4 = moved(a21, c0, r2, 21)
            e20, e21, e22, e23, e24 = chi(b0, b1, b2, b3, b4)

            a0, a1, a2, a3, a4 = e0 ^ splat(V, RC[i]), e1, e2, e3, e4
            a5, a6, a7, a8, a9 = e5, e6, e7, e8, e9
            a10, a11, a12, a13, a14 = e10, e11, e12, e13, e14
            a15, a16, a17, a18, a19 = e15, e16, e17, e18, e19
            a20, a21, a22, a23, a24 = e20, e21, e22, e23, e24
        put(state, 0, a0)
        put(state, 1, a1)
        put(state, 2, a2)
        put(state, 3, a3)
        put(state, 4, a4)
        put(state, 5, a5)
        put(state, 6, a6)
        put(state, 7, a7)
        put(state, 8, a8)
        put(state, 9, a9)
        put(state, 10, a10)
        put(state, 11, a11)
        put(state, 12, a12)
        put(state, 13, a13)
        put(state, 14, a14)
        put(state, 15, a15)
        put(state, 16, a16)
        put(state, 17, a17)
        put(state, 18, a18)
        put(state, 19, a19)
        put(state, 20, a20)
        put(state, 21, a21)
        put(state, 22, a22)
        put(state, 23, a23)
        put(state, 24, a24)

    return permute
