"""Key derivation with the classes of akela.crypto.kdf, used as `cryptography`'s are, and with the functions."""

from __future__ import annotations

import hashlib
from array import array
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.kdf import hkdf as pyca_hkdf
from cryptography.hazmat.primitives.kdf import kbkdf as pyca_kbkdf
from cryptography.hazmat.primitives.kdf import pbkdf2 as pyca_pbkdf2
from cryptography.hazmat.primitives.kdf import scrypt as pyca_scrypt
from hypothesis import given, settings
from hypothesis import strategies as st

import akela
from akela.crypto import kdf
from akela.crypto.hash_choice import HASH_NAMES, hash_name
from akela.exceptions import InvalidKey, InvalidLength, InvalidParameter

PASSWORD, SALT, INFO = b"correct horse", b"battery staple", b"purpose"
PYCA = [hashes.SHA224(), hashes.SHA256(), hashes.SHA384(), hashes.SHA512(), hashes.SHA512_224(), hashes.SHA512_256()]
EACH = pytest.mark.parametrize("hash", PYCA, ids=lambda hash: str(hash.name))
PLACES = [(kdf.CounterLocation.BeforeFixed, None), (kdf.CounterLocation.AfterFixed, None)]
PLACES += [(kdf.CounterLocation.MiddleFixed, at) for at in (0, 5, 11)]


def theirs(location: kdf.CounterLocation) -> pyca_kbkdf.CounterLocation:
    return pyca_kbkdf.CounterLocation[location.name]


# --- against PyCA -------------------------------------------------------------------------------------------------------------------------


@EACH
def test_classes_are_those_of_pyca(hash: Any) -> None:
    """The same arguments give the same keys."""
    for length in (1, 32, 100):
        ours: list[Any] = [
            kdf.PBKDF2HMAC(hash, length, SALT, 3),
            kdf.HKDF(hash, length, SALT, INFO),
            kdf.HKDF(algorithm=hash, length=length, salt=None, info=None),
            kdf.HKDFExpand(hash, length, INFO),
        ]
        peers: list[Any] = [
            pyca_pbkdf2.PBKDF2HMAC(hash, length, SALT, 3),
            pyca_hkdf.HKDF(hash, length, SALT, INFO),
            pyca_hkdf.HKDF(algorithm=hash, length=length, salt=None, info=None),
            pyca_hkdf.HKDFExpand(hash, length, INFO),
        ]
        key = bytes(64)
        for one, other in zip(ours, peers, strict=True):
            assert one.derive(key) == other.derive(key), type(one)
    assert len(kdf.HKDF.extract(hash, SALT, PASSWORD)) == hash.digest_size
    assert kdf.hkdf_expand(kdf.HKDF.extract(hash, SALT, PASSWORD), 50, info=INFO, hash=hash) == kdf.hkdf(
        PASSWORD, 50, salt=SALT, info=INFO, hash=hash
    )


@pytest.mark.parametrize(("location", "break_location"), PLACES)
@EACH
def test_kbkdf(hash: Any, location: kdf.CounterLocation, break_location: int | None) -> None:
    """Label and context, or fixed data; the counter in every place and length."""
    for rlen in (1, 2, 3, 4):
        for llen, label, context, fixed in (
            (4, b"label", b"context", None),
            (2, None, None, None),
            (None, None, None, b"fixed input data"),
        ):
            at = None if break_location is None else min(break_location, 3 if label is None and fixed is None else 11)
            ours = kdf.KBKDFHMAC(hash, kdf.Mode.CounterMode, 70, rlen, llen, location, label, context, fixed, break_location=at)
            peer = pyca_kbkdf.KBKDFHMAC(
                hash, pyca_kbkdf.Mode.CounterMode, 70, rlen, llen, theirs(location), label, context, fixed, break_location=at
            )
            assert ours.derive(PASSWORD) == peer.derive(PASSWORD), (rlen, llen, at)


def test_scrypt() -> None:
    assert kdf.Scrypt(SALT, 40, 16, 2, 3).derive(PASSWORD) == pyca_scrypt.Scrypt(SALT, 40, 16, 2, 3).derive(PASSWORD)
    assert kdf.scrypt(PASSWORD, SALT, n=16, r=2, p=3, length=40) == kdf.Scrypt(SALT, 40, 16, 2, 3).derive(PASSWORD)


