"""Cryptography for microcontrollers and for the machines that talk to them.

Names are loaded when they are first used, so that `import akela` costs nothing that is not needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from akela import batch, hashlib, hmac, secrets
    from akela.crypto.aes import AESCBC, AESCCM, AESCTR, AESGCM, AESXTS
    from akela.crypto.chacha import ChaCha20, ChaCha20Poly1305, XChaCha20, XChaCha20Poly1305
    from akela.crypto.dh import (
        FFDHE2048,
        FFDHE3072,
        FFDHE4096,
        FFDHE6144,
        FFDHE8192,
        MODP2048,
        MODP3072,
        MODP4096,
        MODP6144,
        MODP8192,
        DHPrivateKey,
        DHPublicKey,
    )
    from akela.crypto.digests import (
        sha3_224,
        sha3_256,
        sha3_384,
        sha3_512,
        sha224,
        sha256,
        sha384,
        sha512,
        sha512_224,
        sha512_256,
        shake128,
        shake256,
    )
    from akela.crypto.ec import P256, P384, P521, ECPrivateKey, ECPublicKey
    from akela.crypto.ed448 import Ed448PrivateKey, Ed448PublicKey
    from akela.crypto.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from akela.crypto.kdf import (
        HKDF,
        KBKDFCMAC,
        KBKDFHMAC,
        PBKDF2HMAC,
        CounterLocation,
        HKDFExpand,
        Mode,
        Scrypt,
        hkdf,
        hkdf_expand,
        hkdf_extract,
        kbkdf_counter,
        kbkdf_counter_cmac,
        pbkdf2,
        scrypt,
    )
    from akela.crypto.keys import load_private_key, load_public_key
    from akela.crypto.keywrap import (
        InvalidUnwrap,
        aes_key_unwrap,
        aes_key_unwrap_with_padding,
        aes_key_wrap,
        aes_key_wrap_with_padding,
    )
    from akela.crypto.mac import CMAC, GMAC, Poly1305, cmac, gmac, poly1305
    from akela.crypto.padding import MGF1, OAEP, PSS, PKCS1v15
    from akela.crypto.random import DRBG, EntropySource, random_bytes
    from akela.crypto.rsa import RSAPrivateKey, RSAPublicKey
    from akela.crypto.serialization.pbes2 import PBKDF2Settings, ScryptSettings
    from akela.crypto.streaming import OpeningStream, SealingStream
    from akela.crypto.x448 import X448PrivateKey, X448PublicKey
    from akela.crypto.x25519 import X25519PrivateKey, X25519PublicKey
    from akela.exceptions import (
        AkelaError,
        DecryptionFailed,
        InvalidKey,
        InvalidPassword,
        InvalidSignature,
        InvalidTag,
        PasswordNotNeeded,
        PasswordRequired,
    )

__version__ = "0.1.0"

__all__ = [
    "AESCBC",
    "AESCCM",
    "AESCTR",
    "AESGCM",
    "AESXTS",
    "CMAC",
    "DRBG",
    "FFDHE2048",
    "FFDHE3072",
    "FFDHE4096",
    "FFDHE6144",
    "FFDHE8192",
    "GMAC",
    "HKDF",
    "KBKDFCMAC",
    "KBKDFHMAC",
    "MGF1",
    "MODP2048",
    "MODP3072",
    "MODP4096",
    "MODP6144",
    "MODP8192",
    "OAEP",
    "P256",
    "P384",
    "P521",
    "PBKDF2HMAC",
    "PSS",
    "AkelaError",
    "ChaCha20",
    "ChaCha20Poly1305",
    "CounterLocation",
    "DHPrivateKey",
    "DHPublicKey",
    "DecryptionFailed",
    "ECPrivateKey",
    "ECPublicKey",
    "Ed448PrivateKey",
    "Ed448PublicKey",
    "Ed25519PrivateKey",
    "Ed25519PublicKey",
    "EntropySource",
    "HKDFExpand",
    "InvalidKey",
    "InvalidPassword",
    "InvalidSignature",
    "InvalidTag",
    "InvalidUnwrap",
    "Mode",
    "OpeningStream",
    "PBKDF2Settings",
    "PKCS1v15",
    "PasswordNotNeeded",
    "PasswordRequired",
    "Poly1305",
    "RSAPrivateKey",
    "RSAPublicKey",
    "Scrypt",
    "ScryptSettings",
    "SealingStream",
    "X448PrivateKey",
    "X448PublicKey",
    "X25519PrivateKey",
    "X25519PublicKey",
    "XChaCha20",
    "XChaCha20Poly1305",
    "aes_key_unwrap",
    "aes_key_unwrap_with_padding",
    "aes_key_wrap",
    "aes_key_wrap_with_padding",
    "batch",
    "cmac",
    "gmac",
    "hashlib",
    "hkdf",
    "hkdf_expand",
    "hkdf_extract",
    "hmac",
    "kbkdf_counter",
    "kbkdf_counter_cmac",
    "load_private_key",
    "load_public_key",
    "pbkdf2",
    "poly1305",
    "random_bytes",
    "scrypt",
    "secrets",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake128",
    "shake256",
]

_HOMES = {
    "akela.crypto.chacha": ("ChaCha20", "ChaCha20Poly1305", "XChaCha20", "XChaCha20Poly1305"),
    "akela.crypto.aes": ("AESCBC", "AESCCM", "AESCTR", "AESGCM", "AESXTS"),
    "akela.crypto.keywrap": (
        "InvalidUnwrap",
        "aes_key_unwrap",
        "aes_key_unwrap_with_padding",
        "aes_key_wrap",
        "aes_key_wrap_with_padding",
    ),
    "akela.crypto.mac": ("CMAC", "GMAC", "Poly1305", "cmac", "gmac", "poly1305"),
    "akela.crypto.streaming": ("OpeningStream", "SealingStream"),
    "akela.crypto.digests": (
        "sha3_224",
        "sha3_256",
        "sha3_384",
        "sha3_512",
        "sha224",
        "sha256",
        "sha384",
        "sha512",
        "sha512_224",
        "sha512_256",
        "shake128",
        "shake256",
    ),
    "akela.crypto.ed25519": ("Ed25519PrivateKey", "Ed25519PublicKey"),
    "akela.crypto.ed448": ("Ed448PrivateKey", "Ed448PublicKey"),
    "akela.crypto.ec": ("P256", "P384", "P521", "ECPrivateKey", "ECPublicKey"),
    "akela.crypto.kdf": (
        "CounterLocation",
        "HKDF",
        "HKDFExpand",
        "KBKDFCMAC",
        "KBKDFHMAC",
        "Mode",
        "PBKDF2HMAC",
        "Scrypt",
        "hkdf",
        "hkdf_expand",
        "hkdf_extract",
        "kbkdf_counter",
        "kbkdf_counter_cmac",
        "pbkdf2",
        "scrypt",
    ),
    "akela.crypto.random": ("DRBG", "EntropySource", "random_bytes"),
    "akela.crypto.keys": ("load_private_key", "load_public_key"),
    "akela.crypto.x25519": ("X25519PrivateKey", "X25519PublicKey"),
    "akela.crypto.x448": ("X448PrivateKey", "X448PublicKey"),
    "akela.crypto.serialization.pbes2": ("PBKDF2Settings", "ScryptSettings"),
    "akela.crypto.dh": (
        "FFDHE2048",
        "FFDHE3072",
        "FFDHE4096",
        "FFDHE6144",
        "FFDHE8192",
        "MODP2048",
        "MODP3072",
        "MODP4096",
        "MODP6144",
        "MODP8192",
        "DHPrivateKey",
        "DHPublicKey",
    ),
    "akela.crypto.padding": (
        "MGF1",
        "OAEP",
        "PSS",
        "PKCS1v15",
    ),
    "akela.crypto.rsa": (
        "RSAPrivateKey",
        "RSAPublicKey",
    ),
    "akela.exceptions": (
        "AkelaError",
        "DecryptionFailed",
        "InvalidKey",
        "InvalidPassword",
        "InvalidSignature",
        "InvalidTag",
        "PasswordNotNeeded",
        "PasswordRequired",
    ),
}
_MODULES = ("batch", "hashlib", "hmac", "secrets")
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"akela.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'akela' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
