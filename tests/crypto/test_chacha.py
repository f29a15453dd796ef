"""The classes of akela.crypto.chacha, used as `cryptography`'s are."""

from __future__ import annotations

import pickle

import pytest
from Crypto.Cipher import ChaCha20 as pycryptodome
from Crypto.Cipher import ChaCha20_Poly1305
from cryptography.hazmat.primitives.ciphers import aead as openssl

from akela.crypto.chacha import ChaCha20, ChaCha20Poly1305, XChaCha20, XChaCha20Poly1305
from akela.crypto.random import random_bytes
from akela.exceptions import InvalidLength, InvalidTag, LimitExceeded

NONCE = bytes(range(12))


def test_seal_and_open() -> None:
    """What one library seals the other opens."""
    key = ChaCha20Poly1305.generate_key()
    ours, theirs = ChaCha20Poly1305(key), openssl.ChaCha20Poly1305(key)
    for data, aad in ((b"", None), (b"message", b""), (bytes(1000), b"header")):
        assert ours.encrypt(NONCE, data, aad) == theirs.encrypt(NONCE, data, aad)
        assert ours.decrypt(NONCE, theirs.encrypt(NONCE, data, aad), aad) == data


def test_generated_keys_differ() -> None:
    """Keys have 32 bytes and are not repeated."""
    keys = {ChaCha20Poly1305.generate_key() for _ in range(10)}
    assert len(keys) == 10
    assert {len(key) for key in keys} == {32}


def test_into_a_buffer() -> None:
    """Results go into the caller's buffer, in place too."""
    cipher = ChaCha20Poly1305(bytes(32))
    buffer = bytearray(b"message" + bytes(16))
    assert cipher.encrypt_into(NONCE, memoryview(buffer)[:7], b"header", buffer) == 23
    assert bytes(buffer) == openssl.ChaCha20Poly1305(bytes(32)).encrypt(NONCE, b"message", b"header")
    assert cipher.decrypt_into(NONCE, buffer, b"header", memoryview(buffer)[:7]) == 7
    assert buffer[:7] == b"message"


def test_altered_message() -> None:
    """A message that was altered raises InvalidTag, and so does one that is too short."""
    cipher = ChaCha20Poly1305(bytes(32))
    sealed = cipher.encrypt(NONCE, b"message", None)
    for altered in (sealed[:-1], sealed + b"\0", sealed[:-1] + bytes([sealed[-1] ^ 1]), b""):
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE, altered, None)
    with pytest.raises(InvalidTag):
        cipher.decrypt(NONCE, sealed, b"header")


def test_wrong_sizes_and_types() -> None:
    """Keys and nonces of other sizes, and what is no buffer, are refused by name."""
    with pytest.raises(ValueError, match="key has 16 bytes, expected 32"):
        ChaCha20Poly1305(bytes(16))
    cipher = ChaCha20Poly1305(bytes(32))
    with pytest.raises(ValueError, match="nonce has 8 bytes, expected 12"):
        cipher.encrypt(bytes(8), b"", None)
    with pytest.raises(TypeError, match="data"):
        cipher.encrypt(NONCE, "text", None)  # type: ignore[arg-type]


def test_the_key_does_not_come_out() -> None:
    """Neither repr nor pickle shows the key."""
    key = b"k" * 32
    cipher = ChaCha20Poly1305(key)
    assert "kkkk" not in repr(cipher)
    with pytest.raises(TypeError):
        pickle.dumps(cipher)


def test_out_may_be_the_data_and_nothing_else() -> None:
    """In place is for `data`: an `out` that begins where the associated data does would be authenticated after it was overwritten."""
    cipher = ChaCha20Poly1305(bytes(32))
    shared = bytearray(40)
    for aad_length, data in ((13, b"hello"), (40, bytes(24))):
        with pytest.raises(ValueError, match="out and aad overlap; pass separate ones"):
            cipher.encrypt_into(bytes(12), data, memoryview(shared)[:aad_length], memoryview(shared)[: len(data) + 16])
    with pytest.raises(ValueError, match="out and nonce overlap"):
        cipher.encrypt_into(memoryview(shared)[:12], b"hello", None, memoryview(shared)[:21])
    sealed = cipher.encrypt(bytes(12), bytes(24), None)
    cipher.encrypt_into(bytes(12), memoryview(shared)[:24], None, shared)
    assert bytes(shared) == sealed


# --- with nonces of 24 bytes, and alone ---------------------------------------------------------------------------------------------------


def test_xchacha20_poly1305() -> None:
    key, nonce = XChaCha20Poly1305.generate_key(), random_bytes(24)
    assert len(key) == 32
    cipher = XChaCha20Poly1305(key)
    sealed = cipher.encrypt(nonce, b"message", b"header")
    peer = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    peer.update(b"header")
    assert sealed == b"".join(peer.encrypt_and_digest(b"message"))
    assert cipher.decrypt(nonce, sealed, b"header") == b"message"
    with pytest.raises(InvalidTag):
        cipher.decrypt(nonce, sealed, None)
    with pytest.raises(ValueError, match="nonce has 12 bytes, expected 24"):
        cipher.encrypt(NONCE, b"", None)
    with pytest.raises(TypeError):
        pickle.dumps(cipher)


@pytest.mark.parametrize(("kind", "nonce_bytes"), [(ChaCha20, 8), (ChaCha20, 12), (XChaCha20, 24)])
def test_streams(kind: type[ChaCha20] | type[XChaCha20], nonce_bytes: int) -> None:
    """Each length of nonce has its form; the counter says where the keystream begins; into a buffer, in place."""
    key, nonce, data = kind.generate_key(), bytes(range(nonce_bytes)), bytes(range(200))
    cipher = kind(key)
    expected = pycryptodome.new(key=key, nonce=nonce).encrypt(data)
    assert cipher.encrypt(nonce, data) == expected
    assert cipher.decrypt(nonce, expected) == data
    assert cipher.encrypt(nonce, data[128:], counter=2) == expected[128:]
    assert cipher.decrypt(nonce, expected[128:], counter=2) == data[128:]
    buffer = bytearray(data)
    assert cipher.encrypt_into(nonce, buffer, buffer) == 200
    assert buffer == expected
    assert cipher.decrypt_into(nonce, buffer, buffer) == 200
    assert buffer == data
    assert key.hex() not in repr(cipher) and repr(key) not in repr(cipher)


def test_streams_refuse() -> None:
    with pytest.raises(InvalidLength, match="ChaCha20: the key has 16 bytes, expected 32"):
        ChaCha20(bytes(16))
    with pytest.raises(InvalidLength, match="the nonce has 16 bytes, expected 12 or 8"):
        ChaCha20(bytes(32)).encrypt(bytes(16), b"")
    with pytest.raises(InvalidLength, match="the nonce has 12 bytes, expected 24"):
        XChaCha20(bytes(32)).encrypt(bytes(12), b"")
    with pytest.raises(LimitExceeded):
        ChaCha20(bytes(32)).encrypt(bytes(12), bytes(65), counter=(1 << 32) - 1)
    with pytest.raises(ValueError, match="out"):
        ChaCha20(bytes(32)).encrypt_into(bytes(12), bytes(5), bytearray(4))
