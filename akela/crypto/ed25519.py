"""Ed25519 signatures: RFC 8032. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from akela.crypto.columns import Columns
from akela.crypto.octet_keys import SigningPrivateKey, VerifyingPublicKey
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["Ed25519PrivateKey", "Ed25519PublicKey"]


class Ed25519PublicKey(VerifyingPublicKey):
    """A public key: an encoded point, 32 bytes. Any 32 bytes are taken; under those that are no valid key no signature holds.

    Raises InvalidKey for another number of bytes.
    """

    __slots__ = ()

    NAME = "Ed25519"
    KEY_BYTES = 32

    def verify(self, signature: Buffer, data: Buffer) -> None:
        """Verify the signature of a message; raises InvalidSignature where it does not hold.

        Signatures and keys are taken in the one form that RFC 8032 gives them; those of keys with a small order, under which one
        signature holds for many messages, are refused.
        """
        self._verify(signature, data)

    @classmethod
    def _verify_columns(cls, keys: Sequence[Self], signatures: Sequence[Buffer], messages: Sequence[Buffer]) -> Columns | None:
        if any(memoryview(signature).nbytes != 2 * cls.KEY_BYTES for signature in signatures):
            return None
        return Columns(default_execution().ed25519_verify, ([key._public for key in keys], list(messages), list(signatures)))


class Ed25519PrivateKey(SigningPrivateKey[Ed25519PublicKey]):
    """A private key: 32 random bytes. `Ed25519PrivateKey.generate()` makes one. Raises InvalidKey for another number of bytes."""

    __slots__ = ()

    NAME = "Ed25519"
    KEY_BYTES = 32
    PUBLIC = Ed25519PublicKey

    def sign(self, data: Buffer) -> bytes:
        """The signature of a message, 64 bytes: always the same for the same message."""
        signature: bytes = self._expanded.sign(data)
        return signature

    @classmethod
    def _sign_columns(cls, keys: Sequence[Self], messages: Sequence[Buffer]) -> Columns:
        native = default_execution()
        expanded = {id(key): native.ed25519_expand_key(key._private) for key in {id(key): key for key in keys}.values()}
        return Columns(native.ed25519_sign_expanded, ([expanded[id(key)] for key in keys], list(messages)))
