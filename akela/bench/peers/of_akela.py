"""Akela itself, called as its users call it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import akela
from akela import hashlib, hmac, legacy
from akela.bench.peers.code import AAD, FIXED, MESSAGE, NONCE, NONCE24, SALT, Code, D, E, N, P, Q, Row, key, scalar
from akela.catalogue.kdfs import DERIVED_BYTES, ITERATIONS, PASSWORD
from akela.executions import default_execution
from akela.legacy import rsa as legacy_rsa

VERSION = akela.__version__
KERNELS = default_execution()
AES_BITS = (128, 192, 256)
CURVES = {256: akela.P256, 384: akela.P384, 521: akela.P521}

# Row -> the function for a message that is at hand; SHA-1 and MD5 are in the drop-in only.
DIGESTS = {
    "SHA-224": akela.sha224,
    "SHA-256": akela.sha256,
    "SHA-384": akela.sha384,
    "SHA-512": akela.sha512,
    "SHA-512/224": akela.sha512_224,
    "SHA-512/256": akela.sha512_256,
    "SHA3-224": akela.sha3_224,
    "SHA3-256": akela.sha3_256,
    "SHA3-384": akela.sha3_384,
    "SHA3-512": akela.sha3_512,
}
OBJECTS: dict[str, Callable[..., Any]] = {
    "MD5": hashlib.md5,
    "SHA": hashlib.sha1,
    "RIPEMD": lambda data: hashlib.new("ripemd160", data),
    "BLAKE2b": hashlib.blake2b,
    "BLAKE2s": hashlib.blake2s,
}
MACS = {
    "HMAC-MD5": "md5",
    "HMAC-SHA": "sha1",
    "HMAC-SHA224": "sha224",
    "HMAC-SHA256": "sha256",
    "HMAC-SHA384": "sha384",
    "HMAC-SHA512": "sha512",
    "HMAC-SHA512/224": "sha512_224",
    "HMAC-SHA512/256": "sha512_256",
    "HMAC-SHA3-224": "sha3_224",
    "HMAC-SHA3-256": "sha3_256",
    "HMAC-SHA3-384": "sha3_384",
    "HMAC-SHA3-512": "sha3_512",
    "HMAC-RIPEMD": "ripemd160",
}


def _digest(function: Callable[..., bytes]) -> Row:
    return lambda data: Code("digest(data)", digest=function, data=data)


def _object(function: Callable[..., Any]) -> Row:
    return lambda data: Code("make(data).digest()", make=function, data=data)


def _hmac(name: str) -> Row:
    return lambda data: Code(f"hmac.digest(key, data, {name!r})", hmac=hmac, key=key(32), data=data)


# Each thread has an object of its own, so rows are given what makes one.
Make = Callable[[], Any]


def _sealing(make: Make, nonce: bytes) -> tuple[Row, Row]:
    """Sealing and opening."""

    def seal(data: bytes) -> Code:
        return Code("cipher.encrypt(nonce, data, aad)", cipher=make(), nonce=nonce, data=data, aad=AAD)

    def open_(data: bytes) -> Code:
        sealed = make().encrypt(nonce, data, AAD)
        return Code("cipher.decrypt(nonce, sealed, aad)", cipher=make(), nonce=nonce, sealed=sealed, aad=AAD)

    return seal, open_


def _with_iv(make: Make, iv_bytes: int, way: str = "encrypt") -> Row:
    return lambda data: Code(f"cipher.{way}(iv, data)", cipher=make(), iv=key(iv_bytes), data=data)


def _blocks(make: Make, way: str) -> Row:
    return lambda data: Code(f"cipher.{way}_blocks(data)", cipher=make(), data=data)


def _with_key(text: str, count: int, **names: Any) -> Row:
    return lambda data: Code(text, key=key(count), data=data, **names)


def _operation(text: str, **names: Any) -> Row:
    return lambda _: Code(text, **names)


def _ciphers() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for bits in AES_BITS:
        secret = key(bits // 8)
        for verb, way in (("enc", "encrypt"), ("dec", "decrypt")):
            rows[f"AES-{bits}-ECB-{verb}"] = _blocks(partial(KERNELS.Aes, secret), way)
            rows[f"AES-{bits}-CBC-{verb}"] = _with_iv(partial(akela.AESCBC, secret, padding=False), 16, way)
            if bits != 192:
                rows[f"AES-{bits}-XTS-{verb}"] = _with_iv(partial(akela.AESXTS, key(bits // 4)), 16, way)
        rows[f"AES-{bits}-CTR"] = _with_iv(partial(akela.AESCTR, secret), 16)
        rows[f"AES-{bits}-KW"] = _with_key("wrap(key, data)", bits // 8, wrap=akela.aes_key_wrap)
        rows[f"AES-{bits}-GCM-enc"], rows[f"AES-{bits}-GCM-dec"] = _sealing(partial(akela.AESGCM, secret), NONCE)
        rows[f"AES-{bits}-CCM-enc"], rows[f"AES-{bits}-CCM-dec"] = _sealing(partial(akela.AESCCM, secret), NONCE)
        rows[f"AES-{bits}-CMAC"] = _with_key("cmac(key, data)", bits // 8, cmac=akela.cmac)
    rows["CHACHA"] = _with_iv(partial(akela.ChaCha20, key(32)), 12)
    rows["XCHACHA"] = _with_iv(partial(akela.XChaCha20, key(32)), 24)
    rows["CHA-POLY"], _ = _sealing(partial(akela.ChaCha20Poly1305, key(32)), NONCE)
    rows["XCHA-POLY"], _ = _sealing(partial(akela.XChaCha20Poly1305, key(32)), NONCE24)
    rows["DES"] = _with_iv(partial(legacy.DESCBC, key(8), padding=False), 8)
    rows["3DES"] = _with_iv(partial(legacy.TripleDESCBC, key(24), padding=False), 8)
    rows["ARC4"] = lambda data: Code("cipher.encrypt(data)", cipher=legacy.ARC4(key(16)), data=data)
    return rows


def _kdfs() -> dict[str, Row]:
    return {
        "PBKDF2": _operation(
            f"pbkdf2(password, salt, {ITERATIONS}, {DERIVED_BYTES})", pbkdf2=akela.pbkdf2, password=PASSWORD, salt=key(32)
        ),
        "HKDF 256 derive": _operation("hkdf(key, 32, salt=salt, info=info)", hkdf=akela.hkdf, key=key(32), salt=key(32), info=key(16)),
        "KBKDF 256 derive": _operation("kbkdf_counter(key, 32, after=fixed)", kbkdf_counter=akela.kbkdf_counter, key=key(32), fixed=FIXED),
        "SCRYPT 64 derive": _operation(
            "scrypt(password, salt, n=64, r=8, p=1, length=32)", scrypt=akela.scrypt, password=PASSWORD, salt=SALT
        ),
    }


def _agreement(private: Any, generate: str, **names: Any) -> tuple[Row, Row]:
    """Key generation, and agreement with a key of our own."""
    exchange = _operation("private.exchange(public)", private=private, public=private.public_key())
    return _operation(generate, **names), exchange


def _public_key() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for bits, curve in CURVES.items():
        secret = akela.ECPrivateKey.from_private_bytes(curve, scalar(bits))
        public, label = secret.public_key(), f"[ SECP{bits}R1] {bits}"
        rows[f"ECC {label} key gen"], rows[f"ECDHE {label} agree"] = _agreement(
            secret, "Key.generate(curve)", Key=akela.ECPrivateKey, curve=curve
        )
        rows[f"ECDSA {label} sign"] = _operation("private.sign(message)", private=secret, message=MESSAGE)
        rows[f"ECDSA {label} verify"] = _operation(
            "public.verify(signature, message)", public=public, signature=secret.sign(MESSAGE), message=MESSAGE
        )
    for size, agreeing, signing in (
        ("25519", akela.X25519PrivateKey(key(32)), akela.Ed25519PrivateKey(key(32))),
        ("448", akela.X448PrivateKey(key(56)), akela.Ed448PrivateKey(key(57))),
    ):
        rows[f"CURVE {size} key gen"], rows[f"CURVE {size} agree"] = _agreement(agreeing, "Key.generate()", Key=type(agreeing))
        rows[f"ED {size} key gen"] = _operation("Key.generate()", Key=type(signing))
        rows[f"ED {size} sign"] = _operation("private.sign(message)", private=signing, message=MESSAGE)
        rows[f"ED {size} verify"] = _operation(
            "public.verify(signature, message)", public=signing.public_key(), signature=signing.sign(MESSAGE), message=MESSAGE
        )
    return rows


def _finite_field() -> dict[str, Row]:
    rsa = akela.RSAPrivateKey.from_numbers(N, E, D, P, Q, D % (P - 1), D % (Q - 1), pow(Q, -1, P))
    names = {"message": MESSAGE, "padding": akela.PKCS1v15()}
    signature = rsa.sign(MESSAGE, hash="sha256", padding=akela.PKCS1v15())
    group = akela.FFDHE2048
    generate, agree = _agreement(akela.DHPrivateKey.generate(group), "Key.generate(group)", Key=akela.DHPrivateKey, group=group)
    return {
        "RSA 1024 key gen": _operation("Key.generate(1024)", Key=legacy_rsa.RSAPrivateKey),
        "RSA 2048 key gen": _operation("Key.generate(2048)", Key=akela.RSAPrivateKey),
        "RSA 2048 sign": _operation("private.sign(message, hash='sha256', padding=padding)", private=rsa, **names),
        "RSA 2048 verify": _operation(
            "public.verify(signature, message, hash='sha256', padding=padding)", public=rsa.public_key(), signature=signature, **names
        ),
        "DH 2048 key gen": generate,
        "DH 2048 agree": agree,
    }


ROWS: dict[str, Row] = {
    **{name: _digest(function) for name, function in DIGESTS.items()},
    **{name: _object(function) for name, function in OBJECTS.items()},
    "SHAKE128": _with_key("shake128(data, 32)", 0, shake128=akela.shake128),
    "SHAKE256": _with_key("shake256(data, 64)", 0, shake256=akela.shake256),
    **{label: _hmac(name) for label, name in MACS.items()},
    **_ciphers(),
    "GMAC Default": _with_key("gmac(key, nonce, data)", 16, gmac=akela.gmac, nonce=NONCE),
    "POLY1305": _with_key("poly1305(key, data)", 32, poly1305=akela.poly1305),
    **_kdfs(),
    **_public_key(),
    **_finite_field(),
}
