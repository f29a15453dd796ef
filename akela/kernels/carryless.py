"""Products of polynomials over GF(2), from products of integers whose carries end before they do harm.

A factor is taken apart into n lanes, each with every n-th of its bits. In the integer product of two lanes the sum at each n-th bit
says how many products of bits met there: its lowest bit is what is wanted, and as long as it is less than 2^n it stays below the next.
"""

from collections.abc import Callable
from typing import Any

from akela.lang import helper, kernel_maker, mul_wide, u32, u64


def lane(number: int, lanes: int, bits: int) -> int:
    """Every n-th bit of `bits`, from bit `number` on."""
    return sum(1 << at for at in range(number, bits, lanes))


T0, T1, T2 = lane(0, 3, 32), lane(1, 3, 32), lane(2, 3, 32)


@helper
def carryless_half(a: u32, b: u32) -> u32:
    """The product of two factors of 16 bits, from products that fit a word: three lanes of at most 6 bits."""
    a0, a1, a2 = a & T0, a & T1, a & T2
    b0, b1, b2 = b & T0, b & T1, b & T2
    c0 = (a0 * b0) ^ (a1 * b2) ^ (a2 * b1)
    c1 = (a0 * b1) ^ (a1 * b0) ^ (a2 * b2)
    c2 = (a0 * b2) ^ (a1 * b1) ^ (a2 * b0)
    return (c0 & T0) | (c1 & T1) | (c2 & T2)


@kernel_maker
def make_carryless(word: Any) -> Callable[..., Any]:
    """The product of two words, from products that are double words: four lanes of at most 15 bits."""
    m0, m1, m2, m3 = lane(0, 4, word.bits), lane(1, 4, word.bits), lane(2, 4, word.bits), lane(3, 4, word.bits)
    # A lane of 64 bits has 16, so the top four bits of b go another way.
    long = word.bits == 64
    top = 0xF << 60 if long else 0
    n0, n1, n2, n3 = m0 & ~top, m1 & ~top, m2 & ~top, m3 & ~top

    @helper(name=f"add_product_{word.__name__}")
    def add_product(high: word, low: word, a: word, b: word) -> tuple[word, word]:
        """The product of two lanes is added to what is there."""
        product_high, product_low = mul_wide(a, b)
        return high ^ product_high, low ^ product_low

    @helper(name=f"carryless_{word.__name__}")
    def carryless(a: word, b: word) -> tuple[word, word]:
        """The upper and the lower word of the product."""
        a0, a1, a2, a3 = a & m0, a & m1, a & m2, a & m3
        b0, b1, b2, b3 = b & n0, b & n1, b & n2, b & n3

        high, low = mul_wide(a0, b0)
        high, low = add_product(high, low, a1, b3)
        high, low = add_product(high, low, a2, b2)
        high, low = add_product(high, low, a3, b1)
        total_high, total_low = high & m0, low & m0

        high, low = mul_wide(a0, b1)
        high, low = add_product(high, low, a1, b0)
        high, low = add_product(high, low, a2, b3)
        high, low = add_product(high, low, a3, b2)
        total_high, total_low = total_high | (high & m1), total_low | (low & m1)

        high, low = mul_wide(a0, b2)
        high, low = add_product(high, low, a1, b1)
        high, low = add_product(high, low, a2, b0)
        high, low = add_product(high, low, a3, b3)
        total_high, total_low = total_high | (high & m2), total_low | (low & m2)

        high, low = mul_wide(a0, b3)
        high, low = add_product(high, low, a1, b2)
        high, low = add_product(high, low, a2, b1)
        high, low = add_product(high, low, a3, b0)
        total_high, total_low = total_high | (high & m3), total_low | (low & m3)

        if long:
            # Four bits side by side, times a lane: no two products of bits meet.
            b_top = b & top
            total_high, total_low = add_product(total_high, total_low, a0, b_top)
            total_high, total_low = add_product(total_high, total_low, a1, b_top)
            total_high, total_low = add_product(total_high, total_low, a2, b_top)
            total_high, total_low = add_product(total_high, total_low, a3, b_top)
        return total_high, total_low

    return carryless


carryless_32, carryless_64 = make_carryless(u32), make_carryless(u64)
