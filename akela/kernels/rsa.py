"""The RSA primitives on numbers in big-endian bytes: RFC 8017 section 5.

A private key is n, e and its *parts*: p, q, dP, dQ and qInv of section 3.2, one behind the other, each in as many bytes. What the private
operation computes with is blinded, so that it is not what an attacker chose; and its result is checked with e before it leaves, since a
faulty one would give p and q away: Boneh, DeMillo and Lipton, "On the importance of checking cryptographic protocols for faults", 1997.
"""

from akela.kernels.bignum import add, from_bytes, less_mask, multiply, subtract_mod, to_bytes, words_for
from akela.kernels.exponentiation import WINDOW_BITS, mont_confirm, mont_power, mont_power_public
from akela.kernels.inverse import mod_inverse
from akela.kernels.montgomery import mont_from, mont_mul, mont_setup, mont_to, subtract_if_not_less
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
    requires(len(work) >= 6 * ((8 * len(n) + WORD_BITS - 1) // WORD_BITS) + 2)
    words = words_for(len(n))
    modulus = work[:words]
    known = work[words : 2 * words + 1]
    x = work[2 * words + 1 : 3 * words + 1]
    y = work[3 * words + 1 : 4 * words + 1]
    t = work[4 * words + 1 : 6 * words + 2]
    from_bytes(n, modulus)
    from_bytes(data, x)
    if not declassify(less_mask(x, modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
        return BAD_PARAMETER
    if mont_setup(modulus, known, t) != OK:
        return INVALID_KEY
    mont_to(modulus, known[0], known[1:], x, x, t)
    mont_power_public(modulus, known[0], x, e, y, t)
    mont_from(modulus, known[0], y, y, t)
    to_bytes(y, out)
    return OK


@helper
def to_residue(n: Slice[Word], n0: Word, r_squared: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """The Montgomery form of a mod n, for an a of any length: as many words as n has at a time, from the top. `out` is not part of `a`."""
    words = len(n)
    block = work[:words]
    t = work[words : 3 * words + 1]
    fill(out, 0)
    blocks = (len(a) + words - 1) // words
    for i in range(blocks):
        at = (blocks - 1 - i) * words
        end = min(at + words, len(a))
        fill(block, 0)
        block[: end - at] = a[at:end]
        mont_to(n, n0, r_squared, out, out, t)
        mont_to(n, n0, r_squared, block, block, t)
        t[words] = add(block, out)
        t[:words] = block
        subtract_if_not_less(t[: words + 1], n, out)


@helper
def power_modulo_prime(
    c: Slice[Word], prime: Bytes, exponent: Bytes, p: MutSlice[Word], known: MutSlice[Word], out: MutSlice[Word], work: MutSlice[Word]
) -> Status:
    """The Montgomery form of c^exponent mod prime. `p` takes the prime in words, `known` what `mont_setup` says of it."""
    words = len(p)
    base = work[:words]
    number = work[words : 2 * words]
    rest = work[2 * words :]
    from_bytes(prime, p)
    if mont_setup(p, known, rest) != OK:
        return INVALID_KEY
    to_residue(p, known[0], known[1:], c, base, rest)
    from_bytes(exponent, number)
    mont_power(p, known[0], base, number, out, rest)
    return OK


@helper
def power_by_parts(c: Slice[Word], parts: Bytes, out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = c^d mod n by the Chinese remainder theorem: steps 2.b of section 5.1.2."""
    size = len(parts) // PARTS
    words = words_for(size)
    p = work[:words]
    q = work[words : 2 * words]
    known = work[2 * words : 3 * words + 1]
    m1 = work[3 * words + 1 : 4 * words + 1]
    m2 = work[4 * words + 1 : 5 * words + 1]
    rest = work[5 * words + 1 :]

    # Step i, and m_1 last, so that `known` is of p.
    status = power_modulo_prime(c, parts[size : 2 * size], parts[3 * size : 4 * size], q, known, m2, rest)
    if status != OK:
        return status
    mont_from(q, known[0], m2, m2, rest)
    status = power_modulo_prime(c, parts[:size], parts[2 * size : 3 * size], p, known, m1, rest)
    if status != OK:
        return status

    # Step iii: h = (m_1 - m_2)·qInv mod p. The product of a Montgomery form and a number is a number.
    h = rest[:words]
    product = rest[words : 3 * words + 1]
    t = rest[3 * words + 1 : 5 * words + 2]
    mont_to(p, known[0], known[1:], m2, h, t)
    subtract_mod(p, m1, h, m1)
    from_bytes(parts[4 * size :], h)
    mont_mul(p, known[0], h, m1, h, t)

    # Step iv: m = m_2 + q·h, which is less than p·q.
    multiply(q, h, product[: 2 * words])
    product[2 * words] = add(product[: 2 * words], m2)
    out[:] = product[: len(out)]
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
        + max(10 * (len(n) // (WORD_BITS // 8) + 2), ((1 << WINDOW_BITS) + 10) * (len(parts) // PARTS // (WORD_BITS // 8) + 1) + 2)
    )
    words = words_for(len(n))
    modulus = work[:words]
    known = work[words : 2 * words + 1]
    x = work[2 * words + 1 : 3 * words + 1]
    y = work[3 * words + 1 : 4 * words + 1]
    factor = work[4 * words + 1 : 5 * words + 1]
    inverse = work[5 * words + 1 : 6 * words + 1]
    rest = work[6 * words + 1 :]
    from_bytes(n, modulus)
    from_bytes(data, x)
    if not declassify(less_mask(x, modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
        return BAD_PARAMETER
    if mont_setup(modulus, known, rest) != OK:
        return INVALID_KEY

    # Of data·r^e the power is data^d·r.
    from_bytes(blinding, y)
    if mod_inverse(modulus, y, inverse, rest) != OK:
        return BAD_PARAMETER
    mont_to(modulus, known[0], known[1:], y, y, rest)
    mont_power_public(modulus, known[0], y, e, factor, rest)
    mont_mul(modulus, known[0], factor, x, y, rest)
    status = power_by_parts(y, parts, factor, rest)
    if status != OK:
        return status
    mont_to(modulus, known[0], known[1:], factor, factor, rest)
    mont_mul(modulus, known[0], factor, inverse, y, rest)

    if mont_confirm(modulus, known[0], known[1:], y, e, x, rest) != OK:
        return INVALID_KEY
    to_bytes(y, out)
    return OK
