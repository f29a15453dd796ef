"""AES-CCM: SP 800-38C, RFC 3610. B_0, Ctr_0, q and the like are the standard's names.

A message whose lengths are known can be sealed in pieces: `aes_ccm_start`, `aes_ccm_aad`, `aes_ccm_encrypt_update`, `aes_ccm_final`.
"""

from akela.kernels.aes import BLOCK_BYTES, Aes, aes_cbc_mac, aes_ctr_xor, aes_init
from akela.kernels.constant_time import bytes_equal_mask
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
    requires,
    struct,
    truncate,
    u8,
    u32,
    u64,
)

TAG_BYTES = 16

# `phase` of a message in pieces.
NO_MESSAGE = 0
SEALING = 1


@struct(name="ccm_message")
class CcmMessage:
    """A message in the making."""

    first: Array[u8, 16]  # Ctr_0
    counter: Array[u8, 16]  # the next counter block
    key_stream: Array[u8, 16]  # the last encrypted counter block
    chain: Array[u8, 16]  # Y of section 6.1: CBC-MAC so far
    block: Array[u8, 16]  # what does not fill a block of CBC-MAC yet
    used: Public[u32]  # how much of it
    aad_left: Public[u64]  # bytes that are still to come
    data_left: Public[u64]
    crypted_bytes: Public[u64]
    phase: Public[u32]


@struct(name="aes_ccm")
class AesCcm:
    """A key, and a message that comes in pieces."""

    aes: Aes
    message: CcmMessage


# --- CBC-MAC and CTR, in pieces -----------------------------------------------------------------------------------------------------------


@helper
def absorb(aes: Aes, m: CcmMessage, data: Bytes) -> None:
    """CBC-MAC goes on over `data`."""
    used = int(m.used)
    taken = min(BLOCK_BYTES - used, len(data))
    m.block[used : used + taken] = data[:taken]
    used += taken
    if used == BLOCK_BYTES:
        aes_cbc_mac(aes, m.chain, m.block[:])
        end = len(data) - (len(data) - taken) % BLOCK_BYTES
        aes_cbc_mac(aes, m.chain, data[taken:end])
        used = len(data) - end
        m.block[:used] = data[end:]
    m.used = u32(used)


@helper
def pad(aes: Aes, m: CcmMessage) -> None:
    """Zeros fill the block."""
    used = int(m.used)
    if used > 0:
        fill(m.block[used:], 0)
        aes_cbc_mac(aes, m.chain, m.block[:])
        m.used = 0


@helper
def advance(counter: Array[u8, 16], blocks: int) -> None:
    """Count on, most significant byte first. What the nonce leaves for the counter does not overflow: see `fits`."""
    total = u64(blocks)
    for i in range(15, 7, -1):
        total += u64(counter[i])
        counter[i] = truncate(u8, total)
        total >>= 8


