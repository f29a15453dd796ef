"""Known answers of hashes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from tests.vectors import nist_vectors
from tools.known_answers.case import CASES, Case, Source, spread

LONGEST = 8 * 1500  # bits of a hashed message


def hash_cases(kernel: str, files: Iterable[str], digest: str = "md", more: tuple[int, ...] = ()) -> list[Case]:
    """`digest` is the field that holds the result; `more` are the arguments behind the message."""
    cases = []
    for file in files:
        for v in spread([v for v in nist_vectors(file) if v.number("len") <= LONGEST], CASES // 2):
            message = b"" if v.number("len") == 0 else v.octets("msg")
            cases.append(
                {
                    "name": f"{Path(file).stem}, {len(message)} bytes",
                    "call": kernel,
                    "arguments": [message.hex(), *more],
                    "result": v[digest],
                }
            )
    return cases


def shake_cases(bits: int) -> list[Case]:
    kernel = f"shake{bits}"
    cases = hash_cases(kernel, [f"hashes/SHAKE/SHAKE{bits}{kind}Msg.rsp" for kind in ("Short", "Long")], digest="output", more=(bits // 8,))
    for v in spread(nist_vectors(f"hashes/SHAKE/SHAKE{bits}VariableOut.rsp"), CASES // 2):
        length = v.number("outputlen") // 8
        name = f"SHAKE{bits}VariableOut, {length} bytes"
        cases.append({"name": name, "call": kernel, "arguments": [v["msg"], length], "result": v["output"]})
    return cases


def blake2_cases(kernel: str) -> list[Case]:
    cases = hash_cases(kernel, [f"hashes/blake2/{kernel}.txt"])
    return [{**case, "arguments": ["", *case["arguments"]]} for case in cases]  # without a key


def sha2_files(bits: str) -> tuple[str, ...]:
    return f"hashes/SHA2/SHA{bits}ShortMsg.rsp", f"hashes/SHA2/SHA{bits}LongMsg.rsp"


def sha3_files(bits: int) -> tuple[str, ...]:
    return f"hashes/SHA3/SHA3_{bits}ShortMsg.rsp", f"hashes/SHA3/SHA3_{bits}LongMsg.rsp"


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
    **{f"sha3_{bits}": ("NIST CAVP", partial(hash_cases, f"sha3_{bits}", sha3_files(bits))) for bits in (224, 256, 384, 512)},
    **{f"shake{bits}": ("NIST CAVP", partial(shake_cases, bits)) for bits in (128, 256)},
    "ripemd160": ("the authors' page", lambda: hash_cases("ripemd160", ("hashes/ripemd160/ripevectors.txt",))),
    **{f"blake2{kind}": ("the authors' implementation", partial(blake2_cases, f"blake2{kind}")) for kind in "bs"},
}
