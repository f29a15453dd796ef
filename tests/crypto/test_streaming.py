"""Messages in pieces: akela.crypto.streaming."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from akela.crypto.aes import AESCCM, AESGCM
from akela.crypto.streaming import SealingStream
from akela.exceptions import InvalidTag, WrongState

KEY, NONCE, AAD = bytes(range(16)), bytes(range(12)), b"header"
DATA = bytes(i % 251 for i in range(70))
DOCUMENT = Path(__file__).parents[2] / "docs" / "streaming.md"

Cipher = AESGCM | AESCCM
CIPHERS = {
    "GCM": lambda: AESGCM(KEY),
    "GCM, short tag": lambda: AESGCM(KEY, 12),
    "CCM": lambda: AESCCM(KEY),
    "CCM, short tag": lambda: AESCCM(KEY, 8),
}
EACH = pytest.mark.parametrize("make", CIPHERS.values(), ids=CIPHERS)


def sealing(cipher: Cipher, aad: bytes | None = AAD) -> SealingStream:
    """A stream for DATA."""
    return cipher.seal_stream(NONCE, aad, len(DATA)) if isinstance(cipher, AESCCM) else cipher.seal_stream(NONCE, aad)


@EACH
def test_every_split(make: Callable[[], Cipher]) -> None:
    """In two pieces, split everywhere, sealed and opened; the pieces may be changed afterwards."""
    cipher = make()
    expected = cipher.encrypt(NONCE, DATA, AAD)
    end = len(DATA)
    for cut in range(end + 1):
        stream = sealing(cipher)
        assert stream.update(DATA[:cut]) + stream.update(DATA[cut:]) == expected[:end], cut
        assert stream.finalize() == expected[end:], cut

        opening = cipher.open_stream(NONCE, AAD)
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
    assert buffer + stream.finalize() == cipher.encrypt(NONCE, DATA, None)


@EACH
def test_nothing_comes_out_of_an_altered_message(make: Callable[[], Cipher]) -> None:
    """Nor of one with a tag of another length; and a stream serves once."""
    cipher = make()
    sealed = cipher.encrypt(NONCE, DATA, AAD)
    end = len(DATA)
    for tag in (bytes(len(sealed) - end), sealed[end:-1], sealed[end:] + b"\0", b""):
        opening = cipher.open_stream(NONCE, AAD)
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


def test_ccm_is_told_the_length() -> None:
    """More or less is refused."""
    stream = AESCCM(KEY).seal_stream(NONCE, AAD, 4)
    with pytest.raises(WrongState):
        stream.update(b"12345")
    stream.update(b"123")
    with pytest.raises(WrongState):
        stream.finalize()


def test_the_document() -> None:
    """Its snippet runs."""
    (snippet,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(snippet, str(DOCUMENT), "exec"), {})
