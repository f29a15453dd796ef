"""The standard library: hashlib and hmac, which call the OpenSSL that Python is linked with."""

from __future__ import annotations

import hashlib
import hmac
import ssl

from akela.bench.peers.code import SALT, Code, Row, key
from akela.catalogue.kdfs import DERIVED_BYTES, ITERATIONS, PASSWORD

VERSION = ssl.OPENSSL_VERSION

HASHES = {
    "MD5": "md5",
    "SHA": "sha1",
    "SHA-224": "sha224",
    "SHA-256": "sha256",
    "SHA-384": "sha384",
    "SHA-512": "sha512",
    "SHA3-224": "sha3_224",
    "SHA3-256": "sha3_256",
    "SHA3-384": "sha3_384",
    "SHA3-512": "sha3_512",
    "BLAKE2b": "blake2b",
    "BLAKE2s": "blake2s",
}
BY_NAME = {"SHA-512/224": "sha512_224", "SHA-512/256": "sha512_256", "RIPEMD": "ripemd160"}  # where OpenSSL offers them


def _hash(name: str) -> Row:
    return lambda data: Code(f"hashlib.{name}(data).digest()", hashlib=hashlib, data=data)


def _by_name(name: str) -> Row:
    return lambda data: Code(f"hashlib.new({name!r}, data).digest()", hashlib=hashlib, data=data)


def _shake(name: str, output_bytes: int) -> Row:
    return lambda data: Code(f"hashlib.{name}(data).digest({output_bytes})", hashlib=hashlib, data=data)


def _hmac(name: str) -> Row:
    return lambda data: Code(f"hmac.digest(key, data, {name!r})", hmac=hmac, key=key(32), data=data)


def _hmac_label(label: str) -> str:
    """As the logs have it: HMAC-SHA256."""
    return f"HMAC-{label.replace('SHA-', 'SHA')}"


AVAILABLE = {label: name for label, name in BY_NAME.items() if name in hashlib.algorithms_available}

ROWS: dict[str, Row] = {
    **{label: _hash(name) for label, name in HASHES.items()},
    **{label: _by_name(name) for label, name in AVAILABLE.items()},
    "SHAKE128": _shake("shake_128", 32),
    "SHAKE256": _shake("shake_256", 64),
    **{_hmac_label(label): _hmac(name) for label, name in {**HASHES, **AVAILABLE}.items() if not label.startswith("BLAKE2")},
    "PBKDF2": lambda _: Code(
        f"hashlib.pbkdf2_hmac('sha256', password, salt, {ITERATIONS}, {DERIVED_BYTES})", hashlib=hashlib, password=PASSWORD, salt=key(32)
    ),
    "SCRYPT 64 derive": lambda _: Code(
        "hashlib.scrypt(password, salt=salt, n=64, r=8, p=1, dklen=32)", hashlib=hashlib, password=PASSWORD, salt=SALT
    ),
}
