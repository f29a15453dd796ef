"""CMAC, GMAC and Poly1305 as users have them, and key wrap."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from cryptography.hazmat.primitives import cmac as openssl_cmac
from cryptography.hazmat.primitives import keywrap as openssl_keywrap
from cryptography.hazmat.primitives import poly1305 as openssl_poly1305
from cryptography.hazmat.primitives.ciphers import algorithms
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

from akela.crypto import keywrap
from akela.crypto.mac import CMAC, GMAC, Poly1305, cmac, gmac, poly1305
from akela.exceptions import InvalidLength, InvalidSignature, InvalidTag, WrongState

KEY, LONG_KEY, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(12))
CASES: list[tuple[Any, tuple[bytes, ...], Any]] = [(CMAC, (KEY,), cmac), (GMAC, (KEY, NONCE), gmac), (Poly1305, (LONG_KEY,), poly1305)]
EACH = pytest.mark.parametrize(("make", "arguments", "function"), CASES, ids=["CMAC", "GMAC", "Poly1305"])


@settings(max_examples=25, deadline=None)
@given(data=st.binary(max_size=100))
def test_as_others(data: bytes) -> None:
    """The tags are those of the other library."""
    other = openssl_cmac.CMAC(algorithms.AES(KEY))
    other.update(data)
    assert cmac(KEY, data) == other.finalize()
    assert gmac(KEY, NONCE, data) == AESGCM(KEY).encrypt(NONCE, b"", data)
    assert poly1305(LONG_KEY, data) == openssl_poly1305.Poly1305.generate_tag(LONG_KEY, data) == Poly1305.generate_tag(LONG_KEY, data)
    Poly1305.verify_tag(LONG_KEY, data, poly1305(LONG_KEY, data))


@EACH
def test_pieces(make: Any, arguments: tuple[bytes, ...], function: Any) -> None:
    """Split everywhere, with a copy between the pieces."""
    data = bytes(range(50))
    for cut in range(len(data) + 1):
        mac = make(*arguments)
        mac.update(data[:cut])
        twin = mac.copy()
        mac.update(data[cut:])
        twin.update(b"more")
        assert mac.finalize() == function(*arguments, data), cut
        assert twin.finalize() == function(*arguments, data[:cut] + b"more"), cut


@EACH
def test_verify(make: Any, arguments: tuple[bytes, ...], function: Any) -> None:
    """A tag that is another, or shorter, raises InvalidTag, which PyCA calls InvalidSignature; an object serves once."""
    tag = function(*arguments, b"message")
    for wrong in (tag[:-1], tag + b"\0", tag[:-1] + bytes([tag[-1] ^ 1]), b""):
        mac = make(*arguments)
        mac.update(b"message")
        with pytest.raises(InvalidTag) as error:
            mac.verify(wrong)
        assert isinstance(error.value, InvalidSignature)
    mac = make(*arguments)
    mac.update(b"message")
    mac.verify(tag)
    for call in (lambda: mac.update(b""), mac.finalize, mac.copy, lambda: mac.verify(tag)):
        with pytest.raises(WrongState):
            call()


@EACH
def test_keys(make: Any, arguments: tuple[bytes, ...], function: Any) -> None:
    """Other lengths are refused; nothing shows a key."""
    with pytest.raises(ValueError, match="key has 15 bytes"):
        make(bytes(15), *arguments[1:])
    assert "\\x04" not in repr(make(*arguments))
    with pytest.raises(TypeError):
        pickle.dumps(make(*arguments))


def test_key_wrap() -> None:
    """Functions of the names and arguments of the other library."""
    for length in (16, 24, 32, 40):
        wrapped = keywrap.aes_key_wrap(KEY, bytes(length))
        assert wrapped == openssl_keywrap.aes_key_wrap(KEY, bytes(length))
        assert keywrap.aes_key_unwrap(KEY, wrapped) == bytes(length)
    for length in range(1, 34):
        wrapped = keywrap.aes_key_wrap_with_padding(LONG_KEY, bytes(length))
        assert wrapped == openssl_keywrap.aes_key_wrap_with_padding(LONG_KEY, bytes(length))
        assert keywrap.aes_key_unwrap_with_padding(LONG_KEY, wrapped) == bytes(length)
    for unwrap in (keywrap.aes_key_unwrap, keywrap.aes_key_unwrap_with_padding):
        for wrong in (b"", bytes(8), bytes(23), bytes(24), keywrap.aes_key_wrap(KEY, bytes(16))[:-1] + b"\0"):
            with pytest.raises(keywrap.InvalidUnwrap):
                unwrap(KEY, wrong)
    for wrap, size in ((keywrap.aes_key_wrap, 8), (keywrap.aes_key_wrap, 17), (keywrap.aes_key_wrap_with_padding, 0)):
        with pytest.raises(InvalidLength, match=f"data has {size} bytes"):
            wrap(KEY, bytes(size))
    with pytest.raises(InvalidLength, match="key has 17 bytes"):
        keywrap.aes_key_wrap(bytes(17), KEY)
