"""OpenSSH's private keys, `openssh-key-v1`, for reading: the file PROTOCOL.key of OpenSSH's sources.

Those under a password need the package `bcrypt`, whose bcrypt_pbkdf derives the key: `pip install akela[openssh]`. Ciphers are AES in CTR,
CBC and GCM; keys under another, and keys that a security token holds, are refused by name.
"""

from __future__ import annotations

from akela.crypto.aes import AESGCM
from akela.crypto.serialization.ec_der import SCALAR_BYTES
from akela.crypto.serialization.okp_der import sized
from akela.crypto.serialization.openssh_public import CURVES, read_blob
from akela.crypto.serialization.openssh_wire import Reader
from akela.crypto.serialization.parts import (
    ECPrivateParts,
    ECPublicParts,
    OKPPrivateParts,
    OKPPublicParts,
    PrivateParts,
    PublicParts,
    RSAPrivateParts,
    RSAPublicParts,
)
from akela.exceptions import InvalidKey, InvalidPassword, InvalidTag, LimitExceeded, NotSupported, PasswordNotNeeded, PasswordRequired
from akela.executions import default_execution

MAGIC = b"openssh-key-v1\0"
KEY_BYTES = {f"aes{bits}-{mode}": bits // 8 for bits in (128, 192, 256) for mode in ("ctr", "cbc")}
KEY_BYTES |= {f"aes{bits}-gcm@openssh.com": bits // 8 for bits in (128, 256)}
MAX_ROUNDS = 1000  # of bcrypt; ssh-keygen makes 16 or 24
WHAT = "the OpenSSH private key"


def read(data: bytes, password: bytes | None) -> PrivateParts:
    """The key. Raises PasswordRequired, PasswordNotNeeded or InvalidPassword; NotSupported without `bcrypt`; InvalidKey where malformed."""
    if not data.startswith(MAGIC):
        raise InvalidKey("the PEM block says 'OPENSSH PRIVATE KEY', and holds something else")
    reader = Reader(data[len(MAGIC) :], WHAT)
    cipher, kdf, options = reader.text(), reader.text(), reader.string()
    if (count := reader.uint32()) != 1:
        raise InvalidKey(f"the OpenSSH file has {count} private keys, expected 1")
    public, kind = read_blob(reader.string())
    secret = reader.string()
    if cipher == kdf == "none":
        reader.end()
        if password is not None:
            raise PasswordNotNeeded("a password was given, and the OpenSSH private key is not encrypted")
        return _private(secret, public, kind, 8)
    if password is None:
        raise PasswordRequired("the OpenSSH private key is encrypted, and no password was given")
    if cipher not in KEY_BYTES or kdf != "bcrypt":
        rewrite = "`ssh-keygen -p -Z aes256-ctr -f FILE` changes that"
        raise NotSupported(f"the OpenSSH private key is encrypted with {cipher!r} and {kdf!r}; {rewrite}")
    tag = reader.take(16) if "gcm" in cipher else b""  # behind what is encrypted, not in it
    reader.end()
    return _private(_decrypt(cipher, options, password, secret, tag), public, kind, 16)


def _decrypt(cipher: str, options: bytes, password: bytes, secret: bytes, tag: bytes) -> bytes:
    try:
        import bcrypt
    except ImportError as error:
        raise NotSupported("OpenSSH private keys under a password need the package bcrypt: pip install 'akela[openssh]'") from error
    reader = Reader(options, WHAT)
    salt, rounds = reader.string(), reader.uint32()
    reader.end()
    if not 1 <= rounds <= MAX_ROUNDS:
        raise LimitExceeded(f"bcrypt is to make {rounds} rounds, allowed are 1 to {MAX_ROUNDS}")
    if not salt or not password or len(secret) % 16:
        raise InvalidPassword("the OpenSSH private key has no salt or a wrong length, or the password is empty")
    size, iv_size = KEY_BYTES[cipher], 12 if tag else 16
    derived = bcrypt.kdf(password, salt, size + iv_size, rounds, ignore_few_rounds=True)
    key, iv = derived[:size], derived[size:]
    if tag:
        try:
            return AESGCM(key).decrypt(iv, secret + tag, None)
        except InvalidTag:
            raise InvalidPassword("the password does not open the OpenSSH private key, or the key was altered") from None
    context = default_execution().Aes(key)
    return bytes((context.cbc_decrypt if cipher.endswith("cbc") else context.ctr_xor)(iv, secret))


def _private(data: bytes, public: PublicParts, kind: str, block: int) -> PrivateParts:
    reader = Reader(data, WHAT)
    if len(data) % block or reader.uint32() != reader.uint32():
        raise InvalidPassword("the password does not open the OpenSSH private key, or the key was altered")
    if (inner := reader.text()) != kind:
        raise InvalidKey(f"the OpenSSH private key says {kind!r} outside and {inner!r} inside")
    parts, own = _fields(reader, public)
    if own != public:
        raise InvalidKey("the OpenSSH private key has another public key inside than outside")
    reader.string()  # the comment
    padding = reader.rest()
    if len(padding) >= block or padding != bytes(range(1, len(padding) + 1)):
        raise InvalidKey("the OpenSSH private key is not padded as it should be")
    return parts


def _fields(reader: Reader, public: PublicParts) -> tuple[PrivateParts, PublicParts]:
    """The fields that a key of the type of `public` has, and the public key among them."""
    match public:
        case RSAPublicParts():
            n, e, d, iqmp, p, q = (reader.mpint() for _ in range(6))
            if min(p, q) < 2:
                raise InvalidKey("the OpenSSH private key has a prime below 2")
            return RSAPrivateParts(n, e, d, p, q, d % (p - 1), d % (q - 1), iqmp), RSAPublicParts(n, e)
        case ECPublicParts(curve, _):
            name, point, scalar = reader.text(), reader.string(), reader.mpint()
            size = SCALAR_BYTES[curve]
            if CURVES.get(name) != curve or scalar.bit_length() > 8 * size:
                raise InvalidKey(f"the OpenSSH private key is on another curve than {curve}, or too long for it")
            return ECPrivateParts(curve, scalar.to_bytes(size), point), ECPublicParts(curve, point)
        case _:
            own, both = sized("Ed25519", reader.string(), "public"), reader.string()
            seed = sized("Ed25519", both[:32], "private")
            if both[32:] != own:
                raise InvalidKey("the OpenSSH private key has two public keys inside that differ")
            return OKPPrivateParts("Ed25519", seed, own), OKPPublicParts("Ed25519", own)
