"""ECDSA over old hashes: what `akela.legacy.ec` takes, and the usual classes do not."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec as openssl
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed

import akela
from akela.exceptions import InvalidParameter, InvalidSignature
from akela.legacy import ec
from tests.vectors import nist_vectors, rfc6979_vectors

CURVES = {256: ec.P256, 384: ec.P384, 521: ec.P521}
OLD = {"sha1": hashes.SHA1(), "md5": hashes.MD5()}


@pytest.mark.parametrize("name", OLD)
@pytest.mark.parametrize("bits", CURVES)
def test_signatures_go_both_ways(bits: int, name: str) -> None:
    key = ec.ECPrivateKey.generate(CURVES[bits])
    theirs, digest = key.to_cryptography(), hashlib.new(name, b"old").digest()
    algorithm = openssl.ECDSA(Prehashed(OLD[name]))
    theirs.public_key().verify(key.sign(b"old", hash=name), digest, algorithm)
    signature = theirs.sign(digest, algorithm)
    key.public_key().verify(signature, b"old", hash=name)
    key.public_key().verify(signature, digest, hash=name, prehashed=True)
    with pytest.raises(InvalidSignature):
        key.public_key().verify(signature, b"new", hash=name)
    usual = akela.ECPrivateKey.load(key.to_der())
    for refused in (lambda: usual.sign(b"old", hash=name), lambda: usual.public_key().verify(signature, b"old", hash=name)):
        with pytest.raises(InvalidParameter, match=rf"{name} is too weak for signatures.*akela\.legacy\.ec"):
            refused()


def test_keys_are_those_of_the_usual_classes() -> None:
    key = ec.ECPrivateKey.load(akela.ECPrivateKey.generate(akela.P256).to_pem())
    public = ec.ECPublicKey.load(key.public_key().to_pem())
    assert type(key.public_key()) is type(public) is ec.ECPublicKey and public == key.public_key()
    assert isinstance(key, akela.ECPrivateKey) and repr(key) == "<ECPrivateKey P-256>"


@pytest.mark.parametrize("edition", ["FIPS_186-2", "FIPS_186-3"])
@pytest.mark.parametrize("bits", CURVES)
def test_nist_verification_over_sha1(bits: int, edition: str) -> None:
    curve, checked = CURVES[bits], 0
    for vector in nist_vectors(f"asymmetric/ECDSA/{edition}/SigVer.rsp"):
        if vector["section"].split(",") not in ([f"P-{bits}"], [f"P-{bits}", "SHA-1"]):
            continue
        x, y, r, s = (int(vector[name], 16) for name in ("qx", "qy", "r", "s"))
        message, size = vector.octets("msg"), curve.key_bytes
        try:
            key = ec.ECPublicKey.from_public_bytes(curve, b"\x04" + x.to_bytes(size, "big") + y.to_bytes(size, "big"))
            key.verify(r.to_bytes(size, "big") + s.to_bytes(size, "big"), message, hash="sha1", encoding="raw")
        except (InvalidSignature, akela.InvalidKey, OverflowError):
            assert vector["result"].startswith("F"), vector
        else:
            assert vector["result"].startswith("P"), vector
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("bits", CURVES)
def test_rfc_6979_over_sha1(bits: int) -> None:
    """Deterministic signatures are the RFC's."""
    private, cases = rfc6979_vectors(bits)
    key = ec.ECPrivateKey.from_private_bytes(CURVES[bits], private.to_bytes(CURVES[bits].key_bytes, "big"))
    old = [(message, der) for name, message, der in cases if name == "sha1"]
    assert len(old) == 2
    for message, der in old:
        assert key.sign(message, hash="sha1", deterministic=True) == der != key.sign(message, hash="sha1")
        key.public_key().verify(der, message, hash="sha1")
