"""PEM: RFC 7468, read with the headers of RFC 1421 that old encrypted keys have.

Text around the blocks is passed over, as the RFC has it. Within a block nothing but base64 and line ends is.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field

from akela.exceptions import InvalidKey

_BEGIN = re.compile(rb"^-----BEGIN ", re.MULTILINE)
_BLOCK = re.compile(
    rb"^-----BEGIN (?P<label>[^\r\n-]*)-----[ \t]*\r?\n(?P<content>.*?)^-----END (?P<end>[^\r\n-]*)-----[ \t]*\r?$",
    re.MULTILINE | re.DOTALL,
)
_HEADERS = re.compile(rb"(?P<headers>(?:[A-Za-z0-9-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)+)\r?\n(?P<base64>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its label, its headers by name, and the bytes."""

    label: str
    headers: dict[str, str]
    data: bytes = field(repr=False)


def is_pem(data: bytes) -> bool:
    """Whether a block begins somewhere in the data."""
    return bool(_BEGIN.search(data))


def read_blocks(text: bytes) -> list[Block]:
    """All blocks of a text, in order. Raises InvalidKey where there is none, or one is malformed."""
    blocks = [_block(found) for found in _BLOCK.finditer(text)]
    if not blocks:
        raise InvalidKey("the PEM text has a line BEGIN, but no line END to go with it")
    return blocks


def write_block(label: str, data: bytes) -> bytes:
    """A block with lines of 64 characters."""
    text = binascii.b2a_base64(data, newline=False)
    lines = [text[start : start + 64] for start in range(0, len(text), 64)]
    name = label.encode()
    return b"\n".join([b"-----BEGIN %s-----" % name, *lines, b"-----END %s-----" % name, b""])


def _block(found: re.Match[bytes]) -> Block:
    label, end = (found[group].decode("ascii", "replace") for group in ("label", "end"))
    if label != end:
        raise InvalidKey(f"a PEM block begins as {label!r} and ends as {end!r}")
    headers, text = {}, found["content"]
    if with_headers := _HEADERS.fullmatch(text):
        text = with_headers["base64"]
        for line in with_headers["headers"].decode("ascii", "replace").splitlines():
            name, _, value = line.partition(":")
            headers[name] = value.strip()
    try:
        data = binascii.a2b_base64(b"".join(text.split()), strict_mode=True)
    except binascii.Error:
        raise InvalidKey(f"the PEM block {label!r} is not in base64") from None
    return Block(label, headers, data)
