"""The written forms of keys, as methods that the key classes inherit."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from akela.crypto.serialization.pbes2 import PBKDF2Settings, ScryptSettings

    Cipher = Literal["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"]
    PublicForm = Literal["spki", "pkcs1"]
    PrivateForm = Literal["pkcs8", "pkcs1", "sec1"]


class PublicKeyForms:
    """Written forms of a public key. `akela.load_public_key` reads them all.

    `form` is "spki", the SubjectPublicKeyInfo of RFC 5280 that every kind of key has, or for RSA keys "pkcs1", the RSAPublicKey of
    RFC 8017. A form that the key does not have raises NotSupported.
    """

    __slots__ = ()

    def to_der(self, form: PublicForm = "spki") -> bytes:
        """The key in DER. Raises NotSupported for a form that this kind of key does not have."""
        from akela.crypto.serialization.write import public_der

        return public_der(self, form)[1]

    def to_pem(self, form: PublicForm = "spki") -> bytes:
        """The key in PEM: ASCII text that ends with a line end. Raises NotSupported for a form that this kind of key does not have."""
        from akela.crypto.serialization.write import pem, public_der

        return pem(*public_der(self, form))

    def to_openssh(self, comment: str = "") -> bytes:
        """The line of an `id_….pub` or `authorized_keys` file, without a line end.

        Raises NotSupported for keys other than RSA, EC and Ed25519, ValueError for a comment with a line end.
        """
        from akela.crypto.serialization.key_objects import public_parts
        from akela.crypto.serialization.openssh_public import write_line

        return write_line(public_parts(self), comment)

    def to_jwk(self) -> dict[str, str]:
        """The JSON Web Key, a dict ready for `json.dumps`. Raises NotSupported for Diffie-Hellman keys."""
        from akela.crypto.serialization import jwk
        from akela.crypto.serialization.key_objects import public_parts

        return jwk.write(public_parts(self))

    def jwk_thumbprint(self) -> str:
        """The SHA-256 thumbprint of the JWK, RFC 7638, in base64url: a name for the key that every party derives alike.

        Raises NotSupported for Diffie-Hellman keys.
        """
        from akela.crypto.digests import sha256
        from akela.crypto.serialization.jwk import thumbprint_input

        return base64.urlsafe_b64encode(sha256(thumbprint_input(self.to_jwk()))).rstrip(b"=").decode()

    def to_cryptography(self) -> Any:
        """The same key as an object of the package `cryptography`. Raises ImportError where that is not installed."""
        from cryptography.hazmat.primitives.serialization import load_der_public_key

        return load_der_public_key(self.to_der())

    @classmethod
    def load(cls, data: Buffer | str | Mapping[str, Any]) -> Self:
        """The key that `data` is, in any of the forms that `akela.load_public_key` reads.

        Raises what that does, and InvalidKey for a key of another kind than this class.
        """
        from akela.crypto.serialization import detect, key_objects

        return cast(Self, key_objects.public_key(detect.public_parts(data), cls))

    @classmethod
    def from_cryptography(cls, key: Any) -> Self:
        """The key of an object of the package `cryptography`. Raises InvalidKey where that is of another kind than this class."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        if not hasattr(key, "public_bytes"):
            raise TypeError(f"expected a public key of the package cryptography, given {type(key).__name__}")
        return cls.load(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as DER."""
        return type(self).load, (self.to_der(),)


class PrivateKeyForms:
    """Written forms of a private key. `akela.load_private_key` reads them all.

    `form` is "pkcs8", the PrivateKeyInfo of RFC 5958 that every kind of key has, for RSA keys also "pkcs1", the RSAPrivateKey of RFC 8017,
    for EC keys also "sec1", the ECPrivateKey of RFC 5915. A form that the key does not have raises NotSupported.

    Nothing but these methods writes a private key: pickling one raises TypeError.
    """

    __slots__ = ()

    def to_der(
        self,
        form: PrivateForm = "pkcs8",
        *,
        password: Buffer | str | None = None,
        kdf: PBKDF2Settings | ScryptSettings | None = None,
        cipher: Cipher = "aes-256-cbc",
    ) -> bytes:
        """The key in DER; under a password as an EncryptedPrivateKeyInfo with PBES2, RFC 8018, whose form is "pkcs8".

        `kdf` derives the key from the password, by default `PBKDF2Settings()`: 600 000 times HMAC-SHA-256. A str stands for its UTF-8.
        Raises ValueError for an empty password, and for a form that has no place for one, NotSupported for a form that this kind of key
        does not have.
        """
        from akela.crypto.serialization.write import private_der

        return private_der(self, form, password, kdf, cipher)[1]

    def to_pem(
        self,
        form: PrivateForm = "pkcs8",
        *,
        password: Buffer | str | None = None,
        kdf: PBKDF2Settings | ScryptSettings | None = None,
        cipher: Cipher = "aes-256-cbc",
    ) -> bytes:
        """The key in PEM: ASCII text that ends with a line end. Under a password as `to_der` says; raises what that does."""
        from akela.crypto.serialization.write import pem, private_der

        return pem(*private_der(self, form, password, kdf, cipher))

    def to_jwk(self) -> dict[str, str]:
        """The JSON Web Key, a dict ready for `json.dumps`, unencrypted. Raises NotSupported for Diffie-Hellman keys."""
        from akela.crypto.serialization import jwk
        from akela.crypto.serialization.key_objects import private_parts

        return jwk.write(private_parts(self))

    def to_cryptography(self) -> Any:
        """The same key as an object of the package `cryptography`. Raises ImportError where that is not installed."""
        from cryptography.hazmat.primitives.serialization import load_der_private_key

        return load_der_private_key(self.to_der(), None)

    @classmethod
    def load(cls, data: Buffer | str | Mapping[str, Any], password: Buffer | str | None = None) -> Self:
        """The key that `data` is, in any of the forms that `akela.load_private_key` reads.

        Raises what that does, and InvalidKey for a key of another kind than this class.
        """
        from akela.crypto.serialization import detect, key_objects

        return cast(Self, key_objects.private_key(detect.private_parts(data, password), cls))

    @classmethod
    def from_cryptography(cls, key: Any) -> Self:
        """The key of an object of the package `cryptography`. Raises InvalidKey where that is of another kind than this class."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        if not hasattr(key, "private_bytes"):
            raise TypeError(f"expected a private key of the package cryptography, given {type(key).__name__}")
        return cls.load(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        raise TypeError(f"{type(self).__name__} is not pickled; write it with to_der or to_pem, where you can see where it goes")
