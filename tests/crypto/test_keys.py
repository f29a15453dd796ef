"""Keys as users load, write and keep them: `load_private_key`, `load_public_key` and the methods of all key classes."""

from __future__ import annotations

import copy
import io
import json
import logging
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from hypothesis import given, settings
from hypothesis import strategies as st

import akela
from akela import InvalidKey, load_private_key, load_public_key
from akela.crypto.serialization import containers, der, schemas
from akela.crypto.serialization.pbes2 import PBKDF2Settings
from akela.exceptions import InvalidPassword, PasswordNotNeeded, PasswordRequired
from tests.crypto.serialization.peers import CURVES, OKP, keys, pkcs8, private_parts, public_parts, run, spki, vector

KINDS = ("RSA", *CURVES, *OKP)
QUICK = PBKDF2Settings(iterations=10)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def theirs(kind: str) -> Any:
    """A private key of `cryptography`."""
    return keys()[kind]


@pytest.fixture
def ours(theirs: Any) -> Any:
    """The same key."""
    return load_private_key(pkcs8(theirs))


def class_name(kind: str, half: str) -> str:
    return f"{'EC' if kind in CURVES else kind}{half}Key"


def private_forms(key: Any) -> dict[str, Callable[[], Any]]:
    """How the key can be written, and be loaded again without a password."""
    forms: dict[str, Callable[[], Any]] = {"der": key.to_der, "pem": key.to_pem, "str": lambda: key.to_pem().decode(), "jwk": key.to_jwk}
    forms["json"] = lambda: json.dumps(key.to_jwk())
    if type(key).__name__ == "RSAPrivateKey":
        forms |= {"pkcs1": lambda: key.to_der("pkcs1"), "pkcs1 pem": lambda: key.to_pem("pkcs1")}
    if type(key).__name__ == "ECPrivateKey":
        forms |= {"sec1": lambda: key.to_der("sec1"), "sec1 pem": lambda: key.to_pem("sec1")}
    return forms


