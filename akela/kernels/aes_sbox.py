"""The S-box of AES (FIPS 197 sections 5.1.1 and 5.3.2) as a circuit of AND and XOR gates, on lanes of any width.

After Boyar and Peralta, "A new combinational logic minimization technique with applications to cryptology": the inverse in GF(2^8) goes
by way of GF(2^4). A byte gives nine pairs of bits a_i, b_i; sums of the products a_i·b_i are the four bits e_i of its norm; the products
of the norm's inverse (with sums of its bits, f_0 to f_8) and the a_i, b_i make up the inverse. What is linear before and after was made
short by their greedy search, over all that is linear together: 111 gates, and 112 for the inverse.

The constant 0x63 of the affine map is left out: see `aes_sliced`.
"""

from collections.abc import Callable
from typing import Any

from akela.lang import Array, helper, kernel_maker


@kernel_maker
def make_norm_inverse(lane: Any) -> Callable[..., Any]:
    """The helper of both circuits in GF(2^4)."""

    @helper(name=f"norm_inverse_{lane.__name__}")
    def norm_inverse(e0: lane, e1: lane, e2: lane, e3: lane) -> tuple[lane, lane, lane, lane, lane, lane, lane, lane, lane]:
        """The inverse of the norm, f1 f2 f4 f5, and sums of its bits."""
        c0 = e0 ^ e1
        c1 = e0 & e2
        c2 = e3 ^ c1
        f5 = (c0 & c2) ^ e1
        f2 = ((e1 ^ c1) & (e2 ^ e3)) ^ e3
        c3 = e3 & (c2 ^ f2)
        f1 = c3 ^ (e2 ^ f2)
        f4 = c0 ^ (f5 & (c2 ^ c3))
        f0 = f1 ^ f2
        f3 = f4 ^ f5
        f6 = f2 ^ f5
        f8 = f1 ^ f4
        f7 = f6 ^ f8
        return f0, f1, f2, f3, f4, f5, f6, f7, f8

    return norm_inverse


@kernel_maker
def make_sub_bytes(lane: Any) -> Callable[..., Any]:
    """SubBytes. In `q[i]` stands bit i of each byte."""
    norm_inverse = make_norm_inverse(lane)

    @helper(name=f"sub_bytes_{lane.__name__}")
    def sub_bytes(q: Array[lane, 8]) -> None:
        """FIPS 197 section 5.1.1, without the constant: each byte b becomes S(b) ^ 0x63."""
        x0, x1, x2, x3, x4, x5, x6, x7 = q[7], q[6], q[5], q[4], q[3], q[2], q[1], q[0]

        # The pairs.
        a7 = x3 ^ x5
        a3 = x0 ^ x6
        a0 = a7 ^ a3
        a8 = x0 ^ x5
        a6 = x0 ^ x3
        c0 = x4 ^ a0
        b0 = x5 ^ c0
        b1 = x7 ^ b0
        c1 = x1 ^ x2
        b4 = x7 ^ c1
        a2 = x3 ^ b4
        a5 = x0 ^ b4
        a1 = a0 ^ a2
        b8 = b0 ^ c1
        a4 = x6 ^ b4
        c2 = x1 ^ c0
        b6 = a6 ^ c2
        b5 = x7 ^ b6
        b7 = b8 ^ b6
        b3 = b0 ^ b7
        b2 = x7

        # The norm and its inverse.
        p6 = a6 & b6
        p7 = a7 & b7
        c3 = c2 ^ (a0 & b0) ^ p6
        c4 = p6 ^ (a3 & b3) ^ b3
        c5 = x0 ^ (a8 & b8)
        e0 = c3 ^ (a1 & b1) ^ p7
        e1 = c3 ^ (a2 & b2) ^ x2 ^ c5
        e2 = c4 ^ (a4 & b4) ^ a3 ^ p7
        e3 = c4 ^ (a5 & b5) ^ c5
        f0, f1, f2, f3, f4, f5, f6, f7, f8 = norm_inverse(e0, e1, e2, e3)

        # The inverse, and the affine map.
        s0, s1, s2, s3, s4, s5, s6, s7, s8 = f0 & b0, f1 & b1, f2 & b2, f3 & b3, f4 & b4, f5 & b5, f6 & b6, f7 & b7, f8 & b8
        t0, t1, t2, t3, t4, t5, t6, t7, t8 = f0 & a0, f1 & a1, f2 & a2, f3 & a3, f4 & a4, f5 & a5, f6 & a6, f7 & a7, f8 & a8
        d0 = t6 ^ t7
        d1 = t1 ^ d0
        d2 = t0 ^ d1
        d3 = s0 ^ s3
        d4 = s4 ^ s7
        d5 = d4 ^ s3 ^ s6
        d6 = s2 ^ d3
        d7 = s5 ^ d6
        d8 = d6 ^ d4 ^ s8 ^ t3
        d9 = d7 ^ t4 ^ d0
        d10 = t5 ^ d8
        y3 = d3 ^ s4 ^ s1 ^ d2
        q[7] = d2 ^ d5
        q[6] = y3 ^ d5
        q[5] = t6 ^ t8 ^ d5 ^ d10
        q[4] = y3
        q[3] = y3 ^ d7
        q[2] = d10 ^ t2 ^ d1
        q[1] = d8 ^ d9
        q[0] = t3 ^ d9

    return sub_bytes


