"""Numbers modulo p = 2^448 - 2^224 - 1, in three forms: see `limb_field.py` for what they share.

- eight limbs of 56 bits, where products of two 64-bit words are one instruction;
- sixteen limbs of 28 bits, where those of two 32-bit words are;
- thirty-two limbs of 14 bits, where long products take a time that depends on their operands: eight products and a sum stay below 2^32.

With t = 2^224 the square of t is t + 1. So (a0 + a1·t)·(b0 + b1·t) is (L + H) + (M - L)·t for L = a0·b0, H = a1·b1 and
M = (a0 + a1)·(b0 + b1), three products of halves (Hamburg, "Ed448-Goldilocks, a new elliptic curve", section 3.2).
"""

from typing import Any

from akela.kernels.limb_field import Field, Powers, make_field
from akela.lang import Array, DWord, Public, helper, kernel_maker, truncate, u32, u64, unroll

P = 2**448 - 2**224 - 1

# --- limbs whose products fit a wider word ------------------------------------------------------------------------------------------------


@kernel_maker
def make_wide_field(name: str, word: Any, wide: Any, limbs: int, units: float, carries: tuple[bool, bool]) -> Field:
    """Limbs in `word`, products in `wide`.

    A column of the upper half is the fullest: all limbs/2 products of M, of sums of two limbs each, and the products of H.
    """
    Limbs = Array[word, limbs]
    half = limbs // 2
    Half = Array[word, half]
    bits = 448 // limbs
    mask = (1 << bits) - 1

    @helper(name=f"close_{name}")
    def close(low: wide, high: wide, out: Limbs) -> None:
        """Take in what the last columns of both halves carry: `low` at 2^224, `high` at 2^448, which is 2^224 + 1."""
        low += high
        high += wide(out[0])
        out[0] = truncate(word, high) & mask
        out[1] += truncate(word, high >> bits)
        low += wide(out[half])
        out[half] = truncate(word, low) & mask
        out[half + 1] += truncate(word, low >> bits)

    @helper(name=f"mul_{name}")
    def mul(a: Limbs, b: Limbs, out: Limbs) -> None:
        """out = a·b."""
        a_sum = Half()
        b_sum = Half()
        for i in unroll(range(half)):
            a_sum[i] = a[i] + a[half + i]
            b_sum[i] = b[i] + b[half + i]
        # Halves have columns 0 to 2·half - 2. Column half + j of L + H is part of the coefficient of t, that of M - L, which stands at
        # t^2, part of both.
        low, high = wide(0), wide(0)
        for j in unroll(range(half)):
            l0, h0, m0 = wide(0), wide(0), wide(0)  # columns j
            for i in unroll(range(half)):
                if i <= j:
                    k = (half + j - i) % half
                    l0 += wide(a[i]) * wide(b[k])
                    h0 += wide(a[half + i]) * wide(b[half + k])
                    m0 += wide(a_sum[i]) * wide(b_sum[k])
            low += l0 + h0
            high += m0 - l0
            l1, h1, m1 = wide(0), wide(0), wide(0)  # columns half + j
            for i in unroll(range(half)):
                if i > j:
                    k = (half + j - i) % half
                    l1 += wide(a[i]) * wide(b[k])
                    h1 += wide(a[half + i]) * wide(b[half + k])
                    m1 += wide(a_sum[i]) * wide(b_sum[k])
            low += m1 - l1
            high += m1 + h1
            out[j] = truncate(word, low) & mask
            out[half + j] = truncate(word, high) & mask
            low >>= bits
            high >>= bits
        close(low, high, out)

    @helper(name=f"square_{name}")
    def square(a: Limbs, out: Limbs) -> None:
        """out = a^2."""
        a_sum = Half()
        for i in unroll(range(half)):
            a_sum[i] = a[i] + a[half + i]
        low, high = wide(0), wide(0)
        for j in unroll(range(half)):
            l0, h0, m0 = wide(0), wide(0), wide(0)
            for i in unroll(range(half)):
                k = (half + j - i) % half
                if i <= j and i <= k:
                    twice = 1 if i < k else 0
                    l0 += wide(a[i] << twice) * wide(a[k])
                    h0 += wide(a[half + i] << twice) * wide(a[half + k])
                    m0 += wide(a_sum[i] << twice) * wide(a_sum[k])
            low += l0 + h0
            high += m0 - l0
            l1, h1, m1 = wide(0), wide(0), wide(0)
            for i in unroll(range(half)):
                k = (half + j - i) % half
                if j < i <= k:
                    twice = 1 if i < k else 0
                    l1 += wide(a[i] << twice) * wide(a[k])
                    h1 += wide(a[half + i] << twice) * wide(a[half + k])
                    m1 += wide(a_sum[i] << twice) * wide(a_sum[k])
            low += m1 - l1
            high += m1 + h1
            out[j] = truncate(word, low) & mask
            out[half + j] = truncate(word, high) & mask
            low >>= bits
            high >>= bits
        close(low, high, out)

    @helper(name=f"scale_{name}")
    def scale(a: Limbs, factor: Public[word], out: Limbs) -> None:
        """out = a·factor, for a factor below 2^18. `out` may be `a`."""
        low, high = wide(0), wide(0)
        for j in unroll(range(half)):
            low += wide(a[j]) * wide(factor)
            high += wide(a[half + j]) * wide(factor)
            out[j] = truncate(word, low) & mask
            out[half + j] = truncate(word, high) & mask
            low >>= bits
            high >>= bits
        close(low, high, out)

    return make_field(f"field448_{name}", P, word, limbs, 448, mul, square, scale, carries=carries, units=(units, units))


# --- limbs of 14 bits ---------------------------------------------------------------------------------------------------------------------

