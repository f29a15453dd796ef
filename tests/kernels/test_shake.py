"""SHAKE128 and SHAKE256 against NIST's vectors and hashlib: output of any length, in pieces; and the permutation that SHA-3 shares."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import WrongState
from akela.kernels.keccak import RC, RHO
from tests.kernels.ways import ways
from tests.vectors import nist_vectors

way = ways(operations=("keccak.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]

BITS = (128, 256)
RATES = {128: 168, 256: 136}


def reference(bits: int, data: bytes, length: int) -> bytes:
    """The same by hashlib."""
    return hashlib.new(f"shake_{bits}", data).digest(length)


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


FILES = {"128ShortMsg": 337, "128LongMsg": 100, "128VariableOut": 1126, "256ShortMsg": 273, "256LongMsg": 100, "256VariableOut": 1246}


@pytest.mark.parametrize(("file", "count"), FILES.items())
def test_nist_messages(execution: Any, execution_name: str, sample: Sample, file: str, count: int) -> None:
    """Messages of NIST's validation system, and outputs of many lengths; the slow executions leave out messages over 1500 bytes."""
    vectors = nist_vectors(f"hashes/SHAKE/SHAKE{file}.rsp")
    assert len(vectors) == count
    if execution_name != "native":
        vectors = [vector for vector in vectors if len(vector["msg"]) <= 2 * 1500]
    for vector in sample(vectors):
        data = vector.octets("msg")[: vector.number("len") // 8] if "len" in vector else vector.octets("msg")
        assert getattr(execution, f"shake{file[:3]}")(data, vector.number("outputlen") // 8) == vector.octets("output"), vector


@pytest.mark.parametrize("bits", BITS)
def test_nist_monte_carlo(bits: int) -> None:
    """NIST's chain of 100 times 1000 outputs whose lengths follow from the outputs (SHA3VS section 6.3.3). Compiled only."""
    shake = getattr(executions.execution("native"), f"shake{bits}")
    seed, *checkpoints = nist_vectors(f"hashes/SHAKE/SHAKE{bits}Monte.rsp")
    least, most = (seed.number(f"{which} output length (bits)") // 8 for which in ("minimum", "maximum"))
    output, length = seed.octets("msg"), most
    assert len(checkpoints) == 100
    for checkpoint in checkpoints:
        for _ in range(1000):
            output = shake(output[:16].ljust(16, b"\0"), length)
            length = least + int.from_bytes(output[-2:], "big") % (most - least + 1)
        assert output == checkpoint.octets("output"), checkpoint


@pytest.mark.parametrize("bits", BITS)
def test_pieces(execution: Any, sample: Sample, bits: int) -> None:
    """A message in two pieces and output in several, around the ends of blocks; and the whole by one call."""
    rate = RATES[bits]
    for length in sample([0, 1, 7, 8, 9, rate - 1, rate, rate + 1, 2 * rate, 400]):
        data, expected = message(length), reference(bits, message(length), 3 * rate)
        assert getattr(execution, f"shake{bits}")(data, 3 * rate) == expected
        for cut in sample([0, 1, 8, rate - 1, rate, rate + 1, 2 * rate]):
            state = getattr(execution, f"Shake{bits}")()
            state.update(data[:cut])
            state.update(data[cut:])
            assert b"".join(state.squeeze(n) for n in (cut, 0, 3 * rate - cut)) == expected, (length, cut)


@pytest.mark.parametrize("bits", BITS)
def test_output_byte_by_byte(execution: Any, bits: int) -> None:
    """Single bytes are those of the whole."""
    state = getattr(execution, f"Shake{bits}")()
    state.update(b"abc")
    assert b"".join(state.squeeze(1) for _ in range(40)) == reference(bits, b"abc", 40)


def test_output_ends_the_message(execution: Any) -> None:
    """After output, even of no bytes, nothing more can be taken; and what was refused changes nothing."""
    state = execution.Shake128()
    state.update(b"abc")
    twin = state.copy()
    assert state.squeeze(0) == b""
    with pytest.raises(WrongState):
        state.update(b"d")
    assert state.squeeze(32) == reference(128, b"abc", 32)
    twin.update(b"d")
    assert twin.squeeze(32) == reference(128, b"abcd", 32)


def test_bad_lengths(execution: Any) -> None:
    """A length that is negative is refused; a buffer has exactly that length."""
    with pytest.raises(ValueError, match="length"):
        execution.shake128(b"", -1)
    with pytest.raises(ValueError, match="length"):
        execution.Shake256().squeeze(-1)
    with pytest.raises(ValueError, match="out"):
        execution.shake128_into(b"", 16, bytearray(15))


@settings(max_examples=20, deadline=None)
@given(data=st.binary(max_size=350), cut=st.integers(0, 350), first=st.integers(0, 200), second=st.integers(0, 200))
@pytest.mark.parametrize("bits", BITS)
def test_executions_agree(bits: int, data: bytes, cut: int, first: int, second: int) -> None:
    """Generated messages in two pieces, output in two pieces: every execution gives hashlib's."""
    expected = reference(bits, data, first + second)
    for each in executions.NAMES:
        state = getattr(executions.execution(each), f"Shake{bits}")()
        state.update(data[:cut])
        state.update(data[cut:])
        assert state.squeeze(first) + state.squeeze(second) == expected, each


def test_constants() -> None:
    """Against values of the standard: table 2 (rotations of lanes (1, 0), (2, 0), (3, 4)), and constants 0, 1 and 23."""
    assert [RHO.values[i] for i in (1, 2, 3 + 5 * 4)] == [1, 190 % 64, 120 % 64]
    assert [RC.values[i] for i in (0, 1, 23)] == [0x1, 0x8082, 0x8000_0000_8000_8008]


def test_permutation_step_by_step(execution: Any) -> None:
    """The permutation of states without structure, against the five steps as section 3.2 writes them."""
    state = array("Q", [0x9E37_79B9_7F4A_7C15 * (i + 1) & (1 << 64) - 1 for i in range(25)])
    a = list(state)
    execution.keccak_permute(state)

    def rotated(lane: int, by: int) -> int:
        return (lane << by | lane >> (64 - by)) & (1 << 64) - 1

    for constant in RC.values:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        a = [a[i] ^ c[(i + 4) % 5] ^ rotated(c[(i + 1) % 5], 1) for i in range(25)]
        a = [rotated(a[i], RHO.values[i]) for i in range(25)]
        a = [a[(x + 3 * y) % 5 + 5 * x] for y in range(5) for x in range(5)]
        a = [a[i] ^ (~a[i // 5 * 5 + (i + 1) % 5] & a[i // 5 * 5 + (i + 2) % 5]) for i in range(25)]
        a[0] ^= constant
    assert list(state) == a
