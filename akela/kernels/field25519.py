"""Numbers modulo p = 2^255 - 19, in three forms: see `limb_field.py` for what they share.

- five limbs of 51 bits, where products of two 64-bit words are one instruction;
- ten limbs of 26 and 25 bits in turn, where those of two 32-bit words are;
- twenty limbs of 13 bits, where long products take a time that depends on their operands: products and their sums stay below 2^32.
"""

from akela.kernels.limb_field import Field, Powers, make_field
from akela.lang import Array, DWord, Public, helper, kernel_maker, truncate, u32, u64, unroll

P = 2**255 - 19

# --- five limbs of 51 bits ----------------------------------------------------------------------------------------------------------------

Limbs5 = Array[u64, 5]
MASK_51 = (1 << 51) - 1


@kernel_maker
def make_field_5x51() -> Field:
    """Operands of `mul`, `square` and `scale` may have 8 units: sums need no carrying."""

    @helper(name="close_5x51")
    def close(carry: u64, out: Limbs5) -> None:
        """Take in what the last column carries. No product in it counts 19 times, so that it is below 2^111, and 19·carry below 2^64."""
        carry = carry * 19 + out[0]
        out[0] = carry & MASK_51
        out[1] += carry >> 51

    @helper(name="mul_5x51")
    def mul(a: Limbs5, b: Limbs5, out: Limbs5) -> None:
        """out = a·b. `out` may be `a` or `b`."""
        a0, a1, a2, a3, a4 = a[0], a[1], a[2], a[3], a[4]
        b0, b1, b2, b3, b4 = b[0], b[1], b[2], b[3], b[4]
        c1, c2, c3, c4 = b1 * 19, b2 * 19, b3 * 19, b4 * 19  # 2^255 is 19
        t = DWord(a0) * DWord(b0) + DWord(a1) * DWord(c4) + DWord(a2) * DWord(c3) + DWord(a3) * DWord(c2) + DWord(a4) * DWord(c1)
        out[0] = truncate(u64, t) & MASK_51
        t = (
            (t >> 51)
            + DWord(a0) * DWord(b1)
            + DWord(a1) * DWord(b0)
            + DWord(a2) * DWord(c4)
            + DWord(a3) * DWord(c3)
            + DWord(a4) * DWord(c2)
        )
        out[1] = truncate(u64, t) & MASK_51
        t = (
            (t >> 51)
            + DWord(a0) * DWord(b2)
            + DWord(a1) * DWord(b1)
            + DWord(a2) * DWord(b0)
            + DWord(a3) * DWord(c4)
            + DWord(a4) * DWord(c3)
        )
        out[2] = truncate(u64, t) & MASK_51
        t = (
            (t >> 51)
            + DWord(a0) * DWord(b3)
            + DWord(a1) * DWord(b2)
            + DWord(a2) * DWord(b1)
            + DWord(a3) * DWord(b0)
            + DWord(a4) * DWord(c4)
        )
        out[3] = truncate(u64, t) & MASK_51
        t = (
            (t >> 51)
            + DWord(a0) * DWord(b4)
            + DWord(a1) * DWord(b3)
            + DWord(a2) * DWord(b2)
            + DWord(a3) * DWord(b1)
            + DWord(a4) * DWord(b0)
        )
        out[4] = truncate(u64, t) & MASK_51
        close(truncate(u64, t >> 51), out)

    @helper(name="square_5x51")
    def square(a: Limbs5, out: Limbs5) -> None:
        """out = a^2. `out` may be `a`."""
        a0, a1, a2, a3, a4 = a[0], a[1], a[2], a[3], a[4]
        d0, d1 = a0 * 2, a1 * 2
        c3, c4 = a3 * 19, a4 * 19
        t = DWord(a0) * DWord(a0) + DWord(d1) * DWord(c4) + DWord(a2 * 2) * DWord(c3)
        out[0] = truncate(u64, t) & MASK_51
        t = (t >> 51) + DWord(d0) * DWord(a1) + DWord(a2 * 2) * DWord(c4) + DWord(a3) * DWord(c3)
        out[1] = truncate(u64, t) & MASK_51
        t = (t >> 51) + DWord(d0) * DWord(a2) + DWord(a1) * DWord(a1) + DWord(a3 * 2) * DWord(c4)
        out[2] = truncate(u64, t) & MASK_51
        t = (t >> 51) + DWord(d0) * DWord(a3) + DWord(d1) * DWord(a2) + DWord(a4) * DWord(c4)
        out[3] = truncate(u64, t) & MASK_51
        t = (t >> 51) + DWord(d0) * DWord(a4) + DWord(d1) * DWord(a3) + DWord(a2) * DWord(a2)
        out[4] = truncate(u64, t) & MASK_51
        close(truncate(u64, t >> 51), out)

    @helper(name="scale_5x51")
    def scale(a: Limbs5, factor: Public[u64], out: Limbs5) -> None:
        """out = a·factor, for a factor below 2^18. `out` may be `a`."""
        t = DWord(0)
        for k in unroll(range(5)):
            t += DWord(a[k]) * DWord(factor)
            out[k] = truncate(u64, t) & MASK_51
            t >>= 51
        close(truncate(u64, t), out)

    return make_field("field25519_5x51", P, u64, 5, 255, mul, square, scale, carries=(False, False), units=(8, 8))