@settings(max_examples=30, deadline=None)
@given(key=st.binary(min_size=1, max_size=100), salt=st.binary(max_size=100), info=st.binary(max_size=100), length=st.integers(1, 200))
def test_generated_inputs(key: bytes, salt: bytes, info: bytes, length: int) -> None:
    hash = hashes.SHA256()
    assert kdf.hkdf(key, length, salt=salt, info=info) == pyca_hkdf.HKDF(hash, length, salt, info).derive(key)
    assert kdf.pbkdf2(key, salt, 2, length) == hashlib.pbkdf2_hmac("sha256", key, salt, 2, length)
    peer = pyca_kbkdf.KBKDFHMAC(
        hash, pyca_kbkdf.Mode.CounterMode, length, 4, None, pyca_kbkdf.CounterLocation.BeforeFixed, None, None, info or b"x"
    )
    assert kdf.kbkdf_counter(key, length, after=info or b"x") == peer.derive(key)


@pytest.mark.parametrize(("location", "break_location"), PLACES)
def test_kbkdf_cmac(location: kdf.CounterLocation, break_location: int | None) -> None:
    for size in (16, 24, 32):
        rest = (70, 2, 4, location, b"label", b"context", None) if break_location is None else (70, 2, None, location, None, None, INFO * 2)
        ours = kdf.KBKDFCMAC(AES, kdf.Mode.CounterMode, *rest[:3], *rest[3:], break_location=break_location)
        peer = pyca_kbkdf.KBKDFCMAC(
            AES, pyca_kbkdf.Mode.CounterMode, *rest[:3], theirs(location), *rest[4:], break_location=break_location
        )
        assert ours.derive(bytes(range(size))) == peer.derive(bytes(range(size)))
    with pytest.raises(InvalidLength):
        ours.derive(bytes(17))
    with pytest.raises(InvalidParameter, match="made with AES here, given 'DES'"):
        kdf.KBKDFCMAC("DES", kdf.Mode.CounterMode, *rest)


# --- of our own ---------------------------------------------------------------------------------------------------------------------------


ALL: list[Any] = [
    kdf.PBKDF2HMAC("SHA-256", 32, SALT, 3),
    kdf.HKDF("SHA-256", 32, SALT, INFO),
    kdf.HKDFExpand("SHA-256", 32, INFO),
    kdf.KBKDFHMAC("SHA-256", kdf.Mode.CounterMode, 32, 4, 4, kdf.CounterLocation.BeforeFixed, b"label", b"context", None),
    kdf.KBKDFCMAC("AES", kdf.Mode.CounterMode, 32, 4, 4, kdf.CounterLocation.BeforeFixed, b"label", b"context", None),
    kdf.Scrypt(SALT, 32, 2, 1, 1),
]
KEYS = {"KBKDFCMAC": PASSWORD.ljust(16, b".")}  # where not any bytes will do


@pytest.mark.parametrize("derivation", ALL, ids=lambda d: type(d).__name__)
def test_derive_into(derivation: Any) -> None:
    secret = KEYS.get(type(derivation).__name__, PASSWORD)
    for buffer in (bytearray(32), array("I", bytes(32))):
        assert derivation.derive_into(secret, buffer) == 32
        assert bytes(buffer) == derivation.derive(secret)
    for size in (0, 31, 33):
        buffer = bytearray(size)
        with pytest.raises(InvalidLength, match=f"buffer has {size} bytes, expected 32"):
            derivation.derive_into(secret, buffer)
        assert not any(buffer)
    with pytest.raises(BufferError, match="cannot be written to"):
        derivation.derive_into(secret, bytes(32))


def test_salt_and_info_may_be_left_out() -> None:
    assert kdf.HKDF("sha256", 32).derive(PASSWORD) == kdf.HKDF("sha256", 32, None, None).derive(PASSWORD)


