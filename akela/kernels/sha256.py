"""SHA-256 and SHA-224, FIPS 180-4.

Functions with a decorator are in the kernel language, `docs/language.md`; all else is Python that runs when the module is imported.
Section numbers, and names such as K, the working variables a to h and T1, are the standard's.
"""

from akela.kernels.block_hash import make_hash
from akela.kernels.pauses import pause_is_due
from akela.lang import Array, Bytes, Public, helper, load_be32, operation, pause, requires, rotr, struct, table, u8, u32, u64, unroll

# --- constants, sections 4.2 and 5.3 ----------------------------------------------------------------------------------


def primes(count: int) -> list[int]:
    """The first `count` prime numbers."""
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def root_fraction(n: int, degree: int, bits: int) -> int:
    """The first `bits` bits of the fractional part of the square (`degree` 2) or cube (3) root of `n`."""
    scaled = n << degree * bits  # its root is 2**bits times the root of n
    root = 0
    for bit in reversed(range(scaled.bit_length() // degree + 1)):
        if (root | 1 << bit) ** degree <= scaled:
            root |= 1 << bit
    return root % (1 << bits)


# Section 4.2.2: from the cube roots of the first 64 primes.
K = table(u32, [root_fraction(prime, 3, 32) for prime in primes(64)])

# Section 5.3.3: from the square roots of the first 8 primes.
INITIAL_256 = table(u32, [root_fraction(prime, 2, 32) for prime in primes(8)])

# Section 5.3.2: from the second 32 bits of the fractions of the square roots of the next 8 primes.
INITIAL_224 = table(u32, [root_fraction(prime, 2, 64) % (1 << 32) for prime in primes(16)[8:]])

# --- functions, section 4.1.2 -----------------------------------------------------------------------------------------


@helper
def ch(x: u32, y: u32, z: u32) -> u32:
    """Equation 4.2, choice: where a bit of x is one the bit of y, else that of z. The same as (x & y) ^ (~x & z)."""
    return z ^ (x & (y ^ z))


@helper
def maj(x: u32, y: u32, z: u32) -> u32:
    """Equation 4.3, majority. The same as (x & y) ^ (x & z) ^ (y & z); and y ^ z is the x ^ y of the round before, already computed."""
    return y ^ ((x ^ y) & (y ^ z))


@helper
def big_sigma0(x: u32) -> u32:
    """Equation 4.4."""
    return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22)


@helper
def big_sigma1(x: u32) -> u32:
    """Equation 4.5."""
    return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25)


@helper
def small_sigma0(x: u32) -> u32:
    """Equation 4.6."""
    return rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)


@helper
def small_sigma1(x: u32) -> u32:
    """Equation 4.7."""
    return rotr(x, 17) ^ rotr(x, 19) ^ (x >> 10)


# --- the hash computation, section 6.2.2 ------------------------------------------------------------------------------


@helper
def schedule(w: Array[u32, 16], block: Array[u8, 64], start: int, t: int) -> u32:
    """Step 1: word start + t of the message schedule, which takes the place of the word sixteen before."""
    if start == 0:
        w[t] = load_be32(block, 4 * t)
    else:
        w[t] += small_sigma1(w[(t + 14) % 16]) + w[(t + 9) % 16] + small_sigma0(w[(t + 1) % 16])
    return w[t]


@helper
def compress(value: Array[u32, 8], w: Array[u32, 16], block: Array[u8, 64]) -> None:
    """Take one block of the message into the hash value. `w` is room for the last sixteen words of the schedule."""
    # Step 2: the working variables.
    a, b, c, d = value[0], value[1], value[2], value[3]
    e, f, g, h = value[4], value[5], value[6], value[7]

    # Step 3: the rounds, sixteen at a time. How many of these are written out one by one is the target's choice.
    for start in range(0, 64, 16):
        for t in unroll(range(16), "sha256.rounds"):
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


@operation("sha256.blocks")
def sha256_blocks(value: Array[u32, 8], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    w = Array[u32, 16]()
    for start in range(0, len(data), 64):
        if pause_is_due(start):
            pause()
        compress(value, w, data[start : start + 64])


# --- messages of any length -------------------------------------------------------------------------------------------


@struct
class Sha256:
    """A SHA-256 or SHA-224 computation."""

    h: Array[u32, 8]  # the hash value after the blocks so far
    block: Array[u8, 64]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


# What a user calls: sha256(data, out) for a message that is at hand; sha256_init(ctx), sha256_update(ctx, data) and
# sha256_final(ctx, out) for one that comes in pieces. SHA-224 has the same, and shares sha256_update.
SHA256 = make_hash("sha256", Sha256, sha256_blocks, INITIAL_256, digest_bytes=32)
SHA224 = make_hash("sha224", Sha256, sha256_blocks, INITIAL_224, digest_bytes=28)
