"""Known answers of ciphers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.vectors import Vector, nist_vectors
from tools.known_answers.case import Case, Source, spread


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


def aes_files(mode: str) -> tuple[str, ...]:
    return tuple(f"ciphers/AES/{mode}/{mode}{kind}{bits}.rsp" for kind in ("VarKey", "MMT") for bits in (128, 192, 256))


CTR_FILES = tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in (128, 192, 256))

SOURCES: dict[str, Source] = {
    "aes-ecb": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("ECB", aes_files("ECB"))),
    "aes-cbc": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("CBC", aes_files("CBC"))),
    "aes-ctr": ("SP 800-38A, RFC 3686", lambda: aes_ctr_cases(CTR_FILES)),
    "chacha20": ("RFC 8439", chacha20_cases),
}
