"""Object identifiers: those that keys have here, and what others are called, for the message that refuses them."""

from __future__ import annotations

from akela.exceptions import InvalidKey

RSA = "1.2.840.113549.1.1.1"  # RFC 8017 appendix A.1
RSASSA_PSS = "1.2.840.113549.1.1.10"  # RFC 4055 section 3.1
EC = "1.2.840.10045.2.1"  # RFC 5480 section 2.1.1
DH = "1.2.840.113549.1.3.1"  # PKCS #3 section 9
DHX = "1.2.840.10046.2.1"  # RFC 3279 section 2.3.3

# RFC 8410 section 3
OKP = {"1.3.101.110": "X25519", "1.3.101.111": "X448", "1.3.101.112": "Ed25519", "1.3.101.113": "Ed448"}

# RFC 5480 section 2.1.1.1
CURVES = {"1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384", "1.3.132.0.35": "P-521"}

FOREIGN = {
    "1.2.840.10040.4.1": "DSA",
    "1.2.840.113549.1.1.7": "RSA for OAEP alone",
    "1.3.132.1.12": "elliptic curve keys for ECDH alone",
    "1.3.132.1.13": "elliptic curve keys for ECMQV alone",
    "2.16.840.1.101.3.4.3.17": "ML-DSA-44",
    "2.16.840.1.101.3.4.3.18": "ML-DSA-65",
    "2.16.840.1.101.3.4.3.19": "ML-DSA-87",
    "2.16.840.1.101.3.4.4.1": "ML-KEM-512",
    "2.16.840.1.101.3.4.4.2": "ML-KEM-768",
    "2.16.840.1.101.3.4.4.3": "ML-KEM-1024",
}
FOREIGN_CURVES = {
    "1.2.840.10045.3.1.1": "P-192",
    "1.3.132.0.10": "secp256k1",
    "1.3.132.0.33": "P-224",
    "1.3.36.3.3.2.8.1.1.7": "brainpoolP256r1",
    "1.3.36.3.3.2.8.1.1.11": "brainpoolP384r1",
    "1.3.36.3.3.2.8.1.1.13": "brainpoolP512r1",
    "1.2.156.10197.1.301": "SM2",
}


def curve_name(oid: str) -> str:
    """The name of a curve that is supported; raises InvalidKey with the curve's name otherwise."""
    if oid in CURVES:
        return CURVES[oid]
    raise InvalidKey(f"the key is on the curve {named(oid, FOREIGN_CURVES)}; supported are {', '.join(CURVES.values())}")


def named(oid: str, names: dict[str, str]) -> str:
    """The name and the identifier, for messages."""
    return f"{names[oid]} ({oid})" if oid in names else oid
