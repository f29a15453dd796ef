"""Known answers of RSA and finite-field Diffie-Hellman."""

from __future__ import annotations

import hashlib
import math

from akela.catalogue.finite_field import EXPONENT, PARTS, N, P, Q
from tests.hmac_drbg import HmacDrbg
from tests.rsa_reference import alternative, generate, mgf1, number, octets
from tests.vectors import Vector, nist_vectors, wycheproof
from tools.known_answers.case import Case, Source, spread

QUICK_SEED = 77  # of the first 150, the one with the fewest candidates: emitted Python runs this, too


def key_generation_cases() -> list[Case]:
    """No vectors fit a generator of primes that are 3 modulo 4: the same draws by the formulas, and divisors by Python."""
    seed = bytes([QUICK_SEED]) * 48
    a, b = 3 * 5 * 7 << 40, 3 * 7 * 11
    return [
        {
            "name": "1024 bits",
            "context": {"name": "HmacDrbg", "arguments": [seed.hex(), "", ""]},
            "call": "rsa_generate_w64",
            "arguments": [1024, 65537],
            "result": generate(1024, 65537, HmacDrbg(seed, b"", b"")).hex(),
        },
        *(
            {
                "name": f"greatest common divisor, words of {bits} bits",
                "call": f"mod_gcd_w{bits}",
                "arguments": [b.to_bytes(8, "little").hex(), a.to_bytes(8, "little").hex()],
                "result": math.gcd(a, b).to_bytes(8, "little").hex(),
            }
            for bits in (32, 64)
        ),
    ]


def public_key(vector: Vector) -> tuple[int, int]:
    """n and e of a Wycheproof vector."""
    key = vector["publickey"]
    return int(key["modulus"], 16), int(key["publicExponent"], 16)


def primitive_cases() -> list[Case]:
    """The public operation on signatures of Wycheproof, the private one on the key of the benchmark; the powers by Python."""
    cases: list[Case] = []
    for vector in spread([v for v in wycheproof("rsa_signature_2048_sha256_test.json") if v.valid], 3):
        n, e = public_key(vector)
        s = vector.octets("sig")
        cases += each_word_size(
            f"public, Wycheproof {vector['tcid']}",
            "rsa_public",
            [octets(n, 256).hex(), octets(e, 3).hex(), s.hex()],
            {"result": octets(pow(number(s), e, n), 256).hex()},
        )
    n, e = number(N.value), number(EXPONENT.value)
    power = octets(pow(Q, e, n), 256).hex()
    blinding, pair = octets(P - 1, 256).hex(), blinding_pair(P - 1)  # P itself has no inverse
    given = [N.value.hex(), EXPONENT.value.hex()]
    for name, parts, outcome in (
        ("private", PARTS.value, {"result": octets(Q, 256).hex()}),
        ("private, with a part that is wrong", PARTS.value[:-1] + b"\0", {"raises": "InvalidKey"}),
    ):
        cases += each_word_size(name, "rsa_private", [*given, parts.hex(), blinding, power], outcome)
        cases += each_word_size(f"{name}, blinded", "rsa_private_blinded", [*given, parts.hex(), pair.hex(), power], outcome)
    cases += each_word_size("a pair of factors", "rsa_blinding", [*given, blinding], {"result": pair.hex()})
    following = blinding_pair(pow(P - 1, 2, n))
    cases += each_word_size("the pair that follows", "rsa_blinding_next", [N.value.hex(), pair.hex()], {"result": following.hex()})
    return cases


def blinding_pair(r: int) -> bytes:
    """r^e and the inverse of r, on the key of the benchmark."""
    n, e = number(N.value), number(EXPONENT.value)
    return octets(pow(r, e, n), 256) + octets(pow(r, -1, n), 256)


def each_word_size(name: str, kernel: str, arguments: list[str], outcome: dict[str, str]) -> list[Case]:
    """A case for a kernel's form in words of 32 and of 64 bits."""
    return [{"name": f"{name}, words of {bits} bits", "call": f"{kernel}_w{bits}", "arguments": arguments, **outcome} for bits in (32, 64)]


