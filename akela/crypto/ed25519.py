"""Ed25519 signatures: RFC 8032. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from akela.crypto.octet_keys import OctetPrivateKey, OctetPublicKey
from akela.exceptions import InvalidSignature
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["Ed25519PrivateKey", "Ed25519PublicKey"]


class Ed25519PublicKey(OctetPublicKey):
    """A public key: an encoded point, 32 bytes.

    Any 32 bytes are taken; under those that are no valid key no signature holds.
    """

    __slots__ = ()

    NAME = "Ed25519"
    KEY_BYTES = 32

    def verify(self, signature: Buffer, data: Buffer) -> None:
        """Verify the signature of a message; raises InvalidSignature where it does not hold.

        Signatures and keys are taken in the one form that RFC 8032 gives them; those of keys with a small order, under which one
        signature holds for many messages, are refused.
        """
        if memoryview(signature).nbytes != 64:
            raise InvalidSignature("an Ed25519 signature has 64 bytes")
        default_execution().ed25519_verify(self._public, data, signature)


class Ed25519PrivateKey(OctetPrivateKey):
    """A private key: 32 random bytes. `Ed25519PrivateKey.generate()` makes one.

    It is expanded when the object is made, so that a signature costs nothing but itself.
    """

    __slots__ = ("_expanded",)

    NAME = "Ed25519"
    KEY_BYTES = 32

    _expanded: Any

    def __init__(self, data: Buffer) -> None:
        super().__init__(data)
        self._expanded = default_execution().Ed25519(self._private)

    def public_key(self) -> Ed25519PublicKey:
        """The public key."""
        return Ed25519PublicKey(self._expanded.public_key())

    def sign(self, data: Buffer) -> bytes:
        """The signature of a message, 64 bytes: always the same for the same message."""
        signature: bytes = self._expanded.sign(data)
        return signature
