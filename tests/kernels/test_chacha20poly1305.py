"""ChaCha20-Poly1305 against the vectors of RFC 8439, BoringSSL and Wycheproof, and what must not come out on a bad tag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import aead as openssl
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidTag
from akela.kernels import chacha20poly1305 as kernels
from akela.lang import LIMIT_EXCEEDED, OK
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

KEY = bytes(range(32))
NONCE = bytes(range(12))
LENGTHS = [0, 1, 15, 16, 17, 63, 64, 65, 128, 191, 192, 255, 256, 257, 511, 512, 513, 1000]

way = ways(operations=("chacha20.", "poly1305."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
    """The same by `cryptography`, that is OpenSSL."""
    return openssl.ChaCha20Poly1305(key).encrypt(nonce, data, aad)


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def test_openssl_vectors(execution: Any) -> None:
    """OpenSSL's file, RFC 8439 section 2.8.2 among its vectors. It has nonces of other lengths, which are not for this construction."""
    vectors = [vector for vector in nist_vectors("ciphers/ChaCha20Poly1305/openssl.txt") if len(vector["iv"]) == 24]
    assert len(vectors) >= 3
    for vector in vectors:
        cipher = execution.ChaCha20Poly1305(vector.octets("key"))
        nonce, aad, sealed = vector.octets("iv"), vector.octets("aad"), vector.octets("ciphertext") + vector.octets("tag")
        if "result" in vector:
            with pytest.raises(InvalidTag):
                cipher.decrypt(nonce, sealed, aad)
        else:
            assert cipher.encrypt(nonce, vector.octets("plaintext"), aad) == sealed, vector
            assert cipher.decrypt(nonce, sealed, aad) == vector.octets("plaintext"), vector


def test_boringssl_vectors(execution: Any, sample: Sample) -> None:
    """BoringSSL's file. Its shortened tags are the beginnings of whole ones."""
    vectors = [vector for vector in nist_vectors("ciphers/ChaCha20Poly1305/boringssl.txt") if len(vector.octets("nonce")) == 12]
    assert len(vectors) == 66
    for vector in sample(vectors):
        cipher = execution.ChaCha20Poly1305(vector.octets("key"))
        nonce, data, aad = vector.octets("nonce"), vector.octets("in"), vector.octets("ad")
        tag = vector.octets("tag")
        sealed = cipher.encrypt(nonce, data, aad)
        assert sealed[: len(data) + len(tag)] == vector.octets("ct") + tag, vector
        assert cipher.decrypt(nonce, sealed, aad) == data, vector


