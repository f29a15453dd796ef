"""Known answers of ciphers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from Crypto.Cipher import ChaCha20

from tests.vectors import Vector, nist_vectors, wycheproof
from tools.known_answers.case import CASES, Case, Source, spread


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


def aes_xts_cases() -> list[Case]:
    """Whole bytes, with and without a part of a block at the end."""
    cases = []
    for bits in (128, 256):
        vectors = nist_vectors(f"ciphers/AES/XTS/tweak-128hexstr/XTSGenAES{bits}.rsp")
        for v in spread([v for v in vectors if v.number("dataunitlen") % 8 == 0], CASES // 2):
            way, data, result = ("encrypt", "pt", "ct") if v["section"] == "ENCRYPT" else ("decrypt", "ct", "pt")
            cases.append(
                {
                    "name": f"CAVP XTSGenAES{bits} {way} {v['count']}",
                    "context": {"name": "AesXts", "arguments": [v["key"]]},
                    "call": way,
                    "arguments": [v["i"], v[data]],
                    "result": v[result],
                }
            )
    return cases


def aes_kw_cases() -> list[Case]:
    cases = []
    for file, suffix in (("aes_wrap_test.json", ""), ("aes_kwp_test.json", "_padded")):
        vectors = [v for v in wycheproof(file) if v["result"] != "acceptable"]
        for v in spread([v for v in vectors if v.valid], 5) + spread([v for v in vectors if not v.valid and v["ct"]], 4):
            case = aes_case(f"Wycheproof {file} {v['tcid']}", v, f"unwrap{suffix}", "ct", "msg", [])
            if not v.valid:
                del case["result"]
                cases.append({**case, "raises": "InvalidTag"})
                continue
            if suffix:
                length = len(v.octets("msg"))
                case["result"] = (length.to_bytes(4, "big") + v.octets("msg") + bytes(-length % 8)).hex()
            cases += [case, aes_case(f"Wycheproof {file} {v['tcid']}", v, f"wrap{suffix}", "msg", "ct", [])]
    return cases


def chacha20_cases() -> list[Case]:
    cases = []
    for i, v in enumerate(spread(nist_vectors("ciphers/ChaCha20/rfc7539.txt"))):
        counter = int(v.get("initial_block_counter", v.get("counter", "0")))
        arguments = [v["key"], counter, v.octets("nonce").hex(), v["plaintext"]]
        cases.append({"name": f"RFC 8439 case {i}", "call": "chacha20_xor", "arguments": arguments, "result": v["ciphertext"]})
    return cases


def chacha20_counter_cases() -> list[Case]:
    """The original form with its counter of 64 bits: no package has vectors of it, so the answers are PyCryptodome's."""
    cases = []
    for counter in (0, 1, (1 << 32) - 2, (1 << 40) + 5):
        key, nonce, data = bytes(range(32)), bytes(range(8)), bytes(200)
        cipher = ChaCha20.new(key=key, nonce=nonce)
        cipher.seek(64 * counter)
        arguments = [key.hex(), counter, nonce.hex(), data.hex()]
        result = cipher.encrypt(data).hex()
        cases.append({"name": f"64-bit counter {counter}", "call": "chacha20_xor64", "arguments": arguments, "result": result})
    return cases


def xchacha20_cases() -> list[Case]:
    cases = []
    for v in spread([v for v in wycheproof("chacha20_counter_test.json") if v["algorithm"] == "XChaCha20"]):
        case: Case = {
            "name": f"Wycheproof {v['tcid']} {v['comment']}",
            "call": "xchacha20_xor",
            "arguments": [v["key"], int.from_bytes(v.octets("initialcounter"), "little"), v["iv"], v["msg"]],
        }
        cases.append({**case, "result": v["ct"]} if v.valid else {**case, "raises": "LimitExceeded"})
    return cases


def des_case(name: str, key: str, call: str, arguments: list[str], result: str) -> Case:
    return {"name": name, "context": {"name": "Des", "arguments": [key]}, "call": call, "arguments": arguments, "result": result}


def des_cases() -> list[Case]:
    """NIST's Triple DES with three equal keys is DES."""
    cases = []
    for kind in ("invperm", "permop", "subtab", "varkey", "vartext"):
        for v in spread(nist_vectors(f"ciphers/3DES/ECB/TECB{kind}.rsp"), 3):
            way, data, result = (
                ("encrypt", "plaintext", "ciphertext") if v["section"] == "ENCRYPT" else ("decrypt", "ciphertext", "plaintext")
            )
            cases.append(des_case(f"{kind} {way} {v['count']}", v["keys"], f"{way}_blocks", [v[data]], v[result]))
    return cases


def triple_des_cases() -> list[Case]:
    cases = []
    for mode in ("ECB", "CBC"):
        for kind in ("MMT2", "MMT3"):
            for v in spread(nist_vectors(f"ciphers/3DES/{mode}/T{mode}{kind}.rsp"), 3):
                way, data, result = (
                    ("encrypt", "plaintext", "ciphertext") if v["section"] == "ENCRYPT" else ("decrypt", "ciphertext", "plaintext")
                )
                key = v["key1"] + v["key2"] + ("" if kind == "MMT2" else v["key3"])
                call, extra = (f"{way}_blocks", []) if mode == "ECB" else (f"cbc_{way}", [v["iv"]])
                cases.append(des_case(f"{mode} {kind} {way} {v['count']}", key, call, [*extra, v[data]], v[result]))
    return cases


def arc4_cases() -> list[Case]:
    cases = []
    for bits in (40, 56, 64, 80, 128, 192, 256):
        for v in spread([v for v in nist_vectors(f"ciphers/ARC4/rfc-6229-{bits}.txt") if v.number("offset") == 0], 2):
            context = {"name": "Arc4", "arguments": [v["key"]]}
            case: Case = {"name": f"RFC 6229 {bits} bits", "context": context, "call": "xor"}
            cases.append({**case, "arguments": [v["plaintext"]], "result": v["ciphertext"]})
    return cases


def aes_files(mode: str) -> tuple[str, ...]:
    return tuple(f"ciphers/AES/{mode}/{mode}{kind}{bits}.rsp" for kind in ("VarKey", "MMT") for bits in (128, 192, 256))


CTR_FILES = tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in (128, 192, 256))

SOURCES: dict[str, Source] = {
    "aes-ecb": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("ECB", aes_files("ECB"))),
    "aes-cbc": ("NIST CAVP KAT and MMT", lambda: aes_block_cases("CBC", aes_files("CBC"))),
    "aes-ctr": ("SP 800-38A, RFC 3686", lambda: aes_ctr_cases(CTR_FILES)),
    "aes-xts": ("NIST CAVP", aes_xts_cases),
    "aes-kw": ("Wycheproof", aes_kw_cases),
    "chacha20": ("RFC 8439, and answers of PyCryptodome", lambda: chacha20_cases() + chacha20_counter_cases()),
    "xchacha20": ("Wycheproof", xchacha20_cases),
    "des": ("NIST CAVP KAT", des_cases),
    "3des": ("NIST CAVP MMT", triple_des_cases),
    "arc4": ("RFC 6229", arc4_cases),
}