@helper
def crypt(aes: Aes, m: CcmMessage, data: Bytes, out: Buffer) -> None:
    """CTR goes on."""
    requires(len(out) == len(data))
    used = int(m.crypted_bytes & (BLOCK_BYTES - 1))
    m.crypted_bytes += u64(len(data))
    taken = 0
    if used > 0:
        taken = min(BLOCK_BYTES - used, len(data))
        for i in range(taken):
            out[i] = data[i] ^ m.key_stream[used + i]
    end = len(data) - (len(data) - taken) % BLOCK_BYTES
    aes_ctr_xor(aes, m.counter, data[taken:end], out[taken:end])
    advance(m.counter, (end - taken) // BLOCK_BYTES)
    if end < len(data):
        fill(m.key_stream, 0)
        aes_ctr_xor(aes, m.counter, m.key_stream, m.key_stream)
        advance(m.counter, 1)
        for i in range(len(data) - end):
            out[end + i] = data[end + i] ^ m.key_stream[i]


# --- the formatting of appendix A ---------------------------------------------------------------------------------------------------------


@helper
def is_tag_length(count: int) -> bool:
    """Section 5.3: t."""
    return 4 <= count <= TAG_BYTES and count % 2 == 0


@helper
def fits(nonce_bytes: int, data_bytes: Public[u64]) -> bool:
    """Whether q = 15 - n bytes hold the length of the data."""
    q = 15 - nonce_bytes
    return q >= 8 or data_bytes >> (8 * min(q, 7)) == 0


@helper
def begin(aes: Aes, m: CcmMessage, nonce: Bytes, aad_bytes: Public[u64], data_bytes: Public[u64], tag_bytes: int) -> None:
    """B_0, the encoded length of the associated data, and Ctr_0."""
    requires(7 <= len(nonce) <= 13)
    requires(is_tag_length(tag_bytes))
    n = len(nonce)
    q = 15 - n
    has_aad = 1 if aad_bytes > 0 else 0
    fill(m.first, 0)
    m.first[0] = u8(q - 1)  # section A.3
    m.first[1 : n + 1] = nonce
    m.counter[:] = m.first[:]
    advance(m.counter, 1)

    m.block[:] = m.first[:]  # section A.2.1
    m.block[0] = u8(64 * has_aad + 8 * ((tag_bytes - 2) // 2) + q - 1)
    length = data_bytes
    for i in range(15, n, -1):
        m.block[i] = truncate(u8, length)
        length >>= 8
    fill(m.chain, 0)
    aes_cbc_mac(aes, m.chain, m.block[:])

    m.used = 0
    m.aad_left = aad_bytes
    m.data_left = data_bytes
    m.crypted_bytes = 0
    if has_aad == 1:
        encode_length(m, aad_bytes)


@helper
def encode_length(m: CcmMessage, count: Public[u64]) -> None:
    """Section A.2.2."""
    octets = 2
    m.used = 2
    if count >= 0xFF00:
        octets = 4 if count >> 32 == 0 else 8
        m.block[0] = 0xFF
        m.block[1] = u8(0xFE if octets == 4 else 0xFF)
        m.used = u32(2 + octets)
    rest = count
    for i in range(octets):
        m.block[int(m.used) - 1 - i] = truncate(u8, rest)
        rest >>= 8


@helper
def finish(aes: Aes, m: CcmMessage, tag: Buffer) -> None:
    """The tag: CBC-MAC, encrypted by Ctr_0."""
    requires(len(tag) <= TAG_BYTES)
    pad(aes, m)
    aes_ctr_xor(aes, m.first, m.chain, m.chain)
    tag[:] = m.chain[: len(tag)]


@helper
def check(nonce_bytes: int, data_bytes: Public[u64], tag_bytes: int) -> Status:
    """Whether parameters are those of appendix A."""
    if nonce_bytes < 7 or nonce_bytes > 13:
        return BAD_LENGTH
    if not is_tag_length(tag_bytes):
        return BAD_PARAMETER
    if not fits(nonce_bytes, data_bytes):
        return LIMIT_EXCEEDED
    return OK


# --- messages at hand ---------------------------------------------------------------------------------------------------------------------


@helper
def encrypt_message(aes: Aes, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer, tag: Buffer) -> Status:
    """Section 6.1."""
    status = check(len(nonce), u64(len(data)), len(tag))
    if status != OK:
        return status
    m = CcmMessage()
    begin(aes, m, nonce, u64(len(aad)), u64(len(data)), len(tag))
    absorb(aes, m, aad)
    pad(aes, m)
    absorb(aes, m, data)
    crypt(aes, m, data, out)
    finish(aes, m, tag)
    return OK


@helper
def decrypt_message(aes: Aes, nonce: Bytes, data: Bytes, tag: Bytes, aad: Bytes, out: Buffer, work: Buffer) -> Status:
    """Section 6.2. The tag is one of the plaintext, which `work` holds until it is known to be right."""
    status = check(len(nonce), u64(len(data)), len(tag))
    if status != OK:
        return status
    m = CcmMessage()
    expected = Array[u8, 16]()
    begin(aes, m, nonce, u64(len(aad)), u64(len(data)), len(tag))
    absorb(aes, m, aad)
    pad(aes, m)
    crypt(aes, m, data, work)
    absorb(aes, m, work)
    finish(aes, m, expected[: len(tag)])
    same = bytes_equal_mask(expected[: len(tag)], tag)
    if not declassify(same, why="whether a message is accepted shows in what its receiver does"):
        return AUTHENTICATION_FAILED
    out[:] = work
    return OK


@kernel
def aes_ccm_init(ctx: AesCcm, key: Bytes) -> Status:
    """Take a key. BAD_LENGTH where `key` is not of 16, 24 or 32 bytes.

    Leaks: the length of the key.
    """
    ctx.message.phase = NO_MESSAGE
    return aes_init(ctx.aes, key)


@kernel
def aes_ccm_encrypt_tag(ctx: AesCcm, nonce: Bytes, data: Bytes, aad: Bytes, tag_bytes: int, out: Buffer) -> Status:
    """`data` encrypted, then a tag of 4, 6 … 16 bytes. A nonce must never serve twice under one key. `out` may begin where `data` does.

    A nonce of n bytes leaves 15 - n for the length of the data.
    BAD_LENGTH where `nonce` is not of 7 to 13 bytes, BAD_PARAMETER where `tag_bytes` is not 4, 6 … 16, LIMIT_EXCEEDED where 15 bytes
    less those of `nonce` do not hold the length of `data`: then `out` is untouched.

    Leaks: the lengths of the key, the nonce, `data`, `aad` and the tag.
    """
    requires(len(out) == len(data) + tag_bytes)
    if not is_tag_length(tag_bytes):
        return BAD_PARAMETER
    end = len(data)
    return encrypt_message(ctx.aes, nonce, data, aad, out[:end], out[end : end + tag_bytes])


@kernel
def aes_ccm_decrypt_tag(ctx: AesCcm, nonce: Bytes, data: Bytes, aad: Bytes, tag_bytes: int, out: Buffer, work: Buffer) -> Status:
    """The plaintext of `data`, which is a ciphertext and its tag of `tag_bytes`, once that has been verified.

    `out` may begin where `data` does.
    AUTHENTICATION_FAILED where the tag does not match or `data` is too short to hold one; BAD_LENGTH where `nonce` is not of 7 to 13 bytes,
    BAD_PARAMETER where `tag_bytes` is not 4, 6 … 16, LIMIT_EXCEEDED where 15 bytes less those of `nonce` do not hold the length of the
    ciphertext in `data`. Unless the status is OK `out` is untouched. `work` holds the plaintext meanwhile.

    Leaks: the lengths of the key, the nonce, `data`, `aad` and the tag, and whether the tag matches.
    """
    requires(len(out) == max(len(data) - tag_bytes, 0))
    requires(len(work) >= len(data))
    if not is_tag_length(tag_bytes):
        return BAD_PARAMETER
    if len(data) < tag_bytes:
        return AUTHENTICATION_FAILED
    end = len(data) - tag_bytes
    return decrypt_message(ctx.aes, nonce, data[:end], data[end:], aad, out, work[:end])


@kernel
def aes_ccm_encrypt(ctx: AesCcm, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer) -> Status:
    """As `aes_ccm_encrypt_tag` with a tag of 16 bytes. `out` may begin where `data` does.

    BAD_LENGTH where `nonce` is not of 7 to 13 bytes, LIMIT_EXCEEDED where 15 bytes less those of `nonce` do not hold the length of `data`.

    Leaks: the lengths of the key, the nonce, `data` and `aad`.
    """
    requires(len(out) == len(data) + TAG_BYTES)
    end = len(data)
    return encrypt_message(ctx.aes, nonce, data, aad, out[:end], out[end : end + TAG_BYTES])


@kernel
def aes_ccm_decrypt(ctx: AesCcm, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer, work: Buffer) -> Status:
    """As `aes_ccm_decrypt_tag` with a tag of 16 bytes. `out` may begin where `data` does.

    BAD_LENGTH where `nonce` is not of 7 to 13 bytes, LIMIT_EXCEEDED where 15 bytes less those of `nonce` do not hold the length of `data`.

    Leaks: the lengths of the key, the nonce, `data` and `aad`, and whether the tag matches.
    """
    requires(len(out) == max(len(data) - TAG_BYTES, 0))
    requires(len(work) >= len(data))
    if len(data) < TAG_BYTES:
        return AUTHENTICATION_FAILED
    end = len(data) - TAG_BYTES
    return decrypt_message(ctx.aes, nonce, data[:end], data[end:], aad, out, work[:end])


# --- messages in pieces -------------------------------------------------------------------------------------------------------------------


@kernel
def aes_ccm_start(ctx: AesCcm, nonce: Bytes, aad_bytes: Public[u64], data_bytes: Public[u64], tag_bytes: int) -> Status:
    """Begin to seal a message of so many bytes in pieces. A nonce must never serve twice under one key.

    BAD_LENGTH where `nonce` is not of 7 to 13 bytes, BAD_PARAMETER where `tag_bytes` is not 4, 6 … 16, LIMIT_EXCEEDED where 15 bytes
    less those of `nonce` do not hold `data_bytes`: then nothing is done.

    Leaks: the lengths of the key, the nonce, the message and the tag.
    """
    status = check(len(nonce), data_bytes, tag_bytes)
    if status != OK:
        return status
    begin(ctx.aes, ctx.message, nonce, aad_bytes, data_bytes, tag_bytes)
    ctx.message.phase = SEALING
    return OK


@kernel
def aes_ccm_aad(ctx: AesCcm, aad: Bytes) -> Status:
    """The next piece of the associated data. BAD_STATE outside a message, or where more comes than was said: then nothing is done.

    Leaks: the lengths of the key, of this piece and of those before it.
    """
    if ctx.message.phase != SEALING or u64(len(aad)) > ctx.message.aad_left:
        return BAD_STATE
    absorb(ctx.aes, ctx.message, aad)
    ctx.message.aad_left -= u64(len(aad))
    if ctx.message.aad_left == 0 and len(aad) > 0:
        pad(ctx.aes, ctx.message)
    return OK


@kernel
def aes_ccm_encrypt_update(ctx: AesCcm, data: Bytes, out: Buffer) -> Status:
    """Encrypt the next piece. `out` may be `data`.

    BAD_STATE outside a message, before all of the associated data, or where more comes than was said: then nothing is done.

    Leaks: the lengths of the key, of this piece and of those before it.
    """
    requires(len(out) == len(data))
    if ctx.message.phase != SEALING or ctx.message.aad_left > 0 or u64(len(data)) > ctx.message.data_left:
        return BAD_STATE
    absorb(ctx.aes, ctx.message, data)
    crypt(ctx.aes, ctx.message, data, out)
    ctx.message.data_left -= u64(len(data))
    return OK


@kernel
def aes_ccm_final(ctx: AesCcm, out: Array[u8, 16]) -> Status:
    """The tag, which ends the message: of the 16 bytes as many as `aes_ccm_start` was told. BAD_STATE where less has come than was said.

    Leaks: the lengths of the key and the message.
    """
    if ctx.message.phase != SEALING or ctx.message.aad_left > 0 or ctx.message.data_left > 0:
        return BAD_STATE
    finish(ctx.aes, ctx.message, out[:])
    fill(ctx.message.key_stream, 0)
    fill(ctx.message.chain, 0)
    fill(ctx.message.block, 0)
    ctx.message.phase = NO_MESSAGE
    return OK
