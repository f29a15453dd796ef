"""SHA-512, SHA-384, SHA-512/224 and SHA-512/256, FIPS 180-4.

The construction of SHA-256 with words of 64 bits, 80 rounds and other rotations. Section numbers are the standard's.
"""

from akela.kernels.block_hash import make_hash
from akela.kernels.pauses import pause_is_due
from akela.kernels.sha256 import primes, root_fraction
from akela.lang import (
    WORD_BITS,
    Array,
    Bytes,
    Public,
    helper,
    load_be64,
    operation,
    pause,
    requires,
    rotr,
    struct,
    table,
    truncate,
    u8,
    u32,
    u64,
    unroll,
)

# Section 4.2.3: from the cube roots of the first 80 primes.
K = table(u64, [root_fraction(prime, 3, 64) for prime in primes(80)])

# Section 5.3.5: from the square roots of the first 8 primes.
INITIAL_512 = table(u64, [root_fraction(prime, 2, 64) for prime in primes(8)])

# Section 5.3.4: from the square roots of the next 8 primes.
INITIAL_384 = table(u64, [root_fraction(prime, 2, 64) for prime in primes(16)[8:]])

# --- functions, section 4.1.3 -----------------------------------------------------------------------------------------


@helper
def ch(x: u64, y: u64, z: u64) -> u64:
    """Equation 4.8, choice: where a bit of x is one the bit of y, else that of z. The same as (x & y) ^ (~x & z)."""
    return z ^ (x & (y ^ z))


@helper
def maj(x: u64, y: u64, z: u64) -> u64:
    """Equation 4.9, majority. The same as (x & y) ^ (x & z) ^ (y & z); and y ^ z is the x ^ y of the round before, already computed."""
    return y ^ ((x ^ y) & (y ^ z))


@helper
def big_sigma0(x: u64) -> u64:
    """Equation 4.10."""
    return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39)


@helper
def big_sigma1(x: u64) -> u64:
    """Equation 4.11."""
    return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41)


@helper
def small_sigma0(x: u64) -> u64:
    """Equation 4.12."""
    return rotr(x, 1) ^ rotr(x, 8) ^ (x >> 7)


@helper
def small_sigma1(x: u64) -> u64:
    """Equation 4.13."""
    return rotr(x, 19) ^ rotr(x, 61) ^ (x >> 6)


# --- the hash computation, section 6.4.2 ------------------------------------------------------------------------------


@helper
def schedule(w: Array[u64, 16], block: Array[u8, 128], start: int, t: int) -> u64:
    """Step 1: word start + t of the message schedule, which takes the place of the word sixteen before."""
    if start == 0:
        w[t] = load_be64(block, 8 * t)
    else:
        w[t] += small_sigma1(w[(t + 14) % 16]) + w[(t + 9) % 16] + small_sigma0(w[(t + 1) % 16])
    return w[t]


# --- the same on cores of 32-bit words --------------------------------------------------------------------------------
#
# The working variables do not fit into registers there. But only a and e are new in a round: b, c, d are the a of the three rounds before,
# and f, g, h the e. So both are kept in memory in the order in which they are made, and none moves. Rotations go word by word.

A, E, W = 0, 20, 40  # where in Memory: a from three rounds before round t on, e likewise, W_t of the schedule
Memory = Array[u64, W + 32]


@helper
def halves(x: u64) -> tuple[u32, u32]:
    """Its high and its low word."""
    return truncate(u32, x >> 32), truncate(u32, x)


@helper
def join(high: u32, low: u32) -> u64:
    """The word of these halves."""
    return u64(high) << 32 | u64(low)


@helper
def rotated(high: u32, low: u32, n: int) -> u32:
    """The low half of rotr(x, n), 0 < n < 32. With the halves changed over it is the high one, or the low one of rotr(x, 32 + n)."""
    return (low >> n) ^ (high << 32 - n)


@helper
def sixteen_rounds(x: Memory, k: Array[Public[u64], 16]) -> None:
    """Step 3."""
    a, e = x[A + 3], x[E + 3]
    for t in unroll(range(16), "sha512.rounds"):
        high, low = halves(e)
        sigma1 = join(
            rotated(low, high, 14) ^ rotated(low, high, 18) ^ rotated(high, low, 9),
            rotated(high, low, 14) ^ rotated(high, low, 18) ^ rotated(low, high, 9),
        )
        t1 = x[E + t] + sigma1 + ch(e, x[E + t + 2], x[E + t + 1]) + k[t] + x[W + t]
        e = x[A + t] + t1
        x[E + t + 4] = e
        high, low = halves(a)
        sigma0 = join(
            rotated(low, high, 28) ^ rotated(high, low, 2) ^ rotated(high, low, 7),
            rotated(high, low, 28) ^ rotated(low, high, 2) ^ rotated(low, high, 7),
        )
        a = t1 + sigma0 + maj(a, x[A + t + 2], x[A + t + 1])
        x[A + t + 4] = a
    for i in range(4):
        x[A + i] = x[A + 16 + i]
        x[E + i] = x[E + 16 + i]


