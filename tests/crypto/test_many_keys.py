"""`akela.batch` with keys: what single calls give, in any number, with one key for all or one for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import akela
from akela import P256, P384, batch
from akela.exceptions import BatchFailed, InvalidKey, InvalidParameter

COUNTS = (0, 1, 2, 7, 8, 9, 65)
MESSAGES = [os.urandom(size) for size in (0, 1, 64, 9000, 200)] * 13


def generated(kind: str) -> Any:
    if kind.startswith("P-"):
        return akela.ECPrivateKey.generate({"P-256": P256, "P-384": P384}[kind])
    return getattr(akela, f"{kind}PrivateKey").generate()


@pytest.mark.parametrize("kind", ["X25519", "X448", "P-256", "P-384"])
def test_exchange(kind: str) -> None:
    private = [generated(kind) for _ in range(9)]
    public = [key.public_key() for key in reversed(private)]
    for count in (0, 1, 2, 7, 8, 9):
        alone = [mine.exchange(theirs) for mine, theirs in zip(private[:count], public[:count], strict=True)]
        assert batch.exchange(private[:count], tuple(public[:count]), threads=2) == alone
    assert batch.exchange(private[0], public) == [private[0].exchange(each) for each in public]
    assert batch.exchange(private, public[0]) == batch.run(private[8].exchange, [key.public_key() for key in private])


@pytest.mark.parametrize("kind", ["Ed25519", "Ed448", "P-256", "P-384"])
def test_signatures(kind: str) -> None:
    """One key for all and keys of their own; altered messages and signatures, and signatures of a wrong length."""
    key, others = generated(kind), [generated(kind) for _ in range(9)]
    options: dict[str, Any] = {"deterministic": True} if kind.startswith("P-") else {}
    public = key.public_key()
    for count in COUNTS:
        messages = MESSAGES[:count]
        signatures = batch.sign(key, messages, **options)
        assert signatures == [key.sign(message, **options) for message in messages]
        assert batch.verify_signatures(public, signatures, messages) == [True] * count
        assert batch.verify(public.verify, signatures, messages) == [True] * count
    signatures = batch.sign(others, MESSAGES[:9], **options)
    assert signatures == [each.sign(message, **options) for each, message in zip(others, MESSAGES, strict=False)]
    theirs = [each.public_key() for each in others]
    signatures[3], signatures[5] = signatures[4], signatures[5][:-1] + bytes([signatures[5][-1] ^ 1])
    wanted = [i not in (3, 5) for i in range(9)]
    assert batch.verify_signatures(theirs, signatures, MESSAGES[:9]) == wanted
    signatures[3], signatures[5] = b"", signatures[5] + b"?"
    assert batch.verify_signatures(theirs, signatures, MESSAGES[:9]) == wanted
    assert batch.verify_signatures(theirs[::-1], signatures, MESSAGES[:9], threads=2)[4] is True


def test_options_of_ecdsa() -> None:
    key = generated("P-256")
    for hash in ("sha256", "sha384", "sha3_256"):
        signatures = batch.sign(key, MESSAGES[:10], hash=hash, encoding="raw")
        assert {len(each) for each in signatures} == {64} and len(set(signatures)) == 10
        assert all(batch.verify_signatures(key.public_key(), signatures, MESSAGES[:10], hash=hash, encoding="raw"))
        assert not any(batch.verify_signatures(key.public_key(), signatures, MESSAGES[:10], hash="sha512", encoding="raw"))
    digests = [akela.sha256(message) for message in MESSAGES[:10]]
    signed = batch.sign(key, digests, prehashed=True)
    assert batch.verify(key.public_key().verify, signed, MESSAGES[:10]) == [True] * 10
    with pytest.raises(InvalidParameter, match="too weak"):
        batch.sign(key, MESSAGES, hash="sha1")


def test_rows_of_an_array() -> None:
    key, block = generated("Ed25519"), os.urandom(9 * 40)
    rows = [block[at : at + 40] for at in range(0, len(block), 40)]
    array = np.frombuffer(block, dtype=np.uint8).reshape(9, 40)
    assert batch.sign(key, array) == batch.sign(key, batch.Items(block, 40)) == batch.sign(key, rows)
    assert all(batch.verify_signatures(key.public_key(), batch.sign(key, rows), array))


@pytest.mark.parametrize("padding", [akela.PKCS1v15(), akela.PSS(), akela.PSS(salt_length=0)], ids=repr)
def test_rsa(padding: Any) -> None:
    """With one key; altered signatures, such as are no numbers below the modulus, and such as are too long."""
    key = akela.RSAPrivateKey.generate(2048)
    public, options = key.public_key(), {"hash": "sha256", "padding": padding}
    for count in COUNTS:
        messages = MESSAGES[:count]
        signatures = batch.sign(key, messages, **options)
        if not isinstance(padding, akela.PSS):
            assert signatures == [key.sign(message, **options) for message in messages]
        for signature, message in zip(signatures, messages, strict=True):
            public.verify(signature, message, **options)
        assert batch.verify_signatures(public, signatures, messages, **options) == [True] * count
    for at, bad in ((0, signatures[1]), (4, b"\xff" * 256), (9, signatures[9] + b"\0"), (64, b"")):
        signatures[at] = bad
    wanted = [i not in (0, 4, 9, 64) for i in range(65)]
    assert batch.verify_signatures(public, signatures, messages, threads=2, **options) == wanted


def test_rsa_with_keys_of_their_own() -> None:
    """They go one by one, and the errors are those of single calls."""
    keys = [akela.RSAPrivateKey.generate(2048) for _ in range(2)]
    options: dict[str, Any] = {"hash": "sha256", "padding": akela.PKCS1v15()}
    signatures = batch.sign(keys, MESSAGES[:2], **options)
    assert batch.verify_signatures([key.public_key() for key in keys], signatures, MESSAGES[:2], **options) == [True] * 2
    assert batch.verify_signatures(keys[0].public_key(), signatures, MESSAGES[:2], **options) == [True, False]
    with pytest.raises(InvalidParameter, match="too weak"):
        batch.sign(keys[0], MESSAGES, hash="sha1", padding=akela.PKCS1v15())
    with pytest.raises(TypeError, match="expected PSS or PKCS1v15"):
        batch.sign(keys[0], MESSAGES, hash="sha256", padding=akela.OAEP())
    with pytest.raises(TypeError, match="item 1: "):
        batch.sign(keys[0], [b"", "text"], **options)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="threads is 0"):
        batch.sign(keys[0], MESSAGES, threads=0, **options)


def test_a_disturbed_rsa_signature_is_not_handed_out() -> None:
    key, parts = akela.RSAPrivateKey.generate(2048), bytearray()
    parts += key._parts
    parts[300] ^= 4
    object.__setattr__(key, "_parts", bytes(parts))
    for count in (2, 9):
        with pytest.raises(BatchFailed) as caught:
            batch.sign(key, MESSAGES[:count], hash="sha256", padding=akela.PSS())
        assert caught.value.results == [None] * count
        assert all(isinstance(error, InvalidKey) for error in caught.value.failures.values())


@pytest.mark.parametrize(("count", "shares"), [(8, 1), (15, 1), (16, 2), (65, 2)])
def test_signatures_are_shared_by_their_number(monkeypatch: pytest.MonkeyPatch, count: int, shares: int) -> None:
    """Among two CPUs, from two groups of lanes on, however short the messages are."""
    ranges: list[tuple[int, int]] = []
    key = akela.RSAPrivateKey.generate(2048)
    monkeypatch.setattr(batch, "_cpus", lambda: 2)
    monkeypatch.setattr(batch, "_pool", lambda: Recorder(ranges))
    batch.sign(key, [b""] * count, hash="sha256", padding=akela.PKCS1v15())
    assert len(ranges) == (0 if shares == 1 else shares)


def test_curves_are_shared_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges: list[tuple[int, int]] = []
    key = generated("Ed25519")
    monkeypatch.setattr(batch, "_cpus", lambda: 2)
    monkeypatch.setattr(batch, "_pool", lambda: Recorder(ranges))
    batch.sign(key, [b""] * 127)
    assert ranges == []
    batch.sign(key, [b""] * 128)
    assert ranges == [(0, 64), (64, 128)]


class Recorder:
    """A pool that notes what is given to its threads."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._ranges = ranges

    def map(self, run: Callable[[tuple[int, int]], Any], ranges: Sequence[tuple[int, int]]) -> list[Any]:
        self._ranges += ranges
        return [run(one) for one in ranges]


