"""AES key wrap: SP 800-38F, RFC 3394 (KW) and RFC 5649 (KWP). S, A, R, ICV and MLI are the standards' names."""

from akela.kernels.aes import Aes, aes_decrypt_blocks, aes_encrypt_blocks
from akela.kernels.constant_time import bytes_equal_mask
from akela.lang import (
    AUTHENTICATION_FAILED,
    BAD_LENGTH,
    OK,
    Array,
    Buffer,
    Bytes,
    Public,
    Status,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel,
    load_be32,
    load_be64,
    lt_mask,
    mask_word,
    pause,
    requires,
    store_be32,
    store_be64,
    table,
    u8,
    u32,
    u64,
    zero_mask,
)

SEMIBLOCK = 8  # bytes
ICV1 = table(u8, [0xA6] * 8)  # SP 800-38F section 6.2, RFC 3394 section 2.2.3.1
ICV2 = 0xA65959A6  # section 6.3, RFC 5649 section 3
MAX_PADDED_BYTES = (1 << 32) - 1  # RFC 5649: MLI has 32 bits


# --- W and its inverse, SP 800-38F section 6.1 --------------------------------------------------------------------------------------------


@helper
def wrap_semiblocks(ctx: Aes, s: Buffer) -> Status:
    """Algorithm 1 on S in place: A, then R_1 to R_n. Two semiblocks, which only KWP has, are encrypted as one block (section 6.3)."""
    requires(len(s) >= 2 * SEMIBLOCK and len(s) % SEMIBLOCK == 0)
    if len(s) == 2 * SEMIBLOCK:
        return aes_encrypt_blocks(ctx, s, s)
    block = Array[u8, 16]()
    block[:8] = s[:8]
    t: Public[u64] = u64(0)
    for _ in range(6):
        for at in range(SEMIBLOCK, len(s), SEMIBLOCK):
            pause()
            block[8:] = s[at : at + SEMIBLOCK]
            status = aes_encrypt_blocks(ctx, block[:], block[:])
            if status != OK:
                return status
            t += 1
            store_be64(block, 0, load_be64(block, 0) ^ t)
            s[at : at + SEMIBLOCK] = block[8:]
    s[:8] = block[:8]
    return OK


@helper
def unwrap_semiblocks(ctx: Aes, s: Buffer) -> Status:
    """Algorithm 2 on S in place, and likewise."""
    requires(len(s) >= 2 * SEMIBLOCK and len(s) % SEMIBLOCK == 0)
    if len(s) == 2 * SEMIBLOCK:
        return aes_decrypt_blocks(ctx, s, s)
    block = Array[u8, 16]()
    block[:8] = s[:8]
    t: Public[u64] = u64(6 * (len(s) // SEMIBLOCK - 1))
    for _ in range(6):
        for at in range(len(s) - SEMIBLOCK, 0, -SEMIBLOCK):
            pause()
            store_be64(block, 0, load_be64(block, 0) ^ t)
            t -= 1
            block[8:] = s[at : at + SEMIBLOCK]
            status = aes_decrypt_blocks(ctx, block[:], block[:])
            if status != OK:
                return status
            s[at : at + SEMIBLOCK] = block[8:]
    s[:8] = block[:8]
    return OK


# --- KW -----------------------------------------------------------------------------------------------------------------------------------


@kernel
def aes_wrap(ctx: Aes, data: Bytes, out: Buffer) -> Status:
    """Wrap a key: SP 800-38F section 6.2, RFC 3394. BAD_LENGTH where `data` is not of 16, 24, 32 … bytes.

    Leaks: the lengths of both keys.
    """
    requires(len(out) == len(data) + SEMIBLOCK)
    if len(data) < 2 * SEMIBLOCK or len(data) % SEMIBLOCK != 0:
        return BAD_LENGTH
    out[:8] = ICV1
    out[8:] = data
    return wrap_semiblocks(ctx, out)


@kernel
def aes_unwrap(ctx: Aes, data: Bytes, out: Buffer, work: Buffer) -> Status:
    """The key that is wrapped in `data`.

    AUTHENTICATION_FAILED where it was not wrapped under this key, or `data` is not of 24, 32, 40 … bytes: then `out` is untouched.

    Leaks: the lengths of both keys, and whether the key was wrapped under this one.
    """
    requires(len(out) == max(len(data) - SEMIBLOCK, 0))
    requires(len(work) >= len(data))
    if len(data) < 3 * SEMIBLOCK or len(data) % SEMIBLOCK != 0:
        return AUTHENTICATION_FAILED
    s = work[: len(data)]
    s[:] = data
    status = unwrap_semiblocks(ctx, s)
    if status != OK:
        return status
    if not declassify(bytes_equal_mask(s[:8], ICV1[:]), why="whether a key is accepted shows in what its receiver does"):
        return AUTHENTICATION_FAILED
    out[:] = s[8:]
    return OK


# --- KWP ----------------------------------------------------------------------------------------------------------------------------------


@kernel
def aes_wrap_padded(ctx: Aes, data: Bytes, out: Buffer) -> Status:
    """Wrap a key of any length: SP 800-38F section 6.3, RFC 5649. BAD_LENGTH where `data` is empty or has 2^32 bytes or more.

    Leaks: the lengths of both keys.
    """
    requires(len(out) == (len(data) + 7) // 8 * 8 + SEMIBLOCK)
    if len(data) == 0 or u64(len(data)) > MAX_PADDED_BYTES:
        return BAD_LENGTH
    store_be32(out, 0, ICV2)
    store_be32(out, 4, u32(len(data)))
    out[8 : 8 + len(data)] = data
    fill(out[8 + len(data) :], 0)
    return wrap_semiblocks(ctx, out)


@kernel
def aes_unwrap_padded(ctx: Aes, data: Bytes, out: Buffer, work: Buffer) -> Status:
    """The key that is wrapped in `data`, behind its length: 4 bytes, most significant first. Zeros fill what is longer than both.

    AUTHENTICATION_FAILED where it was not wrapped under this key, or `data` is not of 16, 24, 32 … bytes: then `out` is untouched.

    Leaks: the length of the key and of `data`, and whether the key was wrapped under this one.
    """
    requires(len(out) == max(len(data) - 4, 0))
    requires(len(work) >= len(data))
    if len(data) < 2 * SEMIBLOCK or len(data) % SEMIBLOCK != 0:
        return AUTHENTICATION_FAILED
    s = work[: len(data)]
    s[:] = data
    status = unwrap_semiblocks(ctx, s)
    if status != OK:
        return status

    # Section 6.3, steps 4 to 8 of KWP-AD, all of them before anything is decided: the padding has less than 8 bytes, all zero.
    most = len(s) - SEMIBLOCK
    length = load_be32(s, 4)
    good = eq_mask(load_be32(s, 0), ICV2) & lt_mask(u32(most - SEMIBLOCK), length) & ~lt_mask(u32(most), length)
    padding = u32(0)
    for i in range(most - SEMIBLOCK, most):
        padding |= u32(s[SEMIBLOCK + i]) & ~mask_word(lt_mask(u32(i), length))
    if not declassify(good & zero_mask(padding), why="whether a key is accepted shows in what its receiver does"):
        return AUTHENTICATION_FAILED
    out[:] = s[4:]
    return OK
