"""RSA keys on the vectors of PKCS #1, CAVP and Wycheproof: what must be accepted is, and nothing else.

The classes are those of `akela.legacy.rsa`, which differ from `akela.crypto.rsa` in taking smaller keys and older hashes.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from akela.crypto.padding import MGF1, OAEP, PSS, PKCS1v15
from akela.exceptions import DecryptionFailed, InvalidSignature
from akela.legacy.rsa import RSAPrivateKey, RSAPublicKey
from tests.pkcs1_vectors import Example, pkcs1_vectors
from tests.vectors import Vector, nist_vectors, wycheproof

HASHES = ("SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512")


@cache
def public(text: str) -> RSAPublicKey:
    return RSAPublicKey.load(bytes.fromhex(text))


@cache
def private(text: str) -> RSAPrivateKey:
    return RSAPrivateKey.load(bytes.fromhex(text))


def key_of(example: Example) -> RSAPrivateKey:
    names = ("modulus", "public exponent", "exponent", "prime 1", "prime 2", "prime exponent 1", "prime exponent 2", "coefficient")
    return RSAPrivateKey.from_numbers(*(example.key[name] for name in names))


def accepted(key: RSAPublicKey, signature: bytes, message: bytes, hash: str, padding: Any) -> bool:
    try:
        key.verify(signature, message, hash=hash, padding=padding)
    except InvalidSignature:
        return False
    return True


# --- PKCS #1 ------------------------------------------------------------------------------------------------------------------------------


def test_pss_of_pkcs1() -> None:
    """Keys of 1024 to 1031 bits among them, so that EM is a byte shorter than the modulus, and any number of bits less."""
    for example in pkcs1_vectors("pkcs-1v2-1d2-vec/pss-vect.txt"):
        key = key_of(example)
        for case in example.cases:
            signature = case["signature"].rjust(-(-key.key_size // 8), b"\0")
            for salt_length in (len(case["salt"]), PSS.AUTO, PSS.DIGEST_LENGTH):
                key.public_key().verify(signature, case["message"], hash="sha1", padding=PSS(salt_length=salt_length))
            assert not accepted(key.public_key(), signature, case["message"], "sha1", PSS(salt_length=19))
            ours = key.sign(case["message"], hash="sha1", padding=PSS())
            key.public_key().verify(ours, case["message"], hash="sha1", padding=PSS())


def test_pkcs1v15_signatures_of_pkcs1() -> None:
    """These have no randomness: ours are theirs."""
    for example in pkcs1_vectors("pkcs1v15sign-vectors.txt"):
        key = key_of(example)
        for case in example.cases[:6]:
            assert key.sign(case["message"], hash="sha1", padding=PKCS1v15()) == case["signature"]
            key.public_key().verify(case["signature"], case["message"], hash="sha1", padding=PKCS1v15())


def test_oaep_of_pkcs1() -> None:
    for example in pkcs1_vectors("pkcs-1v2-1d2-vec/oaep-vect.txt"):
        key = key_of(example)
        for case in example.cases:
            assert key.decrypt(case["encryption"], padding=OAEP(algorithm="sha1")) == case["message"]


@pytest.mark.parametrize("hash", ["sha1", "sha224", "sha256", "sha384", "sha512"])
@pytest.mark.parametrize("mgf", ["sha1", "sha224", "sha256", "sha384", "sha512"])
def test_oaep_of_two_hashes(mgf: str, hash: str) -> None:
    if (mgf, hash) == ("sha1", "sha1"):
        pytest.skip("the vectors of PKCS #1 have these")
    for example in pkcs1_vectors(f"oaep-custom/oaep-{mgf}-{hash}.txt"):
        key = key_of(example)
        for case in example.cases[:2]:
            assert key.decrypt(case["encryption"], padding=OAEP(MGF1(mgf), hash)) == case["message"]


def test_oaep_with_a_label() -> None:
    (vector,) = nist_vectors("asymmetric/RSA/oaep-label.txt")
    padding = OAEP(algorithm=vector["oaepdigest"], label=vector.octets("oaeplabel"))
    assert private(vector["key"]).decrypt(vector.octets("input"), padding=padding) == vector.octets("output").strip(b'"')


def test_pkcs1v15_encryption_of_pkcs1() -> None:
    for example in pkcs1_vectors("pkcs1v15crypt-vectors.txt"):
        key = key_of(example)
        for case in example.cases[:6]:
            assert key.decrypt_pkcs1v15(case["encryption"]) == case["message"]


# --- CAVP ---------------------------------------------------------------------------------------------------------------------------------


def cavp(name: str) -> list[tuple[RSAPublicKey, Vector]]:
    """The tests of a file of FIPS_186-2, each with its key; files for verification give n, then a private key and a test with e."""
    found, n, e = [], 0, 0
    for vector in nist_vectors(f"asymmetric/RSA/FIPS_186-2/{name}"):
        n = int(vector["n"], 16) if "n" in vector else n
        e = int(vector["e"], 16) if "e" in vector else e
        if "s" in vector:
            found.append((RSAPublicKey.from_numbers(n, e), vector))
    return found


@pytest.mark.parametrize("kind", ["15", "PSS"])
def test_cavp_verification(kind: str) -> None:
    cases = cavp(f"SigVer{kind}_186-3.rsp")
    assert len(cases) > 200
    for key, vector in cases:
        padding = PKCS1v15() if kind == "15" else PSS(salt_length=PSS.AUTO)
        passes = accepted(key, vector.octets("s"), vector.octets("msg"), vector["shaalg"], padding)
        assert passes == vector["result"].startswith("P"), vector


@pytest.mark.parametrize("name", ["SigGen15_186-2.rsp", "SigGen15_186-3.rsp", "SigGenPSS_186-2.rsp", "SigGenPSS_186-3.rsp"])
def test_cavp_generation(name: str) -> None:
    """The signatures there; their private keys are not given."""
    cases = cavp(name)
    assert len(cases) > 100
    for key, vector in cases:
        padding = PSS(salt_length=PSS.AUTO) if "PSS" in name else PKCS1v15()
        assert accepted(key, vector.octets("s"), vector.octets("msg"), vector["shaalg"], padding), vector


def test_cavp_keys() -> None:
    """Primes made as X9.31 has it, of 1024 to 4096 bits: their keys are taken, and are right about one another."""
    bits, checked = [], 0
    for vector in nist_vectors("asymmetric/RSA/FIPS_186-2/KeyGenRSA.rsp"):
        n, e, d, p, q = (int(vector[name], 16) for name in ("n", "e", "d", "p", "q"))
        key = RSAPrivateKey.from_numbers(n, e, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
        assert (key.n, key.d, key.key_size) == (n, d, vector.number("mod"))
        bits.append(key.key_size)
        checked += 1
    assert checked >= 30 and {*bits} == {1024, 1536, 2048, 3072, 4096}


def test_cavp_em() -> None:
    """Encodings that are wrong in one place: a moved hash, a trailer, a pad."""
    found, n, e = 0, 0, 0
    for vector in nist_vectors("asymmetric/RSA/SigVer15EMTest.txt"):
        n = int(vector["n"], 16) if "n" in vector else n
        e = int(vector["e"], 16) if "e" in vector else e
        if "s" in vector:
            passes = accepted(RSAPublicKey.from_numbers(n, e), vector.octets("s"), vector.octets("msg"), vector["shaalg"], PKCS1v15())
            assert passes == vector["result"].startswith("P"), vector
            found += 1
    assert found > 20


# --- Wycheproof ---------------------------------------------------------------------------------------------------------------------------

SIGNATURES = [
    *(f"rsa_signature_2048_{name}" for name in ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")),
    *(f"rsa_signature_2048_sha3_{bits}" for bits in (224, 256, 384, 512)),
    *(f"rsa_signature_3072_{name}" for name in ("sha256", "sha384", "sha512", "sha512_256", "sha3_256", "sha3_384", "sha3_512")),
    *(f"rsa_signature_{bits}_{name}" for bits in (4096, 8192) for name in ("sha256", "sha384", "sha512")),
    "rsa_signature_4096_sha512_256",
]
STRICT = {"MissingNull", "BerEncodedPadding", "InvalidAsnInPadding"}  # "acceptable" forms of the padding: all are refused here


@pytest.mark.parametrize("name", SIGNATURES)
def test_wycheproof_pkcs1v15(name: str) -> None:
    vectors = wycheproof(f"{name}_test.json")
    for vector in vectors:
        expected = vector["result"] == "valid" or (vector["result"] == "acceptable" and not STRICT & set(vector["flags"]))
        passes = accepted(public(vector["publickeyder"]), vector.octets("sig"), vector.octets("msg"), vector["sha"], PKCS1v15())
        assert passes == expected, vector


@pytest.mark.parametrize("bits", [1024, 1536, 2048, 3072, 4096])
def test_wycheproof_pkcs1v15_generation(bits: int) -> None:
    """Signatures without randomness: ours are theirs."""
    for vector in wycheproof(f"rsa_pkcs1_{bits}_sig_gen_test.json"):
        signature = private(vector["privatekeypkcs8"]).sign(vector.octets("msg"), hash=vector["sha"], padding=PKCS1v15())
        assert signature == vector.octets("sig"), vector


PSS_SETS = [
    *(f"rsa_pss_2048_{rest}" for rest in ("sha1_mgf1_20", "sha256_mgf1_0", "sha256_mgf1_32", "sha256_mgf1sha1_20", "sha384_mgf1_48")),
    *(f"rsa_pss_2048_{rest}" for rest in ("sha512_224_mgf1_28", "sha512_256_mgf1_32")),
    "rsa_pss_3072_sha256_mgf1_32",
    *(f"rsa_pss_4096_{rest}" for rest in ("sha256_mgf1_32", "sha384_mgf1_48", "sha512_mgf1_32", "sha512_mgf1_64")),
    "rsa_pss_misc",
    *(f"rsa_pss_2048_{rest}_params" for rest in ("sha1_mgf1_20", "sha256_mgf1_0", "sha256_mgf1_32", "sha512_mgf1sha256_32")),
    "rsa_pss_3072_sha256_mgf1_32_params",
    *(f"rsa_pss_4096_sha512_mgf1_{salt}_params" for salt in (32, 64)),
    "rsa_pss_misc_params",
]


@pytest.mark.parametrize("name", PSS_SETS)
def test_wycheproof_pss(name: str) -> None:
    """Keys of the sets with `params` are reserved for PSS, and say with which hashes and salt: what the caller says counts."""
    for vector in wycheproof(f"{name}_test.json"):
        if "SHAKE" in vector["sha"] or "SHAKE" in vector["mgfsha"] or vector["mgf"] != "MGF1":
            continue
        padding = PSS(MGF1(vector["mgfsha"]), vector.number("slen"))
        passes = accepted(public(vector["publickeyder"]), vector.octets("sig"), vector.octets("msg"), vector["sha"], padding)
        assert passes == vector.valid, vector


OAEP_SETS = [
    "rsa_oaep_2048_sha1_mgf1sha1",
    *(f"rsa_oaep_2048_{hash}_mgf1{mgf}" for hash in ("sha224", "sha256", "sha384", "sha512") for mgf in ("sha1", hash)),
    *(f"rsa_oaep_2048_sha512_224_mgf1{mgf}" for mgf in ("sha1", "sha512_224")),
    *(f"rsa_oaep_3072_{hash}_mgf1{mgf}" for hash in ("sha256", "sha512_256", "sha512") for mgf in ("sha1", hash)),
    *(f"rsa_oaep_4096_{hash}_mgf1{mgf}" for hash in ("sha256", "sha512") for mgf in ("sha1", hash)),
    "rsa_oaep_misc",
]


@pytest.mark.parametrize("name", OAEP_SETS)
def test_wycheproof_oaep(name: str) -> None:
    vectors = wycheproof(f"{name}_test.json")
    for vector in vectors:
        padding = OAEP(MGF1(vector["mgfsha"]), vector["sha"], vector.octets("label"))
        try:
            plain = private(vector["privatekeypkcs8"]).decrypt(vector.octets("ct"), padding=padding)
        except DecryptionFailed:
            assert not vector.valid, vector
        else:
            assert vector.valid and plain == vector.octets("msg"), vector


@pytest.mark.parametrize("bits", [2048, 3072, 4096])
def test_wycheproof_pkcs1v15_decryption(bits: int) -> None:
    """What is invalid decrypts to another message, or is refused for its length."""
    for vector in wycheproof(f"rsa_pkcs1_{bits}_test.json"):
        try:
            plain = private(vector["privatekeypkcs8"]).decrypt_pkcs1v15(vector.octets("ct"))
        except DecryptionFailed:
            assert not vector.valid, vector
        else:
            assert (plain == vector.octets("msg")) == vector.valid, vector
