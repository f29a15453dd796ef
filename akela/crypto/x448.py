"""X448, Diffie-Hellman on Curve448: RFC 7748 section 6.2. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from akela.crypto.octet_keys import AgreementPrivateKey, OctetPublicKey

__all__ = ["X448PrivateKey", "X448PublicKey"]


class X448PublicKey(OctetPublicKey):
    """A public key: the coordinate u of a point, 56 bytes.

    Any 56 bytes are one, as RFC 7748 has it; `exchange` refuses those of points with a low order.
    Raises InvalidKey for another number of bytes.
    """

    __slots__ = ()

    NAME = "X448"
    KEY_BYTES = 56


class X448PrivateKey(AgreementPrivateKey[X448PublicKey]):
    """A private key: 56 random bytes. `X448PrivateKey.generate()` makes one. Raises InvalidKey for another number of bytes."""

    __slots__ = ()

    NAME = "X448"
    KEY_BYTES = 56
    PUBLIC = X448PublicKey
