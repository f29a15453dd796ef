"""XChaCha20-Poly1305, draft-irtf-cfrg-xchacha-03 section 2: ChaCha20-Poly1305 with nonces that are long enough to be drawn at random."""

from akela.kernels.chacha20poly1305 import TAG_BYTES, open_sealed, seal
from akela.kernels.xchacha20 import hchacha20
from akela.lang import AUTHENTICATION_FAILED, Array, Buffer, Bytes, Status, fill, helper, kernel, requires, struct, u8


@struct
class XChaCha20Poly1305:
    """A key."""

    key: Array[u8, 32]


@helper
def derive(key: Array[u8, 32], nonce: Array[u8, 24], inner_key: Array[u8, 32], inner_nonce: Array[u8, 12]) -> None:
    """Section 2.3: the key and the nonce for ChaCha20-Poly1305."""
    hchacha20(key, nonce[:16], inner_key)
    fill(inner_nonce[:4], 0)
    inner_nonce[4:] = nonce[16:]


@kernel
def xchacha20poly1305_init(ctx: XChaCha20Poly1305, key: Array[u8, 32]) -> None:
    """Take a key.

    Leaks: nothing.
    """
    ctx.key[:] = key


@kernel
def xchacha20poly1305_encrypt(ctx: XChaCha20Poly1305, nonce: Array[u8, 24], data: Bytes, aad: Bytes, out: Buffer) -> Status:
    """`data` encrypted, then the tag. A nonce must never serve twice under one key.

    `out` may begin where `data` does. LIMIT_EXCEEDED, with `out` untouched, beyond 2^38 - 64 bytes of `data`.

    Leaks: the lengths of `data` and `aad`.
    """
    requires(len(out) == len(data) + TAG_BYTES)
    key = Array[u8, 32]()
    inner_nonce = Array[u8, 12]()
    derive(ctx.key, nonce, key, inner_nonce)
    end = len(data)
    return seal(key, inner_nonce, data, aad, out[:end], out[end : end + TAG_BYTES])


@kernel
def xchacha20poly1305_decrypt(ctx: XChaCha20Poly1305, nonce: Array[u8, 24], data: Bytes, aad: Bytes, out: Buffer) -> Status:
    """The plaintext of `data`, which is a ciphertext and its tag, once the tag has been verified.

    `out` may begin where `data` does. AUTHENTICATION_FAILED where the tag does not match or `data` is too short to hold one;
    LIMIT_EXCEEDED beyond 2^38 - 64 bytes of ciphertext. Unless the status is OK `out` is untouched.

    Leaks: the lengths of `data` and `aad`, and whether the tag matches.
    """
    requires(len(out) == max(len(data) - TAG_BYTES, 0))
    if len(data) < TAG_BYTES:
        return AUTHENTICATION_FAILED
    key = Array[u8, 32]()
    inner_nonce = Array[u8, 12]()
    derive(ctx.key, nonce, key, inner_nonce)
    end = len(data) - TAG_BYTES
    return open_sealed(key, inner_nonce, data[:end], data[end:], aad, out)
