"""Messages in pieces: akela.crypto.streaming."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from akela.crypto.aes import AESCCM, AESGCM
from akela.crypto.chacha import ChaCha20Poly1305, XChaCha20Poly1305
from akela.crypto.chacha_pieces import ChaChaPieces
from akela.crypto.streaming import SealingStream
from akela.exceptions import InvalidTag, LimitExceeded, WrongState
from akela.executions import default_execution

KEY, LONG_KEY, AAD = bytes(range(16)), bytes(range(32)), b"header"
DATA = bytes(i % 251 for i in range(150))
DOCUMENT = Path(__file__).parents[2] / "docs" / "streaming.md"

Cipher = AESGCM | AESCCM | ChaCha20Poly1305 | XChaCha20Poly1305
CIPHERS = {
    "GCM": lambda: AESGCM(KEY),
    "GCM, short tag": lambda: AESGCM(KEY, 12),
    "CCM": lambda: AESCCM(KEY),
    "CCM, short tag": lambda: AESCCM(KEY, 8),
    "ChaCha20": lambda: ChaCha20Poly1305(LONG_KEY),
    "XChaCha20": lambda: XChaCha20Poly1305(LONG_KEY),
}
EACH = pytest.mark.parametrize("make", CIPHERS.values(), ids=CIPHERS)


def nonce(cipher: Cipher) -> bytes:
    """One of the length that a cipher takes."""
    return bytes(range(24 if isinstance(cipher, XChaCha20Poly1305) else 12))


def sealing(cipher: Cipher, aad: bytes | None = AAD) -> SealingStream:
    """A stream for DATA."""
    return cipher.seal_stream(nonce(cipher), aad, len(DATA)) if isinstance(cipher, AESCCM) else cipher.seal_stream(nonce(cipher), aad)


@EACH
def test_every_split(make: Callable[[], Cipher]) -> None:
    """In two pieces, split everywhere, sealed and opened; the pieces may be changed afterwards."""
    cipher = make()
    expected = cipher.encrypt(nonce(cipher), DATA, AAD)
    end = len(DATA)
    for cut in range(end + 1):
        stream = sealing(cipher)
        assert stream.update(DATA[:cut]) + stream.update(DATA[cut:]) == expected[:end], cut
        assert stream.finalize() == expected[end:], cut

        opening = cipher.open_stream(nonce(cipher), AAD)
        piece = bytearray(expected[:cut])
        opening.update(piece)
        piece[:] = bytes(cut)
        opening.update(expected[cut:end])
        assert opening.finalize(expected[end:]) == DATA, cut


@EACH
def test_in_place(make: Callable[[], Cipher]) -> None:
    """Into a buffer, which may be that of the data."""
    cipher, buffer = make(), bytearray(DATA)
    stream = sealing(cipher, None)
    assert stream.update_into(buffer, buffer) == len(DATA)
    assert buffer + stream.finalize() == cipher.encrypt(nonce(cipher), DATA, None)


@EACH
def test_nothing_comes_out_of_an_altered_message(make: Callable[[], Cipher]) -> None:
    """Nor of one with a tag of another length; and a stream serves once."""
    cipher = make()
    sealed = cipher.encrypt(nonce(cipher), DATA, AAD)
    end = len(DATA)
    for tag in (bytes(len(sealed) - end), sealed[end:-1], sealed[end:] + b"\0", b""):
        opening = cipher.open_stream(nonce(cipher), AAD)
        opening.update(sealed[:end])
        with pytest.raises(InvalidTag):
            opening.finalize(tag)
        for call in (lambda opening=opening: opening.update(b""), lambda opening=opening: opening.finalize(sealed[end:])):
            with pytest.raises(WrongState):
                call()


@EACH
def test_a_sealing_stream_serves_once(make: Callable[[], Cipher]) -> None:
    """After the tag it is at its end; other streams of the same key are not."""
    cipher = make()
    first, second = sealing(cipher), sealing(cipher)
    first.update(DATA)
    second.update(DATA)
    assert first.finalize() == second.finalize()
    for call in (lambda: first.update(b"x"), first.finalize):
        with pytest.raises(WrongState):
            call()


def test_chacha_has_a_limit_and_nonces_of_one_length() -> None:
    """As in one piece; buffers of another length are refused before anything is written."""
    cipher = ChaCha20Poly1305(LONG_KEY)
    stream = cipher.seal_stream(bytes(12), None)
    with pytest.raises(ValueError, match="out has 3 bytes, expected 4"):
        stream.update_into(b"data", bytearray(3))
    pieces = ChaChaPieces(default_execution().chacha20_xor, LONG_KEY, bytes(12), None)
    pieces._data_bytes = (1 << 38) - 65
    with pytest.raises(LimitExceeded):
        pieces.encrypt_update(b"12")
    assert len(pieces.encrypt_update(b"1")) == 1
    for make, size in ((cipher, 24), (XChaCha20Poly1305(LONG_KEY), 12)):
        with pytest.raises(ValueError, match="nonce"):
            make.seal_stream(bytes(size), None)


def test_ccm_is_told_the_length() -> None:
    """More or less is refused."""
    stream = AESCCM(KEY).seal_stream(bytes(12), AAD, 4)
    with pytest.raises(WrongState):
        stream.update(b"12345")
    stream.update(b"123")
    with pytest.raises(WrongState):
        stream.finalize()


def test_the_document() -> None:
    """Its snippet runs."""
    (snippet,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(snippet, str(DOCUMENT), "exec"), {})
