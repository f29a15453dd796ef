"""ChaCha20 against the vectors of RFC 8439 and Wycheproof, and against another implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import LimitExceeded
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

KEY = bytes(range(32))
NONCE = bytes(range(100, 112))

# Around one block, around the groups of vector forms, and more than one group.
LENGTHS = [0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 319, 448, 511, 512, 513, 640, 1000, 1100]

way = ways(operations=("chacha20.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, counter: int, nonce: bytes, data: bytes) -> bytes:
    """The same by `cryptography`, that is OpenSSL."""
    return Cipher(algorithms.ChaCha20(key, counter.to_bytes(4, "little") + nonce), None).encryptor().update(data)


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def test_rfc_8439(execution: Any) -> None:
    """The vectors of appendix A.2, both ways."""
    vectors = nist_vectors("ciphers/ChaCha20/rfc7539.txt")
    assert len(vectors) == 3
    for vector in vectors:
        inputs = (vector.octets("key"), vector.number("initial_block_counter"), vector.octets("nonce"))
        assert execution.chacha20_xor(*inputs, vector.octets("plaintext")) == vector.octets("ciphertext"), vector
        assert execution.chacha20_xor(*inputs, vector.octets("ciphertext")) == vector.octets("plaintext"), vector


def test_wycheproof_last_blocks(execution: Any) -> None:
    """Up to the last block that the counter can number, and no further."""
    vectors = [vector for vector in wycheproof("chacha20_counter_test.json") if vector["algorithm"] == "ChaCha20-IETF"]
    assert len(vectors) == 14
    for vector in vectors:
        counter = int.from_bytes(vector.octets("initialcounter"), "little")
        inputs = (vector.octets("key"), counter, vector.octets("iv"), vector.octets("msg"))
        if vector.valid:
            assert execution.chacha20_xor(*inputs) == vector.octets("ct"), vector
        else:
            with pytest.raises(LimitExceeded):
                execution.chacha20_xor(*inputs)


def test_limit_leaves_the_output_alone(execution: Any) -> None:
    """Where the counter would wrap nothing is written, not even the blocks before."""
    out = bytearray(b"x" * 129)
    with pytest.raises(LimitExceeded):
        execution.chacha20_xor_into(KEY, 0xFFFF_FFFE, NONCE, bytes(129), out)
    assert out == b"x" * 129


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length near a boundary, into a buffer of its own and in place."""
    for length in sample(LENGTHS):
        data = message(length)
        expected = reference(KEY, 7, NONCE, data)
        assert execution.chacha20_xor(KEY, 7, NONCE, data) == expected, length
        buffer = bytearray(data)
        assert execution.chacha20_xor_into(KEY, 7, NONCE, buffer, buffer) == length
        assert buffer == expected, length


def test_counter_is_the_block_number(execution: Any) -> None:
    """Beginning at block n is skipping n blocks."""
    whole = execution.chacha20_xor(KEY, 0, NONCE, bytes(1024))
    for block in (1, 5, 9):
        assert execution.chacha20_xor(KEY, block, NONCE, bytes(1024 - 64 * block)) == whole[64 * block :]


def test_blocks_advances_the_counter(execution: Any) -> None:
    """The block operation goes on where it stopped, and refuses part of a block."""
    state = bytearray(b"expand 32-byte k" + KEY + bytes(4) + NONCE)
    parts = []
    for blocks in (1, 3, 12):
        out = execution.chacha20_blocks(state, bytes(64 * blocks))
        parts.append(out)
    assert b"".join(parts) == reference(KEY, 0, NONCE, bytes(1024))
    assert state[48:52] == (16).to_bytes(4, "little")
    with pytest.raises(ValueError, match="64"):
        execution.chacha20_blocks(state, bytes(63))


@settings(max_examples=25, deadline=None)
@given(
    key=st.binary(min_size=32, max_size=32),
    counter=st.integers(0, 0xFFFF_FF00),
    nonce=st.binary(min_size=12, max_size=12),
    data=st.binary(max_size=700),
)
def test_executions_agree(key: bytes, counter: int, nonce: bytes, data: bytes) -> None:
    """Generated inputs: every execution gives what the other implementation gives."""
    expected = reference(key, counter, nonce, data)
    for each in executions.NAMES:
        assert executions.execution(each).chacha20_xor(key, counter, nonce, data) == expected, each
