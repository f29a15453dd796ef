"""docs/migration.md: both sides of every row of its tables are run on the page's values, and have to agree."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dh, ec, ed25519, rsa

from akela import FFDHE2048
from tests.pages import DOCS

PAGE = (DOCS / "migration.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def rows(section: str) -> list[tuple[str, list[str], list[str]]]:
    """Task, the lines of the side before, and those with Akela."""
    found = []
    for line in SECTIONS[section].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("|") and len(cells) == 3 and "`" in line:
            found.append((cells[0], *(re.findall(r"`([^`]+)`", cell) for cell in cells[1:])))
    return found


@cache
def keys() -> dict[str, bytes]:
    """The files that the page's readers have, under the names that it uses for them."""
    pem, pkcs8, plain = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    small = ed25519.Ed25519PrivateKey.generate()
    group = dh.DHParameterNumbers(FFDHE2048.p, FFDHE2048.g, FFDHE2048.q).parameters()
    return {
        "EC_PEM": ec.generate_private_key(ec.SECP256R1()).private_bytes(pem, pkcs8, plain),
        "DH_PEM": group.generate_private_key().private_bytes(pem, pkcs8, plain),
        "FFDHE2048_PEM": group.parameter_bytes(pem, serialization.ParameterFormat.PKCS3),
        "RSA_PEM": rsa.generate_private_key(65537, 2048).private_bytes(pem, pkcs8, plain),
        "SEALED_PEM": small.private_bytes(pem, pkcs8, serialization.BestAvailableEncryption(b"correct horse")),
        "SSH_LINE": small.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH),
    }


def given() -> dict[str, Any]:
    names: dict[str, Any] = dict(keys())
    exec(blocks(PAGE)[0], names)
    return names


@cache
def sides(section: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names of a section's two columns; skips where the library that readers come from is not installed."""
    before, after = blocks(SECTIONS[section])
    theirs, ours = given(), given()
    try:
        exec(before, theirs)
    except ImportError as error:
        pytest.skip(f"the library is not installed: {error}")
    exec(after, ours)
    return theirs, ours


def value(lines: list[str], names: dict[str, Any]) -> Any:
    """The value of the last line, after the others."""
    names = dict(names)
    exec("\n".join(lines[:-1]), names)
    result = eval(lines[-1], names)
    return bytes(result) if isinstance(result, bytes | bytearray | memoryview) else result


@pytest.mark.parametrize(
    ("section", "row"),
    [pytest.param(section, row, id=f"{section}: {row[0]}: {row[2][-1]}") for section in SECTIONS for row in rows(section)],
)
def test_both_sides_agree(section: str, row: tuple[str, list[str], list[str]]) -> None:
    theirs, ours = sides(section)
    _, before, after = row
    assert value(before, theirs) == value(after, ours)


def test_no_row_is_overlooked() -> None:
    assert len(SECTIONS) >= 4
    lines = [line for line in PAGE.splitlines() if line.startswith("|") and "---" not in line and not line.startswith("| task")]
    assert len(lines) == sum(len(rows(section)) for section in SECTIONS) >= 69
