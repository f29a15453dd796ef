"""Known answers of key agreement and signatures."""

from __future__ import annotations

from tests.vectors import nist_vectors, wycheproof
from tools.known_answers.case import Case, Source, spread


def x_cases(name: str, kernel: str) -> list[Case]:
    """The vectors of RFC 7748 section 5.2, and of Wycheproof: those with an all-zero secret are refused."""
    cases: list[Case] = []
    for i, v in enumerate(nist_vectors(f"asymmetric/{name}/rfc7748.txt")):
        arguments = [v["input_scalar"], v["input_u"]]
        cases.append({"name": f"RFC 7748 vector {i + 1}", "call": kernel, "arguments": arguments, "result": v["output_u"]})
    for v in spread(wycheproof(f"{kernel}_test.json"), 8):
        case: Case = {"name": f"Wycheproof {v['tcid']}", "call": kernel, "arguments": [v["private"], v["public"]]}
        cases.append({**case, "raises": "InvalidKey"} if int(v["shared"], 16) == 0 else {**case, "result": v["shared"]})
    return cases


SOURCES: dict[str, Source] = {
    "x25519": ("RFC 7748, Wycheproof", lambda: x_cases("X25519", "x25519")),
}
