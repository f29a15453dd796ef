"""The structures that hold a key of any kind beside its algorithm: SubjectPublicKeyInfo (RFC 5280 section 4.1) and OneAsymmetricKey
(RFC 5958; RFC 5208 calls it PrivateKeyInfo, PKCS #8).
"""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

from akela.crypto.serialization import der, dh_der, ec_der, names, okp_der, rsa_der, schemas
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

BY_OID: dict[str, ModuleType] = {
    names.RSA: rsa_der,
    names.RSASSA_PSS: rsa_der,
    names.EC: ec_der,
    names.DH: dh_der,
    names.DHX: dh_der,
    **dict.fromkeys(names.OKP, okp_der),
}
BY_PARTS: dict[type, ModuleType] = {
    RSAPublicParts: rsa_der,
    RSAPrivateParts: rsa_der,
    ECPublicParts: ec_der,
    ECPrivateParts: ec_der,
    OKPPublicParts: okp_der,
    OKPPrivateParts: okp_der,
    DHPublicParts: dh_der,
    DHPrivateParts: dh_der,
}


def read_spki(data: bytes) -> PublicParts:
    found = der.read(schemas.SUBJECT_PUBLIC_KEY_INFO, data, "the public key")
    parts: PublicParts = _family(found["algorithm"]).read_public(found["algorithm"], found["subjectPublicKey"])
    return parts


def write_spki(parts: PublicParts) -> bytes:
    algorithm, key = BY_PARTS[type(parts)].write_public(parts)
    return der.write(schemas.SUBJECT_PUBLIC_KEY_INFO, {"algorithm": algorithm, "subjectPublicKey": key})


def read_pkcs8(data: bytes) -> PrivateParts:
    """Attributes, which the structure may have, are passed over. A public key beside the private one is kept, to be compared."""
    found = der.read(schemas.ONE_ASYMMETRIC_KEY, data, "the private key")
    public, version = found["publicKey"], found["version"]
    if version != (expected := 0 if public is None else 1):
        state = "without" if public is None else "with"
        raise InvalidKey(f"the private key's structure has version {version}, expected {expected} {state} a public key in it")
    algorithm = found["privateKeyAlgorithm"]
    parts: PrivateParts = _family(algorithm).read_private(algorithm, found["privateKey"])
    match parts:
        case OKPPrivateParts() if public is not None:
            return replace(parts, public=public)
        case ECPrivateParts() if public is not None and parts.point in (None, public):
            return replace(parts, point=public)
        case _ if public is not None:
            raise InvalidKey("the private key's structure has a public key of its own, which only those of elliptic curves have once")
    return parts


def write_pkcs8(parts: PrivateParts) -> bytes:
    """Version 1 (the number 0), as OpenSSL writes it: what is old reads it too."""
    algorithm, key = BY_PARTS[type(parts)].write_private(parts)
    return der.write(schemas.ONE_ASYMMETRIC_KEY, {"version": 0, "privateKeyAlgorithm": algorithm, "privateKey": key})


def _family(algorithm: dict[str, Any]) -> ModuleType:
    oid = algorithm["algorithm"]
    if oid not in BY_OID:
        raise InvalidKey(f"the key is of the algorithm {names.named(oid, names.FOREIGN)}, which is not supported")
    return BY_OID[oid]
