"""Loading keys, whatever their kind and form: `load_private_key`, `load_public_key`.

Both give a union of classes, which type checkers narrow by `isinstance`. Who knows the kind says it at once, and has nothing to narrow:
`RSAPrivateKey.load(data, password)`, `ECPublicKey.load(data)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from akela.crypto.dh import DHPrivateKey, DHPublicKey
    from akela.crypto.ec import ECPrivateKey, ECPublicKey
    from akela.crypto.ed448 import Ed448PrivateKey, Ed448PublicKey
    from akela.crypto.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from akela.crypto.rsa import RSAPrivateKey, RSAPublicKey
    from akela.crypto.x448 import X448PrivateKey, X448PublicKey
    from akela.crypto.x25519 import X25519PrivateKey, X25519PublicKey

    PublicKey: TypeAlias = RSAPublicKey | DHPublicKey | ECPublicKey | Ed25519PublicKey | Ed448PublicKey | X25519PublicKey | X448PublicKey
    PrivateKey: TypeAlias = (
        RSAPrivateKey | DHPrivateKey | ECPrivateKey | Ed25519PrivateKey | Ed448PrivateKey | X25519PrivateKey | X448PrivateKey
    )

__all__ = ["load_private_key", "load_public_key"]


def load_public_key(data: Buffer | str | Mapping[str, Any]) -> PublicKey:
    """The public key that `data` is: an RSAPublicKey, ECPublicKey, Ed25519PublicKey, X25519PublicKey …

    `data` is PEM or DER of a SubjectPublicKeyInfo (RFC 5280) or of an RSAPublicKey (PKCS #1), a line as OpenSSH writes it, or a JWK,
    as JSON or as a dict. PEM may have other blocks and text around the one key.

    Raises InvalidKey where it is none of these, is malformed or not in DER, is of an algorithm or curve that is not supported, or is a
    private key. The message says what was found.
    """
    from akela.crypto.serialization import detect, key_objects

    key: PublicKey = key_objects.public_key(detect.public_parts(data))
    return key


def load_private_key(data: Buffer | str | Mapping[str, Any], password: Buffer | str | None = None) -> PrivateKey:
    """The private key that `data` is: an RSAPrivateKey, ECPrivateKey, Ed25519PrivateKey, X25519PrivateKey …

    `data` is PEM or DER of a PrivateKeyInfo (PKCS #8, RFC 5958), plain or encrypted with PBES2 (RFC 8018), of an RSAPrivateKey (PKCS #1) or
    of an ECPrivateKey (RFC 5915), a file that OpenSSH wrote, or a JWK, as JSON or as a dict. PEM may have other blocks and text around the
    one key, and may be encrypted in OpenSSL's old way. A password that is a str stands for its UTF-8.

    Raises PasswordRequired where the key is encrypted and no password is given, PasswordNotNeeded where it is the other way round,
    InvalidPassword where the password does not open it; all three are InvalidKeys. Raises InvalidKey where it is none of these forms, is
    malformed or not in DER, is of an algorithm or curve that is not supported, does not fit the public key that comes with it, or is a
    public key. The message says what was found, and nothing of the key. Raises LimitExceeded where the file asks for an unreasonable amount
    of work, NotSupported where an OpenSSH key under a password meets no package `bcrypt`.
    """
    from akela.crypto.serialization import detect, key_objects

    key: PrivateKey = key_objects.private_key(detect.private_parts(data, password))
    return key
