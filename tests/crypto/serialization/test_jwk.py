"""JSON Web Keys: the examples of the RFCs, round trips, and what is refused."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest

from akela.crypto.serialization import detect, jwk
from akela.crypto.serialization.parts import DHPublicParts
from akela.exceptions import InvalidKey, NotSupported
from tests.crypto.serialization.peers import KINDS, keys, private_parts, public_parts

# RFC 8037 appendix A.1 and A.3
ED25519 = {
    "kty": "OKP",
    "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
}
ED25519_THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
# RFC 7638 section 3.1
RSA = {
    "kty": "RSA",
    "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64"
    "tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08q"
    "NLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
    "e": "AQAB",
    "alg": "RS256",
    "kid": "2011-04-29",
}
RSA_THUMBPRINT = "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.parametrize(("example", "thumbprint"), [(ED25519, ED25519_THUMBPRINT), (RSA, RSA_THUMBPRINT)])
def test_thumbprints_of_the_rfcs(example: dict[str, str], thumbprint: str) -> None:
    public = {name: value for name, value in example.items() if name != "d"}
    written = jwk.write(jwk.read_public(public))
    assert written == {name: value for name, value in public.items() if name not in ("alg", "kid")}
    assert b64(hashlib.sha256(jwk.thumbprint_input(written)).digest()) == thumbprint


@pytest.mark.parametrize("kind", KINDS)
def test_round_trips(kind: str) -> None:
    private, public = private_parts(keys()[kind]), public_parts(keys()[kind].public_key())
    for parts, read in ((private, detect.private_parts), (public, detect.public_parts)):
        written = jwk.write(parts)
        assert read(written) == read(json.dumps(written)) == read(json.dumps(written).encode()) == parts
    assert jwk.write(private).items() > jwk.write(public).items()


def test_members_are_the_numbers() -> None:
    key = keys()["P-521"]
    numbers = key.private_numbers()
    assert jwk.write(private_parts(key)) == {
        "kty": "EC",
        "crv": "P-521",
        "d": b64(numbers.private_value.to_bytes(66)),
        "x": b64(numbers.public_numbers.x.to_bytes(66)),
        "y": b64(numbers.public_numbers.y.to_bytes(66)),
    }
    rsa = keys()["RSA"].private_numbers()
    written = jwk.write(private_parts(keys()["RSA"]))
    for name, number in (("n", rsa.public_numbers.n), ("e", 65537), ("d", rsa.d), ("dp", rsa.dmp1), ("dq", rsa.dmq1), ("qi", rsa.iqmp)):
        assert int.from_bytes(base64.urlsafe_b64decode(written[name] + "==")) == number


EC: dict[str, Any] = {"kty": "EC", "crv": "P-256", "x": b64(bytes(32)), "y": b64(bytes(32))}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({}, "no member 'kty'"),
        ({"kty": 5}, "member 'kty' is not a string"),
        ({"kty": "oct", "k": "AAAA"}, "is a symmetric key"),
        ({"kty": "XYZ"}, "has the key type 'XYZ', which is not supported"),
        ({**EC, "crv": "secp256k1"}, "on the curve 'secp256k1'; supported are P-256"),
        ({**EC, "x": b64(bytes(31))}, "member 'x' on P-256 has 31 bytes, expected 32"),
        ({**EC, "y": None}, "no member 'y'"),
        ({**EC, "x": EC["x"] + "="}, "member 'x' is not in base64url without padding"),
        ({**EC, "x": EC["x"][:-1] + "B"}, "member 'x' is not in base64url"),  # bits that stand for nothing
        ({**EC, "x": EC["x"][:-1] + "+"}, "member 'x' is not in base64url"),
        ({**EC, "x": "ä" * 43}, "member 'x' is not in base64url"),
        ({**RSA, "e": "AAEAAQ"}, "member 'e' is zero, or begins with a zero byte"),
        ({**RSA, "n": ""}, "member 'n' is zero"),
        (ED25519, r"is a private key; load_private_key\(…\).public_key\(\) gives"),
        ({**ED25519, "d": None}, "is a private key"),
        ({"kty": "OKP", "crv": "Ed25519", "x": b64(bytes(31))}, "Ed25519 public key has 31 bytes, expected 32"),
    ],
)
def test_refused_public(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidKey, match=message):
        detect.public_parts(bad)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (RSA, "is a public key; load_public_key takes it"),
        ({**RSA, "d": "AQAB"}, "no member 'p'"),
        ({**RSA, "d": "AQAB", "oth": []}, "more than two primes"),
        ({**ED25519, "d": b64(bytes(33))}, "Ed25519 private key has 33 bytes, expected 32"),
        ({"kty": "oct"}, "symmetric"),
    ],
)
def test_refused_private(bad: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidKey, match=message) as caught:
        detect.private_parts(bad)
    assert ED25519["d"] not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("{}}", "not JSON"),
        (b'{"kty": "\xff"}', "not JSON"),
        ('{"kty": "EC", "kty": "OKP"}', "a member twice"),
        ("{" * 100000, "not JSON"),
    ],
)
def test_refused_text(text: Any, message: str) -> None:
    with pytest.raises(InvalidKey, match=message):
        detect.public_parts(text)


def test_no_jwk_for_diffie_hellman() -> None:
    with pytest.raises(NotSupported, match="no JWK for Diffie-Hellman"):
        jwk.write(DHPublicParts(23, 5, None, 8))
