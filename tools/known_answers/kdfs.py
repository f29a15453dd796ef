"""Known answers of key derivation."""

from __future__ import annotations

import hashlib

from tests.vectors import Vector, nist_vectors, wycheproof
from tools.known_answers.case import Case, Source, spread


def pbkdf2_cases() -> list[Case]:
    """No package has vectors of PBKDF2 with SHA-2: two inputs are those of RFC 7914 section 11, the answers those of `hashlib`."""
    cases = []
    for name in ("sha256", "sha224", "sha384", "sha512"):
        for password, salt, iterations, count in (
            (b"passwd", b"salt", 1, 64),
            (b"Password", b"NaCl", 80, 64),
            (b"", b"", 2, 1),
            (bytes(129), bytes(70), 3, 65),
        ):
            cases.append(
                {
                    "name": f"{name}, {iterations} iterations, {count} bytes",
                    "call": f"pbkdf2_hmac_{name}",
                    "arguments": [password.hex(), salt.hex(), iterations, count],
                    "result": hashlib.pbkdf2_hmac(name, password, salt, iterations, count).hex(),
                }
            )
    refused: Case = {"name": "no iterations", "call": "pbkdf2_hmac_sha256", "arguments": ["00", "00", 0, 1], "raises": "InvalidParameter"}
    return [*cases, refused]


def hkdf_cases() -> list[Case]:
    cases = []
    for bits in (256, 384, 512):
        vectors = wycheproof(f"hkdf_sha{bits}_test.json")
        for v in spread([v for v in vectors if v.valid], 6) + [v for v in vectors if not v.valid][:1]:
            case: Case = {
                "name": f"Wycheproof SHA-{bits} {v['tcid']} {v['comment']}".strip(),
                "call": f"hkdf_sha{bits}",
                "arguments": [v["salt"], v["ikm"], v["info"], v["size"]],
            }
            cases.append({**case, "result": v["okm"]} if v.valid else {**case, "raises": "InvalidLength"})
    return cases


def counter_arguments(v: Vector) -> list[str | int]:
    """The arguments of `kbkdf_hmac_<hash>` or `kbkdf_cmac_aes` for a vector of NIST's."""
    match v["ctrlocation"]:
        case "BEFORE_FIXED":
            before, after = "", v["fixedinputdata"]
        case "AFTER_FIXED":
            before, after = v["fixedinputdata"], ""
        case _:
            before, after = v["databeforectrdata"], v["dataafterctrdata"]
    return [v["ki"], before, int(v["rlen"].removesuffix("_BITS")) // 8, after, v.number("l") // 8]


def counter_kernel(v: Vector) -> str:
    """The kernel for a vector of NIST's: CMAC_AES128 tells the size of the key, which the key tells too."""
    return "kbkdf_cmac_aes" if v["prf"].startswith("CMAC_AES") else f"kbkdf_{v['prf'].lower()}"


def counter_cases() -> list[Case]:
    vectors = [v for v in nist_vectors("KDF/nist-800-108-KBKDF-CTR.txt") if "TDES" not in v["prf"] and v["prf"] != "HMAC_SHA1"]
    return [
        {
            "name": f"{v['prf']} {v['ctrlocation']} {v['rlen']} {v['count']}",
            "call": counter_kernel(v),
            "arguments": counter_arguments(v),
            "result": v["ko"],
        }
        for v in spread(vectors, 24)
    ]


def scrypt_case(name: str, password: bytes, salt: bytes, numbers: list[int], result: bytes) -> Case:
    return {"name": name, "call": "scrypt", "arguments": [password.hex(), salt.hex(), *numbers], "result": result.hex()}


def scrypt_cases() -> list[Case]:
    """The first vector of RFC 7914; its others take seconds in Python. Small ones with the answers of `hashlib`."""
    v = nist_vectors("KDF/scrypt.txt")[0]
    numbers = [v.number(name) for name in ("n", "r", "p", "length")]
    cases = [scrypt_case("RFC 7914 section 12, case 1", v["password"].encode(), v["salt"].encode(), numbers, v.octets("derived_key"))]
    for n, r, p, count in ((2, 1, 1, 1), (4, 2, 1, 32), (8, 1, 3, 33), (16, 3, 2, 100)):
        result = hashlib.scrypt(b"password", salt=b"salt", n=n, r=r, p=p, dklen=count)
        cases.append(scrypt_case(f"N {n}, r {r}, p {p}, {count} bytes", b"password", b"salt", [n, r, p, count], result))
    return [*cases, {"name": "N is no power of 2", "call": "scrypt", "arguments": ["00", "00", 3, 1, 1, 1], "raises": "InvalidParameter"}]


SOURCES: dict[str, Source] = {
    "pbkdf2": ("inputs of RFC 7914 and others, answers of Python's hashlib", pbkdf2_cases),
    "hkdf": ("Wycheproof", hkdf_cases),
    "kbkdf": ("NIST CAVP", counter_cases),
    "scrypt": ("RFC 7914, and answers of Python's hashlib", scrypt_cases),
}
