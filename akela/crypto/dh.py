"""Finite-field Diffie-Hellman: SP 800-56A Rev. 3, with the groups of RFC 7919 and RFC 3526. New protocols take X25519.

ours = DHPrivateKey.generate(FFDHE2048)
secret = ours.exchange(their_public_key)
"""

from __future__ import annotations

from typing import Any, NoReturn, Self

from akela.crypto.arguments import integer
from akela.crypto.random import random_bytes
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import InvalidKey
from akela.executions import default_execution
from akela.kernels.dh_groups import FFDHE, MODP, Group

__all__ = [
    "FFDHE2048",
    "FFDHE3072",
    "FFDHE4096",
    "FFDHE6144",
    "FFDHE8192",
    "MODP2048",
    "MODP3072",
    "MODP4096",
    "MODP6144",
    "MODP8192",
    "DHPrivateKey",
    "DHPublicKey",
    "Group",
]

FFDHE2048, FFDHE3072, FFDHE4096, FFDHE6144, FFDHE8192 = FFDHE
MODP2048, MODP3072, MODP4096, MODP6144, MODP8192 = MODP

KNOWN_ORDERS = {(group.p, group.g): group.q for group in (*FFDHE, *MODP)}
MIN_BITS, MAX_BITS = 2048, 16384


class DHPublicKey(PublicKeyForms):
    """A public key: y = g^x modulo p. `q` is the order of the group where it is known, else None."""

    __slots__ = ("g", "p", "q", "y")

    p: int
    g: int
    q: int | None
    y: int

    def __init__(self, *args: Any) -> None:
        raise TypeError("DHPublicKey is made by from_numbers(p, g, q, y), akela.load_public_key or a private key's public_key()")

    @classmethod
    def from_numbers(cls, p: int, g: int, q: int | None, y: int) -> Self:
        """The key y in the group of p and g. q is the group's order, or None: it is known for the groups of this module.

        Raises InvalidKey where p is no odd number of 2048 to 16384 bits, 1 < g < p - 1 or 1 < y < p - 1 does not hold, q does not divide
        p - 1, or, where q is known, y is not of the group of this order.
        """
        q = check_group(p, g, q)
        integer(y, "y")
        if not 1 < y < p - 1:
            raise InvalidKey("the public number is not more than 1 and less than p - 1")
        size = byte_length(p)
        if q is not None:
            default_execution().dh_check_w64(octets(p, size), octets(q, byte_length(q)), octets(y, size))
        return cls._made(p, g, q, y)

    @classmethod
    def _made(cls, p: int, g: int, q: int | None, y: int) -> Self:
        key = cls.__new__(cls)
        for name, value in (("p", p), ("g", g), ("q", q), ("y", y)):
            object.__setattr__(key, name, value)
        return key

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a key does not change: {name} cannot be set")

    @property
    def key_size(self) -> int:
        """Bits of p."""
        return self.p.bit_length()

    def __eq__(self, other: object) -> bool:
        return (self.p, self.g, self.y) == (other.p, other.g, other.y) if isinstance(other, DHPublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.p, self.g, self.y))

    def __repr__(self) -> str:
        return f"<DHPublicKey: {self.key_size} bits>"


