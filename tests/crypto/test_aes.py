"""The classes of akela.crypto.aes, used as `cryptography`'s are, and against them."""

from __future__ import annotations

import inspect
import pickle
from functools import partial
from typing import Any

import pytest
from Crypto.Cipher import AES as PyCryptodome
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers import aead as openssl
from hypothesis import given, settings
from hypothesis import strategies as st

import akela
from akela.crypto.aes import AESCBC, AESCCM, AESCTR, AESGCM, AESXTS
from akela.exceptions import InvalidKey, InvalidLength, InvalidParameter, InvalidTag

NONCE = bytes(range(12))
KEYS = st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length))
PAIRS: list[tuple[Any, Any]] = [(AESGCM, openssl.AESGCM), (AESCCM, openssl.AESCCM)]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_seal_and_open(ours: Any, theirs: Any) -> None:
    """What one library seals the other opens; None is no associated data."""
    for bits in (128, 192, 256):
        key = ours.generate_key(bits)
        assert len(key) == bits // 8
        for data, aad in ((b"", None), (b"message", b""), (bytes(1000), b"header")):
            assert ours(key).encrypt(NONCE, data, aad) == theirs(key).encrypt(NONCE, data, aad)
            assert ours(key).decrypt(NONCE, theirs(key).encrypt(NONCE, data, aad), aad) == data


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_into_a_buffer(ours: Any, theirs: Any) -> None:
    """Results go into the caller's buffer, in place too, and the length comes back, as there."""
    cipher, other = ours(bytes(16)), theirs(bytes(16))
    buffer, expected = bytearray(b"message" + bytes(16)), bytearray(23)
    assert cipher.encrypt_into(NONCE, memoryview(buffer)[:7], b"header", buffer) == 23
    assert other.encrypt_into(NONCE, b"message", b"header", expected) == 23
    assert buffer == expected
    assert cipher.decrypt_into(NONCE, buffer, b"header", memoryview(buffer)[:7]) == 7
    assert buffer[:7] == b"message"


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_altered_message(ours: Any, theirs: Any) -> None:
    """A message that was altered raises InvalidTag, and so does one that is too short."""
    cipher = ours(bytes(16))
    sealed = cipher.encrypt(NONCE, b"message", None)
    for altered in (sealed[:-1], sealed + b"\0", sealed[:-1] + bytes([sealed[-1] ^ 1]), b""):
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE, altered, None)
    with pytest.raises(InvalidTag):
        cipher.decrypt(NONCE, sealed, b"header")


@pytest.mark.parametrize("tag_length", [4, 6, 8, 10, 12, 14, 16])
def test_short_tags_of_ccm(tag_length: int) -> None:
    """As there, the second argument."""
    ours, theirs = AESCCM(bytes(16), tag_length), openssl.AESCCM(bytes(16), tag_length=tag_length)
    sealed = ours.encrypt(NONCE, b"message", b"header")
    assert sealed == theirs.encrypt(NONCE, b"message", b"header")
    assert ours.decrypt(NONCE, sealed, b"header") == b"message"
    out = bytearray(7)
    assert ours.decrypt_into(NONCE, sealed, b"header", out) == 7
    assert out == b"message"
    buffer = bytearray(7 + tag_length)
    assert ours.encrypt_into(NONCE, b"message", b"header", buffer) == len(buffer)
    assert buffer == sealed


@pytest.mark.parametrize("tag_length", [4, 8, 12, 13, 14, 15, 16])
def test_short_tags_of_gcm(tag_length: int) -> None:
    """The beginning of the tag."""
    cipher = AESGCM(bytes(16), tag_length)
    sealed = openssl.AESGCM(bytes(16)).encrypt(NONCE, b"message", b"header")[: 7 + tag_length]
    assert cipher.encrypt(NONCE, b"message", b"header") == sealed
    assert cipher.decrypt(NONCE, sealed, b"header") == b"message"
    with pytest.raises(InvalidTag):
        cipher.decrypt(NONCE, sealed[:-1] + bytes([sealed[-1] ^ 1]), b"header")


def test_what_is_refused() -> None:
    """Keys, nonces and tags of other lengths, and what is no buffer, by name."""
    for make in (AESGCM, AESCCM, AESCBC, AESCTR):
        with pytest.raises(InvalidLength, match="key has 15 bytes"):
            make(bytes(15))
    for make, tag_length in ((AESGCM, 11), (AESGCM, 17), (AESCCM, 5), (AESCCM, 2)):
        with pytest.raises(InvalidParameter, match=f"tag_length is {tag_length}"):
            make(bytes(16), tag_length)
    for make in (AESGCM, AESCCM, AESCBC, AESCTR):
        with pytest.raises(InvalidParameter, match="bit_length is 100"):
            make.generate_key(100)
    with pytest.raises(TypeError, match="bit_length is of type bytes"):
        AESGCM.generate_key(b"key in the wrong place")  # type: ignore[arg-type]
    with pytest.raises(InvalidLength, match="nonce"):
        AESGCM(bytes(16)).encrypt(b"", b"", None)
    with pytest.raises(InvalidLength, match="nonce has 6 bytes"):
        AESCCM(bytes(16)).encrypt(bytes(6), b"", None)
    with pytest.raises(TypeError, match="data"):
        AESGCM(bytes(16)).encrypt(NONCE, "text", None)  # type: ignore[arg-type]
    with pytest.raises(InvalidKey):
        AESXTS(bytes(32))
    assert len(AESXTS.generate_key(512)) == 64


def test_the_methods_are_the_kernels() -> None:
    """A call costs nothing on top of the kernel."""
    assert not inspect.isfunction(AESGCM(bytes(16)).encrypt)
    assert not inspect.isfunction(AESCTR(bytes(16)).encrypt)


