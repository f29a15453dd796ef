"""ChaCha20-Poly1305, RFC 8439 section 2.8: authenticated encryption with associated data."""

from akela.kernels.chacha20 import chacha20_blocks, chacha20_state, chacha20_stream
from akela.kernels.constant_time import bytes_equal_mask
from akela.kernels.poly1305 import WHOLE_BLOCK, Poly1305, poly1305_blocks, poly1305_final, poly1305_init
from akela.lang import (
    AUTHENTICATION_FAILED,
    LIMIT_EXCEEDED,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    declassify,
    fill,
    helper,
    kernel,
    requires,
    store_le64,
    struct,
    u8,
    u32,
    u64,
)

TAG_BYTES = 16
MAX_DATA_BYTES = (1 << 38) - 64  # section 2.8: block numbers 1 to 2^32 - 1


@struct
class ChaCha20Poly1305:
    """A key."""

    key: Array[u8, 32]


@helper
def absorb_padded(mac: Poly1305, data: Bytes) -> None:
    """Authenticate `data` and the zeros that fill its last block, `pad16` of section 2.8.1."""
    whole = len(data) // 16 * 16
    poly1305_blocks(mac.h, mac.r, data[:whole], WHOLE_BLOCK)
    if whole < len(data):
        fill(mac.block, 0)
        mac.block[: len(data) - whole] = data[whole:]
        poly1305_blocks(mac.h, mac.r, mac.block[:], WHOLE_BLOCK)


@helper
def begin(key: Array[u8, 32], nonce: Array[u8, 12], state: Array[u32, 16], mac: Poly1305) -> None:
    """Section 2.6: the first half of key stream block 0 is the one-time key of `mac`. `state` is left at block 1, where the data begins."""
    block = Array[u8, 64].zeros()
    chacha20_state(state, key, 0, nonce)
    chacha20_blocks(state, block[:], block[:])
    poly1305_init(mac, block[:32])


@helper
def authenticate(mac: Poly1305, aad: Bytes, ciphertext: Bytes, tag: Array[u8, 16]) -> Status:
    """The tag of section 2.8: associated data and ciphertext, each padded, and their lengths."""
    absorb_padded(mac, aad)
    absorb_padded(mac, ciphertext)
    store_le64(mac.block, 0, u64(len(aad)))
    store_le64(mac.block, 8, u64(len(ciphertext)))
    poly1305_blocks(mac.h, mac.r, mac.block[:], WHOLE_BLOCK)
    return poly1305_final(mac, tag)


@helper
def seal(key: Array[u8, 32], nonce: Array[u8, 12], data: Bytes, aad: Bytes, out: Buffer, tag: Array[u8, 16]) -> Status:
    """Section 2.8: `out` is `data` encrypted; and the tag. LIMIT_EXCEEDED, with nothing written, beyond 2^38 - 64 bytes."""
    requires(len(out) == len(data))
    if u64(len(data)) > MAX_DATA_BYTES:
        return LIMIT_EXCEEDED
    state = Array[u32, 16]()
    mac = Poly1305()
    begin(key, nonce, state, mac)
    chacha20_stream(state, data, out)
    return authenticate(mac, aad, out, tag)


@helper
def open_sealed(key: Array[u8, 32], nonce: Array[u8, 12], data: Bytes, tag: Bytes, aad: Bytes, out: Buffer) -> Status:
    """Section 2.8: `out` is `data` decrypted, where the tag matches. Unless the status is OK nothing is written."""
    requires(len(out) == len(data))
    if u64(len(data)) > MAX_DATA_BYTES:
        return LIMIT_EXCEEDED
    state = Array[u32, 16]()
    mac = Poly1305()
    expected = Array[u8, 16]()
    begin(key, nonce, state, mac)
    status = authenticate(mac, aad, data, expected)
    if status != OK:
        return status
    if not declassify(bytes_equal_mask(expected, tag), why="whether a message is accepted shows in what its receiver does"):
        return AUTHENTICATION_FAILED
    chacha20_stream(state, data, out)
    return OK


@kernel
def chacha20poly1305_init(ctx: ChaCha20Poly1305, key: Array[u8, 32]) -> None:
    """Take a key.

    Leaks: nothing.
    """
    ctx.key[:] = key


@kernel
def chacha20poly1305_encrypt(ctx: ChaCha20Poly1305, nonce: Array[u8, 12], data: Bytes, aad: Bytes, out: Buffer) -> Status:
    """`data` encrypted, then the tag. A nonce must never serve twice under one key.

    `out` may begin where `data` does. LIMIT_EXCEEDED, with `out` untouched, beyond 2^38 - 64 bytes of `data`.

    Leaks: the lengths of `data` and `aad`.
    """
    requires(len(out) == len(data) + TAG_BYTES)
    end = len(data)
    return seal(ctx.key, nonce, data, aad, out[:end], out[end : end + TAG_BYTES])


@kernel
def chacha20poly1305_decrypt(ctx: ChaCha20Poly1305, nonce: Array[u8, 12], data: Bytes, aad: Bytes, out: Buffer) -> Status:
    """The plaintext of `data`, which is a ciphertext and its tag, once the tag has been verified.

    `out` may begin where `data` does. AUTHENTICATION_FAILED where the tag does not match or `data` is too short to hold one;
    LIMIT_EXCEEDED beyond 2^38 - 64 bytes of ciphertext. Unless the status is OK `out` is untouched.

    Leaks: the lengths of `data` and `aad`, and whether the tag matches.
    """
    requires(len(out) == max(len(data) - TAG_BYTES, 0))
    if len(data) < TAG_BYTES:
        return AUTHENTICATION_FAILED
    end = len(data) - TAG_BYTES
    return open_sealed(ctx.key, nonce, data[:end], data[end:], aad, out)
