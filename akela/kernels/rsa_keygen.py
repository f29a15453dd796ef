"""Generation of RSA keys from probable primes: FIPS 186-5 appendix A.1.3.

Both primes are 3 modulo 4, as that appendix allows. Random bytes come from HMAC_DRBG. A candidate that is rejected is not used further, so
that it may be known why it was; of those that are accepted nothing shows but how many were rejected before.
"""

from akela.kernels.bignum import (
    add_word,
    divide,
    from_bytes,
    halve,
    is_word_mask,
    less_mask,
    multiply,
    subtract_word,
    to_bytes,
)
from akela.kernels.drbg import HMAC_DRBG
from akela.kernels.inverse import mod_gcd, mod_inverse
from akela.kernels.primes import has_small_factor, miller_rabin
from akela.lang import (
    BAD_PARAMETER,
    HARDWARE_FAILED,
    OK,
    WORD_BITS,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Slice,
    Status,
    Word,
    declassify,
    fill,
    helper,
    kernel,
    load_be64,
    lt_mask,
    requires,
    swap_if,
    u32,
    u64,
)

Drbg = HMAC_DRBG.state
drbg_generate = HMAC_DRBG.generate

MIN_BITS = 1024
MIN_EXPONENT = 65537
ROOT_OF_HALF = 0xB504F333F9DE6485  # 2^64 / sqrt(2), rounded up


@helper
def rounds(bits: int) -> int:
    """Rounds of the Miller-Rabin test for a modulus of so many bits: FIPS 186-5 table B.1, and for less than 2048 FIPS 186-4 table C.3."""
    if bits < 2048:
        return 7
    return 5 if bits < 3072 else 4


