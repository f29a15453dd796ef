"""PyCA's `cryptography`, which brings an OpenSSL of its own."""

from __future__ import annotations

import warnings
from typing import Any

import cryptography
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.decrepit.ciphers.algorithms import ARC4, TripleDES
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import dh, ec, ed448, ed25519, padding, rsa, x448, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, aead, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES, ChaCha20
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.kbkdf import KBKDFHMAC, CounterLocation, Mode
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.keywrap import aes_key_wrap
from cryptography.hazmat.primitives.poly1305 import Poly1305

from akela.bench.peers.code import AAD, FIXED, MESSAGE, NONCE, SALT, Code, D, E, N, P, Q, Row, key, scalar
from akela.catalogue.kdfs import DERIVED_BYTES, ITERATIONS, PASSWORD
from akela.kernels.dh_groups import FFDHE

VERSION = f"{cryptography.__version__}, {backend.openssl_version_text()}"
AES_BITS = (128, 192, 256)
SHA256 = hashes.SHA256()
CURVES = {256: ec.SECP256R1(), 384: ec.SECP384R1(), 521: ec.SECP521R1()}

HASHES: dict[str, hashes.HashAlgorithm] = {
    "MD5": hashes.MD5(),
    "SHA": hashes.SHA1(),
    "SHA-224": hashes.SHA224(),
    "SHA-256": SHA256,
    "SHA-384": hashes.SHA384(),
    "SHA-512": hashes.SHA512(),
    "SHA-512/224": hashes.SHA512_224(),
    "SHA-512/256": hashes.SHA512_256(),
    "SHA3-224": hashes.SHA3_224(),
    "SHA3-256": hashes.SHA3_256(),
    "SHA3-384": hashes.SHA3_384(),
    "SHA3-512": hashes.SHA3_512(),
    "SHAKE128": hashes.SHAKE128(32),
    "SHAKE256": hashes.SHAKE256(64),
    "BLAKE2b": hashes.BLAKE2b(64),
    "BLAKE2s": hashes.BLAKE2s(32),
}
WITHOUT_HMAC = ("SHAKE128", "SHAKE256", "BLAKE2b", "BLAKE2s")


def _hash(algorithm: hashes.HashAlgorithm) -> Row:
    """The function for a message that is at hand, where this version has it."""
    if hasattr(hashes.Hash, "hash"):
        return lambda data: Code("Hash.hash(algorithm, data)", Hash=hashes.Hash, algorithm=algorithm, data=data)
    return lambda data: Code("h = Hash(algorithm); h.update(data); h.finalize()", Hash=hashes.Hash, algorithm=algorithm, data=data)


def _hmac(algorithm: hashes.HashAlgorithm) -> Row:
    return lambda data: Code(
        "h = HMAC(key, algorithm); h.update(data); h.finalize()", HMAC=HMAC, key=key(32), algorithm=algorithm, data=data
    )


def _cipher(algorithm: Any, mode: Any, direction: str) -> Row:
    """A message encrypted or decrypted under a prepared key and mode."""
    text = f"c = cipher.{direction}(); c.update(data) + c.finalize()"
    return lambda data: Code(text, cipher=Cipher(algorithm, mode), data=data)


def _sealing(kind: Any, secret: bytes) -> tuple[Row, Row]:
    """Sealing and opening, with an object for each thread."""

    def seal(data: bytes) -> Code:
        return Code("cipher.encrypt(nonce, data, aad)", cipher=kind(secret), nonce=NONCE, data=data, aad=AAD)

    def open_(data: bytes) -> Code:
        sealed = kind(secret).encrypt(NONCE, data, AAD)
        return Code("cipher.decrypt(nonce, sealed, aad)", cipher=kind(secret), nonce=NONCE, sealed=sealed, aad=AAD)

    return seal, open_


def _operation(text: str, **names: Any) -> Row:
    return lambda _: Code(text, **names)


def _of_message(text: str, **names: Any) -> Row:
    return lambda data: Code(text, data=data, **names)


