"""X25519, Diffie-Hellman on Curve25519: RFC 7748 section 6.1. The classes are shaped like those of PyCA's `cryptography`."""

from __future__ import annotations

from akela.crypto.octet_keys import OctetPrivateKey, OctetPublicKey
from akela.executions import default_execution

__all__ = ["X25519PrivateKey", "X25519PublicKey"]


class X25519PublicKey(OctetPublicKey):
    """A public key: the coordinate u of a point, 32 bytes.

    Any 32 bytes are one, as RFC 7748 has it; `exchange` refuses those of points with a low order.
    """

    __slots__ = ()

    NAME = "X25519"
    KEY_BYTES = 32


class X25519PrivateKey(OctetPrivateKey):
    """A private key: 32 random bytes. `X25519PrivateKey.generate()` makes one."""

    __slots__ = ()

    NAME = "X25519"
    KEY_BYTES = 32

    def public_key(self) -> X25519PublicKey:
        """The public key."""
        return X25519PublicKey(default_execution().x25519_public_key(self._private))

    def exchange(self, peer_public_key: X25519PublicKey) -> bytes:
        """The shared secret with the owner of another key, 32 bytes: derive keys from it with a KDF such as HKDF.

        Raises InvalidKey for a point of low order, with which everybody's secret is zero.
        """
        if not isinstance(peer_public_key, X25519PublicKey):
            raise TypeError(f"exchange takes an X25519PublicKey, given {type(peer_public_key).__name__}")
        shared: bytes = default_execution().x25519(self._private, peer_public_key._public)
        return shared
