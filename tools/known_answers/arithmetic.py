"""Known answers of arithmetic with numbers of any length."""

from __future__ import annotations

from tests.vectors import nist_vectors
from tools.known_answers.case import Case, Source


def montgomery_cases() -> list[Case]:
    """The Diffie-Hellman agreements of RFC 5114: Z is one party's public number to the power of the other's private one."""
    groups: dict[str, dict[str, str]] = {}
    for piece in nist_vectors("asymmetric/DH/RFC5114.txt"):  # the file has blank lines inside a group
        groups.setdefault(piece["section"], {}).update(piece)

    def case(section: str, group: dict[str, str], bits: int) -> Case:
        words = {name: bytes.fromhex(group[name])[::-1] for name in ("p", "ystatcavs", "xstatiut", "z")}
        exponent = words["xstatiut"].ljust(32, b"\0")  # whole words
        return {
            "name": f"RFC 5114 {section[:3]}, words of {bits} bits",
            "call": f"mont_exp_w{bits}",
            "arguments": [words["p"].hex(), words["ystatcavs"].hex(), exponent.hex()],
            "result": words["z"].hex(),
        }

    return [case(*group, bits) for group in list(groups.items())[:2] for bits in (32, 64)]


def inverse_cases() -> list[Case]:
    """The public numbers of RFC 5114, inverted modulo their primes by Python's integers."""
    groups: dict[str, dict[str, str]] = {}
    for piece in nist_vectors("asymmetric/DH/RFC5114.txt"):
        groups.setdefault(piece["section"], {}).update(piece)

    def case(section: str, p: int, y: int, bits: int) -> Case:
        size = -(-p.bit_length() // bits) * bits // 8
        return {
            "name": f"public number of RFC 5114 {section[:3]}, words of {bits} bits",
            "call": f"mod_inverse_w{bits}",
            "arguments": [number.to_bytes(size, "little").hex() for number in (p, y)],
            "result": pow(y, -1, p).to_bytes(size, "little").hex(),
        }

    return [
        case(section, int(group["p"], 16), int(group["ystatcavs"], 16), bits)
        for section, group in list(groups.items())[:2]
        for bits in (32, 64)
    ]


SOURCES: dict[str, Source] = {
    "montgomery": ("RFC 5114", montgomery_cases),
    "inverse": ("computed with Python's integers from numbers of RFC 5114", inverse_cases),
}
