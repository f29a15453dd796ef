"""The classes of Ed25519 and Ed448, used as `cryptography`'s are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed448 as openssl_ed448
from cryptography.hazmat.primitives.asymmetric import ed25519 as openssl_ed25519

import akela
from akela.exceptions import InvalidKey, InvalidLength, InvalidSignature

KINDS = [
    (akela.Ed25519PrivateKey, akela.Ed25519PublicKey, openssl_ed25519.Ed25519PrivateKey, 32, 64),
    (akela.Ed448PrivateKey, akela.Ed448PublicKey, openssl_ed448.Ed448PrivateKey, 57, 114),
]
EACH = pytest.mark.parametrize(("private", "public", "theirs", "count", "signature_count"), KINDS, ids=["Ed25519", "Ed448"])


@EACH
def test_signatures(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    """What one library signs the other verifies; what was altered neither."""
    ours, other = private.generate(), theirs.generate()
    for message in (b"", b"message", bytes(1000)):
        signature = ours.sign(message)
        assert len(signature) == signature_count
        ours.public_key().to_cryptography().verify(signature, message)
        peer = public.from_cryptography(other.public_key())
        assert peer.verify(other.sign(message), message) is None
        with pytest.raises(InvalidSignature):
            peer.verify(signature, message)
        with pytest.raises(InvalidSignature):
            ours.public_key().verify(signature, message + b"!")


@EACH
def test_malformed_signatures(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    """A signature of another length does not hold; what is no buffer is a mistake of the caller."""
    key = private.generate()
    signature = key.sign(b"message")
    for wrong in (b"", signature[:-1], signature + b"\0", bytes(signature_count)):
        with pytest.raises(InvalidSignature):
            key.public_key().verify(wrong, b"message")
    with pytest.raises(TypeError):
        key.public_key().verify("text", b"message")
    with pytest.raises(TypeError):
        key.sign("text")


@EACH
def test_keys_that_are_none(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    """Under bytes that are no point, or one of small order, nothing holds."""
    for data in (bytes(count), b"\xff" * count, (1).to_bytes(count, "little")):
        with pytest.raises(InvalidSignature):
            public.from_public_bytes(data).verify(bytes(signature_count), b"message")


@EACH
def test_raw_forms(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    key = private.generate()
    again = private.from_private_bytes(bytearray(key.private_bytes_raw()))
    assert again.public_key() == key.public_key()
    assert hash(again.public_key()) == hash(key.public_key())
    assert public.from_public_bytes(memoryview(key.public_key().public_bytes_raw())) == key.public_key()
    assert key.public_key() != private.generate().public_key()
    assert private.from_cryptography(key.to_cryptography()).sign(b"a") == key.sign(b"a")
    for load in (private.from_private_bytes, public.from_public_bytes):
        with pytest.raises(InvalidKey, match=rf"has {count} bytes, given {count + 1}"):
            load(bytes(count + 1))


@EACH
def test_written_forms(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    key = private.generate()
    assert akela.load_private_key(key.to_pem()).sign(b"a") == key.sign(b"a")
    assert akela.load_public_key(key.public_key().to_der()) == key.public_key()
    assert akela.load_private_key(key.to_jwk()).public_key() == key.public_key()


@EACH
def test_secrets_stay_inside(private: Any, public: Any, theirs: Any, count: int, signature_count: int) -> None:
    """A private key is neither shown nor pickled; a public one is."""
    key = private.generate()
    assert key.private_bytes_raw().hex()[:8] not in repr(key)
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(key)
    assert copy.copy(key) is key
    assert pickle.loads(pickle.dumps(key.public_key())) == key.public_key()


def test_contexts() -> None:
    """An Ed448 signature holds in its context."""
    key = akela.Ed448PrivateKey.generate()
    signature = key.sign(b"message", b"context")
    key.public_key().verify(signature, b"message", b"context")
    key.public_key().verify(key.sign(b"message", bytes(255)), b"message", bytes(255))
    for other in (b"", b"contex", b"context\0"):
        with pytest.raises(InvalidSignature):
            key.public_key().verify(signature, b"message", other)
    with pytest.raises(InvalidLength, match="255"):
        key.sign(b"message", bytes(256))
    with pytest.raises(InvalidLength, match="255"):
        key.public_key().verify(signature, b"message", bytes(256))
