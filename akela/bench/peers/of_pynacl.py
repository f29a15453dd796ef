"""PyNaCl, which brings libsodium; its bindings where it has no other function for the standard's form of an algorithm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nacl
from nacl import bindings, encoding, hash, signing

from akela.bench.peers.code import AAD, MESSAGE, NONCE, NONCE24, SALT, Code, Row, key
from akela.catalogue.kdfs import PASSWORD

VERSION = nacl.__version__


def _hash(function: Callable[..., bytes], extra: str = "") -> Row:
    return lambda data: Code(f"digest(data, {extra}encoder=raw)", digest=function, data=data, raw=encoding.RawEncoder)


def _sealing(encrypt: Callable[..., bytes], decrypt: Callable[..., bytes], nonce: bytes) -> tuple[Row, Row]:
    names = {"aad": AAD, "nonce": nonce, "key": key(32)}

    def open_(data: bytes) -> Code:
        return Code("decrypt(sealed, aad, nonce, key)", decrypt=decrypt, sealed=encrypt(data, AAD, nonce, key(32)), **names)

    return lambda data: Code("encrypt(data, aad, nonce, key)", encrypt=encrypt, data=data, **names), open_


def _operation(text: str, **names: Any) -> Row:
    return lambda _: Code(text, **names)


def _aes() -> dict[str, Row]:
    """AES-256-GCM, on a CPU with instructions for it."""
    seal, open_ = _sealing(bindings.crypto_aead_aes256gcm_encrypt, bindings.crypto_aead_aes256gcm_decrypt, NONCE)
    try:
        seal(b"").result()
    except Exception:
        return {}
    return {"AES-256-GCM-enc": seal, "AES-256-GCM-dec": open_}


def _curves() -> dict[str, Row]:
    secret = signing.SigningKey(key(32))
    signature = secret.sign(MESSAGE).signature
    public = bindings.crypto_scalarmult_base(key(32))
    return {
        "CURVE 25519 agree": _operation(
            "scalarmult(private, public)", scalarmult=bindings.crypto_scalarmult, private=key(32), public=public
        ),
        "ED 25519 key gen": _operation("Key.generate()", Key=signing.SigningKey),
        "ED 25519 sign": _operation("private.sign(message).signature", private=secret, message=MESSAGE),
        "ED 25519 verify": _operation("public.verify(message, signature)", public=secret.verify_key, message=MESSAGE, signature=signature),
    }


_CHACHA = _sealing(bindings.crypto_aead_chacha20poly1305_ietf_encrypt, bindings.crypto_aead_chacha20poly1305_ietf_decrypt, NONCE)
_XCHACHA = _sealing(bindings.crypto_aead_xchacha20poly1305_ietf_encrypt, bindings.crypto_aead_xchacha20poly1305_ietf_decrypt, NONCE24)

ROWS: dict[str, Row] = {
    "SHA-256": _hash(hash.sha256),
    "SHA-512": _hash(hash.sha512),
    "BLAKE2b": _hash(hash.blake2b, "64, "),
    **_aes(),
    "CHA-POLY": _CHACHA[0],
    "XCHA-POLY": _XCHACHA[0],
    "SCRYPT 64 derive": _operation(
        "scrypt(password, salt, 64, 8, 1, 32)", scrypt=bindings.crypto_pwhash_scryptsalsa208sha256_ll, password=PASSWORD, salt=SALT
    ),
    **_curves(),
}
