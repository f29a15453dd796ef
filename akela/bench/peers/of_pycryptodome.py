"""PyCryptodome: C, and Python around it."""

from __future__ import annotations

from typing import Any

import Crypto
from Crypto.Cipher import AES, ARC4, DES, DES3, ChaCha20, ChaCha20_Poly1305
from Crypto.Hash import (
    CMAC,
    HMAC,
    MD5,
    RIPEMD160,
    SHA1,
    SHA3_224,
    SHA3_256,
    SHA3_384,
    SHA3_512,
    SHA224,
    SHA256,
    SHA384,
    SHA512,
    SHAKE128,
    SHAKE256,
    BLAKE2b,
    BLAKE2s,
)
from Crypto.Protocol import DH, KDF
from Crypto.PublicKey import ECC, RSA
from Crypto.Signature import DSS, eddsa, pkcs1_15

from akela.bench.peers.code import AAD, MESSAGE, NONCE, NONCE24, SALT, Code, D, E, N, P, Q, Row, key, scalar
from akela.catalogue.kdfs import DERIVED_BYTES, ITERATIONS, PASSWORD

VERSION = Crypto.__version__
AES_BITS = (128, 192, 256)

HASHES = {
    "MD5": MD5,
    "SHA": SHA1,
    "SHA-224": SHA224,
    "SHA-256": SHA256,
    "SHA-384": SHA384,
    "SHA-512": SHA512,
    "SHA3-224": SHA3_224,
    "SHA3-256": SHA3_256,
    "SHA3-384": SHA3_384,
    "SHA3-512": SHA3_512,
    "RIPEMD": RIPEMD160,
}


def _of_message(text: str, **names: Any) -> Row:
    return lambda data: Code(text, data=data, **names)


def _operation(text: str, **names: Any) -> Row:
    return lambda _: Code(text, **names)


def _hash(module: Any) -> Row:
    return _of_message("H.new(data).digest()", H=module)


def _truncated(bits: str) -> Row:
    return _of_message(f"SHA512.new(data, truncate={bits!r}).digest()", SHA512=SHA512)


def _hmac(module: Any) -> Row:
    return _of_message("HMAC.new(key, data, H).digest()", HMAC=HMAC, key=key(32), H=module)


def _aes(mode: str, key_bytes: int, way: str, **names: Any) -> Row:
    """A mode without a tag. An object of this library serves for one message."""
    given = "".join(f", {name}={name}" for name in names)
    return _of_message(f"AES.new(key, AES.{mode}{given}).{way}(data)", AES=AES, key=key(key_bytes), **names)


def _sealing(make: str, **names: Any) -> tuple[Row, Row]:
    """Sealing and opening: `make` is a new object, as one serves for one message."""

    def seal(data: bytes) -> Code:
        text = f"c = {make}; c.update(aad); b''.join(c.encrypt_and_digest(data))"
        return Code(text, data=data, aad=AAD, **names)

    def open_(data: bytes) -> Code:
        sealed = seal(data).result()
        text = f"c = {make}; c.update(aad); c.decrypt_and_verify(data, tag)"
        return Code(text, data=sealed[:-16], tag=sealed[-16:], aad=AAD, **names)

    return seal, open_


def _ciphers() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for bits in AES_BITS:
        count = bits // 8
        for verb, way in (("enc", "encrypt"), ("dec", "decrypt")):
            rows[f"AES-{bits}-ECB-{verb}"] = _aes("MODE_ECB", count, way)
            rows[f"AES-{bits}-CBC-{verb}"] = _aes("MODE_CBC", count, way, iv=key(16))
        rows[f"AES-{bits}-CTR"] = _aes("MODE_CTR", count, "encrypt", nonce=b"", initial_value=key(16))
        rows[f"AES-{bits}-KW"] = _of_message("AES.new(key, AES.MODE_KW).seal(data)", AES=AES, key=key(count))
        for mode in ("GCM", "CCM"):
            make = f"AES.new(key, AES.MODE_{mode}, nonce=nonce)"
            rows[f"AES-{bits}-{mode}-enc"], rows[f"AES-{bits}-{mode}-dec"] = _sealing(make, AES=AES, key=key(count), nonce=NONCE)
        rows[f"AES-{bits}-CMAC"] = _of_message("CMAC.new(key, data, AES).digest()", CMAC=CMAC, AES=AES, key=key(count))
    chacha = "ChaCha20.new(key=key, nonce=nonce).encrypt(data)"
    rows["CHACHA"] = _of_message(chacha, ChaCha20=ChaCha20, key=key(32), nonce=NONCE)
    rows["XCHACHA"] = _of_message(chacha, ChaCha20=ChaCha20, key=key(32), nonce=NONCE24)
    for label, nonce in (("CHA-POLY", NONCE), ("XCHA-POLY", NONCE24)):
        rows[label], _ = _sealing("Cipher.new(key=key, nonce=nonce)", Cipher=ChaCha20_Poly1305, key=key(32), nonce=nonce)
    rows["DES"] = _of_message("DES.new(key, DES.MODE_CBC, iv).encrypt(data)", DES=DES, key=key(8), iv=key(8))
    rows["3DES"] = _of_message("DES3.new(key, DES3.MODE_CBC, iv).encrypt(data)", DES3=DES3, key=key(24), iv=key(8))
    rows["ARC4"] = _of_message("ARC4.new(key).encrypt(data)", ARC4=ARC4, key=key(16))
    return rows