@helper
def sixteen_words(x: Memory) -> None:
    """Step 1: the next words of the schedule. Each stands in two places: where the rounds look, and behind the one before it."""
    for t in range(16):
        high, low = halves(x[W + t + 1])
        sigma0 = join(
            rotated(low, high, 1) ^ rotated(low, high, 8) ^ (high >> 7),
            rotated(high, low, 1) ^ rotated(high, low, 8) ^ rotated(high, low, 7),
        )
        high, low = halves(x[W + t + 14])
        sigma1 = join(
            rotated(low, high, 19) ^ rotated(high, low, 29) ^ (high >> 6),
            rotated(high, low, 19) ^ rotated(low, high, 29) ^ rotated(high, low, 6),
        )
        word = x[W + t] + sigma0 + x[W + t + 9] + sigma1
        x[W + t] = word
        x[W + 16 + t] = word


@helper
def compress_in_memory(value: Array[u64, 8], x: Memory, block: Array[u8, 128]) -> None:
    """Take one block of the message into the hash value."""
    for i in range(4):
        x[A + 3 - i] = value[i]
        x[E + 3 - i] = value[4 + i]
    for t in range(16):
        x[W + t] = load_be64(block, 8 * t)
    sixteen_rounds(x, K[0:16])
    for start in range(16, 80, 16):
        sixteen_words(x)
        sixteen_rounds(x, K[start : start + 16])
    for i in range(4):
        value[i] += x[A + 3 - i]
        value[4 + i] += x[E + 3 - i]


@helper
def compress(value: Array[u64, 8], w: Array[u64, 16], block: Array[u8, 128]) -> None:
    """Take one block of the message into the hash value. `w` is room for the last sixteen words of the schedule."""
    # Step 2: the working variables.
    a, b, c, d = value[0], value[1], value[2], value[3]
    e, f, g, h = value[4], value[5], value[6], value[7]

    # Step 3: the rounds, sixteen at a time. How many of these are written out one by one is the target's choice.
    for start in range(0, 80, 16):
        for t in unroll(range(16), "sha512.rounds"):
            t1 = h + big_sigma1(e) + ch(e, f, g) + K[start + t] + schedule(w, block, start, t)
            a, b, c, d, e, f, g, h = t1 + big_sigma0(a) + maj(a, b, c), a, b, c, d + t1, e, f, g

    # Step 4: the new hash value.
    value[0] += a
    value[1] += b
    value[2] += c
    value[3] += d
    value[4] += e
    value[5] += f
    value[6] += g
    value[7] += h


@helper
def take_blocks(value: Array[u64, 8], data: Bytes) -> None:
    if WORD_BITS == 32:
        x = Memory()
        for start in range(0, len(data), 128):
            if pause_is_due(start):
                pause()
            compress_in_memory(value, x, data[start : start + 128])
    else:
        w = Array[u64, 16]()
        for start in range(0, len(data), 128):
            if pause_is_due(start):
                pause()
            compress(value, w, data[start : start + 128])


@operation("sha512.blocks")
def sha512_blocks(value: Array[u64, 8], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 128 == 0)
    take_blocks(value, data)


# --- messages of any length -------------------------------------------------------------------------------------------


@struct
class Sha512:
    """A computation of SHA-512 or one of its shorter forms."""

    h: Array[u64, 8]  # the hash value after the blocks so far
    block: Array[u8, 128]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


def truncated_initial(name: str) -> list[int]:
    """Section 5.3.6, the IV generation function: the digest of the hash's name, SHA-512's initial value being flipped by a5a5…a5."""
    value = [word ^ 0xA5A5_A5A5_A5A5_A5A5 for word in INITIAL_512.values]
    sha512_blocks(value, (name.encode() + b"\x80").ljust(126, b"\0") + (8 * len(name)).to_bytes(2, "big"))
    return value


INITIAL_512_224 = table(u64, truncated_initial("SHA-512/224"))
INITIAL_512_256 = table(u64, truncated_initial("SHA-512/256"))

# As for SHA-256, for each of the four; sha512_update is that of all.
SHA512 = make_hash("sha512", Sha512, sha512_blocks, INITIAL_512, digest_bytes=64)
SHA384 = make_hash("sha384", Sha512, sha512_blocks, INITIAL_384, digest_bytes=48)
SHA512_224 = make_hash("sha512_224", Sha512, sha512_blocks, INITIAL_512_224, digest_bytes=28)
SHA512_256 = make_hash("sha512_256", Sha512, sha512_blocks, INITIAL_512_256, digest_bytes=32)
