"""What is no buffer or no number in the place of one: every public function raises TypeError, and takes it for nothing else.

`bytes(5)` is five zeros: a length that is given by mistake where a key or a salt belongs would pass for one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import akela
from akela import (
    FFDHE2048,
    OAEP,
    P256,
    PSS,
    CounterLocation,
    DHPublicKey,
    ECPrivateKey,
    ECPublicKey,
    Ed25519PrivateKey,
    Ed25519PublicKey,
    Mode,
    RSAPublicKey,
    X25519PrivateKey,
    batch,
    hashlib,
    hmac,
)
from akela.legacy import ARC4, DESCBC, TripleDESCBC
from akela.legacy import rsa as legacy_rsa

NO_BUFFERS: list[Any] = [5, True, 1.5, [1], (1, 2), {}, {1}, object(), range(3)]
NO_NUMBERS: list[Any] = ["5", b"5", 1.5, [5], object()]
REFUSALS = {"load_private_key": (TypeError, akela.InvalidKey), "load_public_key": (TypeError, akela.InvalidKey)}  # a dict may be a JWK
BEYOND = {"hashlib.pbkdf2_hmac": (ValueError, OverflowError)}  # as the standard library's
Case = tuple[Callable[..., Any], list[Any]]

KEY, NONCE, DATA = bytes(32), bytes(12), b"message"


@cache
def rsa_key() -> legacy_rsa.RSAPrivateKey:
    return legacy_rsa.RSAPrivateKey.generate(1024)


def cases() -> dict[str, Case]:
    """A callable by name, and arguments that it takes."""
    found: dict[str, Case] = {}
    for cipher, nonce in (
        (akela.AESGCM, NONCE),
        (akela.AESCCM, NONCE),
        (akela.ChaCha20Poly1305, NONCE),
        (akela.XChaCha20Poly1305, bytes(24)),
    ):
        name, box = cipher.__name__, cipher(KEY)
        sealed, length = box.encrypt(nonce, DATA, b"aad"), [len(DATA)] if cipher is akela.AESCCM else []
        found |= {
            name: (cipher, [KEY]),
            f"{name}.encrypt": (box.encrypt, [nonce, DATA, b"aad"]),
            f"{name}.decrypt": (box.decrypt, [nonce, sealed, b"aad"]),
            f"{name}.encrypt_into": (box.encrypt_into, [nonce, DATA, b"aad", bytearray(len(sealed))]),
            f"{name}.decrypt_into": (box.decrypt_into, [nonce, sealed, b"aad", bytearray(len(DATA))]),
            f"{name}.seal_stream": (box.seal_stream, [nonce, b"aad", *length]),
            f"{name}.open_stream": (box.open_stream, [nonce, b"aad"]),
            f"{name}, sealing.update": (lambda data, s=box.seal_stream, n=nonce, r=length: s(n, None, *r).update(data), [DATA]),
            f"{name}, sealing.update_into": (
                lambda data, out, s=box.seal_stream, n=nonce, r=length: s(n, None, *r).update_into(data, out),
                [DATA, bytearray(len(DATA))],
            ),
            f"{name}, opening.update": (lambda data, o=box.open_stream, n=nonce: o(n, None).update(data), [DATA]),
            f"{name}, opening.finalize": (
                lambda tag, o=box.open_stream, n=nonce: o(n, None).finalize(tag),
                [box.encrypt(nonce, b"", None)],
            ),
        }
    for mode, key, iv in ((akela.AESCBC, KEY, 16), (akela.AESCTR, KEY, 16), (akela.AESXTS, bytes(range(32)), 16), (DESCBC, bytes(8), 8),
                          (TripleDESCBC, bytes(24), 8)):  # fmt: skip
        sealed = mode(key).encrypt(bytes(iv), bytes(16))
        found[mode.__name__] = (mode, [key])
        found[f"{mode.__name__}.encrypt"] = (mode(key).encrypt, [bytes(iv), bytes(16)])
        found[f"{mode.__name__}.decrypt"] = (mode(key).decrypt, [bytes(iv), sealed])
    for stream, nonce in ((akela.ChaCha20, NONCE), (akela.XChaCha20, bytes(24))):
        found[stream.__name__] = (stream, [KEY])
        found[f"{stream.__name__}.encrypt"] = (stream(KEY).encrypt, [nonce, DATA])
        found[f"{stream.__name__}.encrypt_into"] = (stream(KEY).encrypt_into, [nonce, DATA, bytearray(len(DATA))])
    for mac in (akela.CMAC, akela.Poly1305):
        found[mac.__name__] = (mac, [KEY])
        found[f"{mac.__name__}.update"] = (mac(KEY).update, [DATA])
        found[f"{mac.__name__}.verify"] = (lambda tag, m=mac: m(KEY).verify(tag), [(lambda m: m.finalize())(mac(KEY))])
    counter = (Mode.CounterMode, 32, 4, 4, CounterLocation.BeforeFixed)
    return found | {
        "ARC4": (ARC4, [KEY]),
        "ARC4.encrypt": (ARC4(KEY).encrypt, [DATA]),
        "GMAC": (akela.GMAC, [KEY, NONCE]),
        "cmac": (akela.cmac, [KEY, DATA]),
        "gmac": (akela.gmac, [KEY, NONCE, DATA]),
        "poly1305": (akela.poly1305, [KEY, DATA]),
        "aes_key_wrap": (akela.aes_key_wrap, [KEY, KEY]),
        "aes_key_unwrap": (akela.aes_key_unwrap, [KEY, akela.aes_key_wrap(KEY, KEY)]),
        "aes_key_wrap_with_padding": (akela.aes_key_wrap_with_padding, [KEY, KEY]),
        "aes_key_unwrap_with_padding": (akela.aes_key_unwrap_with_padding, [KEY, akela.aes_key_wrap_with_padding(KEY, KEY)]),
        "pbkdf2": (akela.pbkdf2, [b"password", b"salt", 1, 32]),
        "hkdf": (lambda key, length, salt, info: akela.hkdf(key, length, salt=salt, info=info), [KEY, 32, b"salt", b"info"]),
        "kbkdf_counter": (lambda key, length, after: akela.kbkdf_counter(key, length, after=after), [KEY, 32, b"fixed"]),
        "kbkdf_counter_cmac": (lambda key, length, after: akela.kbkdf_counter_cmac(key, length, after=after), [KEY, 32, b"fixed"]),
        "scrypt": (lambda p, s, n, r, length: akela.scrypt(p, s, n=n, r=r, p=1, length=length), [b"password", b"salt", 2, 1, 32]),
        "PBKDF2HMAC": (lambda length, salt, n, key: akela.PBKDF2HMAC("sha256", length, salt, n).derive(key), [32, b"salt", 1, KEY]),
        "HKDF": (lambda length, salt, info, key: akela.HKDF("sha256", length, salt, info).derive(key), [32, b"salt", b"info", KEY]),
        "HKDF.verify": (
            lambda key, expected: akela.HKDF("sha256", 32, None, None).verify(key, expected),
            [KEY, akela.hkdf(KEY, 32)],
        ),
        "Scrypt": (lambda salt, length, n, key: akela.Scrypt(salt, length, n, 1, 1).derive(key), [b"salt", 32, 2, KEY]),
        "KBKDFHMAC": (lambda label, context, key: akela.KBKDFHMAC("sha256", *counter, label, context, None).derive(key), [b"a", b"b", KEY]),
        "KBKDFCMAC": (lambda fixed, key: akela.KBKDFCMAC("AES", *counter, None, None, fixed).derive(key), [b"fixed", KEY]),
        "random_bytes": (akela.random_bytes, [5]),
        "Ed25519PrivateKey": (Ed25519PrivateKey.from_private_bytes, [KEY]),
        "Ed25519PrivateKey.sign": (Ed25519PrivateKey.from_private_bytes(KEY).sign, [DATA]),
        "Ed25519PublicKey": (Ed25519PublicKey.from_public_bytes, [KEY]),
        "Ed25519PublicKey.verify": (
            Ed25519PrivateKey.from_private_bytes(KEY).public_key().verify,
            [Ed25519PrivateKey.from_private_bytes(KEY).sign(DATA), DATA],
        ),
        "X25519PrivateKey": (X25519PrivateKey.from_private_bytes, [KEY]),
        "X25519PrivateKey.exchange": (X25519PrivateKey.from_private_bytes(KEY).exchange, [X25519PrivateKey.generate().public_key()]),
        "ECPrivateKey": (lambda data: ECPrivateKey.from_private_bytes(P256, data), [bytes(31) + b"1"]),
        "ECPrivateKey.sign": (ECPrivateKey.generate(P256).sign, [DATA]),
        "ECPublicKey": (
            lambda data: ECPublicKey.from_public_bytes(P256, data),
            [ECPrivateKey.generate(P256).public_key().public_bytes_raw()],
        ),
        "RSAPrivateKey.sign": (lambda data, padding: rsa_key().sign(data, hash="sha256", padding=padding), [DATA, PSS()]),
        "RSAPublicKey.verify": (
            lambda signature, data: rsa_key().public_key().verify(signature, data, hash="sha256", padding=PSS()),
            [rsa_key().sign(DATA, hash="sha256", padding=PSS()), DATA],
        ),
        "RSAPublicKey.encrypt": (lambda data, padding: rsa_key().public_key().encrypt(data, padding=padding), [DATA, OAEP()]),
        "RSAPrivateKey.decrypt": (
            lambda data: rsa_key().decrypt(data, padding=OAEP()),
            [rsa_key().public_key().encrypt(DATA, padding=OAEP())],
        ),
        "encrypt_pkcs1v15": (rsa_key().public_key().encrypt_pkcs1v15, [DATA]),
        "decrypt_pkcs1v15": (rsa_key().decrypt_pkcs1v15, [rsa_key().public_key().encrypt_pkcs1v15(DATA)]),
        "RSAPublicKey.from_numbers": (RSAPublicKey.from_numbers, [FFDHE2048.p, 65537]),
        "RSAPrivateKey.generate": (akela.RSAPrivateKey.generate, [2048]),
        "DHPublicKey.from_numbers": (lambda p, g, y: DHPublicKey.from_numbers(p, g, None, y), [FFDHE2048.p, 2, 4]),
        "DHPrivateKey.generate": (akela.DHPrivateKey.generate, [FFDHE2048]),
        "PSS": (PSS, [akela.MGF1("sha256")]),
        "OAEP": (OAEP, [akela.MGF1("sha256")]),
        "load_private_key": (akela.load_private_key, [Ed25519PrivateKey.generate().to_der()]),
        "load_public_key": (akela.load_public_key, [Ed25519PrivateKey.generate().public_key().to_der()]),
        "to_pem": (lambda kdf: Ed25519PrivateKey.generate().to_pem(password="x", kdf=kdf), [akela.PBKDF2Settings(iterations=1)]),
        "sha256": (akela.sha256, [DATA]),
        "shake128": (akela.shake128, [DATA, 5]),
        "hashlib.sha256": (hashlib.sha256, [DATA]),
        "hashlib.pbkdf2_hmac": (lambda p, s, n: hashlib.pbkdf2_hmac("sha256", p, s, n), [b"password", b"salt", 1]),
        "hmac.digest": (lambda key, data: hmac.digest(key, data, "sha256"), [KEY, DATA]),
        "batch.hash": (lambda data: batch.hash("sha256", [data]), [DATA]),
        "batch.seal": (lambda nonce, data: batch.seal(akela.AESGCM(KEY), [nonce], [data]), [NONCE, DATA]),
        "batch.seal, cipher": (lambda cipher: batch.seal(cipher, [NONCE], [DATA]), [akela.AESGCM(KEY)]),
    }


CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_wrong_types(name: str) -> None:
    function, right = CASES[name]
    function(*right)
    for place, value in enumerate(right):
        for wrong in NO_NUMBERS if isinstance(value, int) else NO_BUFFERS:
            with pytest.raises(REFUSALS.get(name, TypeError)) as error:
                function(*right[:place], wrong, *right[place + 1 :])
            assert len(str(error.value)) > 10, (place, wrong)


@pytest.mark.parametrize("name", [name for name, (_, right) in CASES.items() if int in map(type, right) and "DH" not in name])
def test_numbers_beyond_all_bounds(name: str) -> None:
    """Refused at once: no loop over them, no allocation of a part of them."""
    function, right = CASES[name]
    for place, value in enumerate(right):
        if type(value) is not int:
            continue
        for wrong in (-1, -(1 << 70), 1 << 70):
            with pytest.raises(BEYOND.get(name, ValueError)):
                function(*right[:place], wrong, *right[place + 1 :])


def test_more_threads_than_items() -> None:
    assert batch.hash("sha256", [DATA] * 3, threads=1 << 70) == [akela.sha256(DATA)] * 3
