"""Powers modulo an odd number, in Montgomery form: Handbook of Applied Cryptography, section 14.6.

A secret exponent is taken in windows of a fixed size, and each window reads the whole table of powers. A public one, such as RSA's, decides
what is done.
"""

from akela.kernels.montgomery import is_even, mont_from, mont_product, mont_sqr, negative_inverse, r_mod, square_of_r
from akela.kernels.table_sizes import WINDOW_BITS
from akela.lang import (
    BAD_PARAMETER,
    OK,
    WORD_BITS,
    MutSlice,
    PublicBytes,
    Slice,
    Status,
    Word,
    eq_mask,
    fill,
    helper,
    kernel,
    mask_word,
    requires,
)


@helper
def choose(powers: Slice[Word], index: Word, out: MutSlice[Word]) -> None:
    """Copy the number with this secret index; all are read."""
    words = len(out)
    fill(out, 0)
    for i in range(1 << WINDOW_BITS):
        wanted = mask_word(eq_mask(index, Word(i)))
        for j in range(words):
            out[j] |= powers[i * words + j] & wanted


@kernel
def mont_power(n: Slice[Word], n0: Word, base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """The Montgomery form of base^exponent, given that of the base: HAC 14.82 with windows of WINDOW_BITS. n is odd.

    Leaks: the lengths of n and exponent, and whether n fills its words.
    """
    requires(len(n) > 0)
    requires(len(base) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 3) * len(n) + 1)
    words = len(n)
    t = work[: 2 * words + 1]
    factor = work[2 * words + 1 : 3 * words + 1]
    powers = work[3 * words + 1 : ((1 << WINDOW_BITS) + 3) * words + 1]

    r_mod(n, out, t)
    powers[:words] = out
    powers[words : 2 * words] = base
    for i in range(2, 1 << WINDOW_BITS):
        mont_product(n, n0, powers[(i - 1) * words : i * words], base, powers[i * words : (i + 1) * words], t)

    for i in range(len(exponent)):
        word = exponent[len(exponent) - 1 - i]
        for shift in range(WORD_BITS - WINDOW_BITS, -1, -WINDOW_BITS):
            for _ in range(WINDOW_BITS):
                mont_sqr(n, n0, out, out, t)
            choose(powers, (word >> shift) & ((1 << WINDOW_BITS) - 1), factor)
            mont_product(n, n0, out, factor, out, t)


@helper
def public_bit(number: PublicBytes, i: int) -> int:
    """Bit i of a number in big-endian bytes."""
    return int((number[len(number) - 1 - i // 8] >> (i % 8)) & 1)


@helper
def public_length(number: PublicBytes) -> int:
    """How many bits a number in big-endian bytes has; 0 for zero."""
    bits = 8 * len(number)
    while bits > 0 and public_bit(number, bits - 1) == 0:
        bits -= 1
    return bits


@kernel
def mont_power_public(
    n: Slice[Word], n0: Word, base: Slice[Word], exponent: PublicBytes, out: MutSlice[Word], work: MutSlice[Word]
) -> None:
    """The Montgomery form of base^exponent, given that of the base, for a public exponent in big-endian bytes: HAC 14.79. n is odd.

    Leaks: the length of n, whether n fills its words, and the exponent.
    """
    requires(len(n) > 0)
    requires(len(base) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    t = work[: 2 * len(n) + 1]
    bits = public_length(exponent)
    if bits == 0:
        r_mod(n, out, t)
    else:
        out[:] = base
    for i in range(bits - 2, -1, -1):
        mont_sqr(n, n0, out, out, t)
        if public_bit(exponent, i) == 1:
            mont_product(n, n0, out, base, out, t)


@kernel
def mont_exp(n: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = base^exponent mod n, for any numbers of these lengths. Modulo 1 everything is 0.

    BAD_PARAMETER where `n` is empty or even.

    Leaks: the lengths of n and exponent, whether n is even, and whether it fills its words.
    """
    requires(len(base) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 4) * len(n) + 1)
    if len(n) == 0 or is_even(n):
        return BAD_PARAMETER
    form = work[: len(n)]
    rest = work[len(n) :]
    t = rest[: 2 * len(n) + 1]
    n0 = negative_inverse(n[0])
    square_of_r(n, n0, form, t)
    mont_product(n, n0, base, form, form, t)
    mont_power(n, n0, form, exponent, out, rest)
    mont_from(n, n0, out, out, t)
    return OK
