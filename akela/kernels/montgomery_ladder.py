"""The functions X25519 and X448: RFC 7748 section 5, for any form of their fields.

Names such as x_2 and AA are those of the RFC's pseudocode.
"""

from collections.abc import Callable

from akela.kernels.limb_field import Field, Powers
from akela.lang import (
    INVALID_KEY,
    OK,
    Array,
    Mask,
    Status,
    bit_mask,
    declassify,
    fill,
    helper,
    kernel_maker,
    pause,
    struct,
    table,
    u8,
    zero_mask,
)


@kernel_maker
def make_ladder(name: str, field: Field, bits: int, a24: int, powers: Powers) -> Callable[..., Status]:
    """The helper (k, u, out) that multiplies the point with the coordinate u by the number k, whose bits from `bits` on are zero."""
    Element, word = field.Element, field.word
    mul, square, add, subtract, scale, move = field.mul, field.square, field.add, field.subtract, field.scale, field.move
    octets = (field.p.bit_length() + 7) // 8
    ONE = table(word, field.parts(1))

    @struct(name=f"{name}_ladder")
    class Ladder:
        """The points of one step, and room for its intermediate results."""

        x1: Element
        x2: Element
        z2: Element
        x3: Element
        z3: Element
        a: Element
        b: Element
        c: Element
        d: Element

    @helper(name=f"{name}_step")
    def step(s: Ladder, swapped: Mask[word]) -> None:
        """x_2/z_2 becomes its double, or that of x_3/z_3 where the two are swapped, x_3/z_3 the sum of both points.

        A swap makes CB of DA and DA of CB, whose sum and difference do not care but for a sign: only what is doubled is chosen.
        """
        add(s.x2, s.z2, s.a)  # A
        subtract(s.x2, s.z2, s.b)  # B
        add(s.x3, s.z3, s.c)  # C
        subtract(s.x3, s.z3, s.d)  # D
        mul(s.d, s.a, s.x3)  # DA
        mul(s.c, s.b, s.z3)  # CB
        move(swapped, s.c, s.a)
        move(swapped, s.d, s.b)
        square(s.a, s.c)  # AA
        square(s.b, s.d)  # BB
        add(s.x3, s.z3, s.x2)
        subtract(s.x3, s.z3, s.z2)
        subtract(s.c, s.d, s.b)  # E
        square(s.z2, s.a)
        square(s.x2, s.x3)
        scale(s.b, a24, s.x2)
        mul(s.x1, s.a, s.z3)
        add(s.c, s.x2, s.x2)
        mul(s.b, s.x2, s.z2)
        mul(s.c, s.d, s.x2)

    @helper(name=f"{name}_multiply")
    def multiply(k: Array[u8, octets], u: Array[u8, octets], out: Array[u8, octets]) -> Status:
        """The coordinate u of the multiple. INVALID_KEY where it is that of the neutral element, zero: section 6.1, the check of K."""
        s = Ladder()
        field.from_bytes(u, s.x1)
        s.x2[:] = ONE
        fill(s.z2, 0)
        s.x3[:] = s.x1
        s.z3[:] = ONE
        swapped = word(0)
        for i in range(bits):
            pause()
            t = bits - 1 - i
            bit = word((k[t // 8] >> (t % 8)) & 1)
            step(s, bit_mask(swapped ^ bit))
            swapped = bit
        move(bit_mask(swapped), s.x3, s.x2)
        move(bit_mask(swapped), s.z3, s.z2)
        powers.invert(s.z2, s.z3)
        mul(s.x2, s.z3, s.a)
        field.to_bytes(s.a, out)
        any_bit = u8(0)
        for i in range(octets):
            any_bit |= out[i]
        if declassify(zero_mask(any_bit), why="a shared secret of zero means a point of low order, and the caller is told"):
            return INVALID_KEY
        return OK

    return multiply