# --- ten limbs of 26 and 25 bits ----------------------------------------------------------------------------------------------------------

Limbs10 = Array[u32, 10]
MASK_26 = (1 << 26) - 1


@kernel_maker
def make_field_10x25() -> Field:
    """Operands of `mul`, `square` and `scale` may have 3.3 units, the first one of `mul` 9.

    Limb i stands at bit ⌈25.5·i⌉, so that the product of limbs i and j, both odd, counts twice in column i + j. 3.3 units times 19 are
    less than 2^32. Column 0 is the fullest, with 124.5 products of two units: 1 + 19·4, and 19·5·2 of odd limbs, which are half as large;
    with 9 and 3.3 units it is below 2^63.9.
    """

    @helper(name="close_10x25")
    def close(carry: u64, out: Limbs10) -> None:
        """Take in what the last column carries, less than 2^38."""
        carry = carry * 19 + u64(out[0])
        out[0] = truncate(u32, carry) & MASK_26
        out[1] += truncate(u32, carry >> 26)

    @helper(name="mul_10x25")
    def mul(a: Limbs10, b: Limbs10, out: Limbs10) -> None:
        """out = a·b. Above column k, `out` holds 19·b: what takes a product around."""
        for i in unroll(range(1, 10)):
            out[i] = b[i] * 19
        carry = u64(0)
        for k in unroll(range(10), "field25519.columns"):
            for i in unroll(range(10)):
                both_odd = i % 2 * ((10 + k - i) % 2)
                if i <= k:
                    carry += u64(a[i] << both_odd) * u64(b[(10 + k - i) % 10])
                else:
                    carry += u64(a[i] << both_odd) * u64(out[(10 + k - i) % 10])
            out[k] = truncate(u32, carry) & ((u32(1) << (26 - k % 2)) - 1)
            carry >>= 26 - k % 2
        close(carry, out)

    @helper(name="square_10x25")
    def square(a: Limbs10, out: Limbs10) -> None:
        """out = a^2."""
        for i in unroll(range(5, 10)):
            out[i] = a[i] * 19
        carry = u64(0)
        for k in unroll(range(10), "field25519.columns"):
            for i in unroll(range(10)):
                j = (10 + k - i) % 10
                doublings = i % 2 * (j % 2) + (1 if i < j else 0)
                if i <= j and i <= k:
                    carry += u64(a[i] << doublings) * u64(a[j])
                elif i <= j:
                    carry += u64(a[i] << doublings) * u64(out[j])
            out[k] = truncate(u32, carry) & ((u32(1) << (26 - k % 2)) - 1)
            carry >>= 26 - k % 2
        close(carry, out)

    @helper(name="scale_10x25")
    def scale(a: Limbs10, factor: Public[u32], out: Limbs10) -> None:
        """out = a·factor, for a factor below 2^18. `out` may be `a`."""
        carry = u64(0)
        for k in unroll(range(10), "field25519.columns"):
            carry += u64(a[k]) * u64(factor)
            out[k] = truncate(u32, carry) & ((u32(1) << (26 - k % 2)) - 1)
            carry >>= 26 - k % 2
        close(carry, out)

    return make_field("field25519_10x25", P, u32, 10, 255, mul, square, scale, carries=(False, False), units=(9, 3))


# --- twenty limbs of 13 bits --------------------------------------------------------------------------------------------------------------

Limbs20 = Array[u32, 20]
MASK_13 = (1 << 13) - 1
WRAP_13 = 19 << 5  # 2^260


