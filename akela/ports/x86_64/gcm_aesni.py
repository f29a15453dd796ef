"""AES-GCM with AES-NI and PCLMULQDQ: encryption and GHASH in one pass over a message, SP 800-38D section 7.1, steps 3 and 5."""

from akela.kernels.gcm import AesGcm
from akela.kernels.ghash import KEY_BYTES
from akela.lang import Array, Buffer, Bytes, helper, load_vector, provides, requires, store_vector, u8, u32, u64x2
from akela.ports.x86_64.aes_aesni import NARROW
from akela.ports.x86_64.ghash_groups import CHUNK_BYTES, absorb_chunk, absorb_padded, reverse

NEEDS = ("aes", "pclmul", "ssse3")

encrypt_four, encrypt_rest = NARROW.ctr_32.four, NARROW.ctr_32.message


@helper
def seal(w: Array[u32, 60], rounds: int, powers: Array[u8, KEY_BYTES], counter: u64x2, y: u64x2, data: Bytes, out: Buffer) -> u64x2:
    """Encrypt from a counter block on, and go on with GHASH. Counter and y come reversed."""
    requires(len(out) == len(data))
    whole = len(data) // CHUNK_BYTES * CHUNK_BYTES
    for at in range(0, whole, CHUNK_BYTES):
        counter = encrypt_four(w, rounds, counter, data[at : at + 64], out[at : at + 64])
        counter = encrypt_four(w, rounds, counter, data[at + 64 : at + 128], out[at + 64 : at + 128])
        y = absorb_chunk(powers, y, out[at : at + 128])
    encrypt_rest(w, rounds, counter, data[whole:], out[whole:])
    return absorb_padded(powers, y, out[whole:])


@provides("aes.gcm_seal", needs=NEEDS)
def aes_gcm_seal_aesni(ctx: AesGcm, counter: Array[u8, 16], y: Array[u8, 16], data: Bytes, out: Buffer) -> None:
    """Section 7.1, steps 3 and 5: encrypt `data` from a counter block on, and go on with GHASH over the ciphertext, padded.

    `out` may be `data`.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    first, hash = reverse(load_vector(u64x2, counter, 0)), reverse(load_vector(u64x2, y, 0))
    store_vector(y, 0, reverse(seal(ctx.aes.w, int(ctx.aes.rounds), ctx.hash.powers, first, hash, data, out)))
