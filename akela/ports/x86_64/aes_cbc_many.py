"""AES-CBC with AES-NI, eight messages of one size side by side: the blocks of one message wait for one another, those of eight do not."""

from akela.kernels.aes import Aes
from akela.kernels.aes_modes import BLOCK_BYTES
from akela.lang import BAD_LENGTH, OK, Array, Buffer, Bytes, Status, helper, load_vector, provides, requires, store_vector, u8, u32, u64x2
from akela.ports.x86_64.aes_aesni import NEEDS
from akela.ports.x86_64.aes_fours import AESNI, encrypt_block, make_fours

GROUP = 8

encrypt_four = make_fours(AESNI, "cbc_many").encrypt


@helper
def encrypt_eight(w: Array[u32, 60], rounds: int, ivs: Array[u8, 128], messages: Bytes, size: int, out: Buffer) -> None:
    """SP 800-38A section 6.2, of eight messages."""
    a, b, c, d = load_vector(u64x2, ivs, 0), load_vector(u64x2, ivs, 16), load_vector(u64x2, ivs, 32), load_vector(u64x2, ivs, 48)
    e, f, g, h = load_vector(u64x2, ivs, 64), load_vector(u64x2, ivs, 80), load_vector(u64x2, ivs, 96), load_vector(u64x2, ivs, 112)
    for at in range(0, size, BLOCK_BYTES):
        a, b = a ^ load_vector(u64x2, messages, at), b ^ load_vector(u64x2, messages, size + at)
        c, d = c ^ load_vector(u64x2, messages, 2 * size + at), d ^ load_vector(u64x2, messages, 3 * size + at)
        e, f = e ^ load_vector(u64x2, messages, 4 * size + at), f ^ load_vector(u64x2, messages, 5 * size + at)
        g, h = g ^ load_vector(u64x2, messages, 6 * size + at), h ^ load_vector(u64x2, messages, 7 * size + at)
        a, b, c, d = encrypt_four(w, rounds, a, b, c, d)
        e, f, g, h = encrypt_four(w, rounds, e, f, g, h)
        store_vector(out, at, a)
        store_vector(out, size + at, b)
        store_vector(out, 2 * size + at, c)
        store_vector(out, 3 * size + at, d)
        store_vector(out, 4 * size + at, e)
        store_vector(out, 5 * size + at, f)
        store_vector(out, 6 * size + at, g)
        store_vector(out, 7 * size + at, h)


@provides("aes.cbc_encrypt_many", needs=NEEDS)
def aes_cbc_encrypt_many_aesni(ctx: Aes, ivs: Bytes, messages: Bytes, size: int, out: Buffer) -> Status:
    """Encrypt messages of `size` bytes each in CBC mode, SP 800-38A section 6.2. They lie one after the other, as IVs and results do.

    `out` may be `messages`. BAD_LENGTH, nothing being written, where `size` is not a multiple of 16 bytes.

    Leaks: the length of the key, the size and the number of the messages.
    """
    requires(size > 0)
    requires(len(messages) % size == 0)
    requires(len(ivs) == len(messages) // size * BLOCK_BYTES)
    requires(len(out) == len(messages))
    if size % BLOCK_BYTES != 0:
        return BAD_LENGTH
    count, rounds = len(messages) // size, int(ctx.rounds)
    done = count - count % GROUP
    for i in range(0, done, GROUP):
        end = i + GROUP
        encrypt_eight(ctx.w, rounds, ivs[16 * i : 16 * i + 128], messages[size * i : size * end], size, out[size * i : size * end])
    for i in range(done, count):
        x = load_vector(u64x2, ivs, 16 * i)
        for at in range(size * i, size * (i + 1), BLOCK_BYTES):
            x = encrypt_block(ctx.w, rounds, x ^ load_vector(u64x2, messages, at))
            store_vector(out, at, x)
    return OK
