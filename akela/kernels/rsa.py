"""The RSA primitives on numbers in big-endian bytes: RFC 8017 section 5.

A private key is n, e and its *parts*: p, q, dP, dQ and qInv of section 3.2, one behind the other, each in as many bytes. What the private
operation computes with is blinded, so that it is not what an attacker chose; and its result is checked with e before it leaves, since a
faulty one would give p and q away: Boneh, DeMillo and Lipton, "On the importance of checking cryptographic protocols for faults", 1997.
"""

from akela.kernels.bignum import add, from_bytes, less_mask, multiply, subtract_mod, to_bytes, words_for
from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.inverse import mod_inverse
from akela.kernels.modular_power import ONE, modular_confirm, modular_power_public, modular_power_two
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

PARTS = 5  # p, q, dP, dQ, qInv


@kernel
def rsa_public(n: Bytes, e: PublicBytes, data: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """out = data^e mod n: RSAEP and RSAVP1, sections 5.1.1 and 5.2.2.

    BAD_PARAMETER where `data` is not a number less than `n`, INVALID_KEY where `n` is even; then `out` is untouched.

    Leaks: the length of n, whether n is even and fills its words, e, and whether data is less than n.
    """
    requires(len(n) > 0)
    requires(len(data) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 8 * ((8 * len(n) + WORD_BITS - 1) // WORD_BITS) + 2)
    words = words_for(len(n))
    modulus = work[:words]
    x = work[words : 2 * words]
    y = work[2 * words : 3 * words]
    rest = work[3 * words :]
    from_bytes(n, modulus)
    from_bytes(data, x)
    if not declassify(less_mask(x, modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
        return BAD_PARAMETER
    fill(y, 0)
    y[0] = 1
    if modular_power_public(modulus, x, e, y, y, rest) != OK:
        return INVALID_KEY
    to_bytes(y, out)
    return OK


@helper
def multiply_mod(n: Slice[Word], a: Slice[Word], b: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = a·b mod n, for any a, and b less than n."""
    return modular_power_public(n, a, ONE[:], b, out, work)


@helper
def power_by_parts(c: Slice[Word], parts: Bytes, out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = c^d mod n by the Chinese remainder theorem: steps 2.b of section 5.1.2."""
    size = len(parts) // PARTS
    words = words_for(size)
    primes = work[: 2 * words]
    exponents = work[2 * words : 4 * words]
    m = work[4 * words : 6 * words]
    rest = work[6 * words :]
    p = primes[:words]
    q = primes[words:]
    m1 = m[:words]
    m2 = m[words:]

    # Step i.
    from_bytes(parts[:size], p)
    from_bytes(parts[size : 2 * size], q)
    from_bytes(parts[2 * size : 3 * size], exponents[:words])
    from_bytes(parts[3 * size : 4 * size], exponents[words:])
    if modular_power_two(primes, c, exponents, m, rest) != OK:
        return INVALID_KEY

    # Step iii: h = (m_1 - m_2)·qInv mod p.
    h = exponents[:words]
    one = exponents[words:]
    fill(one, 0)
    one[0] = 1
    status = multiply_mod(p, m2, one, h, rest)
    if status != OK:
        return INVALID_KEY
    subtract_mod(p, m1, h, m1)
    from_bytes(parts[4 * size :], h)
    status = multiply_mod(p, h, m1, h, rest)
    if status != OK:
        return INVALID_KEY

    # Step iv: m = m_2 + q·h, which is less than p·q.
    product = rest[: 2 * words + 1]
    multiply(q, h, product[: 2 * words])
    product[2 * words] = add(product[: 2 * words], m2)
    out[:] = product[: len(out)]
    return OK


@helper
def private_of_blinded(
    modulus: Slice[Word],
    e: PublicBytes,
    parts: Bytes,
    x: MutSlice[Word],
    blinded: MutSlice[Word],
    inverse: Slice[Word],
    out: MutSlice[Word],
    work: MutSlice[Word],
) -> Status:
    """out = x^d mod n, given x·r^e as `blinded` and the inverse of r: of x·r^e the power is x^d·r."""
    status = power_by_parts(blinded, parts, out, work)
    if status == OK:
        status = multiply_mod(modulus, out, inverse, out, work)
    if status != OK:
        return INVALID_KEY
    if modular_confirm(modulus, out, e, x, work) != OK:
        return INVALID_KEY
    return OK


@kernel
def rsa_private(n: Bytes, e: PublicBytes, parts: Bytes, blinding: Bytes, data: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """out = data^d mod n: RSADP and RSASP1, sections 5.1.2 and 5.2.1, in their second form. `blinding` is len(n) random bytes.

    BAD_PARAMETER where `data` is not a number less than `n`, or `blinding` has no inverse modulo `n`: draw other bytes then. INVALID_KEY
    where `n` or a prime in `parts` is even, and where the result is not the one that `n` and `e` confirm: `parts` are of another key, or
    the computation was disturbed. Unless the status is OK `out` is untouched.

    Leaks: the lengths of n and parts, e, whether n and the primes are even and fill their words, and what the status says.
    """
    requires(len(n) > 0)
    requires(len(parts) % PARTS == 0)
    requires(2 * (len(parts) // PARTS) >= len(n))
    requires(len(parts) // PARTS <= len(n))
    requires(len(blinding) == len(n))
    requires(len(data) == len(n))
    requires(len(out) == len(n))
    # Numbers as long as n, and behind them room for an inverse, or for a power modulo a prime.
    requires(
        len(work)
        >= 7 * (len(n) // (WORD_BITS // 8) + 1)
        + max(10 * (len(n) // (WORD_BITS // 8) + 2), ((1 << WINDOW_BITS) + 11) * (len(parts) // PARTS // (WORD_BITS // 8) + 1) + 2)
    )
    words = words_for(len(n))
    modulus = work[:words]
    x = work[words : 2 * words]
    y = work[2 * words : 3 * words]
    factor = work[3 * words : 4 * words]
    inverse = work[4 * words : 5 * words]
    rest = work[5 * words :]
    from_bytes(n, modulus)
    from_bytes(data, x)
    if not declassify(less_mask(x, modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
        return BAD_PARAMETER
    if is_even(modulus):
        return INVALID_KEY
    from_bytes(blinding, factor)
    if mod_inverse(modulus, factor, inverse, rest) != OK:
        return BAD_PARAMETER
    if modular_power_public(modulus, factor, e, x, y, rest) != OK:
        return INVALID_KEY
    status = private_of_blinded(modulus, e, parts, x, y, inverse, factor, rest)
    if status == OK:
        to_bytes(factor, out)
    return status


# --- blinding that is kept ----------------------------------------------------------------------------------------------------------------
# To blind takes an inverse. Whoever keeps a pair of factors, r^e and the inverse of r, and squares both after each use, has others then.


@kernel
def rsa_blinding(n: Bytes, e: PublicBytes, blinding: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """A pair of factors of `blinding`, which is len(n) random bytes: its power with e, then its inverse, each in as many bytes as n.

    BAD_PARAMETER where `blinding` has no inverse modulo `n`: draw other bytes then. INVALID_KEY where `n` is even. Then `out` is untouched.

    Leaks: the length of n, whether n is even and fills its words, e, and what the status says.
    """
    requires(len(n) > 0)
    requires(len(blinding) == len(n))
    requires(len(out) == 2 * len(n))
    requires(len(work) >= 3 * (len(n) // (WORD_BITS // 8) + 1) + 10 * (len(n) // (WORD_BITS // 8) + 2))
    words = words_for(len(n))
    modulus = work[:words]
    factor = work[words : 2 * words]
    inverse = work[2 * words : 3 * words]
    rest = work[3 * words :]
    from_bytes(n, modulus)
    if is_even(modulus):
        return INVALID_KEY
    from_bytes(blinding, factor)
    if mod_inverse(modulus, factor, inverse, rest) != OK:
        return BAD_PARAMETER
    to_bytes(inverse, out[len(n) :])
    fill(inverse, 0)
    inverse[0] = 1
    if modular_power_public(modulus, factor, e, inverse, factor, rest) != OK:
        return INVALID_KEY
    to_bytes(factor, out[: len(n)])
    return OK


@kernel
def rsa_blinding_next(n: Bytes, pair: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """The pair of factors that follows one of `rsa_blinding`: the squares of both.

    INVALID_KEY where `n` is even; then `out` is untouched.

    Leaks: the length of n, and whether n is even and fills its words.
    """
    requires(len(n) > 0)
    requires(len(pair) == 2 * len(n))
    requires(len(out) == 2 * len(n))
    requires(len(work) >= 7 * (len(n) // (WORD_BITS // 8) + 1) + 2)
    words = words_for(len(n))
    modulus = work[:words]
    factor = work[words : 2 * words]
    rest = work[2 * words :]
    from_bytes(n, modulus)
    for i in range(2):
        from_bytes(pair[i * len(n) : i * len(n) + len(n)], factor)
        if multiply_mod(modulus, factor, factor, factor, rest) != OK:
            return INVALID_KEY
        to_bytes(factor, out[i * len(n) : i * len(n) + len(n)])
    return OK


@kernel
def rsa_private_blinded(n: Bytes, e: PublicBytes, parts: Bytes, pair: Bytes, data: Bytes, out: Buffer, work: MutSlice[Word]) -> Status:
    """`rsa_private`, blinded with a pair of factors by `rsa_blinding` that serves no other computation.

    BAD_PARAMETER where `data` is not a number less than `n`. INVALID_KEY where `n` or a prime in `parts` is even, and where the result is
    not the one that `n` and `e` confirm: `parts` or `pair` are of another key, or the computation was disturbed. Unless the status is OK
    `out` is untouched.

    Leaks: the lengths of n and parts, e, whether n and the primes are even and fill their words, and what the status says.
    """
    requires(len(n) > 0)
    requires(len(parts) % PARTS == 0)
    requires(2 * (len(parts) // PARTS) >= len(n))
    requires(len(parts) // PARTS <= len(n))
    requires(len(pair) == 2 * len(n))
    requires(len(data) == len(n))
    requires(len(out) == len(n))
    requires(
        len(work)
        >= 7 * (len(n) // (WORD_BITS // 8) + 1)
        + max(6 * (len(n) // (WORD_BITS // 8) + 2), ((1 << WINDOW_BITS) + 11) * (len(parts) // PARTS // (WORD_BITS // 8) + 1) + 2)
    )
    words = words_for(len(n))
    modulus = work[:words]
    x = work[words : 2 * words]
    y = work[2 * words : 3 * words]
    factor = work[3 * words : 4 * words]
    inverse = work[4 * words : 5 * words]
    rest = work[5 * words :]
    from_bytes(n, modulus)
    from_bytes(data, x)
    if not declassify(less_mask(x, modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
        return BAD_PARAMETER
    from_bytes(pair[: len(n)], factor)
    from_bytes(pair[len(n) :], inverse)
    if multiply_mod(modulus, x, factor, y, rest) != OK:
        return INVALID_KEY
    status = private_of_blinded(modulus, e, parts, x, y, inverse, factor, rest)
    if status == OK:
        to_bytes(factor, out)
    return status
