"""What the tests of written keys share: the files of `cryptography-vectors`, keys as `cryptography` sees them, and other programs."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa, x448, x25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

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

VECTORS = Path(cryptography_vectors.__file__).parent / "asymmetric"
CURVES = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "P-521": ec.SECP521R1()}
OKP = {
    "X25519": x25519.X25519PrivateKey,
    "X448": x448.X448PrivateKey,
    "Ed25519": ed25519.Ed25519PrivateKey,
    "Ed448": ed448.Ed448PrivateKey,
}


def vector(path: str) -> bytes:
    return (VECTORS / path).read_bytes()


@cache
def keys() -> dict[str, Any]:
    """A private key of each kind, made by `cryptography`."""
    made: dict[str, Any] = {"RSA": rsa.generate_private_key(65537, 2048)}
    made |= {name: ec.generate_private_key(curve) for name, curve in CURVES.items()}
    made |= {name: kind.generate() for name, kind in OKP.items()}
    return made


KINDS = ("RSA", *CURVES, *OKP)


def pkcs8(key: Any) -> bytes:
    data: bytes = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return data


def traditional(key: Any) -> bytes:
    data: bytes = key.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return data


def spki(key: Any) -> bytes:
    data: bytes = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return data


def public_parts(key: Any) -> PublicParts:
    """The parts of a public key of `cryptography`."""
    # Diffie-Hellman first, and by name: `cryptography` warns where its classes are mentioned.
    if _is_dh(key):
        group = key.parameters().parameter_numbers()
        return DHPublicParts(group.p, group.g, group.q, key.public_numbers().y)
    match key:
        case rsa.RSAPublicKey():
            return RSAPublicParts(key.public_numbers().n, key.public_numbers().e)
        case ec.EllipticCurvePublicKey():
            return ECPublicParts(_curve(key), key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        case _:
            return OKPPublicParts(type(key).__name__.removesuffix("PublicKey"), key.public_bytes_raw())


def private_parts(key: Any) -> PrivateParts:
    """The parts of a private key of `cryptography`, with the public key."""
    if _is_dh(key):
        group = key.parameters().parameter_numbers()
        return DHPrivateParts(group.p, group.g, group.q, key.private_numbers().x)
    match key:
        case rsa.RSAPrivateKey():
            private = key.private_numbers()
            public = key.public_key().public_numbers()
            return RSAPrivateParts(public.n, public.e, private.d, private.p, private.q, private.dmp1, private.dmq1, private.iqmp)
        case ec.EllipticCurvePrivateKey():
            scalar = key.private_numbers().private_value.to_bytes((key.key_size + 7) // 8)
            return ECPrivateParts(_curve(key), scalar, key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        case _:
            name = type(key).__name__.removesuffix("PrivateKey")
            return OKPPrivateParts(name, key.private_bytes_raw(), key.public_key().public_bytes_raw())


def _is_dh(key: Any) -> bool:
    return type(key).__name__.startswith("DH")


def _curve(key: Any) -> str:
    return next(name for name, curve in CURVES.items() if curve.name == key.curve.name)


def run(program: str, *arguments: str, given: bytes = b"") -> bytes:
    """What a program prints, which has to succeed; skips the test where it is not installed."""
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    done = subprocess.run([program, *arguments], input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
