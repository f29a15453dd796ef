"""From a key object to the label of its PEM block and its DER, by the name of the form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from akela.crypto.serialization import containers, ec_der, pbes2, rsa_der
from akela.crypto.serialization.key_objects import private_parts, public_parts
from akela.crypto.serialization.parts import ECPrivateParts, RSAPrivateParts, RSAPublicParts
from akela.crypto.serialization.pem import write_block as pem
from akela.exceptions import NotSupported

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["pem", "private_der", "public_der"]

PUBLIC_FORMS = ("spki", "pkcs1")
PRIVATE_FORMS = ("pkcs8", "pkcs1", "sec1")


def public_der(key: Any, form: str) -> tuple[str, bytes]:
    """Label and DER; raises ValueError for an unknown form, NotSupported for one that keys of another kind have."""
    match form, public_parts(key):
        case "spki", parts:
            return "PUBLIC KEY", containers.write_spki(parts)
        case "pkcs1", RSAPublicParts() as parts:
            return "RSA PUBLIC KEY", rsa_der.write_pkcs1_public(parts)
    raise _refusal(key, form, PUBLIC_FORMS)


def private_der(
    key: Any, form: str, password: Buffer | str | None, kdf: pbes2.PBKDF2Settings | pbes2.ScryptSettings | None, cipher: str
) -> tuple[str, bytes]:
    """Label and DER; raises ValueError for an unknown form, NotSupported for one that keys of another kind have."""
    if password is not None:
        if form not in PRIVATE_FORMS:
            raise _refusal(key, form, PRIVATE_FORMS)
        if form != "pkcs8":
            raise ValueError(f"the form {form!r} has no place for a password; use 'pkcs8'")
        secret = password.encode("utf-8", "surrogatepass") if isinstance(password, str) else bytes(memoryview(password))
        if not secret:
            raise ValueError("the password is empty; None writes the key unencrypted")
        if not isinstance(kdf, pbes2.PBKDF2Settings | pbes2.ScryptSettings | None):
            raise TypeError(f"kdf is of type {type(kdf).__name__}, expected PBKDF2Settings or ScryptSettings")
        plain = containers.write_pkcs8(private_parts(key))
        return "ENCRYPTED PRIVATE KEY", pbes2.encrypt(plain, secret, pbes2.PBKDF2Settings() if kdf is None else kdf, cipher)
    match form, private_parts(key):
        case "pkcs8", parts:
            return "PRIVATE KEY", containers.write_pkcs8(parts)
        case "pkcs1", RSAPrivateParts() as parts:
            return "RSA PRIVATE KEY", rsa_der.write_pkcs1_private(parts)
        case "sec1", ECPrivateParts() as parts:
            return "EC PRIVATE KEY", ec_der.write_sec1(parts)
    raise _refusal(key, form, PRIVATE_FORMS)


def _refusal(key: Any, form: str, forms: tuple[str, ...]) -> Exception:
    if form not in forms:
        # Not quoted: it may be a password that was given by position.
        return ValueError(f"that is no form of keys; there are {', '.join(forms)}; a password is given as password=…")
    return NotSupported(f"a {type(key).__name__} has no form {form!r}; use {forms[0]!r}")
