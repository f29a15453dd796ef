"""Known answers of ECDH and ECDSA over P-256, P-384 and P-521."""

from __future__ import annotations

import functools
from hashlib import new

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from tests.vectors import rfc6979_vectors, wycheproof
from tools.known_answers.case import Case, Source, spread


def ecdh_cases(bits: int) -> list[Case]:
    """Wycheproof's points, whole and compressed; those that are no points of the curve are refused."""
    size = (bits + 7) // 8
    cases: list[Case] = []
    vectors = wycheproof(f"ecdh_secp{bits}r1_ecpoint_test.json")
    for v in [*spread([v for v in vectors if v["result"] != "invalid"], 8), *spread([v for v in vectors if v["result"] == "invalid"], 4)]:
        private = int(v["private"], 16).to_bytes(size, "big").hex()
        case: Case = {"name": f"Wycheproof {v['tcid']}", "call": f"p{bits}_ecdh", "arguments": [private, v["public"]]}
        cases.append({**case, "raises": "InvalidKey"} if v["result"] == "invalid" else {**case, "result": v["shared"]})
    return cases


def signing_cases(bits: int, hash: str, call: str) -> list[Case]:
    """Signing with the key and messages of RFC 6979 appendix A.2."""
    size = (bits + 7) // 8
    private, signed = rfc6979_vectors(bits)
    cases: list[Case] = []
    for name, message, der in signed:
        if name == hash:
            r, s = decode_dss_signature(der)
            cases.append(
                {
                    "name": f"RFC 6979, P-{bits}, {message.decode()}",
                    "call": call,
                    "arguments": [private.to_bytes(size, "big").hex(), new(name, message).hexdigest(), ""],
                    "result": (r.to_bytes(size, "big") + s.to_bytes(size, "big")).hex(),
                }
            )
    return cases


def sha1_cases() -> list[Case]:
    """Nonces over SHA-1, for each curve."""
    return [case for bits in (256, 384, 521) for case in signing_cases(bits, "sha1", f"p{bits}_sign_sha1")[:1]]


def ecdsa_cases(bits: int) -> list[Case]:
    """Signing with the keys and messages of RFC 6979 appendix A.2, and verifying Wycheproof's signatures."""
    hash_bits = {256: 256, 384: 384, 521: 512}[bits]
    cases = signing_cases(bits, f"sha{hash_bits}", f"p{bits}_sign")
    vectors = wycheproof(f"ecdsa_secp{bits}r1_sha{hash_bits}_p1363_test.json")
    for v in [*spread([v for v in vectors if v.valid], 5), *spread([v for v in vectors if not v.valid], 5)]:
        hashed = new(f"sha{hash_bits}", v.octets("msg")).hexdigest()
        case: Case = {
            "name": f"Wycheproof {v['tcid']}",
            "call": f"p{bits}_verify",
            "arguments": [v["publickey"]["uncompressed"], hashed, v["sig"]],
        }
        cases.append({**case, "result": ""} if v.valid else {**case, "raises": "InvalidSignature"})
    return cases


SOURCES: dict[str, Source] = {
    **{f"ecdh-p{bits}": ("Wycheproof", functools.partial(ecdh_cases, bits)) for bits in (256, 384, 521)},
    **{f"ecdsa-p{bits}": ("RFC 6979, Wycheproof", functools.partial(ecdsa_cases, bits)) for bits in (256, 384, 521)},
    "ecdsa-sha1": ("RFC 6979", sha1_cases),
}