@kernel_maker
def make_field_20x13() -> Field:
    """Operands are tight: a column has at most 20 products of (1.25·2^13)^2, below 2^31, and 608·2^14 and a carry more."""

    @helper(name="close_20x13")
    def close(carry: u32, out: Limbs20) -> None:
        """Take in what the last column carries, less than 2^19."""
        carry = carry * WRAP_13 + out[0]
        out[0] = carry & MASK_13
        carry = (carry >> 13) + out[1]
        out[1] = carry & MASK_13
        out[2] += carry >> 13

    @helper(name="mul_20x13")
    def mul(a: Limbs20, b: Limbs20, out: Limbs20) -> None:
        """out = a·b. The columns from 20 on come first, and wait in `out` as limbs."""
        carry = u32(0)
        for k in unroll(range(19), "field25519.columns"):
            for i in unroll(range(20)):
                if i > k:
                    carry += a[i] * b[(20 + k - i) % 20]
            out[k] = carry & MASK_13
            carry >>= 13
        out[19] = carry  # less than 2^14
        carry = u32(0)
        for k in unroll(range(20), "field25519.columns"):
            carry += out[k] * WRAP_13
            for i in unroll(range(20)):
                if i <= k:
                    carry += a[i] * b[(20 + k - i) % 20]
            out[k] = carry & MASK_13
            carry >>= 13
        close(carry, out)

    @helper(name="square_20x13")
    def square(a: Limbs20, out: Limbs20) -> None:
        """out = a^2."""
        carry = u32(0)
        for k in unroll(range(19), "field25519.columns"):
            twice = u32(0)
            for i in unroll(range(20)):
                j = (20 + k - i) % 20
                if i > k and i < j:
                    twice += a[i] * a[j]
                elif i > k and i == j:
                    carry += a[i] * a[i]
            carry += twice * 2
            out[k] = carry & MASK_13
            carry >>= 13
        out[19] = carry
        carry = u32(0)
        for k in unroll(range(20), "field25519.columns"):
            carry += out[k] * WRAP_13
            twice = u32(0)
            for i in unroll(range(20)):
                j = (20 + k - i) % 20
                if i <= k and i < j:
                    twice += a[i] * a[j]
                elif i <= k and i == j:
                    carry += a[i] * a[i]
            carry += twice * 2
            out[k] = carry & MASK_13
            carry >>= 13
        close(carry, out)

    @helper(name="scale_20x13")
    def scale(a: Limbs20, factor: Public[u32], out: Limbs20) -> None:
        """out = a·factor, for a factor below 2^18. `out` may be `a`."""
        carry = u32(0)
        for k in unroll(range(20), "field25519.limbs"):
            carry += a[k] * factor
            out[k] = carry & MASK_13
            carry >>= 13
        close(carry, out)

    return make_field("field25519_20x13", P, u32, 20, 260, mul, square, scale, carries=(True, True), units=(1, 1))


FIELD_5X51 = make_field_5x51()
FIELD_10X25 = make_field_10x25()
FIELD_20X13 = make_field_20x13()


# --- powers -------------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_powers(name: str, field: Field) -> Powers:
    """Powers with exponents that are almost all ones. Below, x_n stands for a^(2^n - 1)."""
    Element, extend = field.Element, field.extend

    @helper(name=f"{name}_root")
    def root(a: Element, out: Element) -> None:
        """out = a^((p - 5) / 8), an exponent of 2^252 - 3."""
        t = Element()
        x10 = Element()
        x50 = Element()
        extend(a, 1, a, out)  # x_2
        extend(out, 2, out, t)  # x_4
        extend(t, 1, a, out)  # x_5
        extend(out, 5, out, x10)
        extend(x10, 10, x10, t)  # x_20
        extend(t, 20, t, out)  # x_40
        extend(out, 10, x10, x50)
        extend(x50, 50, x50, t)  # x_100
        extend(t, 100, t, out)  # x_200
        extend(out, 50, x50, t)  # x_250
        extend(t, 2, a, out)

    @helper(name=f"{name}_invert")
    def invert(a: Element, out: Element) -> None:
        """out = 1/a = a^(p - 2), and p - 2 is 8·(p - 5)/8 + 3. 0 for 0."""
        t = Element()
        cube = Element()
        root(a, t)
        extend(a, 1, a, cube)
        extend(t, 3, cube, out)

    return Powers(root, invert)


POWERS_5X51 = make_powers("field25519_5x51", FIELD_5X51)
POWERS_10X25 = make_powers("field25519_10x25", FIELD_10X25)
POWERS_20X13 = make_powers("field25519_20x13", FIELD_20X13)
