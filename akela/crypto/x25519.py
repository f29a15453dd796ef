"""X25519, Diffie-Hellman on Curve25519: RFC 7748 section 6.1. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from akela.crypto.octet_keys import AgreementPrivateKey, OctetPublicKey

__all__ = ["X25519PrivateKey", "X25519PublicKey"]


class X25519PublicKey(OctetPublicKey):
    """A public key: the coordinate u of a point, 32 bytes.

    Any 32 bytes are one, as RFC 7748 has it; `exchange` refuses those of points with a low order.
    Raises InvalidKey for another number of bytes.
    """

    __slots__ = ()

    NAME = "X25519"
    KEY_BYTES = 32


class X25519PrivateKey(AgreementPrivateKey[X25519PublicKey]):
    """A private key: 32 random bytes. `X25519PrivateKey.generate()` makes one. Raises InvalidKey for another number of bytes."""

    __slots__ = ()

    NAME = "X25519"
    KEY_BYTES = 32
    PUBLIC = X25519PublicKey
