"""Known answers of authenticated encryption."""

from __future__ import annotations

from tests.vectors import wycheproof
from tools.known_answers.case import Case, Source, spread


def sealing_cases(file: str, context: str, nonce_bytes: int) -> list[Case]:
    chosen = [v for v in wycheproof(file) if v["ivsize"] == 8 * nonce_bytes and v["result"] != "acceptable"]
    cases = []
    for v in spread([v for v in chosen if v.valid], 8) + spread([v for v in chosen if not v.valid], 6):
        case: Case = {
            "name": f"Wycheproof {v['tcid']} {v['comment']}".strip(),
            "context": {"name": context, "arguments": [v["key"]]},
            "call": "decrypt",
            "arguments": [v["iv"], v["ct"] + v["tag"], v["aad"]],
        }
        cases.append({**case, "result": v["msg"]} if v.valid else {**case, "raises": "InvalidTag"})
        if v.valid:
            cases.append({**case, "call": "encrypt", "arguments": [v["iv"], v["msg"], v["aad"]], "result": v["ct"] + v["tag"]})
    return cases


def aes_cases(context: str, file: str, tag_bits: tuple[int, ...]) -> list[Case]:
    """Tags of 16 bytes go through the short call."""
    chosen = [v for v in wycheproof(file) if 0 < v["ivsize"] <= 1024 and v["tagsize"] in tag_bits]
    fitting = [v for v in chosen if context != "AesCcm" or 56 <= v["ivsize"] <= 104]
    cases = []
    for v in spread([v for v in fitting if v.valid], 9) + spread([v for v in fitting if not v.valid], 5):
        call, extra = ("_tag", [v["tagsize"] // 8]) if v["tagsize"] < 128 else ("", [])
        case: Case = {
            "name": f"Wycheproof {v['tcid']} {v['comment']}".strip(),
            "context": {"name": context, "arguments": [v["key"]]},
            "call": "decrypt" + call,
            "arguments": [v["iv"], v["ct"] + v["tag"], v["aad"], *extra],
        }
        cases.append({**case, "result": v["msg"]} if v.valid else {**case, "raises": "InvalidTag"})
        if v.valid:
            arguments = [v["iv"], v["msg"], v["aad"], *extra]
            cases.append({**case, "call": "encrypt" + call, "arguments": arguments, "result": v["ct"] + v["tag"]})
    return cases


SOURCES: dict[str, Source] = {
    "aes-gcm": ("Wycheproof", lambda: aes_cases("AesGcm", "aes_gcm_test.json", (128,))),
    "aes-ccm": ("Wycheproof", lambda: aes_cases("AesCcm", "aes_ccm_test.json", (32, 64, 96, 128))),
    "chacha20-poly1305": ("Wycheproof", lambda: sealing_cases("chacha20_poly1305_test.json", "ChaCha20Poly1305", 12)),
    "xchacha20-poly1305": ("Wycheproof", lambda: sealing_cases("xchacha20_poly1305_test.json", "XChaCha20Poly1305", 24)),
}
