"""The classes of X25519 and X448, used as `cryptography`'s are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import x448 as openssl_x448
from cryptography.hazmat.primitives.asymmetric import x25519 as openssl_x25519

import akela
from akela.exceptions import InvalidKey
from tests.vectors import wycheproof

KINDS = [
    (akela.X25519PrivateKey, akela.X25519PublicKey, openssl_x25519.X25519PrivateKey, 32),
    (akela.X448PrivateKey, akela.X448PublicKey, openssl_x448.X448PrivateKey, 56),
]
EACH = pytest.mark.parametrize(("private", "public", "theirs", "count"), KINDS, ids=["X25519", "X448"])


@EACH
def test_agreement(private: Any, public: Any, theirs: Any, count: int) -> None:
    """Both parties, one of them with another library, come to the same secret."""
    ours, other = private.generate(), theirs.generate()
    peer = public.from_public_bytes(other.public_key().public_bytes_raw())
    assert peer == public.from_cryptography(other.public_key())
    assert ours.exchange(peer) == other.exchange(ours.public_key().to_cryptography())
    assert len(ours.exchange(peer)) == count


@EACH
def test_raw_forms(private: Any, public: Any, theirs: Any, count: int) -> None:
    key = private.generate()
    again = private.from_private_bytes(bytearray(key.private_bytes_raw()))
    assert again.public_key() == key.public_key()
    assert hash(again.public_key()) == hash(key.public_key())
    assert public.from_public_bytes(memoryview(key.public_key().public_bytes_raw())) == key.public_key()
    assert key.public_key() != private.generate().public_key()
    assert key.public_key() != key.public_key().public_bytes_raw()
    assert private.from_cryptography(key.to_cryptography()).private_bytes_raw() == key.private_bytes_raw()


@EACH
def test_written_forms(private: Any, public: Any, theirs: Any, count: int) -> None:
    key = private.generate()
    assert akela.load_private_key(key.to_pem()).private_bytes_raw() == key.private_bytes_raw()
    assert akela.load_public_key(key.public_key().to_der()) == key.public_key()
    assert akela.load_private_key(key.to_jwk()).public_key() == key.public_key()


@EACH
@pytest.mark.parametrize("extra", [-1, 1])
def test_wrong_sizes(private: Any, public: Any, theirs: Any, count: int, extra: int) -> None:
    for load in (private.from_private_bytes, public.from_public_bytes):
        with pytest.raises(InvalidKey, match=rf"has {count} bytes, given {count + extra}"):
            load(bytes(count + extra))
        with pytest.raises(TypeError):
            load("text")


@EACH
def test_low_order(private: Any, public: Any, theirs: Any, count: int) -> None:
    """A peer with a point of low order is refused."""
    for u in (0, 1):
        with pytest.raises(InvalidKey, match="zero"):
            private.generate().exchange(public.from_public_bytes(u.to_bytes(count, "little")))


@EACH
def test_another_kind_of_peer(private: Any, public: Any, theirs: Any, count: int) -> None:
    key = private.generate()
    for peer in (key, bytes(count), theirs.generate().public_key()):
        with pytest.raises(TypeError, match="PublicKey, given"):
            key.exchange(peer)


@EACH
def test_secrets_stay_inside(private: Any, public: Any, theirs: Any, count: int) -> None:
    """A private key is neither shown nor pickled; a public one is."""
    key = private.generate()
    assert key.private_bytes_raw().hex()[:8] not in repr(key)
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(key)
    assert copy.copy(key) is key
    assert pickle.loads(pickle.dumps(key.public_key())) == key.public_key()
    assert key.public_key().public_bytes_raw().hex() in repr(key.public_key())


# --- Wycheproof: keys in all their written forms ------------------------------------------------------------------------------------------

FORMS = [f"ecdh_secp{bits}r1{form}" for bits in (256, 384, 521) for form in ("", "_pem", "_webcrypto")]
FORMS += [f"{name}_{form}" for name in ("x25519", "x448") for form in ("asn", "pem", "jwk")]
NOT_READ = {"InvalidAsn", "InvalidPem", "UnnamedCurve", "ZeroSharedSecret"}  # what is "acceptable" to Wycheproof, and is not here


def private_key(name: str, given: Any) -> Any:
    """From a JWK, PEM, DER, or for ECDH the number."""
    if isinstance(given, dict) or "BEGIN" in given:
        return akela.load_private_key(given)
    if name.startswith("ecdh"):
        curve = {"256": akela.P256, "384": akela.P384, "521": akela.P521}[name[9:12]]
        return akela.ECPrivateKey.from_private_bytes(curve, int(given, 16).to_bytes(curve.key_bytes, "big"))
    return akela.load_private_key(bytes.fromhex(given))


@pytest.mark.parametrize("name", FORMS)
def test_wycheproof_in_written_forms(name: str) -> None:
    """DER with every defect, other curves, curves by numbers, points that are not on the curve or of low order."""
    vectors = wycheproof(f"{name}_test.json")
    assert len(vectors) > 350
    for vector in vectors:
        expected = vector.valid and not NOT_READ & set(vector["flags"])
        given = vector["public"]
        try:
            public = akela.load_public_key(given if isinstance(given, dict) or "BEGIN" in given else bytes.fromhex(given))
            shared = private_key(name, vector["private"]).exchange(public)
        except InvalidKey:
            assert not expected, vector
        except TypeError as error:
            assert not expected and "exchange takes an" in str(error), vector
        else:
            assert expected and shared == vector.octets("shared"), vector
