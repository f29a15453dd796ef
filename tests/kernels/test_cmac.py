"""AES-CMAC against the vectors of SP 800-38B and Wycheproof and another implementation; every length and split."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives import cmac
from cryptography.hazmat.primitives.ciphers import algorithms
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

KEY = bytes(range(1, 17))

way = ways(operations=("aes.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, data: bytes) -> bytes:
    """By `cryptography`, that is OpenSSL."""
    mac = cmac.CMAC(algorithms.AES(key))
    mac.update(data)
    return mac.finalize()


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_nist_vectors(execution: Any, bits: int) -> None:
    """The examples of SP 800-38B."""
    vectors = nist_vectors(f"CMAC/nist-800-38b-aes{bits}.txt")
    assert len(vectors) == 4
    for v in vectors:
        assert execution.aes_cmac(v.octets("key"), v.octets("message")) == v.octets("output"), v


def test_wycheproof(execution: Any, sample: Sample) -> None:
    """To accept and to refuse, keys of other lengths too."""
    for v in sample(wycheproof("aes_cmac_test.json")):
        if len(v.octets("key")) not in (16, 24, 32):
            assert not v.valid
            with pytest.raises(InvalidLength, match="key has"):
                execution.aes_cmac(v.octets("key"), v.octets("msg"))
            continue
        tag = execution.aes_cmac(v.octets("key"), v.octets("msg"))[: v.number("tagsize") // 8]
        assert (tag == v.octets("tag")) == v.valid, v


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length up to 130 bytes, whole, byte by byte and in two pieces, one message after another under one key."""
    mac = execution.AesCmac(KEY)
    for length in sample(range(131)):
        data = message(length)
        expected = reference(KEY, data)
        assert execution.aes_cmac(KEY, data) == expected, length
        for i in range(length):
            mac.update(data[i : i + 1])
        assert mac.final() == expected, length
        mac.update(data[: length // 3])
        mac.update(b"")
        mac.update(data[length // 3 :])
        assert mac.final() == expected, length


def test_every_split(execution: Any, sample: Sample) -> None:
    """Two pieces, split everywhere, and a copy between them."""
    data = message(50)
    mac = execution.AesCmac(KEY)
    for cut in sample(range(51)):
        mac.update(data[:cut])
        twin = mac.copy()
        twin.update(b"more")
        mac.update(data[cut:])
        assert mac.final() == reference(KEY, data), cut
        assert twin.final() == reference(KEY, data[:cut] + b"more"), cut


@settings(max_examples=25, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    data=st.binary(max_size=200),
    cut=st.integers(0, 200),
)
def test_executions_agree(key: bytes, data: bytes, cut: int) -> None:
    """Generated messages: every execution gives what the other implementation gives."""
    for each in ("native", "python"):
        mac = executions.execution(each).AesCmac(key)
        mac.update(data[:cut])
        mac.update(data[cut:])
        assert mac.final() == reference(key, data), each
