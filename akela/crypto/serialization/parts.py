"""What keys consist of, as plain values: the one thing that all written forms are taken apart into and made from.

Integers are non-negative, byte strings as their standards write them. Secret fields are absent from repr.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RSAPublicParts:
    """RFC 8017 section 3.1."""

    n: int
    e: int


@dataclass(frozen=True, slots=True)
class RSAPrivateParts:
    """RFC 8017 section 3.2, the second form: d modulo p - 1 and q - 1, and the inverse of q modulo p."""

    n: int
    e: int
    d: int = field(repr=False)
    p: int = field(repr=False)
    q: int = field(repr=False)
    dmp1: int = field(repr=False)
    dmq1: int = field(repr=False)
    iqmp: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class ECPublicParts:
    """A curve's name ("P-256") and a point as SEC 1 section 2.3.3 writes it, compressed or not."""

    curve: str
    point: bytes


@dataclass(frozen=True, slots=True)
class ECPrivateParts:
    """A curve's name, the scalar in big-endian bytes of the order's length, and the public point where the form has one."""

    curve: str
    scalar: bytes = field(repr=False)
    point: bytes | None


@dataclass(frozen=True, slots=True)
class OKPPublicParts:
    """A key of X25519, X448, Ed25519 or Ed448: "octet key pair" is RFC 8037's name for these."""

    name: str
    public: bytes


@dataclass(frozen=True, slots=True)
class OKPPrivateParts:
    """The private key, for Ed25519 and Ed448 the seed; and the public key where the form has one."""

    name: str
    private: bytes = field(repr=False)
    public: bytes | None


@dataclass(frozen=True, slots=True)
class DHPublicParts:
    """Diffie-Hellman modulo p with generator g; q is the order of the group where the form says it (X9.42)."""

    p: int
    g: int
    q: int | None
    y: int


@dataclass(frozen=True, slots=True)
class DHPrivateParts:
    """The exponent x, and its group."""

    p: int
    g: int
    q: int | None
    x: int = field(repr=False)


PublicParts = RSAPublicParts | ECPublicParts | OKPPublicParts | DHPublicParts
PrivateParts = RSAPrivateParts | ECPrivateParts | OKPPrivateParts | DHPrivateParts
