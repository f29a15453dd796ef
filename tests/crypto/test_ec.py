"""Keys of P-256, P-384 and P-521 as a user has them: shape, refusals, and signatures that go to `cryptography` and come from there."""

from __future__ import annotations

import copy
import hashlib
import pickle

import pytest
from cryptography.exceptions import InvalidSignature as OpenSSLInvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec as openssl
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

import akela
from akela.crypto.ec import P256, P384, P521, Curve, ECPrivateKey, ECPublicKey
from akela.exceptions import InvalidKey, InvalidParameter, InvalidSignature
from tests.vectors import rfc6979_vectors

CURVES = [P256, P384, P521]
THEIRS = {P256: openssl.SECP256R1(), P384: openssl.SECP384R1(), P521: openssl.SECP521R1()}
THEIR_HASHES = {
    "sha224": hashes.SHA224(),
    "sha256": hashes.SHA256(),
    "sha384": hashes.SHA384(),
    "sha512": hashes.SHA512(),
    "sha3_256": hashes.SHA3_256(),
}
MESSAGE = b"the message"


@pytest.fixture(params=CURVES, ids=repr)
def curve(request: pytest.FixtureRequest) -> Curve:
    found: Curve = request.param
    return found


@pytest.fixture
def key(curve: Curve) -> ECPrivateKey:
    return ECPrivateKey.generate(curve)


def theirs(key: ECPrivateKey) -> openssl.EllipticCurvePrivateKey:
    """The same key in `cryptography`."""
    return openssl.derive_private_key(int.from_bytes(key.private_bytes_raw(), "big"), THEIRS[key.curve])


def test_names_of_the_package() -> None:
    assert (akela.P256, akela.P384, akela.P521) == (P256, P384, P521)
    assert (akela.ECPrivateKey, akela.ECPublicKey) == (ECPrivateKey, ECPublicKey)
    assert [(c.name, c.key_bytes, repr(c)) for c in CURVES] == [("P-256", 32, "P256"), ("P-384", 48, "P384"), ("P-521", 66, "P521")]


def test_generated_keys_differ(curve: Curve) -> None:
    keys = [ECPrivateKey.generate(curve) for _ in range(3)]
    assert len({key.private_bytes_raw() for key in keys}) == 3
    assert all(key.curve is curve and len(key.private_bytes_raw()) == curve.key_bytes for key in keys)


def test_raw_forms(key: ECPrivateKey, curve: Curve) -> None:
    again = ECPrivateKey.from_private_bytes(curve, bytearray(key.private_bytes_raw()))
    public = again.public_key()
    assert public == key.public_key()
    assert hash(public) == hash(key.public_key())
    for compressed, form in ((False, PublicFormat.UncompressedPoint), (True, PublicFormat.CompressedPoint)):
        raw = public.public_bytes_raw(compressed=compressed)
        assert raw == theirs(key).public_key().public_bytes(Encoding.X962, form)
        assert ECPublicKey.from_public_bytes(curve, raw) == public
    assert public != ECPrivateKey.generate(curve).public_key()
    assert public != "a key"


def test_exchange(key: ECPrivateKey, curve: Curve) -> None:
    peer = ECPrivateKey.generate(curve)
    shared = key.exchange(peer.public_key())
    assert shared == peer.exchange(key.public_key())
    assert shared == theirs(key).exchange(openssl.ECDH(), theirs(peer).public_key())


def test_keys_of_two_curves() -> None:
    with pytest.raises(InvalidKey, match="P-256 and one of P-384"):
        ECPrivateKey.generate(P256).exchange(ECPrivateKey.generate(P384).public_key())
    with pytest.raises(TypeError, match="ECPublicKey"):
        ECPrivateKey.generate(P256).exchange(ECPrivateKey.generate(P256))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", THEIR_HASHES)
@pytest.mark.parametrize("deterministic", [False, True])
def test_signatures_go_both_ways(key: ECPrivateKey, name: str, deterministic: bool) -> None:
    algorithm = openssl.ECDSA(THEIR_HASHES[name])
    signature = key.sign(MESSAGE, hash=name, deterministic=deterministic)
    theirs(key).public_key().verify(signature, MESSAGE, algorithm)
    key.public_key().verify(signature, MESSAGE, hash=name)
    key.public_key().verify(theirs(key).sign(MESSAGE, algorithm), MESSAGE, hash=name)
    with pytest.raises(OpenSSLInvalidSignature):
        theirs(key).public_key().verify(signature, MESSAGE + b".", algorithm)


def test_deterministic_signatures_are_those_of_rfc_6979(curve: Curve) -> None:
    private, cases = rfc6979_vectors(int(curve.name.removeprefix("P-")))
    key = ECPrivateKey.from_private_bytes(curve, private.to_bytes(curve.key_bytes, "big"))
    for name, message, der in cases:
        if name != "sha1":
            assert key.sign(message, hash=name, deterministic=True) == der


