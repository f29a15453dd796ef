"""Diffie-Hellman key objects: agreement, also with OpenSSL, and what is refused."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import warnings
from pathlib import Path

import pytest

import akela
from akela import FFDHE2048, FFDHE3072, MODP2048, DHPrivateKey, DHPublicKey, InvalidKey
from akela.crypto.dh import Group

GROUPS = [FFDHE2048, MODP2048, FFDHE3072]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_agreement(group: Group) -> None:
    ours, theirs = DHPrivateKey.generate(group), DHPrivateKey.generate(group)
    secret = ours.exchange(theirs.public_key())
    assert secret == theirs.exchange(ours.public_key())
    assert len(secret) == group.bits // 8
    assert int.from_bytes(secret, "big") == pow(theirs.public_key().y, ours.x, group.p)
    assert ours.x.bit_length() <= group.private_bits and ours.key_size == group.bits
    assert (ours.p, ours.g, ours.q) == (group.p, group.g, group.q)


def test_agreement_with_openssl() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = DHPrivateKey.generate(FFDHE2048), DHPrivateKey.generate(FFDHE2048).to_cryptography()
        their_public = DHPublicKey.from_cryptography(theirs.public_key())
        secret = theirs.exchange(ours.public_key().to_cryptography())
    assert ours.exchange(their_public) == secret.rjust(256, b"\0")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="the program openssl is not installed")
@pytest.mark.parametrize(("group", "name"), [(FFDHE2048, "ffdhe2048"), (MODP2048, "modp_2048")])
def test_keys_go_to_and_from_the_program_openssl(group: Group, name: str, tmp_path: Path) -> None:
    def openssl(*arguments: str) -> bytes:
        return subprocess.run(["openssl", *arguments], cwd=tmp_path, check=True, capture_output=True).stdout

    openssl("genpkey", "-algorithm", "DH", "-pkeyopt", f"group:{name}", "-out", "theirs.pem")
    openssl("pkey", "-in", "theirs.pem", "-pubout", "-out", "theirs.pub")
    openssl("pkey", "-in", "theirs.pem", "-aes256", "-passout", "pass:secret", "-out", "sealed.pem")
    theirs = DHPrivateKey.load((tmp_path / "theirs.pem").read_bytes())
    their_public = DHPublicKey.load((tmp_path / "theirs.pub").read_bytes())
    assert theirs.public_key() == their_public and theirs.q == group.q
    assert DHPrivateKey.load((tmp_path / "sealed.pem").read_bytes(), "secret").x == theirs.x

    ours = DHPrivateKey.generate(group)
    (tmp_path / "ours.pem").write_bytes(ours.to_pem())
    (tmp_path / "ours.pub").write_bytes(ours.public_key().to_pem())
    secret = ours.exchange(their_public)
    assert secret == openssl("pkeyutl", "-derive", "-inkey", "theirs.pem", "-peerkey", "ours.pub").rjust(256, b"\0")
    assert secret == openssl("pkeyutl", "-derive", "-inkey", "ours.pem", "-peerkey", "theirs.pub").rjust(256, b"\0")


def test_written_forms() -> None:
    ours = DHPrivateKey.generate(MODP2048)
    again = akela.load_private_key(ours.to_pem())
    assert again.x == ours.x and again.public_key() == ours.public_key()
    assert akela.load_public_key(ours.public_key().to_der()) == ours.public_key()
    assert pickle.loads(pickle.dumps(ours.public_key())) == ours.public_key()
    with pytest.raises(TypeError):
        pickle.dumps(ours)


def test_refused_public_numbers() -> None:
    """Ends of the range, and what has another order; where the order is not known the ends alone."""
    p, g, q = FFDHE2048.p, FFDHE2048.g, FFDHE2048.q
    non_residue = next(y for y in range(3, 100) if pow(y, q, p) != 1)
    for y in (-1, 0, 1, p - 1, p, non_residue, p - 4):
        for order in (q, None):
            with pytest.raises(InvalidKey):
                DHPublicKey.from_numbers(p, g, order, y)
    assert DHPublicKey.from_numbers(p, 5, None, non_residue).q is None
    assert DHPublicKey.from_numbers(p, g, None, 4).q == q


def test_refused_groups() -> None:
    p, q = FFDHE2048.p, FFDHE2048.q
    for modulus, g, order in ((p - 1, 2, None), (23, 2, None), (0, 2, None), (p, 1, None), (p, p - 1, None), (p, 2, q - 1), (p, 2, 0)):
        with pytest.raises(InvalidKey):
            DHPublicKey.from_numbers(modulus, g, order, 4)
        with pytest.raises(InvalidKey):
            DHPrivateKey.from_numbers(modulus, g, order, 12345)
    for x in (0, -1, q):
        with pytest.raises(InvalidKey):
            DHPrivateKey.from_numbers(p, 2, q, x)


def test_keys_of_different_groups() -> None:
    with pytest.raises(InvalidKey, match="of another group"):
        DHPrivateKey.generate(FFDHE2048).exchange(DHPrivateKey.generate(MODP2048).public_key())
    with pytest.raises(TypeError, match="expected a DHPublicKey, given a int"):
        DHPrivateKey.generate(FFDHE2048).exchange(5)  # type: ignore[arg-type]


def test_secrets_do_not_show() -> None:
    ours = DHPrivateKey.generate(FFDHE2048)
    assert repr(ours) == "<DHPrivateKey: 2048 bits>"
    with pytest.raises(AttributeError):
        ours._x = b""
    for maker in (DHPrivateKey, DHPublicKey):
        with pytest.raises(TypeError, match="is made by"):
            maker(5)
