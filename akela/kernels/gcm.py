"""AES-GCM and AES-GMAC, SP 800-38D: messages at hand with tags of any permitted length, and messages that come in pieces.

A message in pieces: `aes_gcm_start`, `aes_gcm_aad` for each piece of the associated data, then
- to seal, `aes_gcm_encrypt_update` for each piece, and `aes_gcm_final` for the tag;
- to open, `aes_gcm_verify_update` for each piece of the ciphertext, `aes_gcm_verify` for the tag, and only when that has matched
  `aes_gcm_decrypt_update` for the same ciphertext again: it has to be where nobody else can change it in between.
"""

from functools import partial

from akela.kernels.aes import Aes, aes_ctr32_xor
from akela.kernels.constant_time import bytes_equal_mask
from akela.kernels.gcm_mode import BLOCK_BYTES, MAX_DATA_BYTES, TAG_BYTES, add_to_counter, make_gcm
from akela.kernels.ghash import GHASH, Ghash, ghash_blocks
from akela.lang import (
    AUTHENTICATION_FAILED,
    BAD_LENGTH,
    BAD_PARAMETER,
    BAD_STATE,
    LIMIT_EXCEEDED,
    OK,
    Array,
    Buffer,
    Bytes,
    Public,
    Status,
    declassify,
    fill,
    helper,
    kernel,
    operation,
    requires,
    struct,
    u8,
    u32,
    u64,
)

# `phase` of a message in pieces. A context of zeros has none.
NO_MESSAGE = 0
TAKING_AAD = 1
ENCRYPTING = 2
VERIFYING = 3
DECRYPTING = 4


@struct(name="gcm_message")
class GcmMessage:
    """A message that comes in pieces."""

    first: Array[u8, 16]  # the counter block J0
    counter: Array[u8, 16]  # the next one
    key_stream: Array[u8, 16]  # the last encrypted counter block
    y: Array[u8, 16]  # GHASH so far
    block: Array[u8, 16]  # what does not fill a block of GHASH yet
    aad_bytes: Public[u64]  # so far
    data_bytes: Public[u64]  # authenticated so far
    crypted_bytes: Public[u64]  # encrypted or decrypted so far
    phase: Public[u32]


@struct(name="aes_gcm")
class AesGcm:
    """A key, and a message that comes in pieces."""

    aes: Aes
    hash: Ghash
    message: GcmMessage


GCM = make_gcm(AesGcm, GHASH, partial(operation, "aes.gcm_seal"))
first_counter, finish, encrypt_message, decrypt_message = GCM.first_counter, GCM.finish, GCM.encrypt, GCM.decrypt


# --- tags of other lengths ----------------------------------------------------------------------------------------------------------------


@helper
def is_tag_length(count: int) -> bool:
    """Section 5.2.1.2, which permits 4 and 8 for applications that bound how much an attacker may try (appendix C)."""
    return count == 4 or count == 8 or 12 <= count <= TAG_BYTES


@kernel
def aes_gcm_encrypt_tag(ctx: AesGcm, nonce: Bytes, data: Bytes, aad: Bytes, tag_bytes: int, out: Buffer) -> Status:
    """As `aes_gcm_encrypt`, with a shorter tag. BAD_PARAMETER where `tag_bytes` is not 4, 8 or 12 to 16.

    `out` may begin where `data` does.

    Leaks: the lengths of the key, the nonce, `data`, `aad` and the tag.
    """
    requires(len(out) == len(data) + tag_bytes)
    if not is_tag_length(tag_bytes):
        return BAD_PARAMETER
    end = len(data)
    return encrypt_message(ctx, nonce, data, aad, out[:end], out[end : end + tag_bytes])


@kernel
def aes_gcm_decrypt_tag(ctx: AesGcm, nonce: Bytes, data: Bytes, aad: Bytes, tag_bytes: int, out: Buffer) -> Status:
    """As `aes_gcm_decrypt`, with a shorter tag. BAD_PARAMETER where `tag_bytes` is not 4, 8 or 12 to 16.

    `out` may begin where `data` does.

    Leaks: the lengths of the key, the nonce, `data`, `aad` and the tag, and whether the tag matches.
    """
    requires(len(out) == max(len(data) - tag_bytes, 0))
    if not is_tag_length(tag_bytes):
        return BAD_PARAMETER
    if len(data) < tag_bytes:
        return AUTHENTICATION_FAILED
    end = len(data) - tag_bytes
    return decrypt_message(ctx, nonce, data[:end], data[end:], aad, out)