def _kdfs() -> dict[str, Row]:
    return {
        "PBKDF2": _operation(
            f"PBKDF2(password, salt, {DERIVED_BYTES}, {ITERATIONS}, hmac_hash_module=SHA256)",
            **{"PBKDF2": KDF.PBKDF2, "password": PASSWORD, "salt": key(32), "SHA256": SHA256},
        ),
        "HKDF 256 derive": _operation(
            "HKDF(key, 32, salt, SHA256, context=info)", HKDF=KDF.HKDF, key=key(32), salt=key(32), SHA256=SHA256, info=key(16)
        ),
        "SCRYPT 64 derive": _operation("scrypt(password, salt, 32, 64, 8, 1)", scrypt=KDF.scrypt, password=PASSWORD, salt=SALT),
    }


def _agreement(curve: str, private: Any) -> tuple[Row, Row]:
    """Key generation, and agreement with a key of our own."""
    agree = _operation(
        "key_agreement(static_priv=private, static_pub=public, kdf=bytes)",
        **{"key_agreement": DH.key_agreement, "private": private, "public": private.public_key()},
    )
    return _operation(f"generate(curve={curve!r})", generate=ECC.generate), agree


def _curves() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for bits in (256, 384, 521):
        secret = ECC.construct(curve=f"p{bits}", d=int.from_bytes(scalar(bits), "big"))
        label = f"[ SECP{bits}R1] {bits}"
        rows[f"ECC {label} key gen"], rows[f"ECDHE {label} agree"] = _agreement(f"p{bits}", secret)
        signing, verifying = DSS.new(secret, "fips-186-3", "der"), DSS.new(secret.public_key(), "fips-186-3", "der")
        signature = signing.sign(SHA256.new(MESSAGE))
        rows[f"ECDSA {label} sign"] = _operation("signer.sign(SHA256.new(message))", signer=signing, SHA256=SHA256, message=MESSAGE)
        rows[f"ECDSA {label} verify"] = _operation(
            "verifier.verify(SHA256.new(message), signature)",
            **{"verifier": verifying, "SHA256": SHA256, "message": MESSAGE, "signature": signature},
        )
    for size, octets, agreeing in (
        ("25519", 32, DH.import_x25519_private_key(key(32))),
        ("448", 57, DH.import_x448_private_key(key(56))),
    ):
        rows[f"CURVE {size} key gen"], rows[f"CURVE {size} agree"] = _agreement(f"curve{size}", agreeing)
        private = eddsa.import_private_key(key(octets))
        signer, verifier = eddsa.new(private, "rfc8032"), eddsa.new(private.public_key(), "rfc8032")
        rows[f"ED {size} key gen"] = _operation(f"generate(curve='ed{size}')", generate=ECC.generate)
        rows[f"ED {size} sign"] = _operation("signer.sign(message)", signer=signer, message=MESSAGE)
        rows[f"ED {size} verify"] = _operation(
            "verifier.verify(message, signature)", verifier=verifier, message=MESSAGE, signature=signer.sign(MESSAGE)
        )
    return rows


def _rsa() -> dict[str, Row]:
    private = RSA.construct((N, E, D, P, Q))
    signer, verifier = pkcs1_15.new(private), pkcs1_15.new(private.public_key())
    names = {"SHA256": SHA256, "message": MESSAGE}
    signature = signer.sign(SHA256.new(MESSAGE))
    return {
        **{f"RSA {bits} key gen": _operation(f"generate({bits})", generate=RSA.generate) for bits in (1024, 2048)},
        "RSA 2048 sign": _operation("signer.sign(SHA256.new(message))", signer=signer, **names),
        "RSA 2048 verify": _operation("verifier.verify(SHA256.new(message), signature)", verifier=verifier, signature=signature, **names),
    }


ROWS: dict[str, Row] = {
    **{name: _hash(module) for name, module in HASHES.items()},
    "SHA-512/224": _truncated("224"),
    "SHA-512/256": _truncated("256"),
    "SHAKE128": _of_message("SHAKE128.new(data).read(32)", SHAKE128=SHAKE128),
    "SHAKE256": _of_message("SHAKE256.new(data).read(64)", SHAKE256=SHAKE256),
    "BLAKE2b": _of_message("BLAKE2b.new(data=data, digest_bytes=64).digest()", BLAKE2b=BLAKE2b),
    "BLAKE2s": _of_message("BLAKE2s.new(data=data, digest_bytes=32).digest()", BLAKE2s=BLAKE2s),
    **{f"HMAC-{name.replace('SHA-', 'SHA')}": _hmac(module) for name, module in HASHES.items()},
    **_ciphers(),
    **_kdfs(),
    **_curves(),
    **_rsa(),
}
