"""RSA keys in DER: RFC 8017 appendix A.1 (PKCS #1), and their algorithm identifiers, RFC 3279 section 2.3.1 and RFC 4055 section 3.1.

A key that RFC 4055 reserves for PSS is read as an RSA key; that reservation is not kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from akela.crypto.serialization import der, names, schemas
from akela.crypto.serialization.parts import RSAPrivateParts, RSAPublicParts
from akela.exceptions import InvalidKey

NULL = b"\x05\x00"
ALGORITHM = {"algorithm": names.RSA, "parameters": NULL}


def read_pkcs1_public(data: bytes) -> RSAPublicParts:
    found = der.read(schemas.RSA_PUBLIC_KEY, data, "the RSA public key")
    return RSAPublicParts(*_positive(found.values()))


def write_pkcs1_public(parts: RSAPublicParts) -> bytes:
    return der.write(schemas.RSA_PUBLIC_KEY, {"modulus": parts.n, "publicExponent": parts.e})


def read_pkcs1_private(data: bytes) -> RSAPrivateParts:
    tags = der.child_tags(data)
    if len(tags) == 10 and tags[9] == 0x30:
        raise InvalidKey("the RSA key has more than two primes; supported are keys of two")
    version, *numbers = der.read(schemas.RSA_PRIVATE_KEY, data, "the RSA private key").values()
    if version != 0:
        raise InvalidKey(f"the RSA private key has version {version}, expected 0")
    return RSAPrivateParts(*_positive(numbers))


def write_pkcs1_private(parts: RSAPrivateParts) -> bytes:
    numbers = (0, parts.n, parts.e, parts.d, parts.p, parts.q, parts.dmp1, parts.dmq1, parts.iqmp)
    fields = (field.name for field in schemas.RSA_PRIVATE_KEY.componentType.namedTypes)
    return der.write(schemas.RSA_PRIVATE_KEY, dict(zip(fields, numbers, strict=True)))


def read_public(algorithm: dict[str, Any], data: bytes) -> RSAPublicParts:
    _check(algorithm)
    return read_pkcs1_public(data)


def read_private(algorithm: dict[str, Any], data: bytes) -> RSAPrivateParts:
    _check(algorithm)
    return read_pkcs1_private(data)


def write_public(parts: RSAPublicParts) -> tuple[dict[str, Any], bytes]:
    return ALGORITHM, write_pkcs1_public(parts)


def write_private(parts: RSAPrivateParts) -> tuple[dict[str, Any], bytes]:
    return ALGORITHM, write_pkcs1_private(parts)


def _check(algorithm: dict[str, Any]) -> None:
    parameters = algorithm["parameters"]
    if algorithm["algorithm"] == names.RSASSA_PSS:
        if parameters is not None:
            der.read(schemas.RSASSA_PSS_PARAMS, parameters, "the parameters of the RSA-PSS key")
    elif parameters != NULL:
        raise InvalidKey("the RSA key's algorithm identifier has other parameters than NULL")


def _positive(numbers: Iterable[int]) -> list[int]:
    numbers = list(numbers)
    if min(numbers) <= 0:
        raise InvalidKey("the RSA key has a number that is zero or negative")
    return numbers
