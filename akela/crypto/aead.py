"""Authenticated encryption with associated data: classes shaped like those of PyCA's `cryptography`.

A message is sealed under a key and a nonce, which must never serve for two messages under one key. Associated data is authenticated but not
encrypted; None stands for none. Results are `bytes`, or go into the caller's buffer, which may begin where the input does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from akela.crypto.random import random_bytes
from akela.exceptions import InvalidTag
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["ChaCha20Poly1305", "InvalidTag"]


class ChaCha20Poly1305:
    """ChaCha20-Poly1305, RFC 8439 section 2.8: a key of 32 bytes, nonces of 12, a tag of 16 at the end of the ciphertext.

    The methods are those of the compiled kernel's object, taken as they are, so that calling one costs nothing more. Arguments are given
    by position.

    encrypt(nonce, data, associated_data) -> bytes
        The ciphertext and its tag.
    decrypt(nonce, data, associated_data) -> bytes
        The plaintext. Raises InvalidTag, and hands nothing out, where the message was altered or is too short to hold a tag.
    encrypt_into(nonce, data, associated_data, out) -> int
        As encrypt, into a writable buffer of len(data) + 16 bytes; returns that length.
    decrypt_into(nonce, data, associated_data, out) -> int
        As decrypt, into a writable buffer of len(data) - 16 bytes, which an altered message leaves untouched.

    Raises ValueError for a key, nonce or buffer of another length, LimitExceeded beyond 2^38 - 64 bytes of data.
    """

    __slots__ = ("decrypt", "decrypt_into", "encrypt", "encrypt_into")

    encrypt: Callable[[Buffer, Buffer, Buffer | None], bytes]
    decrypt: Callable[[Buffer, Buffer, Buffer | None], bytes]
    encrypt_into: Callable[[Buffer, Buffer, Buffer | None, Buffer], int]
    decrypt_into: Callable[[Buffer, Buffer, Buffer | None, Buffer], int]

    def __init__(self, key: Buffer) -> None:
        cipher = default_execution().ChaCha20Poly1305(key)
        self.encrypt = cipher.encrypt
        self.decrypt = cipher.decrypt
        self.encrypt_into = cipher.encrypt_into
        self.decrypt_into = cipher.decrypt_into

    @staticmethod
    def generate_key() -> bytes:
        """A random key of 32 bytes."""
        return random_bytes(32)
