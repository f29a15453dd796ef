"""Ed448 signatures: RFC 8032. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from akela.crypto.octet_keys import SigningPrivateKey, VerifyingPublicKey

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["Ed448PrivateKey", "Ed448PublicKey"]


class Ed448PublicKey(VerifyingPublicKey):
    """A public key: an encoded point, 57 bytes. Any 57 bytes are taken; under those that are no valid key no signature holds.

    Raises InvalidKey for another number of bytes.
    """

    __slots__ = ()

    NAME = "Ed448"
    KEY_BYTES = 57

    def verify(self, signature: Buffer, data: Buffer, context: Buffer = b"") -> None:
        """Verify the signature of a message; raises InvalidSignature where it does not hold, InvalidLength for a context above 255 bytes.

        Signatures and keys are taken in the one form that RFC 8032 gives them; those of keys with a small order, under which one
        signature holds for many messages, are refused.
        """
        self._verify(signature, data, context)


class Ed448PrivateKey(SigningPrivateKey[Ed448PublicKey]):
    """A private key: 57 random bytes. `Ed448PrivateKey.generate()` makes one. Raises InvalidKey for another number of bytes."""

    __slots__ = ()

    NAME = "Ed448"
    KEY_BYTES = 57
    PUBLIC = Ed448PublicKey

    def sign(self, data: Buffer, context: Buffer = b"") -> bytes:
        """The signature of a message, 114 bytes: always the same for the same message and context.

        `context`, up to 255 bytes, says what the signature is for; who verifies gives the same. Raises InvalidLength where it is longer.
        """
        signature: bytes = self._expanded.sign(data, context)
        return signature