def _ciphers() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    iv = key(16)
    for bits in AES_BITS:
        aes = AES(key(bits // 8))
        for verb, direction in (("enc", "encryptor"), ("dec", "decryptor")):
            rows[f"AES-{bits}-ECB-{verb}"] = _cipher(aes, modes.ECB(), direction)
            rows[f"AES-{bits}-CBC-{verb}"] = _cipher(aes, modes.CBC(iv), direction)
            if bits != 192:
                rows[f"AES-{bits}-XTS-{verb}"] = _cipher(AES(key(bits // 4)), modes.XTS(iv), direction)
        rows[f"AES-{bits}-CTR"] = _cipher(aes, modes.CTR(iv), "encryptor")
        rows[f"AES-{bits}-KW"] = _of_message("wrap(key, data)", wrap=aes_key_wrap, key=key(bits // 8))
        rows[f"AES-{bits}-GCM-enc"], rows[f"AES-{bits}-GCM-dec"] = _sealing(aead.AESGCM, key(bits // 8))
        rows[f"AES-{bits}-CCM-enc"], rows[f"AES-{bits}-CCM-dec"] = _sealing(aead.AESCCM, key(bits // 8))
        rows[f"AES-{bits}-CMAC"] = _of_message("c = CMAC(aes); c.update(data); c.finalize()", CMAC=CMAC, aes=aes)
    # Its nonce begins with the counter of blocks, the least significant byte first.
    rows["CHACHA"] = _cipher(ChaCha20(key(32), bytes(4) + NONCE), None, "encryptor")
    rows["CHA-POLY"], _ = _sealing(aead.ChaCha20Poly1305, key(32))
    rows["3DES"] = _cipher(TripleDES(key(24)), modes.CBC(key(8)), "encryptor")
    rows["ARC4"] = _cipher(ARC4(key(16)), None, "encryptor")
    return rows


def _kdfs() -> dict[str, Row]:
    kbkdf = "KBKDFHMAC(sha256, mode, 32, 4, None, location, None, None, fixed).derive(key)"
    return {
        "PBKDF2": _operation(
            f"PBKDF2HMAC(sha256, {DERIVED_BYTES}, salt, {ITERATIONS}).derive(password)",
            **{"PBKDF2HMAC": PBKDF2HMAC, "sha256": SHA256, "salt": key(32), "password": PASSWORD},
        ),
        "HKDF 256 derive": _operation(
            "HKDF(sha256, 32, salt, info).derive(key)", HKDF=HKDF, sha256=SHA256, salt=key(32), info=key(16), key=key(32)
        ),
        "KBKDF 256 derive": _operation(
            kbkdf,
            **{"KBKDFHMAC": KBKDFHMAC, "sha256": SHA256, "mode": Mode.CounterMode, "location": CounterLocation.BeforeFixed},
            **{"fixed": FIXED, "key": key(32)},
        ),
        "SCRYPT 64 derive": _operation("Scrypt(salt, 32, 64, 8, 1).derive(password)", Scrypt=Scrypt, salt=SALT, password=PASSWORD),
    }


def _curves() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    algorithm, agreement = ec.ECDSA(SHA256), ec.ECDH()
    for bits, curve in CURVES.items():
        secret = ec.derive_private_key(int.from_bytes(scalar(bits), "big"), curve)
        public, label = secret.public_key(), f"[ SECP{bits}R1] {bits}"
        rows[f"ECC {label} key gen"] = _operation("generate(curve)", generate=ec.generate_private_key, curve=curve)
        rows[f"ECDHE {label} agree"] = _operation("private.exchange(ecdh, public)", private=secret, ecdh=agreement, public=public)
        rows[f"ECDSA {label} sign"] = _operation("private.sign(message, ecdsa)", private=secret, message=MESSAGE, ecdsa=algorithm)
        rows[f"ECDSA {label} verify"] = _operation(
            "public.verify(signature, message, ecdsa)",
            **{"public": public, "signature": secret.sign(MESSAGE, algorithm), "message": MESSAGE, "ecdsa": algorithm},
        )
    agreeing: dict[str, tuple[Any, int]] = {"25519": (x25519.X25519PrivateKey, 32), "448": (x448.X448PrivateKey, 56)}
    for size, (kind, octets) in agreeing.items():
        private = kind.from_private_bytes(key(octets))
        rows[f"CURVE {size} key gen"] = _operation("Key.generate()", Key=kind)
        rows[f"CURVE {size} agree"] = _operation("private.exchange(public)", private=private, public=private.public_key())
    signing: dict[str, tuple[Any, int]] = {"25519": (ed25519.Ed25519PrivateKey, 32), "448": (ed448.Ed448PrivateKey, 57)}
    for size, (kind, octets) in signing.items():
        private = kind.from_private_bytes(key(octets))
        rows[f"ED {size} key gen"] = _operation("Key.generate()", Key=kind)
        rows[f"ED {size} sign"] = _operation("private.sign(message)", private=private, message=MESSAGE)
        rows[f"ED {size} verify"] = _operation(
            "public.verify(signature, message)", public=private.public_key(), signature=private.sign(MESSAGE), message=MESSAGE
        )
    return rows


def _finite_field() -> dict[str, Row]:
    numbers = rsa.RSAPrivateNumbers(P, Q, D, D % (P - 1), D % (Q - 1), pow(Q, -1, P), rsa.RSAPublicNumbers(E, N))
    private, v15 = numbers.private_key(), padding.PKCS1v15()
    names = {"message": MESSAGE, "v15": v15, "sha256": SHA256}
    signature = private.sign(MESSAGE, v15, SHA256)
    with warnings.catch_warnings(action="ignore"):  # this library advises against the algorithm
        parameters = dh.DHParameterNumbers(FFDHE[0].p, FFDHE[0].g).parameters()
        agreeing = parameters.generate_private_key()
    return {
        **{f"RSA {bits} key gen": _operation(f"generate(65537, {bits})", generate=rsa.generate_private_key) for bits in (1024, 2048)},
        "RSA 2048 sign": _operation("private.sign(message, v15, sha256)", private=private, **names),
        "RSA 2048 verify": _operation(
            "public.verify(signature, message, v15, sha256)", public=private.public_key(), signature=signature, **names
        ),
        "DH 2048 key gen": _operation("parameters.generate_private_key()", parameters=parameters),
        "DH 2048 agree": _operation("private.exchange(public)", private=agreeing, public=agreeing.public_key()),
    }


ROWS: dict[str, Row] = {
    **{name: _hash(algorithm) for name, algorithm in HASHES.items()},
    **{f"HMAC-{name.replace('SHA-', 'SHA')}": _hmac(algorithm) for name, algorithm in HASHES.items() if name not in WITHOUT_HMAC},
    **_ciphers(),
    "GMAC Default": _of_message("cipher.encrypt(nonce, b'', data)", cipher=aead.AESGCM(key(16)), nonce=NONCE),
    "POLY1305": _of_message("generate_tag(key, data)", generate_tag=Poly1305.generate_tag, key=key(32)),
    **_kdfs(),
    **_curves(),
    **_finite_field(),
}