Limbs32 = Array[u32, 32]
MASK_14 = (1 << 14) - 1
TERMS = 8  # products of (1.25·2^14)^2 in a sum


@kernel_maker
def make_field_32x14() -> Field:
    """Operands are tight."""

    @helper(name="column_32x14")
    def column(a: Limbs32, b: Limbs32, k: int, first: int, last: int, same: bool) -> tuple[u32, u32]:
        """The sum of the products a_i·b_(k-i) for i from first to last: their parts below 2^14, added up, and the rest. Where a and b are
        the same, each product of two different limbs is made once."""
        count = last + 1 - first
        end = first + count // 2 if same else last + 1
        whole = end - (end - first) % TERMS
        low, high = u32(0), u32(0)
        for start in range(first, whole, TERMS):
            total = u32(0)
            for i in unroll(range(TERMS)):
                total += a[start + i] * b[k - start - i]
            low += total & MASK_14
            high += total >> 14
        total = u32(0)
        for i in range(whole, end):
            total += a[i] * b[k - i]
        low += total & MASK_14
        high += total >> 14
        if same:
            low *= 2
            high *= 2
            if count % 2 == 1:
                total = a[k // 2] * a[k // 2]
                low += total & MASK_14
                high += total >> 14
        return low, high

    @helper(name="close_32x14")
    def close(low: u32, high: u32, out: Limbs32) -> None:
        """Take in what the last columns of both halves carry: `low` at 2^224, `high` at 2^448, which is 2^224 + 1."""
        low += high
        for i in range(3):
            high += out[i]
            low += out[16 + i]
            out[i] = high & MASK_14
            out[16 + i] = low & MASK_14
            high >>= 14
            low >>= 14
        out[3] += high
        out[19] += low

    @helper(name="product_32x14")
    def product(a: Limbs32, b: Limbs32, same: bool, out: Limbs32) -> None:
        """out = a·b. The columns from 32 on come first, and wait in `out` as limbs."""
        carry = u32(0)
        for k in range(32, 63):
            low, high = column(a, b, k, k - 31, 31, same)
            low += carry
            out[k - 32] = low & MASK_14
            carry = (low >> 14) + high
        out[31] = carry  # less than 2^15
        # With h0 and h1 for the halves of what they are, (h0 + h1·t)·(t + 1) is (h0 + h1) + (h0 + 2·h1)·t.
        low_carry, high_carry = u32(0), u32(0)
        for j in range(16):
            h0, h1 = out[j], out[16 + j]
            low, high = column(a, b, j, 0, j, same)
            low += low_carry + h0 + h1
            out[j] = low & MASK_14
            low_carry = (low >> 14) + high
            low, high = column(a, b, 16 + j, 0, 16 + j, same)
            low += high_carry + h0 + h1 * 2
            out[16 + j] = low & MASK_14
            high_carry = (low >> 14) + high
        close(low_carry, high_carry, out)

    @helper(name="mul_32x14")
    def mul(a: Limbs32, b: Limbs32, out: Limbs32) -> None:
        """out = a·b."""
        product(a, b, False, out)

    @helper(name="square_32x14")
    def square(a: Limbs32, out: Limbs32) -> None:
        """out = a^2."""
        product(a, a, True, out)

    @helper(name="scale_32x14")
    def scale(a: Limbs32, factor: Public[u32], out: Limbs32) -> None:
        """out = a·factor, for a factor below 2^16. `out` may be `a`."""
        low, high = u32(0), u32(0)
        for j in range(16):
            low += a[j] * factor
            high += a[16 + j] * factor
            out[j] = low & MASK_14
            out[16 + j] = high & MASK_14
            low >>= 14
            high >>= 14
        close(low, high, out)

    return make_field("field448_32x14", P, u32, 32, 448, mul, square, scale, carries=(True, True), units=(1, 1))


FIELD_8X56 = make_wide_field("8x56", u64, DWord, 8, units=8, carries=(False, False))
# 8 products of (5·2^28)^2 and 7 of (2.5·2^28)^2 are less than 2^64.
FIELD_16X28 = make_wide_field("16x28", u32, u64, 16, units=2.5, carries=(False, True))
FIELD_32X14 = make_field_32x14()

# --- powers -------------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_powers(name: str, field: Field) -> Powers:
    """Powers with exponents that are almost all ones. Below, x_n stands for a^(2^n - 1)."""
    Element, extend = field.Element, field.extend

    @helper(name=f"{name}_root")
    def root(a: Element, out: Element) -> None:
        """out = a^((p - 3) / 4), an exponent of 2^446 - 2^222 - 1 = (2^223 - 1)·2^223 + 2^222 - 1."""
        x3 = Element()
        t = Element()
        x37 = Element()
        extend(a, 1, a, t)  # x_2
        extend(t, 1, a, x3)
        extend(x3, 3, x3, t)  # x_6
        extend(t, 3, x3, out)  # x_9
        extend(out, 9, out, t)  # x_18
        extend(t, 18, t, out)  # x_36
        extend(out, 1, a, x37)
        extend(x37, 37, x37, t)  # x_74
        extend(t, 37, x37, out)  # x_111
        extend(out, 111, out, t)  # x_222
        extend(t, 1, a, x3)  # x_223
        extend(x3, 223, t, out)

    @helper(name=f"{name}_invert")
    def invert(a: Element, out: Element) -> None:
        """out = 1/a = a^(p - 2), and p - 2 is 4·(p - 3)/4 + 1. 0 for 0."""
        t = Element()
        root(a, t)
        extend(t, 2, a, out)

    return Powers(root, invert)


POWERS_8X56 = make_powers("field448_8x56", FIELD_8X56)
POWERS_16X28 = make_powers("field448_16x28", FIELD_16X28)
POWERS_32X14 = make_powers("field448_32x14", FIELD_32X14)