@helper
def inverse_of_exponent(e: Word, m: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = 1/e mod m for an odd e and an m that need not be odd: (1 + k·m) / e, with k = -1/m mod e. `work` is len(m) + 40 words.

    BAD_PARAMETER where e and m have a common divisor.
    """
    words = len(m)
    product = work[: words + 1]
    remainder = work[words + 1 : words + 3]
    modulus = work[words + 3 : words + 4]
    k = work[words + 4 : words + 5]
    modulus[0] = e
    product[:words] = m
    product[words] = 0
    divide(product, modulus, remainder)
    status = mod_inverse(modulus, remainder[:1], k, work[words + 5 :])
    if status != OK:
        return status
    k[0] = e - k[0]
    multiply(m, k, product)
    add_word(product, Word(1))
    divide(product, modulus, remainder)
    out[:] = product[:words]
    return OK


@helper
def passes(p: Slice[Word], test_rounds: int, drbg: Drbg, none: Bytes, room: Buffer, work: MutSlice[Word]) -> bool:
    """Whether p passes so many rounds of the Miller-Rabin test, each with a random base. `room` is room for that, `none` empty."""
    passed = 0
    failed = False
    while passed < test_rounds and not failed:
        status = drbg_generate(drbg, none, len(room), room)
        if status == OK:
            status = miller_rabin(p, room, work)
        if status == OK:
            passed += 1
        else:
            failed = status != BAD_PARAMETER
    return passed == test_rounds


@helper
def find_prime(
    other: u64,
    e: Word,
    limit: int,
    drbg: Drbg,
    none: Bytes,
    room: Buffer,
    p: MutSlice[Word],
    inverse: MutSlice[Word],
    work: MutSlice[Word],
) -> Status:
    """A prime p with as many bits as `room` has room for, and 1/e mod p - 1: steps 4 and 5 of appendix A.1.3.

    `other` has the top 64 bits of the first prime, or is zero. HARDWARE_FAILED after `limit` candidates.
    """
    words = len(p)
    minus_one = work[:words]
    rest = work[words:]
    tried = 0
    while tried < limit:
        status = drbg_generate(drbg, none, len(room), room)
        if status != OK:
            return status
        from_bytes(room, p)
        p[0] |= 3
        # Steps 4.4 and 5.5: p is more than the square root of half of 2^bits, and differs from the other prime in its first 64 bits by more
        # than one, where the standard asks for a difference in the first 100.
        top = load_be64(room, 0)
        suits = ~lt_mask(top, ROOT_OF_HALF) & lt_mask(u64(2), top - other + 1)
        if declassify(suits, why="a candidate that is rejected is not used further"):
            tried += 1
            if not has_small_factor(p, rest):
                minus_one[:] = p
                subtract_word(minus_one, Word(1))
                status = inverse_of_exponent(e, minus_one, inverse, rest)
                if status == OK:
                    prime = passes(p, rounds(16 * len(room)), drbg, none, room, rest)
                    if prime:
                        return OK
    return HARDWARE_FAILED


@helper
def private_exponent(p: Slice[Word], q: Slice[Word], e: Word, d: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """d = 1/e modulo the least common multiple of p - 1 and q - 1, which is (p - 1)·y / gcd(x, y) with x = (p - 1)/2, y = (q - 1)/2."""
    words = len(p)
    x = work[:words]
    y = work[words : 2 * words]
    divisor = work[2 * words : 3 * words]
    remainder = work[3 * words : 4 * words + 1]
    multiple = work[4 * words + 1 : 6 * words + 1]
    rest = work[6 * words + 1 :]
    x[:] = p
    halve(x)  # p and q are odd
    y[:] = q
    halve(y)
    if mod_gcd(x, y, divisor, rest) != OK:
        return HARDWARE_FAILED  # x is even: p was not 3 modulo 4
    divide(y, divisor, remainder)
    x[:] = p
    subtract_word(x, Word(1))
    multiply(x, y, multiple)
    return inverse_of_exponent(e, multiple, d, rest)


@helper
def put_larger_first(p: MutSlice[Word], q: MutSlice[Word], dp: MutSlice[Word], dq: MutSlice[Word]) -> None:
    """Exchange the primes, and what belongs to them, where p < q. RFC 8017 does not ask for it; some that read keys do."""
    less = less_mask(p, q)
    for i in range(len(p)):
        p[i], q[i] = swap_if(less, p[i], q[i])
        dp[i], dq[i] = swap_if(less, dp[i], dq[i])


@helper
def write_key(p: Slice[Word], q: Slice[Word], dp: Slice[Word], dq: Slice[Word], e: Word, out: Buffer, work: MutSlice[Word]) -> Status:
    """The key of two primes, as `rsa_generate` gives it."""
    words = len(p)
    size = len(out) // 9
    d = work[: 2 * words]
    n = work[2 * words : 4 * words]
    inverse = work[4 * words : 5 * words]
    rest = work[5 * words :]
    fill(out, 0)
    status = private_exponent(p, q, e, d, rest)
    if status == OK:
        status = mod_inverse(p, q, inverse, rest)
    if status != OK:
        return status
    # Appendix A.1.1, step 3: d, which is odd, is more than 2^(bits / 2).
    if not declassify(~is_word_mask(d[words:], Word(0)), why="a key for which this does not hold is not used"):
        return HARDWARE_FAILED
    multiply(p, q, n)
    to_bytes(n, out[: 2 * size])
    to_bytes(d, out[2 * size : 4 * size])
    to_bytes(p, out[4 * size : 5 * size])
    to_bytes(q, out[5 * size : 6 * size])
    to_bytes(dp, out[6 * size : 7 * size])
    to_bytes(dq, out[7 * size : 8 * size])
    to_bytes(inverse, out[8 * size :])
    return OK


@kernel
def rsa_generate(drbg: Drbg, bits: int, e: Public[u32], out: Buffer, work: MutSlice[Word]) -> Status:
    """A key of `bits` bits with the public exponent e: n, d, then the parts that `rsa_private` takes. n and d are in bits / 8 bytes, each
    part in half as many.

    BAD_PARAMETER where `e` is even or less than 65537. HARDWARE_FAILED where no key comes of very many candidates, which happens to no
    generator that works. What `drbg` says of its state otherwise. Unless the status is OK `out` holds zeros.

    Leaks: bits, e, and how many candidates were rejected, and why.
    """
    requires(bits >= MIN_BITS)
    requires(bits % 128 == 0)
    requires(len(out) == 9 * (bits // 16))
    requires(len(work) >= 30 * (bits // 2 // WORD_BITS) + 50)
    fill(out, 0)
    if e & 1 == 0 or e < MIN_EXPONENT:
        return BAD_PARAMETER
    words = bits // 2 // WORD_BITS
    p = work[:words]
    q = work[words : 2 * words]
    dp = work[2 * words : 3 * words]
    dq = work[3 * words : 4 * words]
    rest = work[4 * words :]
    candidate = out[: bits // 16]  # room, for now
    none = out[bits // 16 : bits // 16]
    status = find_prime(u64(0), Word(e), 5 * bits, drbg, none, candidate, p, dp, rest)
    if status != OK:
        fill(out, 0)
        return status
    to_bytes(p, candidate)
    status = find_prime(load_be64(candidate, 0), Word(e), 10 * bits, drbg, none, candidate, q, dq, rest)
    if status != OK:
        fill(out, 0)
        return status
    put_larger_first(p, q, dp, dq)
    return write_key(p, q, dp, dq, Word(e), out, rest)
