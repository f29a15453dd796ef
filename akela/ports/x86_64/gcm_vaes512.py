"""AES-GCM with VAES and VPCLMULQDQ in the registers of AVX-512: SP 800-38D section 7.1, steps 3 and 5, sixteen blocks at a time."""

from akela.kernels.gcm import AesGcm
from akela.lang import Array, Buffer, Bytes, load_vector, provides, requires, store_vector, u8, u64x2
from akela.ports.x86_64.aes_vaes512 import WIDE
from akela.ports.x86_64.gcm_aesni import NEEDS as NARROW_NEEDS
from akela.ports.x86_64.gcm_aesni import seal
from akela.ports.x86_64.ghash_groups import (
    WIDE_BYTES,
    absorb_16,
    first_4,
    first_everywhere,
    powers_of_16,
    reverse,
    sum_of_sums,
    sums_before,
)
from akela.ports.x86_64.vector_width import ZMM, make_moves

NEEDS = (*NARROW_NEEDS, "vaes", "vpclmulqdq", *ZMM.needs)

encrypt_four, count_on, places = WIDE.ctr_32.four, WIDE.ctr_32.count_on, WIDE.ctr_32.places
broadcast = make_moves(ZMM).broadcast


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
        for at in range(0, whole + WIDE_BYTES, WIDE_BYTES):
            # GHASH is one group behind the encryption, so that neither waits for the other.
            if at == whole:
                p, q, r, s = a, b, c, d
            if at > 0:
                sums = absorb_16(p, q, r, s, sums, out[at - WIDE_BYTES : at])
            if at < whole:
                counters = encrypt_four(ctx.aes.w, rounds, counters, data[at : at + WIDE_BYTES], out[at : at + WIDE_BYTES])
        next_counter, hash = first_4(counters), sum_of_sums(sums)
    store_vector(y, 0, reverse(seal(ctx.aes.w, rounds, ctx.hash.powers, next_counter, hash, data[whole:], out[whole:])))
