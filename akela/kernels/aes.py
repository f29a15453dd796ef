"""AES, FIPS 197, with keys of 128, 192 and 256 bits; ECB, CBC and CTR of SP 800-38A. No table is indexed by a secret.

A context holds the key schedule as the standard has it; each call slices it for the lanes that it works in.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.aes_modes import BLOCK_BYTES, Modes, make_modes
from akela.kernels.aes_sbox import make_sub_bytes
from akela.kernels.aes_sliced import AFFINE_CONSTANT, make_cipher
from akela.kernels.aes_words import make_layout
from akela.lang import (
    BAD_LENGTH,
    OK,
    WORD_BITS,
    Array,
    Buffer,
    Bytes,
    Public,
    Status,
    helper,
    kernel_maker,
    load_le32,
    operation,
    pause,
    requires,
    rotr,
    struct,
    table,
    u8,
    u32,
    u64,
    unroll,
)

RCON = table(u32, (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1B, 0x36))  # section 5.2: powers of x

NARROW = make_modes(make_cipher(make_layout(u32)))
WIDE = make_modes(make_cipher(make_layout(u64)))


@struct
class Aes:
    """A key, expanded."""

    w: Array[u32, 60]  # section 5.2, the key schedule: columns, row 0 in the low byte
    rounds: Public[u32]  # Nr: 10, 12 or 14


# --- key expansion, section 5.2 -----------------------------------------------------------------------------------------------------------

sub_bytes = make_sub_bytes(u32)


@helper
def sub_word(x: u32) -> u32:
    """SubWord."""
    q = Array[u32, 8]()
    for i in unroll(range(8)):
        q[i] = (x >> i) & 0x0101_0101
    sub_bytes(q)
    y = q[0]
    for i in unroll(range(1, 8)):
        y |= q[i] << i
    return y ^ AFFINE_CONSTANT


@kernel_maker
def make_init(serve: Callable[..., Any], suffix: str, sub_word: Callable[..., Any]) -> Callable[..., Status]:
    """The kernel `aes_init<suffix>`, which `serve` decorates."""

    @serve("aes.init", name=f"aes_init{suffix}")
    def aes_init(ctx: Aes, key: Bytes) -> Status:
        """Expand a key. BAD_LENGTH, and nothing is done, where `key` is not of 16, 24 or 32 bytes.

        Leaks: the length of the key.
        """
        if len(key) != 16 and len(key) != 24 and len(key) != 32:
            return BAD_LENGTH
        nk = len(key) // 4
        ctx.rounds = u32(nk + 6)
        for i in range(nk):
            ctx.w[i] = load_le32(key, 4 * i)
        group, place = 0, 0  # i // nk - 1, i % nk
        for i in range(nk, 4 * (nk + 7)):
            temp = ctx.w[i - 1]
            if place == 0:
                temp = sub_word(rotr(temp, 8)) ^ RCON[group]
            elif place == 4 and nk == 8:
                temp = sub_word(temp)
            ctx.w[i] = ctx.w[i - nk] ^ temp
            place += 1
            if place == nk:
                group, place = group + 1, 0
        return OK

    return aes_init


aes_init = make_init(operation, "", sub_word)


# --- modes --------------------------------------------------------------------------------------------------------------------------------


@helper
def encrypt_blocks(w: Array[u32, 60], rounds: int, data: Bytes, out: Buffer) -> None:
    """ECB on lanes as wide as the target's words."""
    if WORD_BITS == 64:
        WIDE.encrypt_blocks(w, rounds, data, out)
    else:
        NARROW.encrypt_blocks(w, rounds, data, out)


@helper
def decrypt_blocks(w: Array[u32, 60], rounds: int, data: Bytes, out: Buffer) -> None:
    """ECB on lanes as wide as the target's words."""
    if WORD_BITS == 64:
        WIDE.decrypt_blocks(w, rounds, data, out)
    else:
        NARROW.decrypt_blocks(w, rounds, data, out)


@helper
def cbc_decrypt(w: Array[u32, 60], rounds: int, iv: Array[u8, 16], data: Bytes, out: Buffer) -> None:
    """CBC on lanes as wide as the target's words."""
    if WORD_BITS == 64:
        WIDE.cbc_decrypt(w, rounds, iv, data, out)
    else:
        NARROW.cbc_decrypt(w, rounds, iv, data, out)


