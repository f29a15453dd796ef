"""Ed25519 signatures: RFC 8032. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from akela.crypto.octet_keys import SigningPrivateKey, VerifyingPublicKey

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["Ed25519PrivateKey", "Ed25519PublicKey"]


class Ed25519PublicKey(VerifyingPublicKey):
    """A public key: an encoded point, 32 bytes. Any 32 bytes are taken; under those that are no valid key no signature holds."""

    __slots__ = ()

    NAME = "Ed25519"
    KEY_BYTES = 32

    def verify(self, signature: Buffer, data: Buffer) -> None:
        """Verify the signature of a message; raises InvalidSignature where it does not hold.

        Signatures and keys are taken in the one form that RFC 8032 gives them; those of keys with a small order, under which one
        signature holds for many messages, are refused.
        """
        self._verify(signature, data)


class Ed25519PrivateKey(SigningPrivateKey[Ed25519PublicKey]):
    """A private key: 32 random bytes. `Ed25519PrivateKey.generate()` makes one."""

    __slots__ = ()

    NAME = "Ed25519"
    KEY_BYTES = 32
    PUBLIC = Ed25519PublicKey

    def sign(self, data: Buffer) -> bytes:
        """The signature of a message, 64 bytes: always the same for the same message."""
        signature: bytes = self._expanded.sign(data)
        return signature
