"""JSON Web Keys: RFC 7517, RFC 7518 section 6 (RSA, EC), RFC 8037 (OKP), and thumbprints, RFC 7638.

A JWK is a dict of str, ready for `json.dumps`. Members that do not make up the key ("kid", "use", "alg" …) are passed over when it is read.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from akela.crypto.serialization.ec_der import SCALAR_BYTES
from akela.crypto.serialization.okp_der import BYTES, sized
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
from akela.exceptions import InvalidKey, NotSupported, bytes_of

RSA_PRIVATE = ("d", "p", "q", "dp", "dq", "qi")  # in the order of RSAPrivateParts


def parse(text: str | bytes) -> Mapping[str, Any]:
    """The JWK that is written as JSON. A name that comes twice is refused: readers differ in which one they take."""
    try:
        jwk = json.loads(text, object_pairs_hook=_without_repetition)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidKey("the JWK is not JSON") from None
    if not isinstance(jwk, dict):
        raise InvalidKey("the JWK is not a JSON object")
    return jwk


def read_public(jwk: Mapping[str, Any]) -> PublicParts:
    if "d" in jwk:
        raise InvalidKey("the JWK is a private key; load_private_key(…).public_key() gives its public key")
    match kind := _kind(jwk):
        case "RSA":
            return RSAPublicParts(_number(jwk, "n"), _number(jwk, "e"))
        case "EC":
            curve = _named(jwk, SCALAR_BYTES)
            return ECPublicParts(curve, _point(jwk, curve))
        case "OKP":
            name = _named(jwk, BYTES)
            return OKPPublicParts(name, sized(name, _octets(jwk, "x"), "public"))
    raise InvalidKey(f"the JWK has the key type {kind!r}, which is not supported")


def read_private(jwk: Mapping[str, Any]) -> PrivateParts:
    kind = _kind(jwk)
    if kind in ("RSA", "EC", "OKP") and "d" not in jwk:
        raise InvalidKey("the JWK is a public key; load_public_key takes it")
    match kind:
        case "RSA":
            if "oth" in jwk:
                raise InvalidKey("the JWK is an RSA key of more than two primes; supported are keys of two")
            return RSAPrivateParts(_number(jwk, "n"), _number(jwk, "e"), *(_number(jwk, name) for name in RSA_PRIVATE))
        case "EC":
            curve = _named(jwk, SCALAR_BYTES)
            return ECPrivateParts(curve, _field_element(jwk, "d", curve), _point(jwk, curve))
        case "OKP":
            name = _named(jwk, BYTES)
            return OKPPrivateParts(name, sized(name, _octets(jwk, "d"), "private"), sized(name, _octets(jwk, "x"), "public"))
    raise InvalidKey(f"the JWK has the key type {kind!r}, which is not supported")


def write(parts: PublicParts | PrivateParts) -> dict[str, str]:
    """The point of EC parts is uncompressed, and private parts have their public key."""
    match parts:
        case RSAPublicParts(n, e):
            return {"kty": "RSA", "n": _from_number(n), "e": _from_number(e)}
        case RSAPrivateParts(n, e, d, p, q, dmp1, dmq1, iqmp):
            secret = dict(zip(RSA_PRIVATE, map(_from_number, (d, p, q, dmp1, dmq1, iqmp)), strict=True))
            return {**write(RSAPublicParts(n, e)), **secret}
        case ECPublicParts(curve, point):
            size = SCALAR_BYTES[curve]
            return {"kty": "EC", "crv": curve, "x": _encode(point[1 : 1 + size]), "y": _encode(point[1 + size :])}
        case ECPrivateParts(curve, scalar, bytes(point)):
            return {**write(ECPublicParts(curve, point)), "d": _encode(scalar)}
        case OKPPublicParts(name, public):
            return {"kty": "OKP", "crv": name, "x": _encode(public)}
        case OKPPrivateParts(name, private, bytes(public)):
            return {**write(OKPPublicParts(name, public)), "d": _encode(private)}
        case DHPublicParts() | DHPrivateParts():
            raise NotSupported("there is no JWK for Diffie-Hellman keys; use to_der or to_pem")
    raise TypeError("private parts without their public key have no JWK")


def thumbprint_input(public: dict[str, str]) -> bytes:
    """RFC 7638 section 3: what is hashed, the members that are required, sorted, without white space."""
    return json.dumps(public, sort_keys=True, separators=(",", ":")).encode()


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidKey("the JWK has a member twice")
    return found


def _kind(jwk: Mapping[str, Any]) -> str:
    kind = _text(jwk, "kty")
    if kind == "oct":
        raise InvalidKey("the JWK is a symmetric key; its bytes are the member k in base64url")
    return kind


def _text(jwk: Mapping[str, Any], name: str) -> str:
    value = jwk.get(name)
    if not isinstance(value, str):
        raise InvalidKey(f"the JWK has no member {name!r}" if value is None else f"the JWK's member {name!r} is not a string")
    return value


def _named(jwk: Mapping[str, Any], sizes: Mapping[str, int]) -> str:
    name = _text(jwk, "crv")
    if name not in sizes:
        raise InvalidKey(f"the JWK is on the curve {name!r}; supported are {', '.join(sizes)}")
    return name


def _octets(jwk: Mapping[str, Any], name: str) -> bytes:
    """RFC 7515 appendix C: base64url without padding, in the one spelling that a byte string has."""
    text = _text(jwk, name)
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = None
    if data is None or _encode(data) != text:
        raise InvalidKey(f"the JWK's member {name!r} is not in base64url without padding")
    return data


def _number(jwk: Mapping[str, Any], name: str) -> int:
    """RFC 7518 section 2, Base64urlUInt: as few bytes as the number has."""
    data = _octets(jwk, name)
    if not data or data[0] == 0:
        raise InvalidKey(f"the JWK's member {name!r} is zero, or begins with a zero byte")
    return int.from_bytes(data)


def _point(jwk: Mapping[str, Any], curve: str) -> bytes:
    return b"\x04" + _field_element(jwk, "x", curve) + _field_element(jwk, "y", curve)


def _field_element(jwk: Mapping[str, Any], name: str, curve: str) -> bytes:
    data = _octets(jwk, name)
    if len(data) != SCALAR_BYTES[curve]:
        raise InvalidKey(f"the JWK's member {name!r} on {curve} has {bytes_of(len(data))}, expected {SCALAR_BYTES[curve]}")
    return data


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _from_number(number: int) -> str:
    return _encode(number.to_bytes((number.bit_length() + 7) // 8))
