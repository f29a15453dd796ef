"""GHASH, the hash of GCM: SP 800-38D section 6.4. No table; the time depends on lengths alone.

A block is an element of GF(2^128); its first bit belongs to x^0. Read as a number, most significant byte first, a block has x^0 on top: the
product of two such numbers without carries is that of the polynomials, one place too low. A factor H/x in place of H mends that. What
the product has too much at its low end is cleared by adding multiples of the field's polynomial, one word after the other.

`akela.kernels.ghash_tables` has GHASH for chips where a table pays.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.carryless import carryless_32, carryless_64, carryless_half
from akela.kernels.pauses import pause_is_due
from akela.lang import (
    SPLIT_PRODUCTS,
    WORD_BITS,
    Array,
    Bytes,
    fill,
    helper,
    kernel_maker,
    load_be32,
    load_be64,
    load_le32,
    load_le64,
    operation,
    pause,
    requires,
    store_be32,
    store_be64,
    store_le64,
    struct,
    u8,
    u32,
    u64,
    unroll,
)

BLOCK_BYTES = 16
POWERS = 8  # for ports, which multiply so many blocks before they reduce once
KEY_BYTES = BLOCK_BYTES * POWERS

# 1/x = x^127 + x^6 + x + 1 without x^127, which is bit 0.
INVERSE_TOP = 0xC200_0000_0000_0000


@dataclass(frozen=True)
class GhashForm:
    """One way to compute GHASH, for those that build on it."""

    suffix: str  # of names: "", "_small", "_table4", "_table8"
    vartime: str  # how names end: "" or "_vartime"
    key: type  # the struct that holds the hash subkey
    init: Callable[..., None]  # (key, h)
    blocks: Callable[..., None]  # (key, y, data)


@struct
class Ghash:
    """A hash subkey."""

    powers: Array[u8, KEY_BYTES]  # H/x, H^2/x … H^8/x, least significant byte first; where words have 32 bits only the first is set


# --- products without reduction, by Karatsuba's method ------------------------------------------------------------------------------------

# Words 0 and 1 of a factor stand in places 0 and 1, words 2 and 3 in places 3 and 4; the other places hold sums.


@kernel_maker
def make_join(word: Any, count: int) -> Callable[..., None]:
    """The step that makes products of two words by two from those of single words."""

    @helper(name=f"ghash_join_{word.__name__}")
    def join(z: Array[word, count]) -> None:
        """In each six words: the product of the lower words, of the upper words, and of their sums."""
        for at in unroll(range(0, count, 6)):
            low, high = z[at + 1], z[at + 2]
            z[at + 1] = low ^ z[at] ^ high ^ z[at + 4]
            z[at + 2] = low ^ high ^ z[at + 3] ^ z[at + 5]

    return join


join_64, join_32 = make_join(u64, 6), make_join(u32, 18)


@helper
def factors_64(a: Array[u64, 3]) -> None:
    """The sum of the words."""
    a[2] = a[0] ^ a[1]


@helper
def multiply_64(a: Array[u64, 3], b: Array[u64, 3], z: Array[u64, 6]) -> None:
    """The first four words of z become the product."""
    for i in unroll(range(3)):
        z[2 * i + 1], z[2 * i] = carryless_64(a[i], b[i])
    join_64(z)


@helper
def factors_32(a: Array[u32, 9]) -> None:
    """The sum of each two words, and the sum of the two halves of the factor in the same way."""
    a[2] = a[0] ^ a[1]
    a[5] = a[3] ^ a[4]
    a[6] = a[0] ^ a[3]
    a[7] = a[1] ^ a[4]
    a[8] = a[6] ^ a[7]


@helper
def gather_32(z: Array[u32, 18]) -> None:
    """The first eight words of z become the product."""
    join_32(z)
    # Words 0 to 3 and 6 to 9 are the products of the halves, 12 to 15 that of their sums.
    t2, t3 = z[2] ^ z[6], z[3] ^ z[7]
    z2, z3 = z[0] ^ t2 ^ z[12], z[1] ^ t3 ^ z[13]
    z4, z5 = z[8] ^ t2 ^ z[14], z[9] ^ t3 ^ z[15]
    z[2], z[3], z[4], z[5], z[6], z[7] = z2, z3, z4, z5, z[8], z[9]


@helper
def multiply_32(a: Array[u32, 9], b: Array[u32, 9], z: Array[u32, 18]) -> None:
    """The first eight words of z become the product."""
    for i in range(9):
        z[2 * i + 1], z[2 * i] = carryless_32(a[i], b[i])
    gather_32(z)


@helper
def factors_16(a: Array[u32, 27]) -> None:
    """Of each of the nine words of `factors_32` the halves and their sum."""
    factors_32(a[:9])
    for i in unroll(range(8, -1, -1)):
        low, high = a[i] & 0xFFFF, a[i] >> 16
        a[3 * i], a[3 * i + 1], a[3 * i + 2] = low, high, low ^ high


@helper
def multiply_16(a: Array[u32, 27], b: Array[u32, 27], z: Array[u32, 27]) -> None:
    """The first eight words of z become the product."""
    for i in range(27):
        z[i] = carryless_half(a[i], b[i])
    for i in unroll(range(9)):
        low, high = z[3 * i], z[3 * i + 1]
        middle = low ^ high ^ z[3 * i + 2]
        z[2 * i], z[2 * i + 1] = low ^ (middle << 16), high ^ (middle >> 16)
    gather_32(z[:18])


# --- blocks -------------------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_absorb(
    word: Any, bits: int, factors: Callable[..., None], multiply: Callable[..., None], factor_words: int, product_words: int
) -> Callable[..., None]:
    """GHASH from products of `bits` bits, on n words."""
    n = 128 // word.bits
    step = word.bits // 8
    up_1, up_2, up_7 = word.bits - 1, word.bits - 2, word.bits - 7
    long = word.bits == 64
    load_be, load_le, store_be = (load_be64, load_le64, store_be64) if long else (load_be32, load_le32, store_be32)

    @helper(name=f"ghash_reduce_{bits}")
    def reduce(z: Array[word, product_words]) -> None:
        """Of the product's 2n words each of the lower n, times the polynomial, is added, and thereby cleared. The upper n remain."""
        for i in unroll(range(n)):
            low = z[i]
            z[i + n - 1] ^= (low << up_1) ^ (low << up_2) ^ (low << up_7)
            z[i + n] ^= low ^ (low >> 1) ^ (low >> 2) ^ (low >> 7)

    @helper(name=f"ghash_absorb_{bits}")
    def absorb(h: Array[u8, 16], y: Array[u8, 16], data: Bytes) -> None:
        """y = (y + block)·H for every block; `h` is H/x, least significant byte first."""
        a = Array[word, factor_words]()
        b = Array[word, factor_words]()
        z = Array[word, product_words]()
        for i in unroll(range(n)):
            b[3 * (i // 2) + i % 2] = load_le(h, step * i)
            z[2 * n - 1 - i] = load_be(y, step * i)
        factors(b)
        for at in range(0, len(data), BLOCK_BYTES):
            if pause_is_due(at):
                pause()
            for i in unroll(range(n)):
                a[3 * (i // 2) + i % 2] = z[n + i] ^ load_be(data, at + step * (n - 1 - i))
            factors(a)
            multiply(a, b, z)
            reduce(z)
        for i in unroll(range(n)):
            store_be(y, step * i, z[2 * n - 1 - i])

    return absorb


absorb_64 = make_absorb(u64, 64, factors_64, multiply_64, 3, 6)
absorb_32 = make_absorb(u32, 32, factors_32, multiply_32, 9, 18)
absorb_16 = make_absorb(u32, 16, factors_16, multiply_16, 27, 27)


@helper
def absorb(h: Array[u8, 16], y: Array[u8, 16], data: Bytes) -> None:
    """In the form that suits the target's multiplier."""
    if WORD_BITS == 64:
        absorb_64(h, y, data)
    elif SPLIT_PRODUCTS:
        absorb_16(h, y, data)
    else:
        absorb_32(h, y, data)


# --- keys ---------------------------------------------------------------------------------------------------------------------------------


@helper
def divide_by_x(h: Array[u8, 16], out: Array[u8, 16]) -> None:
    """H/x, least significant byte first."""
    high, low = load_be64(h, 0), load_be64(h, 8)
    one = high >> 63  # x^0, which becomes 1/x
    store_le64(out, 0, (low << 1) | one)
    store_le64(out, 8, ((high << 1) | (low >> 63)) ^ ((u64(0) - one) & INVERSE_TOP))


@helper
def set_powers(powers: Array[u8, KEY_BYTES], h: Array[u8, 16]) -> None:
    """All powers of H where words have 64 bits, else the first."""
    fill(powers, 0)
    divide_by_x(h, powers[:16])
    if WORD_BITS == 64:
        y = Array[u8, 16]()
        zeros = Array[u8, 16].zeros()
        y[:] = h
        for at in range(16, KEY_BYTES, 16):
            absorb_64(powers[:16], y, zeros[:])
            divide_by_x(y, powers[at : at + 16])


@operation("ghash.init")
def ghash_init(ctx: Ghash, h: Array[u8, 16]) -> None:
    """Take H, the hash subkey of section 7.1.

    Leaks: nothing.
    """
    set_powers(ctx.powers, h)


@operation("ghash.blocks")
def ghash_blocks(ctx: Ghash, y: Array[u8, 16], data: Bytes) -> None:
    """y = (y + block)·H for every block of `data`, whose length is a multiple of 16: section 6.4, step 3.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    absorb(ctx.powers[:16], y, data)


GHASH = GhashForm("", "", Ghash, ghash_init, ghash_blocks)
