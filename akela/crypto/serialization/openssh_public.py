"""OpenSSH's public keys, lines like `ssh-ed25519 AAAA… comment`: RFC 4253 section 6.6 (RSA), RFC 5656 section 3.1 (EC), RFC 8709 section 4
(Ed25519).
"""

from __future__ import annotations

import binascii
from typing import NoReturn

from akela.crypto.serialization.okp_der import sized
from akela.crypto.serialization.openssh_wire import Reader, mpint, string
from akela.crypto.serialization.parts import ECPublicParts, OKPPublicParts, PublicParts, RSAPublicParts
from akela.exceptions import InvalidKey, NotSupported

CURVES = {"nistp256": "P-256", "nistp384": "P-384", "nistp521": "P-521"}
NAMES = {name: identifier for identifier, name in CURVES.items()}
PREFIXES = (b"ssh-", b"ecdsa-sha2-", b"sk-ssh-", b"sk-ecdsa-")


def read_line(line: bytes) -> PublicParts:
    """A line of an `id_….pub` file: the type, the key in base64, and perhaps a comment."""
    fields = line.strip().split(None, 2)
    if len(fields) < 2 or b"\n" in line.strip():
        raise InvalidKey("an OpenSSH public key is one line: the type, the key in base64, and a comment")
    try:
        blob = binascii.a2b_base64(fields[1], strict_mode=True)
    except binascii.Error:
        raise InvalidKey("the OpenSSH public key is not in base64") from None
    kind = fields[0].decode("ascii", "replace")
    parts, inner = read_blob(blob)
    if inner != kind:
        raise InvalidKey(f"the OpenSSH public key says {kind!r} outside and {inner!r} inside")
    return parts


def read_blob(blob: bytes) -> tuple[PublicParts, str]:
    """The bytes that the base64 stands for; gives the type too."""
    reader = Reader(blob, "the OpenSSH public key")
    kind = reader.text()
    parts: PublicParts
    match kind.split("-"):
        case ["ssh", "rsa"]:
            e, n = reader.mpint(), reader.mpint()
            parts = RSAPublicParts(n, e)
        case ["ssh", "ed25519"]:
            parts = OKPPublicParts("Ed25519", sized("Ed25519", reader.string(), "public"))
        case ["ecdsa", "sha2", curve] if curve in CURVES:
            if (inner := reader.text()) != curve:
                raise InvalidKey(f"the OpenSSH public key is of type {kind!r} and on the curve {inner!r}")
            parts = ECPublicParts(CURVES[curve], reader.string())
        case _:
            refuse(kind)
    reader.end()
    return parts, kind


def write_line(parts: PublicParts, comment: str = "") -> bytes:
    """The line, without a line end. `comment` has no line end in it."""
    if not isinstance(comment, str):
        raise TypeError(f"comment is of type {type(comment).__name__}, expected a str")
    if "\n" in comment or "\r" in comment:
        raise ValueError("the comment of an OpenSSH public key has a line end in it")
    kind, blob = write_blob(parts)
    return b" ".join(filter(None, [kind.encode(), binascii.b2a_base64(blob, newline=False), comment.encode()]))


def write_blob(parts: PublicParts) -> tuple[str, bytes]:
    match parts:
        case RSAPublicParts(n, e):
            kind, fields = "ssh-rsa", mpint(e) + mpint(n)
        case ECPublicParts(curve, point):
            kind, fields = f"ecdsa-sha2-{NAMES[curve]}", string(NAMES[curve].encode()) + string(point)
        case OKPPublicParts("Ed25519", public):
            kind, fields = "ssh-ed25519", string(public)
        case OKPPublicParts(name, _):
            raise NotSupported(f"OpenSSH has no {name} keys; use to_pem")
        case _:
            raise NotSupported("OpenSSH has no Diffie-Hellman keys; use to_pem")
    return kind, string(kind.encode()) + fields


def refuse(kind: str) -> NoReturn:
    """Raise InvalidKey for a type of key that is not supported."""
    if "-cert-" in kind:
        raise InvalidKey(f"this is an OpenSSH certificate ({kind}); give the key that it is for")
    if kind.startswith("sk-"):
        raise InvalidKey(f"this key lives in a security token ({kind}), which is not supported")
    supported = ("ssh-rsa", "ssh-ed25519", *(f"ecdsa-sha2-{curve}" for curve in CURVES))
    raise InvalidKey(f"OpenSSH keys of type {kind!r} are not supported; supported are {', '.join(supported)}")
