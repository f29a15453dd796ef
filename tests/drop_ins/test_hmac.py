"""akela.hmac beside the standard library's, and comparison in constant time."""

from __future__ import annotations

import array
import copy
import hashlib
import hmac
import pickle
import types
from typing import Any

import pytest

import akela
from akela import hashlib as our_hashlib
from akela import hmac as ours

KEYS = [b"", b"key", bytes(64), bytes(200)]
NAMES = sorted(name for name in our_hashlib.algorithms_available if not name.startswith("shake"))


@pytest.mark.parametrize("name", NAMES)
def test_tags_are_those_of_hmac(name: str) -> None:
    """Hashes with a kernel of HMAC, and others."""
    for key in KEYS:
        theirs, made = hmac.new(key, b"first", name), ours.new(key, b"first", name)
        assert (made.name, made.digest_size, made.block_size) == (f"hmac-{name}", theirs.digest_size, theirs.block_size)
        made.update(b"second")
        theirs.update(b"second")
        assert made.digest() == made.digest() == theirs.digest() == ours.digest(key, b"firstsecond", name)
        assert made.hexdigest() == theirs.hexdigest()
        twin = made.copy()
        twin.update(b"third")
        assert made.digest() == theirs.digest()
        theirs.update(b"third")
        assert twin.digest() == theirs.digest()
        assert (twin.name, twin.digest_size, twin.block_size) == (made.name, made.digest_size, made.block_size)


@pytest.mark.parametrize("digestmod", ["SHA256", our_hashlib.sha256, hashlib.sha256, types.SimpleNamespace(new=hashlib.sha256)])
def test_how_a_hash_is_named(digestmod: Any) -> None:
    expected = hmac.digest(b"key", b"message", "sha256")
    assert ours.new(b"key", b"message", digestmod).digest() == expected
    assert ours.HMAC(b"key", msg=b"message", digestmod=digestmod).digest() == expected
    assert ours.digest(b"key", b"message", digestmod) == expected


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="key is of type str"):
        ours.new("key", b"", "sha256")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="digestmod"):
        ours.new(b"key", b"")
    with pytest.raises(ValueError, match="unsupported hash type"):
        ours.new(b"key", b"", "sha257")
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(ours.new(b"key", b"", "sha256"))


def test_hashes_without_a_length_of_their_own() -> None:
    for make in (lambda: ours.new(b"key", b"", "shake_128"), lambda: ours.digest(b"key", b"", "shake_256")):
        with pytest.raises(ValueError, match="digests of one length, given shake_"):
            make()


def test_names_beside_the_functions() -> None:
    assert (ours.trans_36, ours.trans_5C, ours.digest_size) == (hmac.trans_36, hmac.trans_5C, hmac.digest_size)


def test_the_key_is_not_shown() -> None:
    assert "key" not in repr(ours.new(b"key", b"", "sha256"))


def test_compare_digest() -> None:
    assert ours.compare_digest is akela.secrets.compare_digest
    for a, b in ((b"", b""), (b"abc", bytearray(b"abc")), ("abc", "abc"), (array.array("I", [1]), memoryview(b"\1\0\0\0"))):
        assert ours.compare_digest(a, b) is True
    for a, b in ((b"abc", b"abd"), (b"\x81", b"\x01"), (b"abc", b"ab"), (b"", b"a"), ("abc", "abC")):
        assert ours.compare_digest(a, b) is False
    for a, b in ((b"abc", "abc"), ("abc", b"abc"), ("ä", "ä"), (5, 5), (b"abc", None)):
        with pytest.raises(TypeError):
            ours.compare_digest(a, b)


def test_the_comparison_kernel(execution: Any) -> None:
    """Every bit counts, and a length that differs is the caller's mistake."""
    tag = bytes(range(32))
    for bit in range(0, 256, 5):
        other = bytearray(tag)
        other[bit // 8] ^= 1 << bit % 8
        assert execution.bytes_equal(tag, other) == b"\0", bit
    assert execution.bytes_equal(tag, bytearray(tag)) == b"\1"
    assert execution.bytes_equal(b"", b"") == b"\1"
    with pytest.raises(ValueError, match="len"):
        execution.bytes_equal(tag, tag[1:])


def test_copies_and_names() -> None:
    mac = ours.new(b"key", b"first", "sha256")
    twin = copy.copy(mac)
    twin.update(b"of its own")
    assert mac.digest() == ours.digest(b"key", b"first", "sha256")
    with pytest.raises(AttributeError):
        mac.name = "another"  # type: ignore[misc]
