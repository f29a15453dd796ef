"""The classes of akela.crypto.aead, used as `cryptography`'s are."""

from __future__ import annotations

import pickle

import pytest
from cryptography.hazmat.primitives.ciphers import aead as openssl

from akela.crypto.aead import ChaCha20Poly1305
from akela.exceptions import InvalidTag

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
