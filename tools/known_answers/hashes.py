"""Known answers of hashes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.vectors import nist_vectors
from tools.known_answers.case import CASES, Case, Source, spread

LONGEST = 8 * 1500  # bits of a hashed message


def hash_cases(kernel: str, files: Iterable[str]) -> list[Case]:
    cases = []
    for file in files:
        for v in spread([v for v in nist_vectors(file) if v.number("len") <= LONGEST], CASES // 2):
            message = b"" if v.number("len") == 0 else v.octets("msg")
            cases.append(
                {"name": f"{Path(file).stem}, {len(message)} bytes", "call": kernel, "arguments": [message.hex()], "result": v["md"]}
            )
    return cases


def sha2_files(bits: str) -> tuple[str, ...]:
    return f"hashes/SHA2/SHA{bits}ShortMsg.rsp", f"hashes/SHA2/SHA{bits}LongMsg.rsp"


SHA1_FILES = ("hashes/SHA1/SHA1ShortMsg.rsp", "hashes/SHA1/SHA1LongMsg.rsp")

SOURCES: dict[str, Source] = {
    "md5": ("RFC 1321", lambda: hash_cases("md5", ("hashes/MD5/rfc-1321.txt",))),
    "sha1": ("NIST CAVP", lambda: hash_cases("sha1", SHA1_FILES)),
    "sha224": ("NIST CAVP", lambda: hash_cases("sha224", sha2_files("224"))),
    "sha256": ("NIST CAVP", lambda: hash_cases("sha256", sha2_files("256"))),
    "sha384": ("NIST CAVP", lambda: hash_cases("sha384", sha2_files("384"))),
    "sha512": ("NIST CAVP", lambda: hash_cases("sha512", sha2_files("512"))),
    "sha512_224": ("NIST CAVP", lambda: hash_cases("sha512_224", sha2_files("512_224"))),
    "sha512_256": ("NIST CAVP", lambda: hash_cases("sha512_256", sha2_files("512_256"))),
    "ripemd160": ("the authors' page", lambda: hash_cases("ripemd160", ("hashes/ripemd160/ripevectors.txt",))),
}