def test_wycheproof(execution: Any, sample: Sample) -> None:
    """Valid and altered messages; other nonce lengths are refused before anything runs."""
    vectors = wycheproof("chacha20_poly1305_test.json")
    assert len(vectors) == 325
    for vector in sample(vectors):
        cipher = execution.ChaCha20Poly1305(vector.octets("key"))
        nonce, aad, data, sealed = (vector.octets(name) for name in ("iv", "aad", "msg", "ct"))
        sealed += vector.octets("tag")
        if len(nonce) != 12:
            with pytest.raises(ValueError, match="12"):
                cipher.encrypt(nonce, data, aad)
        elif vector.valid:
            assert cipher.encrypt(nonce, data, aad) == sealed, vector
            assert cipher.decrypt(nonce, sealed, aad) == data, vector
        else:
            with pytest.raises(InvalidTag):
                cipher.decrypt(nonce, sealed, aad)


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length near a boundary, into a buffer of its own and in place, with and without associated data."""
    cipher = execution.ChaCha20Poly1305(KEY)
    for length in sample(LENGTHS):
        data = message(length)
        for aad in (b"", message(length % 37 + 1)):
            expected = reference(KEY, NONCE, data, aad)
            assert cipher.encrypt(NONCE, data, aad) == expected, length
            assert cipher.decrypt(NONCE, expected, aad) == data, length

            buffer = bytearray(data + bytes(16))
            assert cipher.encrypt_into(NONCE, memoryview(buffer)[:length], aad, buffer) == length + 16
            assert buffer == expected, length
            assert cipher.decrypt_into(NONCE, buffer, aad, memoryview(buffer)[:length]) == length
            assert buffer[:length] == data, length


def test_no_associated_data_is_empty(execution: Any) -> None:
    """None stands for no associated data."""
    cipher = execution.ChaCha20Poly1305(KEY)
    assert cipher.encrypt(NONCE, b"data", None) == reference(KEY, NONCE, b"data", b"")


def test_every_altered_bit_is_refused(execution: Any, sample: Sample) -> None:
    """One bit changed anywhere in ciphertext, tag, nonce or associated data: no plaintext, and the caller's buffer stays as it was."""
    cipher = execution.ChaCha20Poly1305(KEY)
    aad, data = b"header", message(33)
    sealed = cipher.encrypt(NONCE, data, aad)
    parts = (NONCE, sealed, aad)
    places = [(part, bit) for part in range(3) for bit in range(8 * len(parts[part]))]
    for part, bit in sample(places):
        altered = [bytearray(each) for each in parts]
        altered[part][bit // 8] ^= 1 << bit % 8
        out = bytearray(b"x" * len(data))
        with pytest.raises(InvalidTag):
            cipher.decrypt(*altered)
        with pytest.raises(InvalidTag):
            cipher.decrypt_into(*altered, out)
        assert out == b"x" * len(data), (part, bit)


def test_altered_in_place(execution: Any) -> None:
    """Decrypting in place, a bad tag leaves the ciphertext as it was."""
    cipher = execution.ChaCha20Poly1305(KEY)
    buffer = bytearray(cipher.encrypt(NONCE, message(70), b""))
    buffer[-1] ^= 0x80
    before = bytes(buffer)
    with pytest.raises(InvalidTag):
        cipher.decrypt_into(NONCE, buffer, b"", memoryview(buffer)[:70])
    assert buffer == before


def test_shorter_than_a_tag(execution: Any) -> None:
    """What cannot hold a tag is no message of this key."""
    cipher = execution.ChaCha20Poly1305(KEY)
    for length in (0, 1, 15):
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE, bytes(length), b"")


def test_sizes(execution: Any) -> None:
    """Keys have 32 bytes, nonces 12, and the output exactly the bytes of the result."""
    with pytest.raises(ValueError, match="32"):
        execution.ChaCha20Poly1305(bytes(16))
    cipher = execution.ChaCha20Poly1305(KEY)
    with pytest.raises(ValueError, match="12"):
        cipher.decrypt(bytes(8), bytes(16), b"")
    for size in (15, 17):
        with pytest.raises(ValueError, match="16"):
            cipher.encrypt_into(NONCE, b"", b"", bytearray(size))


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key stream has 2^32 - 1 blocks for data. Nobody has that much, so what happens beyond is shown with a lower limit."""
    assert kernels.MAX_DATA_BYTES == 64 * (2**32 - 1)
    monkeypatch.setattr(kernels, "MAX_DATA_BYTES", 20)
    cipher = kernels.ChaCha20Poly1305()
    kernels.chacha20poly1305_init(cipher, KEY)
    for length, status in ((20, OK), (21, LIMIT_EXCEEDED)):
        data, sealed, opened = message(length), bytearray(length + 16), bytearray(length)
        expected = reference(KEY, NONCE, data, b"")
        assert kernels.chacha20poly1305_encrypt(cipher, NONCE, data, b"", sealed) == status
        assert kernels.chacha20poly1305_decrypt(cipher, NONCE, expected, b"", opened) == status
        assert (sealed, opened) == ((expected, data) if status == OK else (bytes(length + 16), bytes(length)))


@settings(max_examples=25, deadline=None)
@given(
    key=st.binary(min_size=32, max_size=32),
    nonce=st.binary(min_size=12, max_size=12),
    data=st.binary(max_size=300),
    aad=st.binary(max_size=40),
)
def test_executions_agree(key: bytes, nonce: bytes, data: bytes, aad: bytes) -> None:
    """Generated messages: every execution seals as the other implementation does, and opens it."""
    expected = reference(key, nonce, data, aad)
    for each in ("native", "python", "traced"):
        cipher = executions.execution(each).ChaCha20Poly1305(key)
        assert cipher.encrypt(nonce, data, aad) == expected, each
        assert cipher.decrypt(nonce, expected, aad) == data, each
