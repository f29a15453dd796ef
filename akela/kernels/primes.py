"""Tests of whether a number is prime: FIPS 186-5 appendix B.3.

They are for numbers that are 3 modulo 4, of which key generation takes its primes: p - 1 is twice an odd number there, so that a round of
the Miller-Rabin test is one power. A number that does not pass is not kept secret; of one that passes nothing else shows.
"""

from akela.kernels.bignum import equal_mask, from_bytes, halve, is_word_mask, less_mask, subtract_word
from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.inverse import mod_gcd
from akela.kernels.modular_power import modular_power
from akela.kernels.sha256 import primes
from akela.lang import (
    BAD_PARAMETER,
    INVALID_KEY,
    OK,
    WORD_BITS,
    Bytes,
    MutSlice,
    Slice,
    Status,
    Word,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel,
    limbs,
    requires,
)

SIEVE_BITS = 512


def product_of_odd_primes(bits: int) -> int:
    """Of the first odd primes, as many as `bits` bits hold."""
    product = 1
    for prime in primes(bits)[1:]:
        if product * prime >> bits:
            break
        product *= prime
    return product


SMALL_PRIMES = limbs(product_of_odd_primes(SIEVE_BITS), SIEVE_BITS)


@helper
def has_small_factor(p: Slice[Word], work: MutSlice[Word]) -> bool:
    """Whether 2 or one of the first odd primes divides p, which is longer than their product. `work` is 6·len(p) + 4 words."""
    words = len(p)
    product = work[:words]
    divisor = work[words : 2 * words]
    fill(product, 0)
    product[: SIEVE_BITS // WORD_BITS] = SMALL_PRIMES
    if mod_gcd(p, product, divisor, work[2 * words :]) != OK:
        return True
    return not declassify(is_word_mask(divisor, Word(1)), why="a number that is no prime is not kept secret")


@kernel
def miller_rabin(p: Slice[Word], base: Bytes, work: MutSlice[Word]) -> Status:
    """A round of the Miller-Rabin test of appendix B.3.1, steps 4.1 to 4.6, for a p that is 3 modulo 4. `base` is a random number.

    BAD_PARAMETER where p is not 3 modulo 4, or `base` is not more than 1 and less than p - 1: draw another then. INVALID_KEY where p is not
    a prime.

    Leaks: the lengths of p and base, whether p fills its words, and what the status says.
    """
    requires(len(p) > 0)
    requires(8 * len(base) <= WORD_BITS * len(p))
    requires(len(work) >= ((1 << WINDOW_BITS) + 9) * len(p) + 2)
    words = len(p)
    minus_one = work[:words]
    half = work[words : 2 * words]
    b = work[2 * words : 3 * words]
    power = work[3 * words : 4 * words]
    rest = work[4 * words :]
    minus_one[:] = p
    subtract_word(minus_one, Word(1))
    half[:] = minus_one
    halve(half)
    from_bytes(base, b)
    usable = less_mask(b, minus_one) & ~is_word_mask(b, Word(0)) & ~is_word_mask(b, Word(1)) & eq_mask(p[0] & 3, Word(3))
    if not declassify(usable, why="that an unknown random number is out of range says next to nothing about the range"):
        return BAD_PARAMETER
    # Steps 4.3 to 4.5: the power of b to (p - 1) / 2 is 1 or -1.
    status = modular_power(p, b, half, power, rest)
    if status != OK:
        return status
    if declassify(is_word_mask(power, Word(1)) | equal_mask(power, minus_one), why="a number that is no prime is not kept secret"):
        return OK
    return INVALID_KEY