@pytest.mark.parametrize("lane", [0, 6, 7, 8])
def test_pairs_that_share_nothing(lane: int) -> None:
    """They fail by themselves."""
    private = [generated("X25519") for _ in range(9)]
    public = [generated("X25519").public_key() for _ in range(9)]
    public[lane] = akela.X25519PublicKey(bytes(32))
    with pytest.raises(BatchFailed) as caught:
        batch.exchange(private, public)
    assert [*caught.value.failures] == [lane] and isinstance(caught.value.failures[lane], InvalidKey)
    assert caught.value.results == [None if i == lane else private[i].exchange(public[i]) for i in range(9)]


def test_mixed_and_wrong_keys() -> None:
    mixed = [generated("X25519"), generated("X448"), generated("P-256"), generated("P-384")]
    assert batch.exchange(mixed, [key.public_key() for key in mixed]) == [key.exchange(key.public_key()) for key in mixed]
    with pytest.raises(BatchFailed) as caught:
        batch.exchange(mixed[2], [mixed[2].public_key(), mixed[3].public_key()])
    assert [*caught.value.failures] == [1]
    with pytest.raises(TypeError, match="item 1: exchange takes an X25519PublicKey, given X448PublicKey"):
        batch.exchange(mixed[0], [mixed[0].public_key(), mixed[1].public_key()])
    with pytest.raises(TypeError, match="item 1: "):
        batch.sign(generated("Ed25519"), [b"", "text"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="as many items"):
        batch.exchange(mixed, [mixed[0].public_key()])
    with pytest.raises(TypeError, match="a batch takes a list, a tuple, Items"):
        batch.exchange(mixed[0], mixed[0].public_key())
