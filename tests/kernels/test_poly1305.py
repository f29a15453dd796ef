"""Poly1305 against the vectors of RFC 8439, its formula, and another implementation; each form of its blocks at its extremes."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import poly1305 as openssl
from hypothesis import example, given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import WrongState
from akela.kernels.poly1305 import Poly1305, blocks_by_limbs, blocks_by_words, poly1305_final, poly1305_init, poly1305_update
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import ways
from tests.vectors import nist_vectors

P = (1 << 130) - 5
CLAMPED = 0x0FFFFFFC_0FFFFFFC_0FFFFFFC_0FFFFFFF
H_LIMIT = (1 << 130) + (1 << 128)
KEY = bytes(range(1, 33))
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 127, 128, 129, 255, 256, 300]

FORMS = {"64-bit words": blocks_by_words[64], "32-bit words": blocks_by_words[32], "13-bit limbs": blocks_by_limbs}

way = ways(operations=("poly1305.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, data: bytes) -> bytes:
    """The same by `cryptography`, that is OpenSSL."""
    return openssl.Poly1305.generate_tag(key, data)


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def words(value: int, count: int) -> array[int]:
    """A number as 32-bit words, least significant first."""
    return array("I", [value >> 32 * i & 0xFFFF_FFFF for i in range(count)])


def number(value: array[int]) -> int:
    """The number that such words stand for."""
    return sum(word << 32 * i for i, word in enumerate(value))


def test_rfc_8439(execution: Any) -> None:
    """The vectors of appendix A.3. Several reach values between p and 2^130, or carries through all words."""
    vectors = nist_vectors("poly1305/rfc7539.txt")
    assert len(vectors) == 11
    for vector in vectors:
        assert execution.poly1305(vector.octets("key"), vector.octets("msg")) == vector.octets("tag"), vector


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length near a boundary, by one call, byte by byte, and in two pieces."""
    for length in sample(LENGTHS):
        data = message(length)
        expected = reference(KEY, data)
        assert execution.poly1305(KEY, data) == expected, length

        mac = execution.Poly1305(KEY)
        for i in range(length):
            mac.update(data[i : i + 1])
        assert mac.final() == expected, length

        mac = execution.Poly1305(KEY)
        mac.update(data[: length // 3])
        mac.update(b"")
        mac.update(data[length // 3 :])
        assert mac.final() == expected, length


# What three blocks under r = 1 add up to: from below p to 2^130, and full low words only.
TOTALS = [*(P + i for i in range(-2, 7)), (3 << 128) + (1 << 96) - 1, (3 << 128) + (1 << 64) - 1, (3 << 128) + (1 << 32) - 1]


@pytest.mark.parametrize("total", TOTALS, ids=hex)
def test_final_reduction(execution: Any, total: int) -> None:
    """An accumulator of p or more is reduced, one of p - 1 is not."""
    first = min(total - (3 << 128), (1 << 128) - 1)
    blocks = (first, total - (3 << 128) - first, 0)
    key = (1).to_bytes(16, "little") + KEY[16:]
    data = b"".join(block.to_bytes(16, "little") for block in blocks)
    assert execution.poly1305(key, data) == ((total % P + int.from_bytes(KEY[16:], "little")) % (1 << 128)).to_bytes(16, "little")


def test_copy(execution: Any) -> None:
    """A copy goes its own way."""
    mac = execution.Poly1305(KEY)
    mac.update(message(20))
    twin = mac.copy()
    twin.update(b"more")
    assert mac.final() == reference(KEY, message(20))
    assert twin.final() == reference(KEY, message(20) + b"more")


def test_key_length(execution: Any) -> None:
    """A key has 32 bytes."""
    with pytest.raises(ValueError, match="32"):
        execution.poly1305(bytes(31), b"")
    with pytest.raises(ValueError, match="32"):
        execution.Poly1305(bytes(33))


def test_blocks_takes_whole_blocks(execution: Any) -> None:
    """The block operation refuses a length that is not a multiple of 16."""
    with pytest.raises(ValueError, match="16"):
        execution.poly1305_blocks(words(0, 5), words(CLAMPED, 4), bytes(17), 1)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("h", [0, 1, P - 1, P, P + 4, (1 << 130) - 1, H_LIMIT - 1], ids=hex)
@pytest.mark.parametrize("r", [0, 1, CLAMPED, 0x0FFF_FFFC << 96], ids=hex)
@pytest.mark.parametrize("block", [bytes(16), b"\xff" * 16], ids=["zeros", "ones"])
def test_extremes(form: str, h: int, r: int, block: bytes) -> None:
    """The largest accumulator, multiplier and blocks that the bounds in the kernel allow, several blocks in a row."""
    blocks = FORMS[form]
    accumulator, multiplier = words(h, 5), words(r, 4)
    for high in (1, 0, 1, 1):
        h = (h + int.from_bytes(block, "little") + (high << 128)) * r % P
        blocks(accumulator, multiplier, block, high)
        assert number(accumulator) % P == h
        assert number(accumulator) < H_LIMIT


@settings(max_examples=25, deadline=None)
@given(h=st.integers(0, H_LIMIT - 1), r=st.integers(0, (1 << 128) - 1), data=st.binary(max_size=80), high=st.integers(0, 1))
@example(h=H_LIMIT - 5, r=0, data=b"", high=0)  # all words full, and no block to carry them
@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, h: int, r: int, data: bytes, high: int) -> None:
    """Generated inputs: every form follows the formula of section 2.5."""
    data = data[: len(data) // 16 * 16]
    accumulator = words(h, 5)
    FORMS[form](accumulator, words(r & CLAMPED, 4), data, high)
    for at in range(0, len(data), 16):
        h = (h + int.from_bytes(data[at : at + 16], "little") + (high << 128)) * (r & CLAMPED) % P
    assert number(accumulator) % P == h % P
    assert number(accumulator) < H_LIMIT


@pytest.mark.parametrize("name", ["x86_64", "rv32imc", "lx106"])
@pytest.mark.without_extension
def test_forms_compiled(name: str, tmp_path: Path) -> None:
    """The C for a target of each form, run on this machine."""
    target = load_target(name)
    library = shared_library(write_files(emit(lower(compile_module("akela.kernels.poly1305", target), target), target), tmp_path))
    for vector in nist_vectors("poly1305/rfc7539.txt"):
        data, tag = vector.octets("msg"), ctypes.create_string_buffer(16)
        library.akela_poly1305(vector.octets("key"), data, ctypes.c_size_t(len(data)), tag)
        assert tag.raw == vector.octets("tag"), vector
    for length in LENGTHS:
        key, data = bytes(255 - i for i in range(32)), b"\xff" * length
        library.akela_poly1305(key, data, ctypes.c_size_t(length), tag)
        assert tag.raw == reference(key, data), length


@settings(max_examples=25, deadline=None)
@given(key=st.binary(min_size=32, max_size=32), data=st.binary(max_size=300), cut=st.integers(0, 300))
def test_executions_agree(key: bytes, data: bytes, cut: int) -> None:
    """Generated messages in two pieces: every execution gives what the other implementation gives."""
    for each in ("native", "python", "traced"):
        mac = executions.execution(each).Poly1305(key)
        mac.update(data[:cut])
        mac.update(data[cut:])
        assert mac.final() == reference(key, data), each


def test_a_context_makes_one_tag(execution) -> None:
    mac = execution.Poly1305(KEY)
    mac.update(b"message")
    mac.final()
    for again in (lambda: mac.update(b"more"), mac.final):
        with pytest.raises(WrongState):
            again()


def test_final_wipes() -> None:
    """With the tag everything that depends on the key or the message goes."""
    mac = Poly1305()
    poly1305_init(mac, KEY)
    poly1305_update(mac, message(20))
    assert all(any(field.tolist()) for field in (mac.h, mac.r, mac.s, mac.block))
    poly1305_final(mac, bytearray(16))
    assert not any(any(field.tolist()) for field in (mac.h, mac.r, mac.s, mac.block))
