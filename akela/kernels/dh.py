"""Finite-field Diffie-Hellman on numbers in big-endian bytes: SP 800-56A Rev. 3 section 5.7.1.1, RFC 7919."""

from akela.kernels.bignum import from_bytes, is_word_mask, less_mask, subtract_word, to_bytes, words_for
from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.modular_power import modular_confirm, modular_power
from akela.kernels.montgomery import is_even
from akela.lang import (
    BAD_PARAMETER,
    INVALID_KEY,
    OK,
    WORD_BITS,
    Buffer,
    Bytes,
    MutSlice,
    PublicBytes,
    Slice,
    Status,
    Word,
    declassify,
    fill,
    helper,
    kernel,
    requires,
)


@helper
def is_inside(y: Slice[Word], p: Slice[Word], limit: MutSlice[Word]) -> bool:
    """Whether 1 < y < p - 1: SP 800-56A section 5.6.2.3.1 step 1. `limit` takes p - 1."""
    limit[:] = p
    subtract_word(limit, Word(1))
    inside = less_mask(y, limit) & ~is_word_mask(y, Word(0)) & ~is_word_mask(y, Word(1))
    return declassify(inside, why="a number that is no public key is refused, and whoever gave it is told so")


@kernel
def dh_power(p: Bytes, y: Bytes, x: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """out = y^x mod p, in as many bytes as p: the secret that is agreed on with the public key y, or with the generator as y a public key.

    BAD_PARAMETER where `p` is even, INVALID_KEY where 1 < y < p - 1 does not hold or the result is 1; then `out` is untouched.

    Leaks: the lengths of p and x, whether p is even and fills its words, and what the status says.
    """
    requires(len(p) > 0)
    requires(len(y) == len(p))
    requires(len(out) == len(p))
    requires(
        len(work) >= ((1 << WINDOW_BITS) + 8) * ((8 * len(p) + WORD_BITS - 1) // WORD_BITS) + 2 + (8 * len(x) + WORD_BITS - 1) // WORD_BITS
    )
    words = words_for(len(p))
    exponent_end = 3 * words + words_for(len(x))
    modulus = work[:words]
    base = work[words : 2 * words]
    power = work[2 * words : 3 * words]
    exponent = work[3 * words : exponent_end]
    rest = work[exponent_end:]
    from_bytes(p, modulus)
    from_bytes(y, base)
    from_bytes(x, exponent)
    if is_even(modulus):
        return BAD_PARAMETER
    if not is_inside(base, modulus, power):
        return INVALID_KEY
    status = modular_power(modulus, base, exponent, power, rest)
    if status != OK:
        return status
    if not declassify(~is_word_mask(power, Word(1)), why="the secret 1 comes of a public key of small order only, and is refused"):
        return INVALID_KEY
    to_bytes(power, out)
    return OK


@kernel
def dh_check(p: Bytes, q: PublicBytes, y: Bytes, work: MutSlice[Word]) -> Status:
    """Full validation of a public key, SP 800-56A section 5.6.2.3.1: 1 < y < p - 1, and y^q mod p is 1, for the group of order q.

    INVALID_KEY where that does not hold, BAD_PARAMETER where `p` is even.

    Leaks: the length of p, whether p is even and fills its words, q, and what the status says.
    """
    requires(len(p) > 0)
    requires(len(y) == len(p))
    requires(len(work) >= 9 * ((8 * len(p) + WORD_BITS - 1) // WORD_BITS) + 2)
    words = words_for(len(p))
    modulus = work[:words]
    base = work[words : 2 * words]
    one = work[2 * words : 3 * words]
    rest = work[3 * words :]
    from_bytes(p, modulus)
    from_bytes(y, base)
    if is_even(modulus):
        return BAD_PARAMETER
    if not is_inside(base, modulus, one):
        return INVALID_KEY
    fill(one, 0)
    one[0] = 1
    if modular_confirm(modulus, base, q, one, rest) != OK:
        return INVALID_KEY
    return OK
