"""AES-GCM with VAES and VPCLMULQDQ in the registers of AVX-512: SP 800-38D section 7.1, steps 3 and 5, sixteen blocks at a time."""

from akela.kernels.gcm import AesGcm
from akela.lang import Array, Buffer, Bytes, helper, load_vector, provides, requires, splat, store_vector, u8, u32, u64x2, u64x8
from akela.ports.x86_64.aes_instructions import load_round_key
from akela.ports.x86_64.aes_vaes512 import VAES512, WIDE
from akela.ports.x86_64.gcm_aesni import NEEDS as NARROW_NEEDS
from akela.ports.x86_64.gcm_aesni import seal
from akela.ports.x86_64.ghash_groups import (
    WIDE_BYTES,
    absorb_16,
    add_4,
    first_4,
    first_everywhere,
    powers_of_16,
    reduce_4,
    reverse,
    reverse_4,
    sum_of_sums,
    sums_before,
)
from akela.ports.x86_64.vector_width import ZMM, make_moves

NEEDS = (*NARROW_NEEDS, "vaes", "vpclmulqdq", *ZMM.needs)

encrypt_four, count_on, places, numbers = WIDE.ctr_32.four, WIDE.ctr_32.count_on, WIDE.ctr_32.places, WIDE.ctr_32.numbers
aesenc, aesenclast = VAES512.encrypt, VAES512.encrypt_last
broadcast = make_moves(ZMM).broadcast


@helper
def one_round(w: Array[u32, 60], r: int, a: u64x8, b: u64x8, c: u64x8, d: u64x8) -> tuple[u64x8, u64x8, u64x8, u64x8]:
    """FIPS 197 section 5.1, round r."""
    k = broadcast(load_round_key(w[4 * r : 4 * r + 4]))
    return aesenc(a, k), aesenc(b, k), aesenc(c, k), aesenc(d, k)


@helper
def encrypt_and_absorb(
    w: Array[u32, 60],
    rounds: int,
    x: u64x8,
    p: u64x8,
    q: u64x8,
    r: u64x8,
    s: u64x8,
    y: u64x8,
    before: Array[u8, WIDE_BYTES],
    data: Array[u8, WIDE_BYTES],
    out: Array[u8, WIDE_BYTES],
) -> tuple[u64x8, u64x8]:
    """Encrypt sixteen blocks with the counters `x`, and take the sixteen before them, which are encrypted, into the sums `y`.

    Gives both as they come next. The two are written in turn, as the processor divides instructions among its two wide units in the order
    in which it meets them: AES can do with the one alone, products with the other.
    """
    k, zero = broadcast(load_round_key(w[:4])), splat(u64x8, 0)
    a, b = reverse_4(x) ^ k, reverse_4(count_on(x, numbers(4))) ^ k
    c, d = reverse_4(count_on(x, numbers(8))) ^ k, reverse_4(count_on(x, numbers(12))) ^ k
    a, b, c, d = one_round(w, 1, a, b, c, d)
    low, middle, high = add_4(zero, zero, zero, reverse_4(load_vector(u64x8, before, 0)) ^ y, p)
    a, b, c, d = one_round(w, 2, a, b, c, d)
    a, b, c, d = one_round(w, 3, a, b, c, d)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, before, 64)), q)
    a, b, c, d = one_round(w, 4, a, b, c, d)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, before, 128)), r)
    a, b, c, d = one_round(w, 5, a, b, c, d)
    a, b, c, d = one_round(w, 6, a, b, c, d)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, before, 192)), s)
    a, b, c, d = one_round(w, 7, a, b, c, d)
    x = count_on(x, numbers(16))
    a, b, c, d = one_round(w, 8, a, b, c, d)
    y = reduce_4(low, middle, high)
    for i in range(9, rounds):
        a, b, c, d = one_round(w, i, a, b, c, d)
    k = broadcast(load_round_key(w[4 * rounds : 4 * rounds + 4]))
    store_vector(out, 0, aesenclast(a, k) ^ load_vector(u64x8, data, 0))
    store_vector(out, 64, aesenclast(b, k) ^ load_vector(u64x8, data, 64))
    store_vector(out, 128, aesenclast(c, k) ^ load_vector(u64x8, data, 128))
    store_vector(out, 192, aesenclast(d, k) ^ load_vector(u64x8, data, 192))
    return x, y


@provides("aes.gcm_seal", needs=NEEDS)
def aes_gcm_seal_vaes512(ctx: AesGcm, counter: Array[u8, 16], y: Array[u8, 16], data: Bytes, out: Buffer) -> None:
    """Section 7.1, steps 3 and 5: encrypt `data` from a counter block on, and go on with GHASH over the ciphertext, padded.

    `out` may be `data`.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    rounds = int(ctx.aes.rounds)
    next_counter, hash = reverse(load_vector(u64x2, counter, 0)), reverse(load_vector(u64x2, y, 0))
    whole = len(data) // WIDE_BYTES * WIDE_BYTES
    if whole > 0:
        a, b, c, d = powers_of_16(ctx.hash.powers)
        p, q, r, s = first_everywhere(a), first_everywhere(b), first_everywhere(c), first_everywhere(d)
        counters, sums = count_on(broadcast(next_counter), places()), sums_before(hash)
        # GHASH is one group behind the encryption, so that neither waits for the other.
        counters = encrypt_four(ctx.aes.w, rounds, counters, data[:WIDE_BYTES], out[:WIDE_BYTES])
        for at in range(WIDE_BYTES, whole, WIDE_BYTES):
            before = out[at - WIDE_BYTES : at]
            now = data[at : at + WIDE_BYTES]
            coming = out[at : at + WIDE_BYTES]
            counters, sums = encrypt_and_absorb(ctx.aes.w, rounds, counters, p, q, r, s, sums, before, now, coming)
        sums = absorb_16(a, b, c, d, sums, out[whole - WIDE_BYTES : whole])
        next_counter, hash = first_4(counters), sum_of_sums(sums)
    # Read again: clang would keep the number of rounds on the stack, behind an array, where it cannot be told from a secret.
    store_vector(y, 0, reverse(seal(ctx.aes.w, int(ctx.aes.rounds), ctx.hash.powers, next_counter, hash, data[whole:], out[whole:])))
