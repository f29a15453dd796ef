"""ChaCha20 and XChaCha20, alone and with Poly1305; the latter are shaped like the classes of PyCA's `cryptography`.

A key has 32 bytes. It must never serve for two messages with the same nonce: nonces of 8 and 12 bytes are counted, those of 24 bytes may
be drawn at random. Results are `bytes`, or go into the caller's buffer, which may begin where the input does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from akela.crypto.aead_calls import AeadCall, AeadCallInto
from akela.crypto.arguments import octets
from akela.crypto.chacha_pieces import ChaChaPieces
from akela.crypto.holder import HoldsKey
from akela.crypto.random import random_bytes
from akela.crypto.streaming import OpeningStream, SealingStream
from akela.exceptions import InvalidLength, InvalidTag, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["ChaCha20", "ChaCha20Poly1305", "InvalidTag", "XChaCha20", "XChaCha20Poly1305"]

KEY_BYTES = 32
TAG_BYTES = 16


# --- with Poly1305: authenticated encryption with associated data -------------------------------------------------------------------------


class _Sealing(HoldsKey):
    """What both have: the methods of the compiled kernel's object, taken as they are, so that calling one costs nothing more."""

    __slots__ = ("_key", "decrypt", "decrypt_into", "encrypt", "encrypt_into")

    encrypt: AeadCall
    decrypt: AeadCall
    encrypt_into: AeadCallInto
    decrypt_into: AeadCallInto

    _context: str  # the execution's class
    _xor: str  # the kernel that encrypts from a block of the key stream on

    def __init__(self, key: Buffer) -> None:
        cipher = getattr(default_execution(), self._context)(key)
        self._key = octets(key, "key")
        self.encrypt = cipher.encrypt
        self.decrypt = cipher.decrypt
        self.encrypt_into = cipher.encrypt_into
        self.decrypt_into = cipher.decrypt_into

    @staticmethod
    def generate_key() -> bytes:
        """A random key of 32 bytes."""
        return random_bytes(KEY_BYTES)

    def seal_stream(self, nonce: Buffer, associated_data: Buffer | None) -> SealingStream:
        """Seal a message that comes in pieces. Raises ValueError for a nonce of another length."""
        xor = getattr(default_execution(), self._xor)
        return SealingStream(ChaChaPieces(xor, self._key, nonce, associated_data), TAG_BYTES)

    def open_stream(self, nonce: Buffer, associated_data: Buffer | None) -> OpeningStream:
        """Open a message that comes in pieces: see `OpeningStream`. Raises ValueError, at its end, for a nonce of another length."""
        return OpeningStream(self.decrypt, nonce, associated_data, TAG_BYTES)


class ChaCha20Poly1305(_Sealing):
    """ChaCha20-Poly1305, RFC 8439 section 2.8: a key of 32 bytes, nonces of 12, a tag of 16 at the end of the ciphertext.

    Associated data is authenticated but not encrypted; None stands for none.

    encrypt(nonce, data, associated_data) -> bytes
        The ciphertext and its tag.
    decrypt(nonce, data, associated_data) -> bytes
        The plaintext. Raises InvalidTag, and hands nothing out, where the message was altered or is too short to hold a tag.
    encrypt_into(nonce, data, associated_data, buf) -> int
        As encrypt, into a writable buffer of len(data) + 16 bytes; returns that length.
    decrypt_into(nonce, data, associated_data, buf) -> int
        As decrypt, into a writable buffer of len(data) - 16 bytes, which an altered message leaves untouched.

    Raises InvalidTag where a message was altered, ValueError for a key, nonce or buffer of another length, LimitExceeded beyond
    2^38 - 64 bytes of data.
    """

    __slots__ = ()
    _context = "ChaCha20Poly1305"
    _xor = "chacha20_xor"


class XChaCha20Poly1305(_Sealing):
    """XChaCha20-Poly1305, draft-irtf-cfrg-xchacha-03: in everything like ChaCha20Poly1305, but with nonces of 24 bytes.

    Raises what that does.
    """

    __slots__ = ()
    _context = "XChaCha20Poly1305"
    _xor = "xchacha20_xor"


# --- alone --------------------------------------------------------------------------------------------------------------------------------


class _Stream(HoldsKey):
    """What both have. `counter` is the number of the block of 64 bytes that the keystream begins with."""

    __slots__ = ("_key",)

    _kernels: Mapping[int, str]  # by the length of the nonce

    def __init__(self, key: Buffer) -> None:
        self._key = octets(key, f"{type(self).__name__}: key")
        if len(self._key) != KEY_BYTES:
            raise InvalidLength(f"{type(self).__name__}: the key has {bytes_of(len(self._key))}, expected {KEY_BYTES}")

    @staticmethod
    def generate_key() -> bytes:
        """A random key of 32 bytes."""
        return random_bytes(KEY_BYTES)

    def encrypt(self, nonce: Buffer, data: Buffer, *, counter: int = 0) -> bytes:
        """The ciphertext, as long as the data.

        Raises InvalidLength for a nonce of another length, LimitExceeded where the block counter would overflow.
        """
        out: bytes = self._kernel(nonce)(self._key, counter, nonce, data)
        return out

    def encrypt_into(self, nonce: Buffer, data: Buffer, out: Buffer, *, counter: int = 0) -> int:
        """As `encrypt`, into a writable buffer as long as the data; returns that length. Raises ValueError for another."""
        written: int = self._kernel(nonce, "_into")(self._key, counter, nonce, data, out)
        return written

    def decrypt(self, nonce: Buffer, data: Buffer, *, counter: int = 0) -> bytes:
        """The plaintext: encrypting twice is decrypting. Raises what `encrypt` does."""
        return self.encrypt(nonce, data, counter=counter)

    def decrypt_into(self, nonce: Buffer, data: Buffer, out: Buffer, *, counter: int = 0) -> int:
        """As `decrypt`, into a writable buffer as long as the data; returns that length. Raises ValueError for another."""
        return self.encrypt_into(nonce, data, out, counter=counter)

    def _kernel(self, nonce: Buffer, form: str = "") -> Callable[..., Any]:
        """The kernel for a nonce of this length."""
        size = memoryview(nonce).nbytes
        if size not in self._kernels:
            expected = " or ".join(map(str, self._kernels))
            raise InvalidLength(f"{type(self).__name__}: the nonce has {bytes_of(size)}, expected {expected}")
        kernel: Callable[..., Any] = getattr(default_execution(), self._kernels[size] + form)
        return kernel


class ChaCha20(_Stream):
    """ChaCha20: a key of 32 bytes; nonces of 12 bytes with a block counter of 32 bits (RFC 8439), or of 8 with one of 64 (the original
    cipher).

    It does not authenticate: whoever can alter a ciphertext can flip any bit of its plaintext. Prefer ChaCha20Poly1305.
    Raises InvalidLength for a key of another length.
    """

    __slots__ = ()
    _kernels = MappingProxyType({12: "chacha20_xor", 8: "chacha20_xor64"})


class XChaCha20(_Stream):
    """XChaCha20, draft-irtf-cfrg-xchacha-03: a key of 32 bytes, nonces of 24, a block counter of 64 bits.

    It does not authenticate: whoever can alter a ciphertext can flip any bit of its plaintext. Prefer XChaCha20Poly1305.
    Raises InvalidLength for a key of another length.
    """

    __slots__ = ()
    _kernels = MappingProxyType({24: "xchacha20_xor"})
