"""RSA as old protocols have it: keys of 1024 bits and more, signatures with SHA-1, MD5 and RIPEMD-160, PKCS #1 v1.5 encryption.

The classes are those of `akela.crypto.rsa` in all else. `RSAPrivateKey.load(data, password)` and `RSAPublicKey.load(data)` load such keys.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from akela.crypto import rsa
from akela.crypto.arguments import octets
from akela.crypto.random import random_bytes
from akela.exceptions import InvalidLength, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["RSAPrivateKey", "RSAPublicKey"]


class RSAPublicKey(rsa.RSAPublicKey):
    """A public key of 1024 bits or more that takes every hash, and encrypts as PKCS #1 v1.5 does."""

    __slots__ = ()

    MIN_BITS = 1024
    LEGACY = True

    def encrypt_pkcs1v15(self, plaintext: Buffer) -> bytes:
        """RSAES-PKCS1-v1_5, RFC 8017 section 7.2.1. Raises InvalidLength where the message is longer than the key's bytes less 11."""
        plaintext = octets(plaintext, "plaintext")
        free = len(self._modulus) - 3 - len(plaintext)
        if free < 8:
            raise InvalidLength(
                f"the message has {bytes_of(len(plaintext))}; PKCS #1 v1.5 with this key takes {len(self._modulus) - 11} at most"
            )
        padding = b""
        while len(padding) < free:
            padding += random_bytes(free - len(padding)).replace(b"\0", b"")
        return self._public(default_execution().pkcs1_encryption_pad(padding, plaintext))


class RSAPrivateKey(rsa.RSAPrivateKey):
    """A private key of 1024 bits or more that takes every hash, and decrypts what PKCS #1 v1.5 encrypted."""

    __slots__ = ()

    PUBLIC = RSAPublicKey
    MIN_GENERATED_BITS = 1024

    def public_key(self) -> RSAPublicKey:
        """The public key."""
        assert isinstance(self._public_key, RSAPublicKey)
        return self._public_key

    def decrypt_pkcs1v15(self, ciphertext: Buffer) -> bytes:
        """RSAES-PKCS1-v1_5, RFC 8017 section 7.2.2, with implicit rejection (draft-irtf-cfrg-rsa-guidance section 7): a ciphertext whose
        encoding is wrong decrypts to a message that key and ciphertext determine and nobody else can tell.

        Raises DecryptionFailed for a ciphertext that is not as long as the modulus, or not less.
        """
        ciphertext, kernels, start = octets(ciphertext, "ciphertext"), default_execution(), array("I", [0])
        em = bytearray(self._decrypt(ciphertext))
        kernels.pkcs1_unpad(kernels.pkcs1_alternative(self._d, ciphertext, len(em) + 2), em, start)
        return bytes(em[start[0] :])
