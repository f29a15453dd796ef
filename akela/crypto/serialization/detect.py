"""Which form of a key some bytes are, and its parts.

PEM says so in its label, and has to be what it says. DER does not: the kinds of elements in the outermost SEQUENCE tell the forms apart.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from akela.crypto.serialization import containers, dek_info, der, ec_der, jwk, openssh_private, openssh_public, pbes2, pem, rsa_der
from akela.crypto.serialization.parts import PrivateParts, PublicParts
from akela.exceptions import InvalidKey, InvalidPassword, PasswordNotNeeded, PasswordRequired

if TYPE_CHECKING:
    from typing_extensions import Buffer

# What a PEM block holds, by its label.
LABELS = {
    "PUBLIC KEY": "spki",
    "RSA PUBLIC KEY": "pkcs1 public",
    "PRIVATE KEY": "pkcs8",
    "ENCRYPTED PRIVATE KEY": "encrypted pkcs8",
    "RSA PRIVATE KEY": "pkcs1",
    "EC PRIVATE KEY": "sec1",
    "OPENSSH PRIVATE KEY": "openssh",
    "DSA PRIVATE KEY": "dsa",
    "CERTIFICATE": "certificate",
}
# Blocks that OpenSSL writes in front of a key. What they say stands in the key, too.
PARAMETERS = ("EC PARAMETERS", "DH PARAMETERS", "X9.42 DH PARAMETERS", "DSA PARAMETERS")

# What DER holds, by the tags in its outermost SEQUENCE: INTEGER 02, BIT STRING 03, OCTET STRING 04, SEQUENCE 30.
SHAPES = (
    ((0x30, 0x03), "spki"),
    ((0x02, 0x02), "pkcs1 public"),
    ((0x02, 0x30, 0x04), "pkcs8"),
    ((0x30, 0x04), "encrypted pkcs8"),
    ((0x02,) * 9, "pkcs1"),
    ((0x02, 0x04), "sec1"),
    ((0x02,) * 6, "dsa"),
    ((0x30, 0x30, 0x03), "certificate"),
)
OPEN_ENDED = ("pkcs8", "pkcs1", "sec1")  # forms with optional elements at the end

PUBLIC_FORMS = ("spki", "pkcs1 public")
PRIVATE_FORMS = ("pkcs8", "encrypted pkcs8", "pkcs1", "sec1", "openssh")
FORM_NAMES = {
    "spki": "a public key (SubjectPublicKeyInfo)",
    "pkcs1 public": "an RSA public key (PKCS #1)",
    "pkcs8": "a private key (PKCS #8)",
    "encrypted pkcs8": "an encrypted private key (PKCS #8)",
    "pkcs1": "an RSA private key (PKCS #1)",
    "sec1": "an elliptic curve private key (SEC 1)",
    "openssh": "an OpenSSH private key",
    "dsa": "a DSA private key, which is not supported",
    "certificate": "an X.509 certificate, not a key",
}
HINTS = {
    **dict.fromkeys(PUBLIC_FORMS, "; load_public_key takes it"),
    **dict.fromkeys(PRIVATE_FORMS, "; load_private_key(…).public_key() gives its public key"),
}

READERS: dict[str, Callable[[bytes], Any]] = {
    "spki": containers.read_spki,
    "pkcs1 public": rsa_der.read_pkcs1_public,
    "pkcs8": containers.read_pkcs8,
    "pkcs1": rsa_der.read_pkcs1_private,
    "sec1": ec_der.read_sec1,
}


def public_parts(data: Buffer | str | Mapping[str, Any]) -> PublicParts:
    if isinstance(data, Mapping):
        return jwk.read_public(data)
    octets = _octets(data)
    if _is_json(octets):
        return jwk.read_public(jwk.parse(octets))
    if octets.lstrip().startswith(openssh_public.PREFIXES):
        return openssh_public.read_line(octets)
    block = _block(octets, PUBLIC_FORMS, "a public key")
    parts: PublicParts = READERS[_form(block, PUBLIC_FORMS, "a public key")](block.data)
    return parts


def private_parts(data: Buffer | str | Mapping[str, Any], password: Buffer | str | None = None) -> PrivateParts:
    secret = None if password is None else _octets(password)
    if isinstance(data, Mapping):
        _no_password(secret)
        return jwk.read_private(data)
    octets = _octets(data)
    if _is_json(octets):
        _no_password(secret)
        return jwk.read_private(jwk.parse(octets))
    if octets.lstrip().startswith(openssh_public.PREFIXES):
        raise InvalidKey("expected a private key, given an OpenSSH public key; load_public_key takes it")
    block = _block(octets, PRIVATE_FORMS, "a private key")
    if LABELS.get(block.label) == "openssh":
        return openssh_private.read(block.data, secret)
    form, content = _decrypted(block, secret)
    parts: PrivateParts = READERS[form](content)
    return parts


def _decrypted(block: pem.Block, password: bytes | None) -> tuple[str, bytes]:
    """The form of an unencrypted private key, and its DER."""
    if dek_info.is_encrypted(block):
        opened = dek_info.decrypt(block, _required(password))
        return LABELS[block.label], _checked(opened, LABELS[block.label])
    form = _form(block, PRIVATE_FORMS, "a private key")
    if form == "encrypted pkcs8":
        return "pkcs8", _checked(pbes2.decrypt(block.data, _required(password)), "pkcs8")
    _no_password(password)
    return form, block.data


def _checked(opened: bytes | None, form: str) -> bytes:
    """What a password opened. One message for all that shows a wrong one, so that nobody learns from it how the padding was."""
    with contextlib.suppress(InvalidKey):
        if opened is not None and _shape(opened) == form:
            return opened
    raise InvalidPassword("the password does not open the private key, or the key was altered")


def _required(password: bytes | None) -> bytes:
    if password is None:
        raise PasswordRequired("the private key is encrypted, and no password was given")
    return password


def _no_password(password: bytes | None) -> None:
    if password is not None:
        raise PasswordNotNeeded("a password was given, and the private key is not encrypted")


def _octets(data: Buffer | str) -> bytes:
    # What UTF-8 does not have is no reason for an exception, which would quote it.
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(memoryview(data))


def _is_json(octets: bytes) -> bool:
    return octets.lstrip().startswith(b"{")


def _block(octets: bytes, forms: tuple[str, ...], expected: str) -> pem.Block:
    """The one PEM block of these forms; DER is a block without a label."""
    if not pem.is_pem(octets):
        return pem.Block("", {}, octets)
    blocks = [block for block in pem.read_blocks(octets) if block.label not in PARAMETERS]
    fitting = [block for block in blocks if LABELS.get(block.label) in forms]
    if len(fitting) > 1:
        raise InvalidKey(f"expected {expected}, given PEM with {len(fitting)} of them; give one at a time")
    if not fitting:
        given = " and ".join(repr(block.label) + HINTS.get(LABELS.get(block.label, ""), "") for block in blocks)
        raise InvalidKey(f"expected {expected}, given PEM of {given or 'parameters alone'}")
    return fitting[0]


def _form(block: pem.Block, forms: tuple[str, ...], expected: str) -> str:
    """The form of the block's DER, which has to be one of these and the one that the label says."""
    form = _shape(block.data)
    if form not in forms:
        raise InvalidKey(f"expected {expected}, given {FORM_NAMES.get(form, 'DER of something else')}{HINTS.get(form, '')}")
    if block.label and LABELS[block.label] != form:
        raise InvalidKey(f"the PEM block says {block.label!r}, and holds {FORM_NAMES[form]}")
    return form


def _shape(data: bytes) -> str:
    if not data.startswith(b"\x30"):
        raise InvalidKey("expected PEM, DER or a JWK, given something else" if data else "expected a key, given no bytes")
    tags = der.child_tags(data)
    for shape, form in SHAPES:
        if tags == shape or (form in OPEN_ENDED and tags[: len(shape)] == shape):
            return form
    return ""
