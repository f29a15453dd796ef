"""AES-CCM against NIST's and Wycheproof's vectors and another implementation; every length, parameter and split."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, InvalidParameter, InvalidTag, LimitExceeded, WrongState
from tests.kernels.ways import ways
from tests.vectors import Vector, nist_vectors, wycheproof

KEY = bytes(range(1, 17))
NONCE = bytes(range(100, 112))
AAD = b"header of the record"
KEY_BITS = (128, 192, 256)
TAG_BYTES = (4, 6, 8, 10, 12, 14, 16)

way = ways(operations=("aes.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def sealed(key: bytes, nonce: bytes, data: bytes, aad: bytes, tag_bytes: int = 16) -> bytes:
    """By `cryptography`, that is OpenSSL."""
    return AESCCM(key, tag_bytes).encrypt(nonce, data, aad)


def ccm_vectors(file: str) -> Iterator[tuple[Vector, bytes]]:
    """The tests of a file of CCM, where pieces without a number hold for those that follow; and each one's associated data."""
    common: dict[str, Any] = {}
    for piece in nist_vectors(f"ciphers/AES/CCM/{file}.rsp"):
        common |= {name: value for name, value in piece.items() if "count" not in piece or name.endswith("len")}
        if "count" in piece:
            v = Vector({**common, **piece})
            yield v, v.octets("adata")[: v.number("alen")]


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("suite", ["VADT", "VNT", "VPT", "VTT"])
def test_encrypt_vectors(execution: Any, sample: Sample, suite: str, bits: int) -> None:
    """NIST's: associated data, nonces, plaintexts and tags of many lengths."""
    vectors = list(ccm_vectors(f"{suite}{bits}"))
    assert len(vectors) >= 70
    for v, aad in sample(vectors):
        payload = v.octets("payload")[: v.number("plen")]
        assert execution.AesCcm(v.octets("key")).encrypt_tag(v.octets("nonce"), payload, aad, v.number("tlen")) == v.octets("ct"), v


@pytest.mark.parametrize("bits", KEY_BITS)
def test_decrypt_vectors(execution: Any, sample: Sample, bits: int) -> None:
    """NIST's, to accept and to refuse."""
    vectors = list(ccm_vectors(f"DVPT{bits}"))
    assert len([v for v, _ in vectors if v["result"] == "Fail"]) > 50
    for v, aad in sample(vectors):
        arguments = (v.octets("nonce"), v.octets("ct"), aad, v.number("tlen"))
        cipher = execution.AesCcm(v.octets("key"))
        if v["result"].startswith("Pass"):
            assert cipher.decrypt_tag(*arguments) == v.octets("payload")[: v.number("plen")], v
        else:
            with pytest.raises(InvalidTag):
                cipher.decrypt_tag(*arguments)