class DHPrivateKey(PrivateKeyForms):
    """A private key: the exponent x, and its group."""

    __slots__ = ("_public_key", "_x")

    _public_key: DHPublicKey
    _x: bytes

    def __init__(self, *args: Any) -> None:
        raise TypeError("DHPrivateKey is made by generate(group), from_numbers(p, g, q, x) or akela.load_private_key")

    @classmethod
    def generate(cls, group: Group) -> Self:
        """A new random key in a group such as FFDHE2048, of as many bits as its RFC says. Raises TypeError for what is no group."""
        if not isinstance(group, Group):
            raise TypeError(f"group is a {type(group).__name__}, expected one such as FFDHE2048")
        size = -(-group.private_bits // 8)
        x = int.from_bytes(random_bytes(size), "big") >> (8 * size - group.private_bits)
        return cls._made(group.p, group.g, group.q, octets(x, size))

    @classmethod
    def from_numbers(cls, p: int, g: int, q: int | None, x: int) -> Self:
        """The key with exponent x in the group of p and g; q as in DHPublicKey.from_numbers.

        Raises InvalidKey for a group that is refused there, and where 0 < x < q, or x < p - 1 where q is not known, does not hold.
        """
        q = check_group(p, g, q)
        integer(x, "x")
        if not 0 < x < (p - 1 if q is None else q):
            raise InvalidKey("the private number is not more than 0 and less than the order of the group")
        # Whole words, as an exchange takes a time that depends on the exponent's length.
        return cls._made(p, g, q, octets(x, -(-x.bit_length() // 64) * 8))

    @classmethod
    def _made(cls, p: int, g: int, q: int | None, x: bytes) -> Self:
        size = byte_length(p)
        y = int.from_bytes(default_execution().dh_power_w64(octets(p, size), octets(g, size), x), "big")
        key = cls.__new__(cls)
        for name, value in (("_public_key", DHPublicKey._made(p, g, q, y)), ("_x", x)):
            object.__setattr__(key, name, value)
        return key

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a key does not change: {name} cannot be set")

    @property
    def p(self) -> int:
        """The prime."""
        return self._public_key.p

    @property
    def g(self) -> int:
        """The generator."""
        return self._public_key.g

    @property
    def q(self) -> int | None:
        """The order of the group, where it is known."""
        return self._public_key.q

    @property
    def x(self) -> int:
        """The private number."""
        return int.from_bytes(self._x, "big")

    @property
    def key_size(self) -> int:
        """Bits of p."""
        return self._public_key.key_size

    def public_key(self) -> DHPublicKey:
        """The public key."""
        return self._public_key

    def exchange(self, peer_public_key: DHPublicKey) -> bytes:
        """The shared secret Z, as many bytes as p: derive keys from it, with HKDF for instance.

        Raises InvalidKey where the peer's key is of another group, or the secret would be 1.
        """
        peer = peer_public_key
        if not isinstance(peer, DHPublicKey):
            raise TypeError(f"expected a DHPublicKey, given a {type(peer).__name__}")
        if (peer.p, peer.g) != (self.p, self.g):
            raise InvalidKey(f"the peer's key is of another group, of {peer.key_size} bits where this one has {self.key_size}")
        size = byte_length(self.p)
        secret: bytes = default_execution().dh_power_w64(octets(self.p, size), octets(peer.y, size), self._x)
        return secret

    def __repr__(self) -> str:
        return f"<DHPrivateKey: {self.key_size} bits>"


def check_group(p: int, g: int, q: int | None) -> int | None:
    """The order of the group, where it is known. Raises InvalidKey for numbers that make no group."""
    for name, number in (("p", p), ("g", g), *((("q", q),) if q is not None else ())):
        integer(number, name)
    if p <= 0 or p % 2 == 0 or not MIN_BITS <= p.bit_length() <= MAX_BITS:
        raise InvalidKey(
            f"p has {p.bit_length()} bits{'' if p % 2 else ' and is even'}, expected an odd number of {MIN_BITS} to {MAX_BITS} bits"
        )
    if not 1 < g < p - 1:
        raise InvalidKey("the generator is not more than 1 and less than p - 1")
    if q is None:
        return KNOWN_ORDERS.get((p, g))
    if q < 3 or (p - 1) % q:
        raise InvalidKey("q does not divide p - 1")
    return q


def byte_length(number: int) -> int:
    """How many bytes a number takes."""
    return -(-number.bit_length() // 8)


def octets(number: int, size: int) -> bytes:
    """A number in big-endian bytes."""
    return number.to_bytes(size, "big")
