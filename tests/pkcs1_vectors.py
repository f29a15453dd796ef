"""Reader of the vectors of PKCS #1 in `cryptography-vectors`: keys, and messages with what was made of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import cryptography_vectors

Fields = dict[str, bytes]


@dataclass
class Example:
    """A key's numbers ("modulus", "public exponent", "prime 1" …), and the cases under it ("message", "salt", "signature" …)."""

    key: dict[str, int] = field(default_factory=dict)
    cases: list[Fields] = field(default_factory=list)


def pkcs1_vectors(path: str) -> list[Example]:
    """The examples of a file under asymmetric/RSA."""
    examples: list[Example] = []
    name, digits = "", ""

    def finish() -> None:
        if not digits:
            return
        octets = bytes.fromhex(digits.rjust(len(digits) + len(digits) % 2, "0"))
        example = examples[-1]
        if name.startswith("message"):
            example.cases.append({"message": octets})
        elif example.cases:
            example.cases[-1][name] = octets
        else:
            example.key[name] = int.from_bytes(octets, "big")

    with cryptography_vectors.open_vector_file(f"asymmetric/RSA/{path}", "r") as lines:
        for line in map(str.strip, lines):
            if re.fullmatch(r"([0-9a-f]{2} ?)+|[0-9a-f]+", line):
                digits += line.replace(" ", "")
            elif line.endswith(":"):
                finish()
                name, digits = line.strip("#: ").lower(), ""
                if name == "modulus" and (not examples or examples[-1].cases):
                    examples.append(Example())
    finish()
    return examples