@settings(max_examples=25, deadline=None)
@given(key=KEYS, iv=st.binary(min_size=16, max_size=16), data=st.binary(max_size=100))
def test_without_authentication(key: bytes, iv: bytes, data: bytes) -> None:
    """CBC with and without padding, and CTR, as by both other libraries."""
    padder = padding.PKCS7(128).padder()
    padded = padder.update(data) + padder.finalize()
    expected = encrypted(key, modes.CBC(iv), padded)
    assert AESCBC(key).encrypt(iv, data) == expected == PyCryptodome.new(key, PyCryptodome.MODE_CBC, iv=iv).encrypt(padded)
    assert AESCBC(key).decrypt(iv, expected) == data
    assert AESCBC(key, padding=False).encrypt(iv, padded) == expected
    assert AESCBC(key, padding=False).decrypt(iv, expected) == padded
    expected = encrypted(key, modes.CTR(iv), data)
    assert AESCTR(key).encrypt(iv, data) == expected
    assert AESCTR(key).decrypt(iv, expected) == data


@settings(max_examples=25, deadline=None)
@given(key=KEYS, nonce=st.binary(min_size=1, max_size=40), data=st.binary(max_size=100), aad=st.binary(max_size=40))
def test_gcm_and_ccm_as_pycryptodome(key: bytes, nonce: bytes, data: bytes, aad: bytes) -> None:
    """The other implementation takes nonces of every length, too."""
    other = PyCryptodome.new(key, PyCryptodome.MODE_GCM, nonce=nonce)
    other.update(aad)
    assert AESGCM(key).encrypt(nonce, data, aad) == b"".join(other.encrypt_and_digest(data))
    if 7 <= len(nonce) <= 13:
        other = PyCryptodome.new(key, PyCryptodome.MODE_CCM, nonce=nonce, mac_len=8)
        other.update(aad)
        assert AESCCM(key, 8).encrypt(nonce, data, aad) == b"".join(other.encrypt_and_digest(data))


def encrypted(key: bytes, mode: modes.Mode, data: bytes) -> bytes:
    """By `cryptography`, that is OpenSSL."""
    context = Cipher(algorithms.AES(key), mode).encryptor()
    return context.update(data) + context.finalize()


def test_padding_has_one_error() -> None:
    """Whatever is wrong with a padded message, the error is the same."""
    cipher, raw, iv = AESCBC(bytes(16)), AESCBC(bytes(16), padding=False), bytes(16)
    messages = set()
    wrong = [bytes(16), bytes(15) + b"\x11", bytes(14) + b"\x01\x02", b"\x10" * 15 + b"\x0f", bytes(31) + b"\xff"]
    for ciphertext in (b"", bytes(15), bytes(17), *(raw.encrypt(iv, plain) for plain in wrong)):
        with pytest.raises(InvalidParameter) as caught:
            cipher.decrypt(iv, ciphertext)
        messages.add(str(caught.value))
    assert len(messages) == 1
    with pytest.raises(InvalidLength, match="iv has 15 bytes"):
        cipher.decrypt(bytes(15), b"")
    assert cipher.decrypt(iv, raw.encrypt(iv, b"\x10" * 16)) == b""


def test_xts() -> None:
    """As there."""
    key, tweak = bytes(range(32)), bytes(range(16))
    for length in (16, 17, 31, 32, 512):
        data = bytes(length)
        expected = encrypted(key, modes.XTS(tweak), data)
        assert AESXTS(key).encrypt(tweak, data) == expected
        assert AESXTS(key).decrypt(tweak, expected) == data


def test_keys_do_not_come_out() -> None:
    """Neither repr nor pickle shows them."""
    key = b"k" * 16
    for cipher in (AESGCM(key), AESGCM(key, 12), AESCCM(key), AESCBC(key), AESCTR(key), AESXTS(b"k" * 16 + b"l" * 16)):
        assert "kkkk" not in repr(cipher)
        with pytest.raises(TypeError, match="holds a key"):
            pickle.dumps(cipher)


def test_names() -> None:
    """All are there under `akela`."""
    for name in ("AESGCM", "AESCCM", "AESCBC", "AESCTR", "AESXTS", "CMAC", "GMAC", "Poly1305", "cmac", "gmac", "poly1305"):
        assert callable(getattr(akela, name))
    for name in ("aes_key_wrap", "aes_key_unwrap", "aes_key_wrap_with_padding", "aes_key_unwrap_with_padding"):
        assert callable(getattr(akela, name))


@pytest.mark.parametrize("make", [AESGCM, AESCCM, akela.ChaCha20Poly1305, partial(AESGCM, tag_length=12), partial(AESCCM, tag_length=8)])
def test_arguments_by_keyword(make: Any) -> None:
    """PyCA's names, in any order."""
    cipher, nonce = make(bytes(32)), bytes(12)
    sealed = cipher.encrypt(nonce, b"data", b"header")
    assert cipher.encrypt(associated_data=b"header", data=b"data", nonce=nonce) == sealed
    assert cipher.decrypt(nonce, sealed, associated_data=b"header") == b"data"
    buf = bytearray(len(sealed))
    assert cipher.encrypt_into(nonce, b"data", buf=buf, associated_data=b"header") == len(sealed) and buf == sealed
    assert cipher.decrypt_into(nonce=nonce, data=sealed, associated_data=b"header", buf=memoryview(buf)[:4]) == 4 and buf[:4] == b"data"
    for wrong in ({"data": b""}, {"nonce": nonce, "data": b""}, {"nonce": nonce, "data": b"", "aad": b""}):
        with pytest.raises(TypeError):
            cipher.encrypt(**wrong)
