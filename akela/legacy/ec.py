"""ECDSA as old protocols have it: over SHA-1, MD5 and RIPEMD-160.

The classes are those of `akela.crypto.ec` in all else. `ECPrivateKey.load(data, password)` and `ECPublicKey.load(data)` load such keys.
"""

from __future__ import annotations

from akela.crypto import ec
from akela.crypto.ec import P256, P384, P521

__all__ = ["P256", "P384", "P521", "ECPrivateKey", "ECPublicKey"]


class ECPublicKey(ec.ECPublicKey):
    """A public key that takes signatures over every hash."""

    __slots__ = ()

    LEGACY = True


class ECPrivateKey(ec.ECPrivateKey):
    """A private key that signs over every hash. Nonces over MD5 and RIPEMD-160 come from HMAC over the curve's own hash."""

    __slots__ = ()

    PUBLIC = ECPublicKey

    def public_key(self) -> ECPublicKey:
        """The public key."""
        assert isinstance(self._public, ECPublicKey)
        return self._public
