"""Known answers of authenticated encryption."""

from __future__ import annotations

from tests.vectors import wycheproof
from tools.known_answers.case import Case, Source, spread


def chacha20poly1305_cases() -> list[Case]:
    chosen = [v for v in wycheproof("chacha20_poly1305_test.json") if v["ivsize"] == 96 and v["result"] != "acceptable"]
    cases = []
    for v in spread([v for v in chosen if v.valid], 8) + spread([v for v in chosen if not v.valid], 6):
        case: Case = {
            "name": f"Wycheproof {v['tcid']} {v['comment']}".strip(),
            "context": {"name": "ChaCha20Poly1305", "arguments": [v["key"]]},
            "call": "decrypt",
            "arguments": [v["iv"], v["ct"] + v["tag"], v["aad"]],
        }
        cases.append({**case, "result": v["msg"]} if v.valid else {**case, "raises": "InvalidTag"})
        if v.valid:
            cases.append({**case, "call": "encrypt", "arguments": [v["iv"], v["msg"], v["aad"]], "result": v["ct"] + v["tag"]})
    return cases


SOURCES: dict[str, Source] = {
    "chacha20-poly1305": ("Wycheproof", chacha20poly1305_cases),
}
