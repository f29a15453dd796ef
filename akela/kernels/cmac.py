"""CMAC with AES: SP 800-38B, RFC 4493."""

from akela.kernels.aes import BLOCK_BYTES, Aes, aes_cbc_mac, aes_init
from akela.lang import (
    OK,
    Array,
    Bytes,
    Public,
    Status,
    fill,
    helper,
    kernel,
    load_be64,
    store_be64,
    struct,
    u8,
    u32,
    u64,
)

R_128 = 0x87  # section 5.3: x^128 = x^7 + x^2 + x + 1


@struct(name="aes_cmac")
class AesCmac:
    """A key, and a tag in the making."""

    aes: Aes
    k1: Array[u8, 16]  # section 6.1: for a last block that is full
    k2: Array[u8, 16]  # and for one that is not
    chain: Array[u8, 16]  # the cipher block after the blocks so far
    block: Array[u8, 16]  # the last bytes, at least one of them where there were any
    used: Public[u32]  # how many


@helper
def double(block: Array[u8, 16], out: Array[u8, 16]) -> None:
    """Section 6.1: times x."""
    high, low = load_be64(block, 0), load_be64(block, 8)
    reduced = (u64(0) - (high >> 63)) & R_128
    store_be64(out, 0, (high << 1) | (low >> 63))
    store_be64(out, 8, (low << 1) ^ reduced)


@kernel
def aes_cmac_init(ctx: AesCmac, key: Bytes) -> Status:
    """Take a key, and begin a message. BAD_LENGTH, and nothing is done, where `key` is not of 16, 24 or 32 bytes.

    Leaks: the length of the key.
    """
    status = aes_init(ctx.aes, key)
    if status != OK:
        return status
    fill(ctx.chain, 0)
    fill(ctx.block, 0)
    aes_cbc_mac(ctx.aes, ctx.chain, ctx.block[:])  # L, the encrypted block of zeros
    double(ctx.chain, ctx.k1)
    double(ctx.k1, ctx.k2)
    fill(ctx.chain, 0)
    ctx.used = 0
    return OK


@kernel
def aes_cmac_update(ctx: AesCmac, data: Bytes) -> None:
    """Authenticate more bytes.

    Leaks: the lengths of the key, of this piece and of those before it.
    """
    if len(data) > 0:
        used = int(ctx.used)
        taken = min(BLOCK_BYTES - used, len(data))
        ctx.block[used : used + taken] = data[:taken]
        used += taken
        if taken < len(data):
            # More comes, so the block is not the last.
            aes_cbc_mac(ctx.aes, ctx.chain, ctx.block[:])
            end = taken + (len(data) - taken - 1) // BLOCK_BYTES * BLOCK_BYTES
            aes_cbc_mac(ctx.aes, ctx.chain, data[taken:end])
            used = len(data) - end
            ctx.block[:used] = data[end:]
        ctx.used = u32(used)


@kernel
def aes_cmac_final(ctx: AesCmac, out: Array[u8, 16]) -> None:
    """The tag, of which a beginning may serve; and begin the next message under the same key.

    Leaks: the lengths of the key and the message.
    """
    used = int(ctx.used)
    if used < BLOCK_BYTES:
        ctx.block[used] = 0x80
        fill(ctx.block[used + 1 :], 0)
    for i in range(BLOCK_BYTES):
        ctx.block[i] ^= ctx.k1[i] if used == BLOCK_BYTES else ctx.k2[i]
    aes_cbc_mac(ctx.aes, ctx.chain, ctx.block[:])
    out[:] = ctx.chain[:]
    fill(ctx.chain, 0)
    fill(ctx.block, 0)
    ctx.used = 0


@kernel
def aes_cmac(key: Bytes, data: Bytes, out: Array[u8, 16]) -> Status:
    """The tag of one message. BAD_LENGTH, and nothing is written, where `key` is not of 16, 24 or 32 bytes.

    Leaks: the lengths of the key and the message.
    """
    ctx = AesCmac()
    status = aes_cmac_init(ctx, key)
    if status != OK:
        return status
    aes_cmac_update(ctx, data)
    aes_cmac_final(ctx, out)
    return OK
