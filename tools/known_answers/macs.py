"""Known answers of message authentication codes."""

from __future__ import annotations

from functools import partial

from cryptography.hazmat.primitives import hashes, hmac

from tests.vectors import nist_vectors
from tools.known_answers.case import Case, Source, spread


def hmac_case(name: str, kernel: str, key: bytes, message: bytes, tag: str) -> Case:
    return {"name": f"{name}, {len(message)} bytes", "call": kernel, "arguments": [key.hex(), message.hex()], "result": tag}


def hmac_cases(rfc: int, name: str) -> list[Case]:
    vectors = nist_vectors(f"HMAC/rfc-{rfc}-{name}.txt")
    return [hmac_case(f"RFC {rfc} case {i + 1}", f"hmac_{name}", v.octets("key"), v.octets("msg"), v["md"]) for i, v in enumerate(vectors)]


# No package has vectors of HMAC over these: the inputs are RFC 4231's, the answers those of `cryptography`.
COMPUTED = {
    "sha512_224": hashes.SHA512_224(),
    "sha512_256": hashes.SHA512_256(),
    "sha3_224": hashes.SHA3_224(),
    "sha3_256": hashes.SHA3_256(),
    "sha3_384": hashes.SHA3_384(),
    "sha3_512": hashes.SHA3_512(),
}


def computed_hmac_cases(name: str) -> list[Case]:
    cases = []
    for i, v in enumerate(nist_vectors("HMAC/rfc-4231-sha512.txt")):
        mac = hmac.HMAC(v.octets("key"), COMPUTED[name])
        mac.update(v.octets("msg"))
        cases.append(hmac_case(f"inputs of RFC 4231 case {i + 1}", f"hmac_{name}", v.octets("key"), v.octets("msg"), mac.finalize().hex()))
    return cases


def poly1305_cases() -> list[Case]:
    return [
        {
            "name": f"RFC 8439 case {i}",
            "call": "poly1305",
            "arguments": [v.octets("key").hex(), v.octets("msg").hex()],
            "result": v.octets("tag").hex(),
        }
        for i, v in enumerate(spread(nist_vectors("poly1305/rfc7539.txt")))
    ]


def compare_cases() -> list[Case]:
    """By definition: equal, and different in the first and in the last bit."""
    tag = bytes(range(32))
    inverse = bytes(255 - byte for byte in tag)
    others = {"equal": tag, "first bit": bytes([1, *tag[1:]]), "last bit": bytes([*tag[:-1], 0x9F]), "all bits": inverse}
    return [
        {"name": name, "call": "bytes_equal", "arguments": [tag.hex(), other.hex()], "result": f"{tag == other:02x}"}
        for name, other in others.items()
    ]


def cmac_cases() -> list[Case]:
    return [
        {
            "name": f"SP 800-38B, key of {bits} bits, {len(v.octets('message'))} bytes",
            "call": "aes_cmac",
            "arguments": [v["key"], v["message"]],
            "result": v["output"],
        }
        for bits in (128, 192, 256)
        for v in nist_vectors(f"CMAC/nist-800-38b-aes{bits}.txt")
    ]


def gmac_cases(context: str, call: str) -> list[Case]:
    """GCM without a plaintext."""
    chosen = [
        v
        for bits in (128, 192, 256)
        for v in nist_vectors(f"ciphers/AES/GCM/gcmEncryptExtIV{bits}.rsp")
        if v["ptlen"] == "0" and v["taglen"] == "128"
    ]
    return [
        {
            "name": f"CAVP, key of {len(v['key']) * 4} bits, IV of {v['ivlen']}, AAD of {v['aadlen']}",
            "context": {"name": context, "arguments": [v["key"]]},
            "call": call,
            "arguments": [v["iv"], v["aad"]],
            "result": v["tag"],
        }
        for v in spread(chosen)
    ]


SOURCES: dict[str, Source] = {
    "aes-cmac": ("SP 800-38B", cmac_cases),
    "gmac": ("NIST CAVP", lambda: gmac_cases("AesGcm", "mac")),
    "gmac-small": ("NIST CAVP", lambda: gmac_cases("AesGcmSmall", "mac")),
    "gmac-table4": ("NIST CAVP", lambda: gmac_cases("AesGcmTable4", "mac_vartime")),
    "gmac-table8": ("NIST CAVP", lambda: gmac_cases("AesGcmTable8", "mac_vartime")),
    "poly1305": ("RFC 8439", poly1305_cases),
    "hmac-md5": ("RFC 2202", lambda: hmac_cases(2202, "md5")),
    "hmac-sha1": ("RFC 2202", lambda: hmac_cases(2202, "sha1")),
    "hmac-sha224": ("RFC 4231", lambda: hmac_cases(4231, "sha224")),
    "hmac-sha256": ("RFC 4231", lambda: hmac_cases(4231, "sha256")),
    "hmac-sha384": ("RFC 4231", lambda: hmac_cases(4231, "sha384")),
    "hmac-sha512": ("RFC 4231", lambda: hmac_cases(4231, "sha512")),
    **{f"hmac-{name}": ("computed with the package cryptography", partial(computed_hmac_cases, name)) for name in COMPUTED},
    "hmac-ripemd160": ("RFC 2286", lambda: hmac_cases(2286, "ripemd160")),
    "compare": ("by definition", compare_cases),
}
