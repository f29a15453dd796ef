"""AES-XTS against NIST's and Wycheproof's vectors and another implementation; every length from one block on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidKey, InvalidLength, LimitExceeded
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

KEY = bytes(range(1, 33))
TWEAK = bytes(range(200, 216))

way = ways(operations=("aes.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, tweak: bytes, data: bytes) -> bytes:
    """By `cryptography`, that is OpenSSL."""
    context = Cipher(algorithms.AES(key), modes.XTS(tweak)).encryptor()
    return context.update(data) + context.finalize()


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


@pytest.mark.parametrize("bits", [128, 256])
@pytest.mark.parametrize("form", ["tweak-128hexstr", "tweak-dataunitseqno"])
def test_nist_vectors(execution: Any, sample: Sample, form: str, bits: int) -> None:
    """Those of whole bytes, each way as the file says; the tweak as bytes, or as the number of the unit."""
    vectors = [v for v in nist_vectors(f"ciphers/AES/XTS/{form}/XTSGenAES{bits}.rsp") if v.number("dataunitlen") % 8 == 0]
    assert len(vectors) > 500
    for v in sample(vectors):
        tweak = v.octets("i") if "i" in v else v.number("dataunitseqnumber").to_bytes(16, "little")
        key = execution.AesXts(v.octets("key"))
        if v["section"] == "ENCRYPT":
            assert key.encrypt(tweak, v.octets("pt")) == v.octets("ct"), v
        else:
            assert key.decrypt(tweak, v.octets("ct")) == v.octets("pt"), v


def test_wycheproof(execution: Any, sample: Sample) -> None:
    """Tweaks of 8 and 16 bytes, filled up with zeros. Keys of 192 bits, which it has too, are in neither standard."""
    for v in sample([v for v in wycheproof("aes_xts_test.json") if v["keysize"] != 384]):
        key, tweak = execution.AesXts(v.octets("key")), v.octets("iv").ljust(16, b"\0")
        assert key.encrypt(tweak, v.octets("msg")) == v.octets("ct"), v
        assert key.decrypt(tweak, v.octets("ct")) == v.octets("msg"), v


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length from 16 to 130 bytes and around more blocks, into a buffer of its own and in place."""
    key = execution.AesXts(KEY)
    for length in sample([*range(16, 131), 255, 256, 257, 511, 512, 513]):
        data = message(length)
        expected = reference(KEY, TWEAK, data)
        assert key.encrypt(TWEAK, data) == expected, length
        assert key.decrypt(TWEAK, expected) == data, length
        buffer = bytearray(data)
        key.encrypt_into(TWEAK, buffer, buffer)
        assert buffer == expected, length
        key.decrypt_into(TWEAK, buffer, buffer)
        assert buffer == data, length


def test_what_is_refused(execution: Any) -> None:
    """Less than a block, keys of other lengths, keys with equal halves."""
    key = execution.AesXts(KEY)
    out = bytearray(b"x" * 15)
    for call in (key.encrypt_into, key.decrypt_into):
        with pytest.raises(InvalidLength, match="data has 15 bytes"):
            call(TWEAK, bytes(15), out)
    assert out == b"x" * 15
    for length in (0, 16, 31, 33, 48, 63, 65):
        with pytest.raises(InvalidLength, match="key has"):
            execution.AesXts(bytes(length))
    for half in (bytes(16), KEY, KEY[:16]):
        with pytest.raises(InvalidKey):
            execution.AesXts(half + half)


def test_a_unit_has_a_limit() -> None:
    """2^20 blocks."""
    key = executions.execution("native").AesXts(KEY)
    with pytest.raises(LimitExceeded):
        key.encrypt(TWEAK, bytes((16 << 20) + 1))


@settings(max_examples=25, deadline=None)
@given(
    key=st.sampled_from([32, 64]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    tweak=st.binary(min_size=16, max_size=16),
    data=st.binary(min_size=16, max_size=200),
)
def test_executions_agree(key: bytes, tweak: bytes, data: bytes) -> None:
    """Generated units: every execution gives what the other implementation gives, and gets back what it began with."""
    if key[: len(key) // 2] != key[len(key) // 2 :]:
        for each in ("native", "python"):
            xts = executions.execution(each).AesXts(key)
            assert xts.encrypt(tweak, data) == reference(key, tweak, data), each
            assert xts.decrypt(tweak, xts.encrypt(tweak, data)) == data, each
