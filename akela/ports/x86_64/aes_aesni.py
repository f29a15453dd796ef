"""AES with AES-NI, the AES instructions on one block each."""

from functools import partial

from akela.kernels.aes import Aes, make_init, make_kernels
from akela.kernels.aes_modes import BLOCK_BYTES
from akela.lang import BAD_LENGTH, OK, Array, Buffer, Bytes, Status, helper, lane, provides, requires, splat, truncate, u8, u32, u64, u64x2
from akela.ports.x86_64.aes_fours import AESNI, aesenclast
from akela.ports.x86_64.aes_groups import cbc_encrypt
from akela.ports.x86_64.aes_message import make_messages
from akela.ports.x86_64.aes_xts import make_xts_kernels

NEEDS = ("aes", "ssse3")

NARROW = make_messages(AESNI, None)


@helper
def sub_word(x: u32) -> u32:
    """SubWord of FIPS 197 section 5.2: where all columns are the same ShiftRows has no effect."""
    columns = splat(u64x2, u64(x) | (u64(x) << 32))
    return truncate(u32, lane(aesenclast(columns, splat(u64x2, 0)), 0))


make_init(partial(provides, needs=NEEDS), "_aesni", sub_word)
make_kernels(partial(provides, needs=NEEDS), "_aesni", NARROW.modes)
make_xts_kernels("_aesni", NEEDS, NARROW.xts_encrypt, NARROW.xts_decrypt)


@provides("aes.cbc_encrypt", needs=NEEDS)
def aes_cbc_encrypt_aesni(ctx: Aes, iv: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
    """Encrypt in CBC mode, SP 800-38A section 6.2. `out` may be `data`.

    BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    if len(data) % BLOCK_BYTES != 0:
        return BAD_LENGTH
    chain = Array[u8, 16]()
    chain[:] = iv
    cbc_encrypt(ctx.w, int(ctx.rounds), chain, data, out)
    return OK


@provides("aes.cbc_mac", needs=NEEDS)
def aes_cbc_mac_aesni(ctx: Aes, chain: Array[u8, 16], data: Bytes) -> None:
    """Encrypt in CBC mode and keep the last block of ciphertext alone. `chain` is the block before the first, and becomes the last.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    nowhere = Array[u8, 1].zeros()
    cbc_encrypt(ctx.w, int(ctx.rounds), chain, data, nowhere[:0])