def test_hedged_signatures_differ(key: ECPrivateKey) -> None:
    assert key.sign(MESSAGE) != key.sign(MESSAGE)
    assert key.sign(MESSAGE, deterministic=True) == key.sign(MESSAGE, deterministic=True)


def test_raw_signatures_and_digests(key: ECPrivateKey, curve: Curve) -> None:
    public, digest = key.public_key(), hashlib.sha384(MESSAGE).digest()
    raw = key.sign(digest, hash="sha384", prehashed=True, deterministic=True, encoding="raw")
    assert len(raw) == 2 * curve.key_bytes
    public.verify(raw, MESSAGE, hash="SHA-384", encoding="raw")
    public.verify(raw, bytearray(digest), hash=hashlib.sha384, prehashed=True, encoding="raw")
    public.verify(key.sign(MESSAGE, hash="sha384", deterministic=True), digest, hash="sha384", prehashed=True)
    with pytest.raises(InvalidParameter, match="48 bytes, given 32"):
        key.sign(digest[:32], hash="sha384", prehashed=True)


def test_what_does_not_match(key: ECPrivateKey) -> None:
    public, signature, raw = key.public_key(), key.sign(MESSAGE), key.sign(MESSAGE, encoding="raw")
    for wrong in (b"", signature[:-1], signature + b"\0", raw, bytes(len(signature))):
        with pytest.raises(InvalidSignature, match="does not match"):
            public.verify(wrong, MESSAGE)
    for wrong in (b"", raw[:-1], raw + b"\0", signature, bytes(len(raw))):
        with pytest.raises(InvalidSignature):
            public.verify(wrong, MESSAGE, encoding="raw")
    for data, name in ((MESSAGE + b".", "sha256"), (b"", "sha256"), (MESSAGE, "sha384")):
        with pytest.raises(InvalidSignature):
            public.verify(signature, data, hash=name)
    with pytest.raises(InvalidSignature):
        ECPrivateKey.generate(key.curve).public_key().verify(signature, MESSAGE)


def test_parameters_that_are_refused(key: ECPrivateKey) -> None:
    for name in ("sha1", "md5"):
        with pytest.raises(InvalidParameter, match="collisions"):
            key.sign(MESSAGE, hash=name)
        with pytest.raises(InvalidParameter, match="collisions"):
            key.public_key().verify(key.sign(MESSAGE), MESSAGE, hash=name)
    with pytest.raises(InvalidParameter, match="sha3_256"):
        key.sign(MESSAGE, hash="sha2-256")
    with pytest.raises(InvalidParameter, match='"der" or "raw"'):
        key.sign(MESSAGE, encoding="asn1")  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match='"der" or "raw"'):
        key.public_key().verify(b"", MESSAGE, encoding="")  # type: ignore[arg-type]


def test_keys_that_are_none(curve: Curve) -> None:
    size = curve.key_bytes
    for length in (0, size - 1, size + 1):
        with pytest.raises(InvalidKey, match=f"{size} bytes, given {length}"):
            ECPrivateKey.from_private_bytes(curve, bytes(length))
    for number in (bytes(size), b"\xff" * size):
        with pytest.raises(InvalidKey, match="from 1 to the order"):
            ECPrivateKey.from_private_bytes(curve, number)
    for point in (b"", b"\0", bytes(size + 1), b"\4" + bytes(2 * size), b"\2" + b"\xff" * size):
        with pytest.raises(InvalidKey, match=f"no point of {curve.name}"):
            ECPublicKey.from_public_bytes(curve, point)
    for wrong in ("P-256", None):
        with pytest.raises(TypeError, match="P256, P384 or P521"):
            ECPrivateKey.generate(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="P256, P384 or P521"):
            ECPublicKey.from_public_bytes(wrong, b"")  # type: ignore[arg-type]


def test_nothing_secret_is_shown(key: ECPrivateKey, curve: Curve) -> None:
    assert repr(key) == f"<ECPrivateKey {curve.name}>"
    assert key.public_key().public_bytes_raw(compressed=True).hex() in repr(key.public_key())
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(key)
    assert pickle.loads(pickle.dumps(key.public_key())) == key.public_key()
    assert copy.deepcopy(key) is key


def test_written_forms(key: ECPrivateKey) -> None:
    for data in (key.to_pem(), key.to_der(), key.to_pem("sec1")):
        loaded = akela.load_private_key(data)
        assert isinstance(loaded, ECPrivateKey)
        assert loaded.private_bytes_raw() == key.private_bytes_raw()
    public = key.public_key()
    assert akela.load_public_key(public.to_pem()) == public
    assert ECPublicKey.from_cryptography(theirs(key).public_key()) == public
    assert ECPrivateKey.from_cryptography(theirs(key)).public_key() == public
    assert key.to_cryptography().private_numbers() == theirs(key).private_numbers()


def test_copies_of_a_curve_are_the_curve(curve: Curve) -> None:
    """A key may be compared with one that was copied, or came from another process."""
    for twin in (copy.copy(curve), copy.deepcopy(curve), pickle.loads(pickle.dumps(curve))):
        assert twin is curve
