"""DES, Triple DES and ARC4 as akela.legacy has them."""

from __future__ import annotations

import pickle

import pytest
from Crypto.Cipher import ARC4 as PeerARC4
from Crypto.Cipher import DES, DES3
from Crypto.Util.Padding import pad

from akela.exceptions import InvalidLength, InvalidParameter
from akela.legacy import ARC4, DESCBC, TripleDESCBC

IV = bytes(range(8))
KEYS = {8: bytes(range(50, 58)), 16: bytes(range(50, 66)), 24: bytes(range(50, 74))}


@pytest.mark.parametrize("size", KEYS)
def test_cbc(size: int) -> None:
    """Every length with padding, whole blocks without."""
    kind, peer = (DESCBC, DES) if size == 8 else (TripleDESCBC, DES3)
    for length in range(34):
        data = bytes(range(length))
        ciphertext = kind(KEYS[size]).encrypt(IV, data)
        assert ciphertext == peer.new(KEYS[size], peer.MODE_CBC, IV).encrypt(pad(data, 8))
        assert kind(KEYS[size]).decrypt(IV, ciphertext) == data
        if length % 8 == 0:
            bare = kind(KEYS[size], padding=False).encrypt(IV, data)
            assert bare == ciphertext[:length]
            assert kind(KEYS[size], padding=False).decrypt(IV, bare) == data


@pytest.mark.parametrize("tail", [b"\0", b"\x09", b"\xff", b"\2\3", b"\7\7", b"\x08" * 7, b"\1\0"])
def test_wrong_padding(tail: bytes) -> None:
    cipher = TripleDESCBC(KEYS[24], padding=False)
    block = (b"\x0a" * 16)[len(tail) :] + tail
    with pytest.raises(InvalidParameter, match="padding is wrong"):
        TripleDESCBC(KEYS[24]).decrypt(IV, cipher.encrypt(IV, block))
    with pytest.raises(InvalidParameter, match="padding is wrong"):
        TripleDESCBC(KEYS[24]).decrypt(IV, b"")


def test_what_is_refused() -> None:
    for kind, size, expected in ((DESCBC, 24, "8"), (TripleDESCBC, 8, "16 or 24"), (TripleDESCBC, 0, "16 or 24")):
        with pytest.raises(InvalidLength, match=f"the key has {size} bytes, expected {expected}"):
            kind(bytes(size))
    with pytest.raises(ValueError, match="% 8"):
        DESCBC(bytes(8), padding=False).encrypt(IV, bytes(7))
    with pytest.raises(ValueError, match="% 8"):
        DESCBC(bytes(8)).decrypt(IV, bytes(7))
    with pytest.raises(ValueError, match="iv has 7 bytes, expected 8"):
        DESCBC(bytes(8)).encrypt(bytes(7), b"")
    with pytest.raises(TypeError):
        pickle.dumps(DESCBC(bytes(8)))


def test_keys_are_generated() -> None:
    assert [len(kind.generate_key()) for kind in (DESCBC, TripleDESCBC)] == [8, 24]
    assert DESCBC.generate_key() != DESCBC.generate_key()


def test_arc4() -> None:
    """A message in pieces is the message."""
    for size in (1, 5, 16, 255, 256):
        key, data = bytes(range(255, 255 - size, -1)) if size < 256 else bytes(range(256)), bytes(600)
        ours = ARC4(key)
        pieces = [ours.encrypt(data[:1]), ours.encrypt(b""), ours.encrypt(data[1:300]), ours.encrypt(data[300:])]
        expected = ARC4(key).encrypt(data)
        assert b"".join(pieces) == expected
        assert ARC4(key).decrypt(expected) == data
        if size >= 5:
            assert PeerARC4.new(key).encrypt(data) == expected
    for size in (0, 257):
        with pytest.raises(InvalidLength):
            ARC4(bytes(size))