# --- messages in pieces -------------------------------------------------------------------------------------------------------------------


@helper
def absorb(ctx: AesGcm, used: int, data: Bytes) -> None:
    """GHASH goes on over `data`, `used` bytes of a block being there already."""
    taken = 0
    if used > 0:
        taken = min(BLOCK_BYTES - used, len(data))
        ctx.message.block[used : used + taken] = data[:taken]
        if used + taken == BLOCK_BYTES:
            ghash_blocks(ctx.hash, ctx.message.y, ctx.message.block[:])
    if used == 0 or used + taken == BLOCK_BYTES:
        end = len(data) - (len(data) - taken) % BLOCK_BYTES
        ghash_blocks(ctx.hash, ctx.message.y, data[taken:end])
        ctx.message.block[: len(data) - end] = data[end:]


@helper
def pad(ctx: AesGcm, total: Public[u64]) -> None:
    """Zeros fill the last block of GHASH, after `total` bytes."""
    used = int(total & (BLOCK_BYTES - 1))
    if used > 0:
        fill(ctx.message.block[used:], 0)
        ghash_blocks(ctx.hash, ctx.message.y, ctx.message.block[:])


@helper
def crypt(ctx: AesGcm, data: Bytes, out: Buffer) -> None:
    """GCTR of section 6.5 goes on."""
    requires(len(out) == len(data))
    used = int(ctx.message.crypted_bytes & (BLOCK_BYTES - 1))
    ctx.message.crypted_bytes += u64(len(data))
    taken = 0
    if used > 0:
        taken = min(BLOCK_BYTES - used, len(data))
        for i in range(taken):
            out[i] = data[i] ^ ctx.message.key_stream[used + i]
    end = len(data) - (len(data) - taken) % BLOCK_BYTES
    aes_ctr32_xor(ctx.aes, ctx.message.counter, data[taken:end], out[taken:end])
    add_to_counter(ctx.message.counter, (end - taken) // BLOCK_BYTES)
    if end < len(data):
        fill(ctx.message.key_stream, 0)
        aes_ctr32_xor(ctx.aes, ctx.message.counter, ctx.message.key_stream, ctx.message.key_stream)
        add_to_counter(ctx.message.counter, 1)
        for i in range(len(data) - end):
            out[end + i] = data[end + i] ^ ctx.message.key_stream[i]


@helper
def enter(ctx: AesGcm, phase: Public[u32], more: int) -> Status:
    """Begin or go on with a phase of the data, `more` bytes of which are to come. Where the status is not OK nothing is changed."""
    if ctx.message.phase != phase and ctx.message.phase != TAKING_AAD:
        return BAD_STATE
    if u64(more) > MAX_DATA_BYTES - ctx.message.data_bytes:
        return LIMIT_EXCEEDED
    if ctx.message.phase == TAKING_AAD:
        pad(ctx, ctx.message.aad_bytes)
        ctx.message.phase = phase
    return OK


@helper
def make_tag(ctx: AesGcm, tag: Array[u8, 16]) -> None:
    """The tag of what was authenticated."""
    if ctx.message.phase == TAKING_AAD:
        pad(ctx, ctx.message.aad_bytes)
    else:
        pad(ctx, ctx.message.data_bytes)
    finish(ctx.aes, ctx.hash, ctx.message.first, ctx.message.y, ctx.message.aad_bytes, ctx.message.data_bytes, tag)


@helper
def end(message: GcmMessage) -> None:
    """No message, and nothing left of the last."""
    fill(message.first, 0)
    fill(message.counter, 0)
    fill(message.key_stream, 0)
    fill(message.y, 0)
    fill(message.block, 0)
    message.phase = NO_MESSAGE


@kernel
def aes_gcm_start(ctx: AesGcm, nonce: Bytes) -> Status:
    """Begin a message in pieces. A nonce must never serve twice under one key. BAD_LENGTH, and nothing is done, where `nonce` is empty.

    Leaks: the lengths of the key and the nonce.
    """
    if len(nonce) == 0:
        return BAD_LENGTH
    end(ctx.message)
    first_counter(ctx.hash, nonce, ctx.message.first)
    ctx.message.counter[:] = ctx.message.first[:]
    add_to_counter(ctx.message.counter, 1)
    ctx.message.aad_bytes = 0
    ctx.message.data_bytes = 0
    ctx.message.crypted_bytes = 0
    ctx.message.phase = TAKING_AAD
    return OK


@kernel
def aes_gcm_aad(ctx: AesGcm, aad: Bytes) -> Status:
    """The next piece of the associated data. BAD_STATE, and nothing is done, outside a message or after its first data.

    Leaks: the lengths of this piece and of those before it.
    """
    if ctx.message.phase != TAKING_AAD:
        return BAD_STATE
    absorb(ctx, int(ctx.message.aad_bytes & (BLOCK_BYTES - 1)), aad)
    ctx.message.aad_bytes += u64(len(aad))
    return OK


@kernel
def aes_gcm_encrypt_update(ctx: AesGcm, data: Bytes, out: Buffer) -> Status:
    """Encrypt the next piece. `out` may be `data`.

    BAD_STATE outside a message that is being sealed, LIMIT_EXCEEDED beyond 2^36 - 32 bytes in all: then nothing is done.

    Leaks: the lengths of the key, of this piece and of those before it.
    """
    requires(len(out) == len(data))
    status = enter(ctx, ENCRYPTING, len(data))
    if status != OK:
        return status
    crypt(ctx, data, out)
    absorb(ctx, int(ctx.message.data_bytes & (BLOCK_BYTES - 1)), out)
    ctx.message.data_bytes += u64(len(data))
    return OK


@kernel
def aes_gcm_final(ctx: AesGcm, out: Array[u8, 16]) -> Status:
    """The tag of the message that is being sealed, which ends it. Shorter tags are the beginning of it.

    BAD_STATE, and nothing is done, where there is none.

    Leaks: the lengths of the key and the message.
    """
    if ctx.message.phase != TAKING_AAD and ctx.message.phase != ENCRYPTING:
        return BAD_STATE
    make_tag(ctx, out)
    end(ctx.message)
    return OK


@kernel
def aes_gcm_verify_update(ctx: AesGcm, data: Bytes) -> Status:
    """Authenticate the next piece of a ciphertext.

    BAD_STATE outside a message that is being opened, LIMIT_EXCEEDED beyond 2^36 - 32 bytes in all: then nothing is done.

    Leaks: the lengths of this piece and of those before it.
    """
    status = enter(ctx, VERIFYING, len(data))
    if status != OK:
        return status
    absorb(ctx, int(ctx.message.data_bytes & (BLOCK_BYTES - 1)), data)
    ctx.message.data_bytes += u64(len(data))
    return OK


@kernel
def aes_gcm_verify(ctx: AesGcm, tag: Bytes) -> Status:
    """Compare the tag of the message that is being opened. Where it matches, decryption may follow; where not, the message has ended.

    AUTHENTICATION_FAILED where it does not match. BAD_LENGTH where `tag` is not of 4, 8 or 12 to 16 bytes, BAD_STATE outside a message
    that is being opened: then nothing is done. The length has to be the one that was agreed on: do not let the sender choose it.

    Leaks: the lengths of the key, the message and the tag, and whether the tag matches.
    """
    if ctx.message.phase != TAKING_AAD and ctx.message.phase != VERIFYING:
        return BAD_STATE
    if not is_tag_length(len(tag)):
        return BAD_LENGTH
    expected = Array[u8, 16]()
    make_tag(ctx, expected)
    if not declassify(bytes_equal_mask(expected[: len(tag)], tag), why="whether a message is accepted shows in what its receiver does"):
        end(ctx.message)
        return AUTHENTICATION_FAILED
    ctx.message.phase = DECRYPTING
    return OK


@kernel
def aes_gcm_decrypt_update(ctx: AesGcm, data: Bytes, out: Buffer) -> Status:
    """Decrypt the next piece of a ciphertext whose tag has matched, from its beginning on. `out` may be `data`.

    BAD_STATE where no tag has matched, BAD_LENGTH where with `data` more comes than was authenticated: then nothing is done.

    Leaks: the lengths of the key, of this piece and of those before it.
    """
    requires(len(out) == len(data))
    if ctx.message.phase != DECRYPTING:
        return BAD_STATE
    if u64(len(data)) > ctx.message.data_bytes - ctx.message.crypted_bytes:
        return BAD_LENGTH
    crypt(ctx, data, out)
    return OK