def secrets(key: Any) -> list[bytes]:
    """The secret bytes of a key."""
    if type(key).__name__ == "RSAPrivateKey":
        return [number.to_bytes((number.bit_length() + 7) // 8) for number in (key.d, key.p, key.q, key.dmp1, key.dmq1, key.iqmp)]
    return [key.private_bytes_raw()]


def tells(text: str, key: Any) -> bool:
    """Whether a text has a piece of the key's secrets in it: as hexadecimal, as Python writes bytes, or as a number."""
    for secret in secrets(key):
        pieces = [secret[start : start + 6] for start in range(len(secret) - 6)]
        numbers = (str(int.from_bytes(secret)), str(int.from_bytes(secret, "little")))
        if any(piece.hex() in text.lower() or repr(piece)[2:-1] in text for piece in pieces) or any(number in text for number in numbers):
            return True
    return False


def same(a: Any, b: Any) -> bool:
    return secrets(a) == secrets(b) and a.public_key() == b.public_key()


def test_loaded_keys_are_theirs(kind: str, theirs: Any, ours: Any) -> None:
    assert type(ours).__name__ == class_name(kind, "Private")
    assert ours.to_der() == pkcs8(theirs)
    public = load_public_key(spki(theirs.public_key()))
    assert type(public).__name__ == class_name(kind, "Public")
    assert public == ours.public_key()
    assert public.to_der() == spki(theirs.public_key())


def test_every_form_is_loaded_again(ours: Any) -> None:
    for name, write in private_forms(ours).items():
        assert same(load_private_key(write()), ours), name
        with pytest.raises(PasswordNotNeeded):
            load_private_key(write(), "password")
    public = ours.public_key()
    for written in (public.to_der(), public.to_pem(), public.to_pem().decode(), public.to_jwk(), json.dumps(public.to_jwk())):
        assert load_public_key(written) == public


def test_passwords(ours: Any) -> None:
    for write in (ours.to_pem, ours.to_der):
        written = write(password="Schlüssel", kdf=QUICK)
        assert same(load_private_key(written, "Schlüssel"), ours)
        assert same(load_private_key(bytearray(written), memoryview("Schlüssel".encode())), ours)
        with pytest.raises(PasswordRequired, match="no password was given"):
            load_private_key(written)
        with pytest.raises(InvalidPassword, match="does not open"):
            load_private_key(written, "schlüssel")
    assert issubclass(PasswordRequired, TypeError)  # what `cryptography` raises
    assert issubclass(InvalidPassword, ValueError)


def test_openssl_reads_every_form(theirs: Any, ours: Any) -> None:
    for name, write in private_forms(ours).items():
        if isinstance(written := write(), bytes):
            form = () if written.startswith(b"-----") else ("-inform", "DER")
            assert run("openssl", "pkey", *form, "-pubout", "-outform", "DER", given=written) == spki(theirs.public_key()), name
    sealed = ours.to_pem(password="secret", kdf=QUICK)
    assert run("openssl", "pkey", "-passin", "pass:secret", "-pubout", "-outform", "DER", given=sealed) == spki(theirs.public_key())
    assert run("openssl", "pkey", "-pubin", "-outform", "DER", given=ours.public_key().to_pem()) == spki(theirs.public_key())


def test_cryptography_and_back(kind: str, theirs: Any, ours: Any) -> None:
    private_class, public_class = (getattr(akela, class_name(kind, half)) for half in ("Private", "Public"))
    assert private_parts(ours.to_cryptography()) == private_parts(theirs)
    assert public_parts(ours.public_key().to_cryptography()) == public_parts(theirs.public_key())
    assert same(private_class.from_cryptography(theirs), ours)
    assert public_class.from_cryptography(theirs.public_key()) == ours.public_key()
    for other in (key for name, key in keys().items() if name in KINDS and class_name(name, "") != class_name(kind, "")):
        with pytest.raises(InvalidKey, match=f"expected a key for {class_name(kind, 'Private')}, given one for "):
            private_class.from_cryptography(other)
        with pytest.raises(InvalidKey, match=f"expected a key for {class_name(kind, 'Public')}, given one for "):
            public_class.load(spki(other.public_key()))
    assert same(private_class.load(ours.to_pem()), ours)
    with pytest.raises(TypeError, match="expected a private key of the package cryptography, given bytes"):
        private_class.from_cryptography(b"")
    with pytest.raises(TypeError, match="expected a public key of the package cryptography, given int"):
        public_class.from_cryptography(5)


def test_another_public_key_inside(kind: str, ours: Any) -> None:
    """RFC 5958's second version, SEC 1 and JWK have the public key as well, and it has to be the private key's own."""
    if kind == "RSA":
        pytest.skip("an RSA private key has no public key beside it: see the tests of RSA for numbers that do not fit")
    other = type(ours).generate(*([ours.curve] if kind in CURVES else [])).public_key()
    found = der.read(schemas.ONE_ASYMMETRIC_KEY, ours.to_der(), "")
    if kind in OKP:
        own, wrong = (
            der.write(schemas.ONE_ASYMMETRIC_KEY, found | {"version": 1, "publicKey": key.public_bytes_raw()})
            for key in (ours.public_key(), other)
        )
    else:
        inner = der.read(schemas.EC_PRIVATE_KEY, found["privateKey"], "")
        own, wrong = (
            der.write(
                schemas.ONE_ASYMMETRIC_KEY,
                found | {"privateKey": der.write(schemas.EC_PRIVATE_KEY, inner | {"publicKey": key.public_bytes_raw()})},
            )
            for key in (ours.public_key(), other)
        )
    assert same(load_private_key(own), ours)
    for bad in (wrong, {**other.to_jwk(), "d": ours.to_jwk()["d"]}):
        with pytest.raises(InvalidKey, match="the public key that comes with the private key is not its own"):
            load_private_key(bad)


def test_nothing_shows_a_private_key(ours: Any) -> None:
    log = io.StringIO()
    logger = logging.getLogger("test_nothing_shows_a_private_key")
    logger.addHandler(logging.StreamHandler(log))
    logger.error("%s %r", ours, [ours])
    try:
        raise ValueError(ours)
    except ValueError:
        traced = traceback.format_exc()
    shown = (repr(ours), str(ours), f"{ours}", repr({"key": ours}), log.getvalue(), traced)
    assert not any(tells(text, ours) for text in shown)
    assert not hasattr(ours, "__dict__")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="not pickled"):
            pickle.dumps(ours, protocol)
    assert copy.copy(ours) is copy.deepcopy(ours) is ours
    with pytest.raises(TypeError, match="serializable"):
        json.dumps(ours)


def test_public_keys_are_values(ours: Any) -> None:
    public = ours.public_key()
    assert pickle.loads(pickle.dumps(public)) == copy.deepcopy(public) == public
    assert hash(public) == hash(load_public_key(public.to_der()))
    assert public != ours
    assert public != public.to_der()


def test_messages_tell_nothing(ours: Any) -> None:
    """A private key given where it does not belong, or damaged, is not quoted."""
    data, text = ours.to_der(), ours.to_pem()
    attempts: tuple[tuple[Callable[..., Any], tuple[Any, ...]], ...] = (
        (load_public_key, (data,)),
        (load_public_key, (text,)),
        (load_public_key, (ours.to_jwk() if not hasattr(ours, "x") else text,)),
        (load_private_key, (data[:-1],)),
        (load_private_key, (data + b"\0",)),
        (load_private_key, (text.replace(b"=", b"-", 1).replace(b"A", b"*", 1),)),
        (load_private_key, (text, "a password that nobody should see")),
        (load_private_key, (ours.to_pem(password="secret", kdf=QUICK), "a password that nobody should see")),
    )
    for load, arguments in attempts:
        with pytest.raises(InvalidKey) as caught:
            load(*arguments)
        said = "".join(traceback.format_exception(caught.value))
        assert not tells(said, ours)
        assert "nobody should see" not in said.replace('"a password that nobody should see"', "")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in OKP])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_any_key(kind: str, data: st.DataObject) -> None:
    """Whatever its bytes, a key comes back from each form, and both libraries write the same."""
    size = {"X25519": 32, "Ed25519": 32, "X448": 56, "Ed448": 57}[kind]
    raw = data.draw(st.binary(min_size=size, max_size=size))
    key = getattr(akela, f"{kind}PrivateKey").from_private_bytes(raw)
    assert key.to_der() == pkcs8(OKP[kind].from_private_bytes(raw))  # type: ignore[attr-defined]
    for write in private_forms(key).values():
        assert load_private_key(write()).private_bytes_raw() == raw