def signature_cases() -> list[Case]:
    """PKCS #1 v1.5 encodings as signatures of Wycheproof have them; masks by Python's hashlib."""
    cases: list[Case] = []
    for vector in spread([v for v in wycheproof("rsa_signature_2048_sha256_test.json") if v.valid], 3):
        n, e = public_key(vector)
        em = octets(pow(number(vector.octets("sig")), e, n), 256)
        digest = hashlib.sha256(vector.octets("msg")).digest()
        info = em[em.index(b"\0", 1) + 1 :]
        assert info.endswith(digest)
        cases.append(
            {
                "name": f"PKCS #1 v1.5, Wycheproof {vector['tcid']}",
                "call": "pkcs1_signature_pad",
                "arguments": [info.hex(), 256],
                "result": em.hex(),
            }
        )
    cases.append(
        {"name": "a modulus that is too short", "call": "pkcs1_signature_pad", "arguments": ["00" * 51, 61], "raises": "InvalidLength"}
    )
    for name in ("sha224", "sha256", "sha384", "sha512"):
        mask = mgf1(b"seed", 150, name).hex()
        cases.append({"name": f"MGF1 with {name}", "call": f"mgf1_{name}", "arguments": [b"seed".hex(), 150], "result": mask})
    return cases


def encryption_cases() -> list[Case]:
    """Encodings by their definition, the alternative message by the draft's formulas on Python's hmac."""
    label, seed, message, padding = hashlib.sha256(b"").digest(), bytes(range(32)), b"message", bytes(range(1, 60))
    oaep = b"\0" + seed + label + bytes(128 - 2 * 32 - 2 - len(message)) + b"\1" + message
    d, ciphertext = bytes(range(128)), bytes(range(128, 256))
    return [
        {"name": "OAEP", "call": "oaep_pad", "arguments": [label.hex(), seed.hex(), message.hex(), 128], "result": oaep.hex()},
        {
            "name": "OAEP, message too long",
            "call": "oaep_pad",
            "arguments": [label.hex(), seed.hex(), "00" * 63, 128],
            "raises": "InvalidLength",
        },
        {
            "name": "PKCS #1 v1.5",
            "call": "pkcs1_encryption_pad",
            "arguments": [padding.hex(), message.hex()],
            "result": (b"\0\2" + padding + b"\0" + message).hex(),
        },
        {
            "name": "PKCS #1 v1.5, padding too short",
            "call": "pkcs1_encryption_pad",
            "arguments": ["01" * 7, message.hex()],
            "raises": "InvalidLength",
        },
        {
            "name": "alternative message",
            "call": "pkcs1_alternative",
            "arguments": [d.hex(), ciphertext.hex(), 130],
            "result": alternative(d, ciphertext).hex(),
        },
    ]


def ffdh_cases() -> list[Case]:
    """The agreements of RFC 5114, and public numbers that are none."""
    groups: dict[str, dict[str, str]] = {}
    for piece in nist_vectors("asymmetric/DH/RFC5114.txt"):
        groups.setdefault(piece["section"], {}).update(piece)
    cases: list[Case] = []
    for section, group in groups.items():
        p, y, x = group["p"], group["ystatcavs"], group["xstatiut"]
        size = len(bytes.fromhex(p))
        name, result = f"RFC 5114 {section[:3]}", octets(int(group["z"], 16), size).hex()
        cases += each_word_size(name, "dh_power", [p, octets(int(y, 16), size).hex(), x], {"result": result})
        for what, bad in (("1", 1), ("p - 1", int(p, 16) - 1)):
            arguments = [p, octets(bad, size).hex(), x]
            cases += each_word_size(f"{name}, {what} for a public number", "dh_power", arguments, {"raises": "InvalidKey"})
    return cases


SOURCES: dict[str, Source] = {
    "rsa-key-generation": ("computed with Python's integers", key_generation_cases),
    "rsa-primitives": ("Wycheproof, and computed with Python's integers", primitive_cases),
    "rsa-signatures": ("Wycheproof, and computed with Python's hashlib", signature_cases),
    "rsa-encryption": ("computed with Python's hashlib and hmac", encryption_cases),
    "ffdh": ("RFC 5114", ffdh_cases),
}
