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


SOURCES: dict[str, Source] = {
    "chacha20-poly1305": ("Wycheproof", lambda: sealing_cases("chacha20_poly1305_test.json", "ChaCha20Poly1305", 12)),
    "xchacha20-poly1305": ("Wycheproof", lambda: sealing_cases("xchacha20_poly1305_test.json", "XChaCha20Poly1305", 24)),
}
