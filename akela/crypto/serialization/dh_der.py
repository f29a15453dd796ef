"""Diffie-Hellman keys in DER: PKCS #3 section 9, and X9.42 as in RFC 3279 section 2.3.3. Both are read; PKCS #3 is written.

The length of exponents that PKCS #3 may recommend, and the validation parameters of X9.42, are read and not kept.
"""

from __future__ import annotations

from typing import Any

from akela.crypto.serialization import der, names, schemas
from akela.crypto.serialization.parts import DHPrivateParts, DHPublicParts
from akela.exceptions import InvalidKey


def read_public(algorithm: dict[str, Any], data: bytes) -> DHPublicParts:
    p, g, q = _group(algorithm)
    return DHPublicParts(p, g, q, _positive(der.read(schemas.INTEGER, data, "the Diffie-Hellman public key")))


def read_private(algorithm: dict[str, Any], data: bytes) -> DHPrivateParts:
    p, g, q = _group(algorithm)
    return DHPrivateParts(p, g, q, _positive(der.read(schemas.INTEGER, data, "the Diffie-Hellman private key")))


def write_public(parts: DHPublicParts) -> tuple[dict[str, Any], bytes]:
    return _algorithm(parts.p, parts.g), der.write(schemas.INTEGER, parts.y)


def write_private(parts: DHPrivateParts) -> tuple[dict[str, Any], bytes]:
    return _algorithm(parts.p, parts.g), der.write(schemas.INTEGER, parts.x)


def _algorithm(p: int, g: int) -> dict[str, Any]:
    return {"algorithm": names.DH, "parameters": der.write(schemas.DH_PARAMETER, {"prime": p, "base": g})}


def _group(algorithm: dict[str, Any]) -> tuple[int, int, int | None]:
    parameters = algorithm["parameters"]
    if parameters is None:
        raise InvalidKey("the Diffie-Hellman key does not say in which group it is")
    if algorithm["algorithm"] == names.DH:
        found = der.read(schemas.DH_PARAMETER, parameters, "the Diffie-Hellman group")
        return _positive(found["prime"]), _positive(found["base"]), None
    found = der.read(schemas.DOMAIN_PARAMETERS, parameters, "the Diffie-Hellman group")
    return _positive(found["p"]), _positive(found["g"]), _positive(found["q"])


def _positive(number: int) -> int:
    if number <= 0:
        raise InvalidKey("the Diffie-Hellman key has a number that is zero or negative")
    return number
