"""The unencrypted forms of keys, compared with those that `cryptography` writes, byte by byte, and read by OpenSSL's program."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from akela.crypto.serialization import containers, detect, ec_der, openssh_public, pem, rsa_der
from akela.crypto.serialization.parts import ECPublicParts, RSAPrivateParts
from akela.exceptions import InvalidKey, NotSupported
from tests.crypto.serialization.peers import CURVES, KINDS, keys, pkcs8, private_parts, public_parts, run, spki, traditional, vector

pytestmark = pytest.mark.filterwarnings("ignore:Diffie-Hellman over finite fields")  # of `cryptography`, where it loads one

OPENSSH_KINDS = ("RSA", *CURVES, "Ed25519")


@pytest.fixture(params=KINDS)
def key(request: pytest.FixtureRequest) -> Any:
    return keys()[request.param]


@pytest.fixture(scope="module")
def dh_key() -> Any:
    """In a group of RFC 7919, as OpenSSL writes it: PKCS #3 with a recommended length of exponents."""
    written = run("openssl", "genpkey", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048")
    key = serialization.load_pem_private_key(written, None)
    return key


def without_public(parts: Any) -> Any:
    """X25519's and Ed25519's DER has no public key beside the private one."""
    return parts if isinstance(parts, RSAPrivateParts) or hasattr(parts, "point") else type(parts)(parts.name, parts.private, None)


def test_pkcs8(key: Any) -> None:
    parts = private_parts(key)
    assert containers.write_pkcs8(parts) == pkcs8(key)
    assert detect.private_parts(pkcs8(key)) == without_public(parts)
    text = pem.write_block("PRIVATE KEY", pkcs8(key))
    assert text == key.private_bytes(Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    assert detect.private_parts(text) == detect.private_parts(text.decode()) == without_public(parts)


def test_spki(key: Any) -> None:
    public = key.public_key()
    assert containers.write_spki(public_parts(public)) == spki(public)
    assert detect.public_parts(spki(public)) == public_parts(public)
    text = pem.write_block("PUBLIC KEY", spki(public))
    assert text == public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert detect.public_parts(bytearray(text)) == public_parts(public)


def test_pkcs1() -> None:
    key = keys()["RSA"]
    assert rsa_der.write_pkcs1_private(private_parts(key)) == traditional(key)
    assert detect.private_parts(traditional(key)) == private_parts(key)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.PKCS1)
    assert rsa_der.write_pkcs1_public(public_parts(key.public_key())) == public
    assert detect.public_parts(memoryview(public)) == public_parts(key.public_key())


@pytest.mark.parametrize("curve", CURVES)
def test_sec1(curve: str) -> None:
    key = keys()[curve]
    assert ec_der.write_sec1(private_parts(key)) == traditional(key)
    assert detect.private_parts(traditional(key)) == private_parts(key)


@pytest.mark.parametrize("curve", CURVES)
def test_compressed_points(curve: str) -> None:
    """RFC 5480 section 2.2 allows both forms of a point."""
    public = keys()[curve].public_key()
    compressed = ECPublicParts(curve, public.public_bytes(Encoding.X962, PublicFormat.CompressedPoint))
    written = containers.write_spki(compressed)
    assert serialization.load_der_public_key(written) == public
    assert detect.public_parts(written) == compressed


@pytest.mark.parametrize("kind", OPENSSH_KINDS)
def test_openssh_public(kind: str) -> None:
    public = keys()[kind].public_key()
    line = openssh_public.write_line(public_parts(public), "someone@somewhere")
    assert line == public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH) + b" someone@somewhere"
    assert detect.public_parts(line) == detect.public_parts(line + b"\n") == public_parts(public)


def test_keys_that_openssh_has_not(dh_key: Any) -> None:
    for public, name in ((keys()["X25519"].public_key(), "X25519"), (dh_key.public_key(), "Diffie-Hellman")):
        with pytest.raises(NotSupported, match=f"OpenSSH has no {name} keys; use to_pem"):
            openssh_public.write_line(public_parts(public))


def test_comments_have_one_line() -> None:
    public = public_parts(keys()["Ed25519"].public_key())
    with pytest.raises(ValueError, match="line end"):
        openssh_public.write_line(public, "two\nlines")


def test_dh(dh_key: Any) -> None:
    private, public = private_parts(dh_key), public_parts(dh_key.public_key())
    assert detect.private_parts(pkcs8(dh_key)) == private
    assert detect.public_parts(spki(dh_key.public_key())) == public
    ours = serialization.load_der_private_key(containers.write_pkcs8(private), None)
    assert ours.private_numbers() == dh_key.private_numbers()
    assert serialization.load_der_public_key(containers.write_spki(public)) == dh_key.public_key()


@pytest.mark.parametrize("name", ["dhkey", "dhkey_rfc5114_2"])
def test_dh_vectors(name: str) -> None:
    """PKCS #3 and X9.42, private and public."""
    private = serialization.load_pem_private_key(vector(f"DH/{name}.pem"), None)
    assert detect.private_parts(vector(f"DH/{name}.pem")) == detect.private_parts(vector(f"DH/{name}.der")) == private_parts(private)
    public = f"DH/dhpub{name.removeprefix('dhkey')}"
    expected = public_parts(private.public_key())
    assert detect.public_parts(vector(f"{public}.pem")) == detect.public_parts(vector(f"{public}.der")) == expected


def test_openssl_reads_what_is_written(key: Any) -> None:
    text = pem.write_block("PRIVATE KEY", containers.write_pkcs8(private_parts(key)))
    assert run("openssl", "pkey", "-pubout", "-outform", "DER", given=text) == spki(key.public_key())


@pytest.mark.parametrize("kind", OPENSSH_KINDS)
def test_openssh_reads_what_is_written(kind: str, tmp_path: Any) -> None:
    public = keys()[kind].public_key()
    path = tmp_path / "key.pub"
    path.write_bytes(openssh_public.write_line(public_parts(public)))
    written = run("ssh-keygen", "-e", "-m", "PKCS8", "-f", str(path)) if kind != "Ed25519" else None
    assert written is None or detect.public_parts(written) == public_parts(public)
    assert b"SHA256:" in run("ssh-keygen", "-l", "-f", str(path))


@pytest.mark.parametrize("curve", [ec.SECP256R1(), ec.SECP521R1()])
def test_openssl_with_parameters_in_front(curve: ec.EllipticCurve) -> None:
    """`openssl ecparam -genkey` writes the curve as a block of its own before the key."""
    name = {"secp256r1": "prime256v1"}.get(curve.name, curve.name)
    text = run("openssl", "ecparam", "-name", name, "-genkey")
    assert text.startswith(b"-----BEGIN EC PARAMETERS-----")
    assert detect.private_parts(text) == private_parts(serialization.load_pem_private_key(text[text.index(b"-----BEGIN EC PRIV") :], None))


def test_explicit_parameters_from_openssl() -> None:
    text = run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:explicit")
    with pytest.raises(InvalidKey, match=r"describes its curve by numbers; the curve has to be named \(`openssl ec -param_enc"):
        detect.private_parts(text)
    rewritten = run("openssl", "ec", "-param_enc", "named_curve", given=text)
    assert detect.private_parts(rewritten) == private_parts(serialization.load_pem_private_key(rewritten, None))
    with pytest.raises(InvalidKey, match="describes its curve by numbers"):
        detect.public_parts(run("openssl", "pkey", "-pubout", given=text))