@kernel_maker
def make_inv_sub_bytes(lane: Any) -> Callable[..., Any]:
    """InvSubBytes. In `q[i]` stands bit i of each byte."""
    norm_inverse = make_norm_inverse(lane)

    @helper(name=f"inv_sub_bytes_{lane.__name__}")
    def inv_sub_bytes(q: Array[lane, 8]) -> None:
        """FIPS 197 section 5.3.2, without the constant: each byte S(b) ^ 0x63 becomes b."""
        x0, x1, x2, x3, x4, x5, x6, x7 = q[7], q[6], q[5], q[4], q[3], q[2], q[1], q[0]

        # The pairs, of the byte that the affine map's inverse gives.
        a4 = x1 ^ x3
        a1 = x0 ^ x3
        a8 = x0 ^ x1
        b1 = x0 ^ a4
        a6 = x3 ^ x4
        b4 = x7 ^ a6
        b8 = b1 ^ b4
        a7 = x4 ^ b1
        a3 = x6 ^ b4
        a5 = a4 ^ a3
        a2 = a6 ^ a5
        b5 = x2 ^ a2
        b3 = b4 ^ b5
        a0 = a1 ^ a2
        c0 = x0 ^ x5
        b6 = a2 ^ c0
        b7 = b8 ^ b6
        b0 = b3 ^ b7
        b2 = x2 ^ c0

        # The norm and its inverse.
        p6 = a6 & b6
        c1 = (a0 & b0) ^ b8
        c2 = (a3 & b3) ^ b5
        c3 = p6 ^ (a7 & b7) ^ x6
        c4 = p6 ^ (a8 & b8)
        e0 = c1 ^ c3 ^ (a1 & b1) ^ x5
        e1 = c1 ^ (a2 & b2) ^ a8 ^ c4
        e2 = c2 ^ c3 ^ (a4 & b4)
        e3 = c2 ^ (a5 & b5) ^ a5 ^ c4
        f0, f1, f2, f3, f4, f5, f6, f7, f8 = norm_inverse(e0, e1, e2, e3)

        # The inverse.
        s0, s1, s2, s3, s4, s5, s6, s7, s8 = f0 & b0, f1 & b1, f2 & b2, f3 & b3, f4 & b4, f5 & b5, f6 & b6, f7 & b7, f8 & b8
        t0, t1, t2, t3, t4, t5, t6, t7, t8 = f0 & a0, f1 & a1, f2 & a2, f3 & a3, f4 & a4, f5 & a5, f6 & a6, f7 & a7, f8 & a8
        d0 = t3 ^ t7
        d1 = t4 ^ s6 ^ t6 ^ d0
        d2 = s8 ^ d1
        d3 = s2 ^ d2
        d4 = s3 ^ s4
        d5 = t2 ^ t8
        d6 = d3 ^ s1 ^ t1 ^ d4
        d7 = d6 ^ t5 ^ t2
        d8 = t0 ^ d5
        y0 = s3 ^ s5 ^ d2
        y3 = s0 ^ d3
        y6 = d4 ^ s7 ^ d1
        d9 = y0 ^ y3 ^ t1
        q[7] = y0
        q[6] = d0 ^ d7 ^ d8
        q[5] = t4 ^ d7
        q[4] = y3
        q[3] = d5 ^ t7 ^ y6 ^ d9
        q[2] = d6 ^ d9
        q[1] = y6
        q[0] = t6 ^ d8

    return inv_sub_bytes
