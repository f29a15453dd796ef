"""Private keys under a password: PBES2 of RFC 8018, with PBKDF2, or with scrypt as in RFC 7914 section 7.

The ciphers are AES and, for reading, 3DES in CBC. What other documents put into the same structure (PBES1, the schemes of PKCS #12, RC2,
RC4) is refused by name.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from akela.crypto.kdf import pbkdf2, scrypt
from akela.crypto.serialization import cbc, der, schemas
from akela.crypto.serialization.names import named
from akela.exceptions import InvalidKey, LimitExceeded, bytes_of

PBES2 = "1.2.840.113549.1.5.13"
PBKDF2 = "1.2.840.113549.1.5.12"
SCRYPT = "1.3.6.1.4.1.11591.4.11"
NULL = b"\x05\x00"

# Pseudo-random functions of PBKDF2, RFC 8018 appendix B.1. The first is the default.
HMACS = {
    "1.2.840.113549.2.7": "sha1",
    "1.2.840.113549.2.8": "sha224",
    "1.2.840.113549.2.9": "sha256",
    "1.2.840.113549.2.10": "sha384",
    "1.2.840.113549.2.11": "sha512",
}
# RFC 8018 appendix B.2, RFC 3565 section 4.1
CIPHERS = {
    "2.16.840.1.101.3.4.1.2": "aes-128-cbc",
    "2.16.840.1.101.3.4.1.22": "aes-192-cbc",
    "2.16.840.1.101.3.4.1.42": "aes-256-cbc",
    "1.2.840.113549.3.7": "des-ede3-cbc",
}
FOREIGN = {
    "1.2.840.113549.1.5.1": "PBES1 with MD2 and DES",
    "1.2.840.113549.1.5.3": "PBES1 with MD5 and DES",
    "1.2.840.113549.1.5.6": "PBES1 with MD5 and RC2",
    "1.2.840.113549.1.5.10": "PBES1 with SHA-1 and DES",
    "1.2.840.113549.1.5.11": "PBES1 with SHA-1 and RC2",
    "1.2.840.113549.1.12.1.1": "PKCS #12 with SHA-1 and RC4",
    "1.2.840.113549.1.12.1.2": "PKCS #12 with SHA-1 and 40-bit RC4",
    "1.2.840.113549.1.12.1.3": "PKCS #12 with SHA-1 and 3DES",
    "1.2.840.113549.1.12.1.4": "PKCS #12 with SHA-1 and 2-key 3DES",
    "1.2.840.113549.1.12.1.5": "PKCS #12 with SHA-1 and RC2",
    "1.2.840.113549.1.12.1.6": "PKCS #12 with SHA-1 and 40-bit RC2",
    "1.2.840.113549.3.2": "RC2",
    "1.3.14.3.2.7": "DES",
}

# What a file may ask for before it counts as an attack on whoever loads it.
MAX_ITERATIONS = 10_000_000
MAX_SCRYPT_BYTES = 1 << 30  # of memory
MAX_SCRYPT_WORK = 1 << 33  # bytes mixed


@dataclass(frozen=True, slots=True)
class PBKDF2Settings:
    """PBKDF2 with HMAC: RFC 8018 section 5.2. `hash` is "sha1", "sha224", "sha256", "sha384" or "sha512"."""

    hash: str = "sha256"
    iterations: int = 600_000


@dataclass(frozen=True, slots=True)
class ScryptSettings:
    """scrypt, RFC 7914: cost n, a power of two; block size r; parallelization p. It takes 128 · n · r bytes of memory.

    OpenSSL reads keys only where these are at most 32 MiB.
    """

    n: int = 1 << 14
    r: int = 8
    p: int = 5


def encrypt(data: bytes, password: bytes, kdf: PBKDF2Settings | ScryptSettings, cipher: str) -> bytes:
    """The EncryptedPrivateKeyInfo of a PrivateKeyInfo. Raises ValueError for a cipher or a hash that is not there to write with."""
    if cipher not in cbc.WRITABLE:
        raise ValueError(f"keys are not written under {cipher!r}; there are: {', '.join(cbc.WRITABLE)}")
    salt, iv = secrets.token_bytes(16), secrets.token_bytes(16)
    scheme = {
        "keyDerivationFunc": _described(kdf, salt),
        "encryptionScheme": {"algorithm": _oid(CIPHERS, cipher), "parameters": der.write(schemas.OCTETS, iv)},
    }
    key = _derive(kdf, password, salt, cbc.KEY_BYTES[cipher])
    value = {
        "encryptionAlgorithm": {"algorithm": PBES2, "parameters": der.write(schemas.PBES2_PARAMS, scheme)},
        "encryptedData": cbc.encrypt(cipher, key, iv, data),
    }
    return der.write(schemas.ENCRYPTED_PRIVATE_KEY_INFO, value)


def decrypt(data: bytes, password: bytes) -> bytes | None:
    """The PrivateKeyInfo of an EncryptedPrivateKeyInfo; None where the padding shows that the password is wrong, or the data was altered.

    Raises InvalidKey where it is malformed or of another scheme, LimitExceeded where it asks for more work than is reasonable.
    """
    found = der.read(schemas.ENCRYPTED_PRIVATE_KEY_INFO, data, "the encrypted private key")
    algorithm = found["encryptionAlgorithm"]
    if algorithm["algorithm"] != PBES2:
        raise InvalidKey(f"the private key is encrypted with {named(algorithm['algorithm'], FOREIGN)}; supported is PBES2 alone")
    scheme = der.read(schemas.PBES2_PARAMS, _parameters(algorithm), "the encryption scheme")
    cipher = _name(CIPHERS, scheme["encryptionScheme"], "under a cipher", FOREIGN)
    iv = der.read(schemas.OCTETS, _parameters(scheme["encryptionScheme"]), "the initial value")
    if len(iv) != cbc.BLOCK_BYTES[cipher]:
        raise InvalidKey(f"the initial value for {cipher} has {bytes_of(len(iv))}, expected {cbc.BLOCK_BYTES[cipher]}")
    key = _derived(scheme["keyDerivationFunc"], password, cbc.KEY_BYTES[cipher])
    return cbc.decrypt(cipher, key, iv, found["encryptedData"])


def _derived(function: dict[str, Any], password: bytes, size: int) -> bytes:
    """The key, by a function that a file describes."""
    kdf: PBKDF2Settings | ScryptSettings
    if function["algorithm"] == PBKDF2:
        found = der.read(schemas.PBKDF2_PARAMS, _parameters(function), "the description of PBKDF2")
        prf = found["prf"]
        if prf is not None and prf["parameters"] not in (NULL, None):
            raise InvalidKey("the pseudo-random function of PBKDF2 has parameters, expected NULL")
        kdf = PBKDF2Settings("sha1" if prf is None else _name(HMACS, prf, "with PBKDF2 over a function", {}), found["iterationCount"])
    elif function["algorithm"] == SCRYPT:
        found = der.read(schemas.SCRYPT_PARAMS, _parameters(function), "the description of scrypt")
        kdf = ScryptSettings(found["costParameter"], found["blockSize"], found["parallelizationParameter"])
    else:
        raise InvalidKey(f"the private key is encrypted with a key from {function['algorithm']}; supported are PBKDF2 and scrypt")
    if found["keyLength"] not in (None, size):
        raise InvalidKey(f"the private key is encrypted with a key of {found['keyLength']} bytes under a cipher that takes {size}")
    return _derive(kdf, password, found["salt"], size)


def _derive(kdf: PBKDF2Settings | ScryptSettings, password: bytes, salt: bytes, size: int) -> bytes:
    match kdf:
        case PBKDF2Settings(hash, iterations):
            if iterations < 1:
                raise InvalidKey(f"PBKDF2 is to make {iterations} iterations, expected 1 or more")
            if iterations > MAX_ITERATIONS:
                raise LimitExceeded(f"PBKDF2 is to make {iterations} iterations, allowed are {MAX_ITERATIONS}")
            return pbkdf2(password, salt, iterations, size, hash=hash)
        case ScryptSettings(n, r, p):
            if n < 2 or n & (n - 1) or r < 1 or p < 1:
                raise InvalidKey(f"scrypt is to run with n = {n}, r = {r}, p = {p}; n has to be a power of two, and none below 1")
            if 128 * n * r > MAX_SCRYPT_BYTES or 128 * n * r * p > MAX_SCRYPT_WORK:
                allowed = f"{MAX_SCRYPT_BYTES}, {MAX_SCRYPT_WORK} in all"
                raise LimitExceeded(f"scrypt is to use {128 * n * r} bytes {p} times; allowed are {allowed}")
            return scrypt(password, salt, n=n, r=r, p=p, length=size)


def _described(kdf: PBKDF2Settings | ScryptSettings, salt: bytes) -> dict[str, Any]:
    match kdf:
        case PBKDF2Settings(hash, iterations):
            # The default is left out, as DER has it.
            prf = None if hash == "sha1" else {"algorithm": _oid(HMACS, hash), "parameters": NULL}
            parameters = der.write(schemas.PBKDF2_PARAMS, {"salt": salt, "iterationCount": iterations, "prf": prf})
            return {"algorithm": PBKDF2, "parameters": parameters}
        case ScryptSettings(n, r, p):
            value = {"salt": salt, "costParameter": n, "blockSize": r, "parallelizationParameter": p}
            return {"algorithm": SCRYPT, "parameters": der.write(schemas.SCRYPT_PARAMS, value)}


def _parameters(algorithm: dict[str, Any]) -> bytes:
    parameters: bytes | None = algorithm["parameters"]
    if parameters is None:
        raise InvalidKey("the description of the key's encryption lacks its parameters")
    return parameters


def _name(names: dict[str, str], algorithm: dict[str, Any], what: str, foreign: dict[str, str]) -> str:
    oid = algorithm["algorithm"]
    if oid not in names:
        supported = ", ".join(names.values())
        raise InvalidKey(f"the private key is encrypted {what} that is not supported, {named(oid, foreign)}; supported are {supported}")
    return names[oid]


def _oid(names: dict[str, str], name: str) -> str:
    for oid, known in names.items():
        if known == name:
            return oid
    raise ValueError(f"expected one of {', '.join(names.values())}, given {name!r}")