def test_wycheproof(execution: Any, sample: Sample) -> None:
    """Altered tags; nonces and tags of lengths that are not permitted."""
    refused = {InvalidLength, InvalidParameter, InvalidTag}
    for v in sample(wycheproof("aes_ccm_test.json")):
        cipher = execution.AesCcm(v.octets("key"))
        data, count = v.octets("ct") + v.octets("tag"), v.number("tagsize") // 8
        if v.valid:
            assert cipher.decrypt_tag(v.octets("iv"), data, v.octets("aad"), count) == v.octets("msg"), v
            assert cipher.encrypt_tag(v.octets("iv"), v.octets("msg"), v.octets("aad"), count) == data, v
        else:
            with pytest.raises(tuple(refused)):
                cipher.decrypt_tag(v.octets("iv"), data, v.octets("aad"), count)


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length up to 130 bytes, of data and of what is authenticated alone; in place too; and none altered."""
    cipher = execution.AesCcm(KEY)
    for length in sample(range(131)):
        data, aad = message(length), message(130 - length)
        expected = sealed(KEY, NONCE, data, aad)
        assert cipher.encrypt(NONCE, data, aad) == expected, length
        assert cipher.decrypt(NONCE, expected, aad) == data, length
        buffer = bytearray(data + bytes(16))
        assert cipher.encrypt_into(NONCE, memoryview(buffer)[:length], aad, buffer) == length + 16
        assert buffer == expected, length
        altered = bytearray(expected)
        altered[length * 5 // 7] ^= 0x20
        out = bytearray(b"x" * length)
        with pytest.raises(InvalidTag):
            cipher.decrypt_into(NONCE, altered, aad, out)
        assert out == b"x" * length, "nothing is released"
        assert cipher.decrypt_into(NONCE, buffer, aad, memoryview(buffer)[:length]) == length
        assert buffer[:length] == data, length


def test_parameters(execution: Any, sample: Sample) -> None:
    """Nonces of 7 to 13 bytes, tags of 4, 6 … 16, and nothing else."""
    cipher = execution.AesCcm(KEY)
    for nonce_bytes in sample(range(7, 14)):
        for tag_bytes in TAG_BYTES:
            nonce = message(nonce_bytes)
            text = cipher.encrypt_tag(nonce, b"data", AAD, tag_bytes)
            assert text == sealed(KEY, nonce, b"data", AAD, tag_bytes)
            assert cipher.decrypt_tag(nonce, text, AAD, tag_bytes) == b"data"
            with pytest.raises(InvalidTag):
                cipher.decrypt_tag(nonce, text[: tag_bytes - 1], AAD, tag_bytes)
    for nonce_bytes in (0, 6, 14, 16):
        for call in (cipher.encrypt, cipher.decrypt):
            with pytest.raises(InvalidLength, match="nonce"):
                call(bytes(nonce_bytes), bytes(20), AAD)
    for tag_bytes in (0, 1, 2, 3, 5, 7, 15, 17, 18):
        for call in (cipher.encrypt_tag, cipher.decrypt_tag):
            with pytest.raises(InvalidParameter, match="tag_bytes"):
                call(NONCE, bytes(20), AAD, tag_bytes)


def test_long_data(execution_name: str) -> None:
    """A nonce of 13 bytes leaves two for the length; associated data of 0xff00 bytes or more has a longer length before it."""
    cipher = executions.execution("native").AesCcm(KEY)
    if execution_name == "native":
        longest = bytes(0xFFFF)
        assert cipher.encrypt(bytes(13), longest, None) == sealed(KEY, bytes(13), longest, b"")
        for call in (cipher.encrypt, cipher.decrypt):
            with pytest.raises(LimitExceeded, match="data"):
                call(bytes(13), bytes(0x10010), None)
        assert cipher.encrypt(bytes(12), bytes(0x10000), None) == sealed(KEY, bytes(12), bytes(0x10000), b"")
        for length in (0xFEFF, 0xFF00, 0xFF01, 0x10000, 0x12345):
            assert cipher.encrypt(NONCE, b"data", message(length)) == sealed(KEY, NONCE, b"data", message(length)), length


def test_every_split(execution: Any, sample: Sample) -> None:
    """In two pieces, split everywhere; the associated data too."""
    cipher = execution.AesCcm(KEY)
    data, aad = message(67), message(35)
    expected = sealed(KEY, NONCE, data, aad, 8)
    for cut in sample(range(len(data) + 1)):
        cipher.start(NONCE, len(aad), len(data), 8)
        cipher.aad(aad[: cut // 2])
        cipher.aad(aad[cut // 2 :])
        assert cipher.encrypt_update(data[:cut]) + cipher.encrypt_update(data[cut:]) == expected[:-8], cut
        assert cipher.final()[:8] == expected[-8:], cut


def test_order(execution: Any) -> None:
    """More or less than was said, or out of order, is refused and changes nothing."""
    cipher = execution.AesCcm(KEY)
    for call in (lambda: cipher.aad(b""), lambda: cipher.encrypt_update(b""), cipher.final):
        with pytest.raises(WrongState):
            call()
    cipher.start(NONCE, 3, 4, 16)
    for call in (lambda: cipher.aad(b"four"), lambda: cipher.encrypt_update(b"data"), cipher.final):
        with pytest.raises(WrongState):
            call()
    cipher.aad(b"aad")
    for call in (lambda: cipher.aad(b"a"), lambda: cipher.encrypt_update(b"datum"), cipher.final):
        with pytest.raises(WrongState):
            call()
    assert cipher.encrypt_update(b"data") + cipher.final() == sealed(KEY, NONCE, b"data", b"aad")
    with pytest.raises(WrongState):
        cipher.final()
    with pytest.raises(LimitExceeded):
        cipher.start(bytes(13), 0, 1 << 16, 16)


@settings(max_examples=25, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    nonce=st.binary(min_size=7, max_size=13),
    data=st.binary(max_size=200),
    aad=st.binary(max_size=60),
    tag_bytes=st.sampled_from(TAG_BYTES),
    flip=st.integers(0, 10_000),
)
def test_executions_agree(key: bytes, nonce: bytes, data: bytes, aad: bytes, tag_bytes: int, flip: int) -> None:
    """Generated messages: what one library seals the other opens, and what was altered stays closed."""
    for each in ("native", "python"):
        cipher = executions.execution(each).AesCcm(key)
        text = cipher.encrypt_tag(nonce, data, aad, tag_bytes)
        assert AESCCM(key, tag_bytes).decrypt(nonce, text, aad) == data
        altered = bytearray(text)
        altered[flip % len(text)] ^= 1 << flip % 8
        with pytest.raises(InvalidTag):
            cipher.decrypt_tag(nonce, altered, aad, tag_bytes)
