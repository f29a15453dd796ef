"""The key files of `cryptography-vectors`: which are read, and what the others are refused for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization

import akela
from akela.crypto.serialization import detect
from akela.crypto.serialization.parts import OKPPrivateParts
from akela.exceptions import InvalidKey
from tests.crypto.serialization.peers import private_parts, public_parts, vector
from tests.vectors import CRYPTOGRAPHY

PRIVATE = (
    "DER_Serialization/ec_private_key.der",
    "DER_Serialization/testrsa.der",
    "DER_Serialization/unenc-rsa-pkcs8.der",
    "EC/high-bit-set.pem",
    "Ed25519/ed25519-pkcs8.der",
    "Ed25519/ed25519-pkcs8.pem",
    "Ed448/ed448-pkcs8.der",
    "Ed448/ed448-pkcs8.pem",
    "PEM_Serialization/ec_private_key.pem",
    "PKCS8/ec-consistent-curve.pem",
    "PKCS8/ec_private_key.pem",
    "PKCS8/ecc_private_with_rfc5915_ext.pem",
    "PKCS8/unenc-rsa-pkcs8.pem",
    *(f"PKCS8/rsa_pss_2048{which}.pem" for which in ("", "_hash", "_hash_mask", "_hash_mask_diff", "_hash_mask_salt")),
    "Traditional_OpenSSL_Serialization/testrsa.pem",
    "X25519/x25519-pkcs8.der",
    "X25519/x25519-pkcs8.pem",
    "X448/x448-pkcs8.der",
    "X448/x448-pkcs8.pem",
)
PUBLIC = (
    "DER_Serialization/ec_public_key.der",
    "DER_Serialization/rsa_public_key.der",
    "DER_Serialization/unenc-rsa-pkcs8.pub.der",
    "Ed25519/ed25519-pub.der",
    "Ed25519/ed25519-pub.pem",
    "Ed448/ed448-pub.der",
    "Ed448/ed448-pub.pem",
    "PEM_Serialization/ec_public_key.pem",
    "PEM_Serialization/rsa_public_key.pem",
    "PKCS8/rsa_pss_2048_pub.der",
    "PKCS8/unenc-rsa-pkcs8.pub.pem",
    "X25519/x25519-pub.der",
    "X25519/x25519-pub.pem",
    "X448/x448-pub.der",
    "X448/x448-pub.pem",
    "public/PKCS1/rsa.pub.der",
    "public/PKCS1/rsa.pub.pem",
)
OPENSSH = ("OpenSSH/rsa-nopsw.key.pub", "OpenSSH/ecdsa-nopsw.key.pub", "OpenSSH/ed25519-nopsw.key.pub")

BY_NUMBERS = "describes its curve by numbers"
REFUSED_PRIVATE = {
    "DER_Serialization/dsa.1024.der": "given a DSA private key, which is not supported",
    "DER_Serialization/ec_public_key.der": r"given a public key \(SubjectPublicKeyInfo\); load_public_key takes it",
    "DER_Serialization/unenc-dsa-pkcs8.der": r"of the algorithm DSA \(1.2.840.10040.4.1\), which is not supported",
    "DH/dhp.pem": "given PEM of parameters alone",
    "EC/ec-missing-curve.pem": "does not say on which curve it is",
    "EC/ec_private_key_non_zero_unused_bits.der": "a bit string of 519 bits, expected whole bytes",
    "EC/explicit_parameters_private_key.pem": BY_NUMBERS,
    "EC/secp128r1_private_key.pem": "on the curve 1.3.132.0.28; supported are P-256, P-384, P-521",
    "EC/secp256k1-explicit-no-seed.pem": BY_NUMBERS,
    "EC/secp384r1-explicit-seed.pem": BY_NUMBERS,
    "EC/truncated-private-key.der": "the private scalar on P-256 has 1 byte, expected 32",
    "MLDSA/mldsa44_priv.der": "of the algorithm ML-DSA-44",
    "OpenSSH/ed25519-nopsw.key.pub": "given an OpenSSH public key; load_public_key takes it",
    "PEM_Serialization/dsa_private_key.pem": "given PEM of 'DSA PRIVATE KEY'",
    "PEM_Serialization/ec_public_key.pem": "given PEM of 'PUBLIC KEY'; load_public_key takes it",
    "PKCS8/bad-oid-dsa-key.pem": "of the algorithm 0.37.11229.117.11229.113, which is not supported",
    "PKCS8/ec-inconsistent-curve.pem": "says P-384 inside and P-256 outside",
    "PKCS8/ec-inconsistent-curve2.pem": "says P-256 inside and P-384 outside",
    "PKCS8/ec-invalid-private-scalar.pem": "the private scalar on P-256 has 115 bytes",
    "PKCS8/ec-invalid-version.pem": "has version 17, expected 1",
    "PKCS8/ec_oid_not_in_reg_private_2.pkcs8.pem": BY_NUMBERS,
    "PKCS8/invalid-version.der": "has version 1, expected 0 without a public key in it",
    "PKCS8/nodompar_private.pkcs8.pem": BY_NUMBERS,
    "PKCS8/private.pem": BY_NUMBERS,
    "PKCS8/unenc-dsa-pkcs8.pem": "of the algorithm DSA",
    "PKCS8/unknown-oid.der": "of the algorithm 1.2.840.1004321.3213.321",
    "PKCS8/withdompar_private.pkcs8.pem": "on the curve 1.3.6.1.4.1.8301",
    "PKCS8/wrong-pem-delimiter-rsa.pem": r"says 'RSA PRIVATE KEY', and holds a private key \(PKCS #8\)",
    "Traditional_OpenSSL_Serialization/rsa-wrong-version.pem": "has version 17, expected 0",
}
REFUSED_PUBLIC = {
    "DER_Serialization/dsa_public_key.der": "of the algorithm DSA",
    "DER_Serialization/dsa_public_key_invalid_bit_string.der": "not in DER",
    "DER_Serialization/ec_private_key.der": r"an elliptic curve private key \(SEC 1\); load_private_key\(…\).public_key\(\) gives",
    "EC/secp256r1-pub-explicit-no-seed.pem": BY_NUMBERS,
    "EC/sect163k1-spki.pem": "on the curve 1.3.132.0.1; supported",
    "Ed25519/ed25519-pub-non-zero-unused-bits.der": "a bit string of 255 bits, expected whole bytes",
    "Ed25519/sign.input": "expected PEM, DER or a JWK, given something else",
    "OpenSSH/certs/p256-p256-broken-signature-key-type.pub": "this is an OpenSSH certificate",
    "OpenSSH/dsa-nopsw.key.pub": "OpenSSH keys of type 'ssh-dss' are not supported; supported are ssh-rsa",
    "OpenSSH/ed25519-nopsw.key-cert.pub": "this is an OpenSSH certificate",
    "OpenSSH/sk-ecdsa-nopsw.key.pub": "lives in a security token",
    "PEM_Serialization/ec_public_key_rsa_delimiter.pem": "says 'RSA PUBLIC KEY', and holds a public key",
    "PEM_Serialization/rsa_wrong_delimiter_public_key.pem": "says 'RSA PUBLIC KEY', and holds a public key",
    "PKCS8/ec_private_key.pem": r"given PEM of 'PRIVATE KEY'; load_private_key\(…\).public_key\(\) gives",
    "PKCS8/unenc-dsa-pkcs8.pub.pem": "of the algorithm DSA",
}


def loaded(path: str, kind: str) -> Any:
    load = getattr(serialization, f"load_{'der' if path.endswith('.der') else 'pem'}_{kind}_key")
    return load(vector(path), None) if kind == "private" else load(vector(path))


@pytest.mark.parametrize("path", PRIVATE)
def test_private(path: str) -> None:
    expected = private_parts(loaded(path, "private"))
    found = detect.private_parts(vector(path))
    assert found == (replace(expected, public=None) if isinstance(expected, OKPPrivateParts) else expected)


@pytest.mark.parametrize("path", PUBLIC)
def test_public(path: str) -> None:
    assert detect.public_parts(vector(path)) == public_parts(loaded(path, "public"))


@pytest.mark.parametrize("path", OPENSSH)
def test_openssh_public(path: str) -> None:
    expected = serialization.load_ssh_public_key(vector(path))
    assert detect.public_parts(vector(path)) == public_parts(expected)


@pytest.mark.parametrize("path", REFUSED_PRIVATE)
def test_refused_private(path: str) -> None:
    with pytest.raises(InvalidKey, match=REFUSED_PRIVATE[path]):
        detect.private_parts(vector(path))


@pytest.mark.parametrize("path", REFUSED_PUBLIC)
def test_refused_public(path: str) -> None:
    with pytest.raises(InvalidKey, match=REFUSED_PUBLIC[path]):
        detect.public_parts(vector(path))


def test_every_file_is_taken_as_by_openssl_or_refused() -> None:
    """All files of keys: read without a password they are refused in one way, or are the keys that `cryptography` says they are."""
    taken = 0
    for path in sorted((CRYPTOGRAPHY / "asymmetric").rglob("*")):
        if path.suffix not in (".pem", ".der", ".pub", ".key"):
            continue
        data = path.read_bytes()
        if (public := ours(akela.load_public_key, data)) is not None:
            peer = next(filter(None, (opened(load, data) for load in PUBLIC_LOADERS)))
            assert public.to_cryptography() == peer, path
        if (private := ours(akela.load_private_key, data)) is not None:
            peer = next(filter(None, (opened(load, data, None) for load in PRIVATE_LOADERS)))
            assert private.public_key().to_cryptography() == peer.public_key(), path
        taken += (public is not None) + (private is not None)
    assert taken > 40


def ours(load: Any, data: bytes) -> Any:
    try:
        return load(data)
    except InvalidKey:
        return None


def opened(load: Any, *arguments: Any) -> Any:
    """The key, or None where `cryptography` refuses it."""
    try:
        return load(*arguments)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None


PUBLIC_LOADERS = (serialization.load_pem_public_key, serialization.load_der_public_key, serialization.load_ssh_public_key)
PRIVATE_LOADERS = (serialization.load_pem_private_key, serialization.load_der_private_key, serialization.load_ssh_private_key)
