"""ARC4 against the vectors of RFC 6229 and of others, and another implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from Crypto.Cipher import ARC4
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength
from tests.vectors import nist_vectors

FILES = ["arc4", *(f"rfc-6229-{bits}" for bits in (40, 56, 64, 80, 128, 192, 256))]

Sample = Callable[[Sequence[Any]], Sequence[Any]]


@pytest.mark.parametrize("file", FILES)
def test_vectors(file: str, execution: Any, sample: Sample) -> None:
    """The keystream at many offsets, the last of them 4096."""
    for v in sample(nist_vectors(f"ciphers/ARC4/{file}.txt")):
        if execution.name != "native" and v.number("offset") > 300:
            continue
        cipher = execution.Arc4(v.octets("key"))
        cipher.xor(bytes(v.number("offset")))
        assert cipher.xor(v.octets("plaintext")) == v.octets("ciphertext"), v


def test_pieces(execution: Any) -> None:
    """A message in pieces, a copy that goes its own way, and in place."""
    data = bytes(i % 251 for i in range(300))
    expected = ARC4.new(b"a key").encrypt(data)
    for cut in (0, 1, 150, 255, 256, 257, 300):
        cipher = execution.Arc4(b"a key")
        first = cipher.xor(data[:cut])
        twin = cipher.copy()
        assert first + cipher.xor(data[cut:]) == expected
        assert first + twin.xor(data[cut:]) == expected
    buffer = bytearray(data)
    execution.Arc4(b"a key").xor_into(buffer, buffer)
    assert buffer == expected


def test_key_lengths(execution: Any) -> None:
    for size in (0, 257):
        with pytest.raises(InvalidLength):
            execution.Arc4(bytes(size))
    for size in (1, 256):
        assert len(execution.Arc4(bytes(range(size))).xor(bytes(20))) == 20


@settings(max_examples=25, deadline=None)
@given(key=st.binary(min_size=5, max_size=256), data=st.binary(max_size=100))
def test_executions_agree(key: bytes, data: bytes) -> None:
    """Generated inputs: every execution gives what the other implementation gives."""
    for each in ("native", "python", "traced"):
        assert executions.execution(each).Arc4(key).xor(data) == ARC4.new(key).encrypt(data), each
