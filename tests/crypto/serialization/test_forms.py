"""What keys inherit from the forms, on a class that has nothing else."""

from __future__ import annotations

import copy
import pickle

import pytest

from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import NotSupported


class X25519PublicKey(PublicKeyForms):
    __slots__ = ()

    def public_bytes_raw(self) -> bytes:
        return b"p" * 32


class X25519PrivateKey(PrivateKeyForms):
    __slots__ = ()

    def private_bytes_raw(self) -> bytes:
        return b"s" * 32

    def public_key(self) -> X25519PublicKey:
        return X25519PublicKey()


def test_forms() -> None:
    private, public = X25519PrivateKey(), X25519PublicKey()
    assert private.to_der().endswith(b"\x04\x20" + b"s" * 32)
    assert public.to_der().endswith(b"p" * 32)
    assert private.to_pem().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert public.to_pem().endswith(b"\n-----END PUBLIC KEY-----\n")
    assert private.to_jwk().keys() == {"kty", "crv", "x", "d"}
    assert len(public.jwk_thumbprint()) == 43


def test_forms_that_the_key_has_not() -> None:
    with pytest.raises(NotSupported, match="a X25519PrivateKey has no form 'sec1'; use 'pkcs8'"):
        X25519PrivateKey().to_pem("sec1")
    with pytest.raises(NotSupported, match="a X25519PublicKey has no form 'pkcs1'; use 'spki'"):
        X25519PublicKey().to_der("pkcs1")
    with pytest.raises(ValueError, match="that is no form of keys; there are pkcs8, pkcs1, sec1; a password is given as password="):
        X25519PrivateKey().to_der("der")  # type: ignore[arg-type]
    with pytest.raises(NotSupported, match="OpenSSH has no X25519 keys"):
        X25519PublicKey().to_openssh()


def test_private_keys_are_not_pickled() -> None:
    key = X25519PrivateKey()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="X25519PrivateKey is not pickled; write it with to_der or to_pem"):
            pickle.dumps(key, protocol)
    assert copy.copy(key) is copy.deepcopy(key) is key
