"""Keys on the NIST curves in DER: RFC 5915 (SEC 1 appendix C.4) and RFC 5480 section 2.

A curve is given by its name. One that is described by its numbers is refused: whoever wrote the key would choose the curve.
"""

from __future__ import annotations

from typing import Any

from akela.crypto.serialization import der, names, schemas
from akela.crypto.serialization.parts import ECPrivateParts, ECPublicParts
from akela.exceptions import InvalidKey, bytes_of

SCALAR_BYTES = {"P-256": 32, "P-384": 48, "P-521": 66}
OIDS = {name: oid for oid, name in names.CURVES.items()}


def read_sec1(data: bytes, outer_curve: str | None = None) -> ECPrivateParts:
    """An ECPrivateKey. `outer_curve` is what the structure around it says, which the key then may leave out but not contradict."""
    found = der.read(schemas.EC_PRIVATE_KEY, data, "the elliptic curve private key")
    if found["version"] != 1:
        raise InvalidKey(f"the elliptic curve private key has version {found['version']}, expected 1")
    curve = outer_curve if found["parameters"] is None else _curve(found["parameters"])
    if curve is None:
        raise InvalidKey("the elliptic curve private key does not say on which curve it is")
    if outer_curve not in (None, curve):
        raise InvalidKey(f"the elliptic curve private key says {curve} inside and {outer_curve} outside")
    scalar = found["privateKey"]
    if len(scalar) != SCALAR_BYTES[curve]:
        raise InvalidKey(f"the private scalar on {curve} has {bytes_of(len(scalar))}, expected {SCALAR_BYTES[curve]}")
    return ECPrivateParts(curve, scalar, found["publicKey"])


def write_sec1(parts: ECPrivateParts, *, with_curve: bool = True) -> bytes:
    value = {
        "version": 1,
        "privateKey": parts.scalar,
        "parameters": {"namedCurve": OIDS[parts.curve]} if with_curve else None,
        "publicKey": parts.point,
    }
    return der.write(schemas.EC_PRIVATE_KEY, value)


def read_public(algorithm: dict[str, Any], data: bytes) -> ECPublicParts:
    return ECPublicParts(_algorithm_curve(algorithm), data)


def read_private(algorithm: dict[str, Any], data: bytes) -> ECPrivateParts:
    return read_sec1(data, _algorithm_curve(algorithm))


def write_public(parts: ECPublicParts) -> tuple[dict[str, Any], bytes]:
    return _algorithm(parts.curve), parts.point


def write_private(parts: ECPrivateParts) -> tuple[dict[str, Any], bytes]:
    return _algorithm(parts.curve), write_sec1(parts, with_curve=False)


def _algorithm(curve: str) -> dict[str, Any]:
    return {"algorithm": names.EC, "parameters": der.write(schemas.EC_PARAMETERS, {"namedCurve": OIDS[curve]})}


def _algorithm_curve(algorithm: dict[str, Any]) -> str:
    if algorithm["parameters"] is None:
        raise InvalidKey("the elliptic curve key does not say on which curve it is")
    return _curve(der.read(schemas.EC_PARAMETERS, algorithm["parameters"], "the name of the curve"))


def _curve(parameters: dict[str, Any]) -> str:
    match parameters:
        case {"namedCurve": oid}:
            return names.curve_name(oid)
        case {"implicitCurve": _}:
            raise InvalidKey("the elliptic curve key leaves its curve to be agreed on elsewhere; the curve has to be named in the key")
        case _:
            raise InvalidKey(
                "the elliptic curve key describes its curve by numbers; the curve has to be named"
                " (`openssl ec -param_enc named_curve` or `openssl pkey -ec_param_enc named_curve` rewrites the key)"
            )