def test_diffie_hellman() -> None:
    """A key of OpenSSL's in a group of RFC 7919, and back."""
    written = run("openssl", "genpkey", "-algorithm", "DH", "-pkeyopt", "group:ffdhe2048")
    key = load_private_key(written)
    assert type(key).__name__ == "DHPrivateKey"
    public = load_public_key(run("openssl", "pkey", "-pubout", given=written))
    assert public == key.public_key()
    assert load_private_key(key.to_pem()).x == key.x
    assert load_public_key(public.to_der()) == public
    assert b"Public-Key" in run("openssl", "pkey", "-noout", "-text_pub", given=key.to_pem())


def test_vectors_of_x25519() -> None:
    """A file of `cryptography-vectors`, from its text to the secret that two keys agree on."""
    ours = load_private_key(vector("X25519/x25519-pkcs8.pem"))
    public = load_public_key(vector("X25519/x25519-pub.pem"))
    theirs = serialization.load_pem_private_key(vector("X25519/x25519-pkcs8.pem"), None)
    assert ours.exchange(public) == theirs.exchange(theirs.public_key())  # type: ignore[union-attr]
    assert containers.read_spki(public.to_der()) == public_parts(theirs.public_key())


NO_KEYS: tuple[Any, ...] = (b"", b"-----BEGIN", "", "nonsense", b"\x30\x00", b"ssh-ed25519", "{}", {}, b"-----BEGIN PUBLIC KEY-----\n")


@pytest.mark.parametrize("data", NO_KEYS)
def test_what_is_no_key(data: Any) -> None:
    for load in (load_public_key, load_private_key):
        with pytest.raises(InvalidKey):
            load(data)


@pytest.mark.parametrize("data", [None, 5, object(), ["-----BEGIN"]])
def test_what_is_no_text(data: Any) -> None:
    for load in (load_public_key, load_private_key):
        with pytest.raises(TypeError):
            load(data)


def test_type_checkers_know_what_is_loaded(theirs: Any) -> None:
    """mypy reads this test: the result of a loader is a union of classes, and no more `Any`."""
    key: akela.crypto.keys.PrivateKey = load_private_key(pkcs8(theirs))
    public: akela.crypto.keys.PublicKey = load_public_key(spki(theirs.public_key()))
    if isinstance(key, akela.RSAPrivateKey | akela.ECPrivateKey | akela.Ed25519PrivateKey | akela.Ed448PrivateKey):
        assert not hasattr(public, "exchange")
    else:
        assert isinstance(public, akela.X25519PublicKey | akela.X448PublicKey)
