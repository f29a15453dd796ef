"""DER that is not DER, and structures that are not keys: every one is refused with InvalidKey, which says nothing of the key."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela.crypto.serialization import detect
from akela.exceptions import InvalidKey
from tests.crypto.serialization.malformed import malformations
from tests.crypto.serialization.peers import KINDS, keys, pkcs8, spki, traditional

# An element less is no mistake where the last one may be left out.
OPTIONAL = {"sec1": ("an element too little at ()",), "pkcs8 P-256": ("an element too little at (2, 0)",)}


def refuses(read: Callable[[bytes], Any], data: bytes, secrets: bytes) -> None:
    """`read` raises InvalidKey, and no four bytes of a secret are in what Python prints, as hexadecimal, as repr or as a number."""
    with pytest.raises(InvalidKey) as caught:
        read(data)
    said = "".join(traceback.format_exception(caught.value))
    pieces = [secrets[start : start + 4] for start in range(0, len(secrets) - 4)]
    assert not any(piece.hex() in said or repr(piece)[2:-1] in said for piece in pieces)
    assert not secrets or str(int.from_bytes(secrets)) not in said


def check_all(form: str, read: Callable[[bytes], Any], data: bytes, secrets: bytes) -> None:
    read(data)
    for name, bad in malformations(data):
        if name in OPTIONAL.get(form, ()):
            read(bad)
            continue
        try:
            refuses(read, bad, secrets)
        except BaseException as error:
            error.add_note(f"{form}: {name}: {bad.hex()}")
            raise


@pytest.mark.parametrize("kind", KINDS)
def test_public_keys(kind: str) -> None:
    check_all(f"spki {kind}", detect.public_parts, spki(keys()[kind].public_key()), b"")


@pytest.mark.parametrize("kind", ["P-256", "Ed25519", "X448"])
def test_pkcs8(kind: str) -> None:
    key = keys()[kind]
    secret = key.private_numbers().private_value.to_bytes(32) if kind == "P-256" else key.private_bytes_raw()
    check_all(f"pkcs8 {kind}", detect.private_parts, pkcs8(key), secret)


def test_sec1() -> None:
    key = keys()["P-256"]
    check_all("sec1", detect.private_parts, traditional(key), key.private_numbers().private_value.to_bytes(32))


def test_pkcs1() -> None:
    key = keys()["RSA"]
    check_all("pkcs1", detect.private_parts, traditional(key), key.private_numbers().d.to_bytes(256))


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_any_bytes(data: bytes) -> None:
    for read in (detect.public_parts, detect.private_parts):
        with pytest.raises(InvalidKey):
            read(data)
        with pytest.raises(InvalidKey):
            read(b"-----BEGIN PRIVATE KEY-----\n" + data)


@given(st.data())
@settings(max_examples=200)
def test_altered_bytes(data: st.DataObject) -> None:
    """A key with some bytes changed is another key, or is refused."""
    for read, encoding in (
        (detect.private_parts, pkcs8(keys()["P-256"])),
        (detect.private_parts, traditional(keys()["P-256"])),
        (detect.public_parts, spki(keys()["RSA"].public_key())),
    ):
        altered = bytearray(encoding)
        for _ in range(data.draw(st.integers(1, 4))):
            altered[data.draw(st.integers(0, len(altered) - 1))] = data.draw(st.integers(0, 255))
        try:
            read(bytes(altered))
        except InvalidKey:
            continue


STUMBLES = (b"\x30" * 5000, b"\x30\x80" * 5000, b"\x24\x80" * 5000, b"\x30\x84\xff\xff\xff\xff", b"\x30\x06\x06\x04" + b"\xff" * 4)


@pytest.mark.parametrize("data", STUMBLES)
def test_bytes_that_parsers_stumble_on(data: bytes) -> None:
    for read in (detect.public_parts, detect.private_parts):
        with pytest.raises(InvalidKey):
            read(data)


@pytest.mark.parametrize("size", [4, 8, 16, 100])
def test_lengths_beyond_all_memory(size: int) -> None:
    """A length of so many bytes in each place where one stands: refused as malformed, not as a number that Python cannot take."""
    for read, data in ((detect.public_parts, spki(keys()["P-256"].public_key())), (detect.private_parts, pkcs8(keys()["Ed25519"]))):
        for at in range(1, len(data)):
            with contextlib.suppress(InvalidKey):
                read(data[:at] + bytes([0x80 | size]) + b"\xff" * size + data[at + 1 :])


def test_more_bytes_than_any_key_has() -> None:
    """Refused before they are parsed, which would take seconds."""
    numbers = b"\x30\x83\x04\x93\xe0" + b"\x02\x01\x01" * 100_000
    for read in (detect.public_parts, detect.private_parts):
        with pytest.raises(InvalidKey, match="no key has more than 32768"):
            read(numbers)