@pytest.mark.parametrize("derivation", ALL, ids=lambda d: type(d).__name__)
def test_verify(derivation: Any) -> None:
    """A key is accepted; one with another bit, another length or from another password is not. An object may serve again."""
    secret = KEYS.get(type(derivation).__name__, PASSWORD)
    key = derivation.derive(secret)
    derivation.verify(secret, key)
    derivation.verify(bytearray(secret), memoryview(key))
    for wrong in (key[:-1] + bytes([key[-1] ^ 1]), key[:-1], key + b"\0", b"", derivation.derive(secret[::-1])):
        with pytest.raises(InvalidKey, match="not the expected one") as error:
            derivation.verify(secret, wrong)
        assert key.hex() not in str(error.value)
    assert derivation.derive(secret) == key
    assert "battery" not in repr(derivation)


def test_they_are_exported() -> None:
    for name in ("HKDF", "HKDFExpand", "KBKDFCMAC", "KBKDFHMAC", "PBKDF2HMAC", "Scrypt", "CounterLocation", "hkdf", "pbkdf2", "scrypt"):
        assert getattr(akela, name) is getattr(kdf, name)


def test_what_is_refused() -> None:
    with pytest.raises(InvalidParameter):
        kdf.PBKDF2HMAC("SHA-256", 32, SALT, 0).derive(PASSWORD)
    with pytest.raises(InvalidLength):
        kdf.HKDF("SHA-256", 255 * 32 + 1, None, None).derive(PASSWORD)
    with pytest.raises(InvalidParameter):
        kdf.scrypt(PASSWORD, SALT, n=3, r=1, p=1, length=1)
    with pytest.raises(TypeError, match="password"):
        kdf.pbkdf2("text", SALT, 1, 1)  # type: ignore[arg-type]


def kbkdf(**options: Any) -> kdf.KBKDFHMAC:
    """A KDF with some options other than usual."""
    usual: dict[str, Any] = {"algorithm": "SHA-256", "mode": kdf.Mode.CounterMode, "length": 32, "rlen": 4, "llen": 4}
    usual |= {"location": kdf.CounterLocation.BeforeFixed, "label": b"label", "context": b"context", "fixed": None}
    return kdf.KBKDFHMAC(**{**usual, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rlen": 0}, "rlen is 0"),
        ({"rlen": 5}, "rlen is 5"),
        ({"llen": None}, "llen is None"),
        ({"llen": 0}, "llen is 0"),
        ({"llen": 0, "label": None, "context": None, "fixed": b"fixed"}, "llen is 0"),
        ({"llen": 1}, "does not fit the 1 byte of llen"),
        ({"fixed": b"fixed"}, "together with a label"),
        ({"location": kdf.CounterLocation.MiddleFixed}, "break_location is None"),
        ({"location": kdf.CounterLocation.MiddleFixed, "break_location": 18}, "break_location is 18, expected 0 to 17"),
        ({"location": kdf.CounterLocation.MiddleFixed, "break_location": -1}, "break_location is -1"),
        ({"break_location": 1}, "which only CounterLocation.MiddleFixed takes"),
        ({"algorithm": "SHA-255"}, "no hash of fixed length is called 'SHA-255'"),
    ],
)
def test_contradictory_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        kbkdf(**options)


def test_options_of_other_types() -> None:
    for options in ({"mode": "ctr"}, {"location": "before"}):
        with pytest.raises(TypeError, match="Mode"):
            kbkdf(**options)
    with pytest.raises(InvalidLength):
        kbkdf(rlen=1, length=255 * 32 + 1).derive(PASSWORD)


# --- names of hashes ----------------------------------------------------------------------------------------------------------------------


def test_names_of_hashes() -> None:
    """A name in any spelling, a function of ours or of hashlib, a hash object, an object of PyCA's."""
    spellings = ["sha512_256", "SHA-512/256", "sha512-256", "SHA512/256", akela.sha512_256, hashes.SHA512_256(), hashes.SHA512_256]
    assert {hash_name(each) for each in spellings} == {"sha512_256"}
    assert {hash_name(each) for each in ("sha1", "SHA-1", hashlib.sha1, hashlib.sha1(), hashes.SHA1())} == {"sha1"}
    assert {hash_name(each) for each in ("sha3_256", "SHA3-256", hashlib.sha3_256, hashes.SHA3_256())} == {"sha3_256"}
    assert [hash_name(name) for name in HASH_NAMES] == list(HASH_NAMES)
    for unknown in ("SHA-255", "", None, 256, hashes.SHAKE128(32)):
        with pytest.raises(InvalidParameter, match="there are: md5, sha1"):
            hash_name(unknown)