@helper
def ctr_xor(w: Array[u32, 60], rounds: int, counter_block: Array[u8, 16], counter_bits: int, data: Bytes, out: Buffer) -> None:
    """CTR on lanes as wide as the target's words."""
    if WORD_BITS == 64:
        WIDE.ctr_xor(w, rounds, counter_block, counter_bits, data, out)
    else:
        NARROW.ctr_xor(w, rounds, counter_block, counter_bits, data, out)


@kernel_maker
def make_kernels(serve: Callable[..., Any], suffix: str, modes: Modes) -> tuple[Callable[..., Any], ...]:
    """The kernels `aes_…<suffix>` for modes that take several blocks at a time. `serve` decorates operations, or what provides them."""

    @serve("aes.encrypt_blocks", name=f"aes_encrypt_blocks{suffix}")
    def aes_encrypt_blocks(ctx: Aes, data: Bytes, out: Buffer) -> Status:
        """Encrypt blocks, each by itself (ECB, SP 800-38A section 6.1). `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        modes.encrypt_blocks(ctx.w, int(ctx.rounds), data, out)
        return OK

    @serve("aes.decrypt_blocks", name=f"aes_decrypt_blocks{suffix}")
    def aes_decrypt_blocks(ctx: Aes, data: Bytes, out: Buffer) -> Status:
        """Decrypt blocks, each by itself (ECB, SP 800-38A section 6.1). `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        modes.decrypt_blocks(ctx.w, int(ctx.rounds), data, out)
        return OK

    @serve("aes.cbc_decrypt", name=f"aes_cbc_decrypt{suffix}")
    def aes_cbc_decrypt(ctx: Aes, iv: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """Decrypt in CBC mode, SP 800-38A section 6.2. `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        modes.cbc_decrypt(ctx.w, int(ctx.rounds), iv, data, out)
        return OK

    @serve("aes.ctr", name=f"aes_ctr_xor{suffix}")
    def aes_ctr_xor(ctx: Aes, counter_block: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """Encrypt or decrypt in CTR mode, SP 800-38A section 6.5, data of any length. `out` may be `data`.

        Counter blocks count on from the first, `counter_block`, modulo 2**128, most significant byte first (section B.1). No counter
        block may be used twice with one key.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        modes.ctr_xor(ctx.w, int(ctx.rounds), counter_block, 128, data, out)

    @serve("aes.ctr32", name=f"aes_ctr32_xor{suffix}")
    def aes_ctr32_xor(ctx: Aes, counter_block: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """As `aes_ctr_xor`, but only the last 32 bits of the counter blocks count on, modulo 2**32: GCTR of SP 800-38D section 6.5.

        `out` may be `data`.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        modes.ctr_xor(ctx.w, int(ctx.rounds), counter_block, 32, data, out)

    return aes_encrypt_blocks, aes_decrypt_blocks, aes_cbc_decrypt, aes_ctr_xor, aes_ctr32_xor


WORDS = Modes(encrypt_blocks, decrypt_blocks, NARROW.cbc_encrypt, cbc_decrypt, ctr_xor)
aes_encrypt_blocks, aes_decrypt_blocks, aes_cbc_decrypt, aes_ctr_xor, aes_ctr32_xor = make_kernels(operation, "", WORDS)


@operation("aes.cbc_encrypt")
def aes_cbc_encrypt(ctx: Aes, iv: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
    """Encrypt in CBC mode, SP 800-38A section 6.2. `out` may be `data`.

    BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes: padding is up to the caller.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    if len(data) % BLOCK_BYTES != 0:
        return BAD_LENGTH
    chain = Array[u8, 16]()
    chain[:] = iv
    NARROW.cbc_encrypt(ctx.w, int(ctx.rounds), chain, data, out)
    return OK


@operation("aes.cbc_encrypt_many")
def aes_cbc_encrypt_many(ctx: Aes, ivs: Bytes, messages: Bytes, size: int, out: Buffer) -> Status:
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
    chain = Array[u8, 16]()
    for i in range(len(messages) // size):
        pause()
        chain[:] = ivs[BLOCK_BYTES * i : BLOCK_BYTES * (i + 1)]
        NARROW.cbc_encrypt(ctx.w, int(ctx.rounds), chain, messages[size * i : size * (i + 1)], out[size * i : size * (i + 1)])
    return OK


@operation("aes.cbc_mac")
def aes_cbc_mac(ctx: Aes, chain: Array[u8, 16], data: Bytes) -> None:
    """Encrypt in CBC mode and keep the last block of ciphertext alone. `chain` is the block before the first, and becomes the last.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    nowhere = Array[u8, 1].zeros()
    NARROW.cbc_encrypt(ctx.w, int(ctx.rounds), chain, data, nowhere[:0])
