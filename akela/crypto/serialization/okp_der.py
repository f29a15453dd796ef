"""Keys of X25519, X448, Ed25519 and Ed448 in DER: RFC 8410."""

from __future__ import annotations

from typing import Any

from akela.crypto.serialization import der, names, schemas
from akela.crypto.serialization.parts import OKPPrivateParts, OKPPublicParts
from akela.exceptions import InvalidKey, bytes_of

BYTES = {"X25519": 32, "X448": 56, "Ed25519": 32, "Ed448": 57}  # of private and public keys alike
OIDS = {name: oid for oid, name in names.OKP.items()}


def read_public(algorithm: dict[str, Any], data: bytes) -> OKPPublicParts:
    name = _name(algorithm)
    return OKPPublicParts(name, sized(name, data, "public"))


def read_private(algorithm: dict[str, Any], data: bytes) -> OKPPrivateParts:
    """Section 7: an OCTET STRING in the OCTET STRING of the structure around it."""
    name = _name(algorithm)
    return OKPPrivateParts(name, sized(name, der.read(schemas.OCTETS, data, f"the {name} private key"), "private"), None)


def write_public(parts: OKPPublicParts) -> tuple[dict[str, Any], bytes]:
    return {"algorithm": OIDS[parts.name]}, parts.public


def write_private(parts: OKPPrivateParts) -> tuple[dict[str, Any], bytes]:
    return {"algorithm": OIDS[parts.name]}, der.write(schemas.OCTETS, parts.private)


def sized(name: str, data: bytes, kind: str) -> bytes:
    """The data, which has to have the length of a key of this name."""
    if len(data) != BYTES[name]:
        raise InvalidKey(f"the {name} {kind} key has {bytes_of(len(data))}, expected {BYTES[name]}")
    return data


def _name(algorithm: dict[str, Any]) -> str:
    """Section 3: the parameters are absent."""
    name = names.OKP[algorithm["algorithm"]]
    if algorithm["parameters"] is not None:
        raise InvalidKey(f"the {name} key's algorithm identifier has parameters, expected none")
    return name
