"""Between key objects and the plain values of `parts.py`. The classes' modules are loaded when a key of theirs is built.

What this file asks of the classes, besides `public_key()` and `curve`:

- RSA and Diffie-Hellman: their numbers as attributes, and `from_numbers` with those of `parts.py`, in that order;
- the others: `private_bytes_raw`, `public_bytes_raw`, and `from_private_bytes`, `from_public_bytes`, to which EC keys take the curve first.
"""

from __future__ import annotations

import importlib
from dataclasses import astuple, fields
from typing import Any

from akela.crypto.serialization.parts import (
    DHPrivateParts,
    DHPublicParts,
    ECPrivateParts,
    ECPublicParts,
    OKPPrivateParts,
    OKPPublicParts,
    PrivateParts,
    PublicParts,
    RSAPrivateParts,
    RSAPublicParts,
)
from akela.exceptions import InvalidKey

HOMES = {"RSA": "rsa", "DH": "dh", "EC": "ec", "X25519": "x25519", "X448": "x448", "Ed25519": "ed25519", "Ed448": "ed448"}


def public_parts(key: Any) -> PublicParts:
    match kind := _kind(key):
        case "RSA":
            return RSAPublicParts(key.n, key.e)
        case "DH":
            return DHPublicParts(key.p, key.g, None, key.y)
        case "EC":
            return ECPublicParts(key.curve.name, key.public_bytes_raw())
        case _:
            return OKPPublicParts(kind, key.public_bytes_raw())


def private_parts(key: Any) -> PrivateParts:
    """With the public key, where the parts have a place for it."""
    match kind := _kind(key):
        case "RSA":
            return RSAPrivateParts(*(getattr(key, field.name) for field in fields(RSAPrivateParts)))
        case "DH":
            return DHPrivateParts(key.p, key.g, None, key.x)
        case "EC":
            return ECPrivateParts(key.curve.name, key.private_bytes_raw(), key.public_key().public_bytes_raw())
        case _:
            return OKPPrivateParts(kind, key.private_bytes_raw(), key.public_key().public_bytes_raw())


def public_key(parts: PublicParts, wanted: type | None = None) -> Any:
    """The key object, of the class `wanted` or else of the usual one; raises InvalidKey for values that make up no key of it."""
    kind = _class(_kind_of(parts), "Public", wanted)
    match parts:
        case RSAPublicParts() | DHPublicParts():
            return kind.from_numbers(*astuple(parts))
        case ECPublicParts(curve, point):
            return kind.from_public_bytes(_curve(curve), point)
        case OKPPublicParts(_, public):
            return kind.from_public_bytes(public)


def private_key(parts: PrivateParts, wanted: type | None = None) -> Any:
    """The key object, of the class `wanted` or else of the usual one.

    Raises InvalidKey for values that make up no key of it, or another public key than the one that came with them.
    """
    kind = _class(_kind_of(parts), "Private", wanted)
    match parts:
        case RSAPrivateParts() | DHPrivateParts():
            return kind.from_numbers(*astuple(parts))
        case ECPrivateParts(curve, scalar, point):
            key = kind.from_private_bytes(_curve(curve), scalar)
            expected = None if point is None else public_key(ECPublicParts(curve, point))
        case OKPPrivateParts(name, private, public):
            key = kind.from_private_bytes(private)
            expected = None if public is None else public_key(OKPPublicParts(name, public))
    if expected is not None and key.public_key() != expected:
        raise InvalidKey("the public key that comes with the private key is not its own")
    return key


def _kind(key: Any) -> str:
    """What the key's class is called, without PrivateKey or PublicKey. A subclass is what it inherits from."""
    for ancestor in type(key).__mro__:
        kind = ancestor.__name__.removesuffix("PrivateKey").removesuffix("PublicKey")
        if kind in HOMES:
            return kind
    raise TypeError(f"{type(key).__name__} is none of the key classes of akela")


def _kind_of(parts: PublicParts | PrivateParts) -> str:
    match parts:
        case OKPPublicParts(name) | OKPPrivateParts(name):
            return name
        case _:
            return type(parts).__name__.removesuffix("PublicParts").removesuffix("PrivateParts")


def _class(kind: str, half: str, wanted: type | None) -> Any:
    """The class of keys of this kind; `wanted` where it is a kind of it."""
    usual = getattr(importlib.import_module(f"akela.crypto.{HOMES[kind]}"), f"{kind}{half}Key")
    if wanted is None:
        return usual
    if not issubclass(wanted, usual):
        raise InvalidKey(f"expected a key for {wanted.__name__}, given one for {usual.__name__}")
    return wanted


def _curve(name: str) -> Any:
    return getattr(importlib.import_module("akela.crypto.ec"), name.replace("-", ""))
