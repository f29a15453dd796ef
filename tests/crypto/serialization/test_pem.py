"""PEM as it comes along: other line ends, text around the blocks, several blocks; and what is no PEM."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.crypto.serialization import detect, pem
from akela.exceptions import InvalidKey
from tests.crypto.serialization.peers import keys, pkcs8, public_parts, spki

PRIVATE = pem.write_block("PRIVATE KEY", pkcs8(keys()["P-256"]))
PUBLIC = pem.write_block("PUBLIC KEY", spki(keys()["P-256"].public_key()))
PARTS = public_parts(keys()["P-256"].public_key())

HARMLESS = {
    "line ends of Windows": PUBLIC.replace(b"\n", b"\r\n"),
    "no line end at the end": PUBLIC.rstrip(),
    "spaces behind lines": PUBLIC.replace(b"\n", b"  \n"),
    "one long line": b"-----BEGIN PUBLIC KEY-----\n" + b"".join(PUBLIC.split(b"\n")[1:-2]) + b"\n-----END PUBLIC KEY-----",
    "an empty line": PUBLIC.replace(b"-----\n", b"-----\n\n", 1),
    "text around it": "Schlüssel von Bob\nsubject=CN = Bob\n".encode() + PUBLIC + b"\nand more text\n",
    "headers": PUBLIC.replace(b"-----\n", b"-----\nComment: Bob's\n  and Alice's\nX-Other: 1\n\n", 1),
    "another block before it": b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + PUBLIC,
    "the private key before it": PRIVATE + PUBLIC,
}
BROKEN = {
    "no end": (PUBLIC[:-30], "has a line BEGIN, but no line END"),
    "another end": (PUBLIC.replace(b"END PUBLIC", b"END RSA PUBLIC"), "begins as 'PUBLIC KEY' and ends as 'RSA PUBLIC KEY'"),
    "no base64": (PUBLIC.replace(b"M", b"*", 1), "'PUBLIC KEY' is not in base64"),
    "base64 that was cut off": (PUBLIC.replace(b"=", b""), "'PUBLIC KEY' is not in base64"),
    "padding in the middle": (PUBLIC.replace(b"-----\nMF", b"-----\nMF=="), "'PUBLIC KEY' is not in base64"),
    "two of them": (PUBLIC + PUBLIC, "given PEM with 2 of them; give one at a time"),
    "another one": (PRIVATE, "given PEM of 'PRIVATE KEY'; load_private_key"),
    "nothing in it": (b"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n", "given no bytes"),
    "a certificate": (b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "given PEM of 'CERTIFICATE'"),
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_harmless(text: bytes) -> None:
    assert detect.public_parts(text) == PARTS


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_broken(text: bytes, message: str) -> None:
    with pytest.raises(InvalidKey, match=message):
        detect.public_parts(text)


@given(st.binary(max_size=200))
def test_round_trip(data: bytes) -> None:
    text = pem.write_block("SOME THING", data)
    assert pem.read_blocks(text) == [pem.Block("SOME THING", {}, data)]
    assert max(map(len, text.splitlines())) <= 64


def test_contents_are_not_shown() -> None:
    (block,) = pem.read_blocks(PRIVATE)
    assert repr(block) == "Block(label='PRIVATE KEY', headers={})"
