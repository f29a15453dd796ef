"""Known answers of key agreement and signatures."""

from __future__ import annotations

import cryptography_vectors

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


def eddsa_cases(kernel: str, signed: list[tuple[str, ...]], context: tuple[str, ...]) -> list[Case]:
    """Signatures, each a key, the arguments and the result; and verifications of Wycheproof, which give nothing or raise."""
    cases: list[Case] = []
    for i, (private, *arguments, signature) in enumerate(spread(signed, 5)):
        case: Case = {"name": f"signature {i + 1}", "context": {"name": kernel.capitalize(), "arguments": [private]}}
        cases.append({**case, "call": "sign", "arguments": arguments, "result": signature})
    vectors = wycheproof(f"{kernel}_test.json")
    for v in spread([v for v in vectors if v["result"] != "acceptable" and len(v["sig"]) == len(vectors[0]["sig"])], 9):
        arguments = [v["publickey"]["pk"], v["msg"], *context, v["sig"]]
        case = {"name": f"Wycheproof {v['tcid']}", "call": f"{kernel}_verify", "arguments": arguments}
        cases.append({**case, "result": ""} if v.valid else {**case, "raises": "InvalidSignature"})
    return cases


def ed25519_signed() -> list[tuple[str, ...]]:
    """The file of the algorithm's authors: seed and key, key, message, signature and message."""
    with cryptography_vectors.open_vector_file("asymmetric/Ed25519/sign.input", "r") as lines:
        fields = [line.split(":") for line in lines if len(line) < 1000]
    return [(private[:64], message, signature[:128]) for private, _, message, signature, *_ in fields]


def ed448_signed() -> list[tuple[str, ...]]:
    """RFC 8032 section 7.4: key, message, context, signature."""
    vectors = nist_vectors("asymmetric/Ed448/rfc8032.txt")
    return [(v["secret"], v["message"], v.get("context", ""), v["signature"]) for v in vectors if len(v["message"]) < 600]


SOURCES: dict[str, Source] = {
    "x25519": ("RFC 7748, Wycheproof", lambda: x_cases("X25519", "x25519")),
    "ed25519": ("sign.input of the authors of Ed25519, Wycheproof", lambda: eddsa_cases("ed25519", ed25519_signed(), ())),
    "x448": ("RFC 7748, Wycheproof", lambda: x_cases("X448", "x448")),
    "ed448": ("RFC 8032, Wycheproof", lambda: eddsa_cases("ed448", ed448_signed(), ("",))),
}
