"""XChaCha20, with and without Poly1305, and ChaCha20 with a counter of 64 bits: vectors, lengths, carries of the counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from Crypto.Cipher import ChaCha20, ChaCha20_Poly1305
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidTag, LimitExceeded
from tests.kernels.ways import ways
from tests.vectors import wycheproof

KEY = bytes(range(32))
NONCE = bytes(range(100, 124))
LENGTHS = [*range(131), 191, 192, 193, 255, 256, 257, 1000]

way = ways(operations=("chacha20.", "poly1305."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def message(length: int) -> bytes:
    return bytes(i % 251 for i in range(length))


def stream(key: bytes, counter: int, nonce: bytes, data: bytes) -> bytes:
    """The same by PyCryptodome, for nonces of 8 and 24 bytes."""
    cipher = ChaCha20.new(key=key, nonce=nonce)
    cipher.seek(64 * counter)
    return bytes(cipher.encrypt(data))


def seal(key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
    cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
    cipher.update(aad)
    return b"".join(cipher.encrypt_and_digest(data))


def test_hchacha20(execution: Any) -> None:
    """draft-irtf-cfrg-xchacha-03 section 2.2.1."""
    nonce = bytes.fromhex("000000090000004a0000000031415927")
    expected = "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"
    assert execution.hchacha20(KEY, nonce).hex() == expected


def test_wycheproof_counter(execution: Any, sample: Sample) -> None:
    """Counters that carry into their upper word, and those that would overflow, with XChaCha20 and with ChaCha20."""
    vectors = wycheproof("chacha20_counter_test.json")
    for algorithm, kernel in (("XChaCha20", execution.xchacha20_xor), ("ChaCha20-IETF", execution.chacha20_xor)):
        of_it = [v for v in vectors if v["algorithm"] == algorithm]
        valid, invalid = [v for v in of_it if v.valid], [v for v in of_it if not v.valid]
        assert valid and invalid
        for v in [*sample(valid), *sample(invalid)]:
            arguments = v.octets("key"), int.from_bytes(v.octets("initialcounter"), "little"), v.octets("iv"), v.octets("msg")
            if v.valid:
                assert kernel(*arguments) == v.octets("ct"), v
            else:
                with pytest.raises(LimitExceeded):
                    kernel(*arguments)


@pytest.mark.parametrize("nonce", [NONCE[:8], NONCE], ids=["ChaCha20, 8 bytes of nonce", "XChaCha20"])
def test_stream_lengths(nonce: bytes, execution: Any, sample: Sample) -> None:
    kernel = execution.xchacha20_xor if len(nonce) == 24 else execution.chacha20_xor64
    for length in sample(LENGTHS):
        assert kernel(KEY, 1, nonce, message(length)) == stream(KEY, 1, nonce, message(length)), length


@pytest.mark.parametrize("counter", [(1 << 32) - 3, (1 << 32) - 1, 1 << 32, (1 << 40) - 2])
def test_the_counter_carries(counter: int, execution: Any, sample: Sample) -> None:
    """The upper word of the counter follows the lower one, wherever in the data that is; and in place."""
    for length in sample([0, 1, 63, 64, 65, 127, 128, 129, 192, 193, 300, 700]):
        expected = stream(KEY, counter, NONCE[:8], message(length))
        assert execution.chacha20_xor64(KEY, counter, NONCE[:8], message(length)) == expected, length
        buffer = bytearray(message(length))
        execution.chacha20_xor64_into(KEY, counter, NONCE[:8], buffer, buffer)
        assert buffer == expected


def test_the_counter_does_not_overflow(execution: Any) -> None:
    """The last block may be used, one more may not; then nothing is written."""
    last = (1 << 64) - 1
    for kernel, into, nonce in (
        (execution.chacha20_xor64, execution.chacha20_xor64_into, NONCE[:8]),
        (execution.xchacha20_xor, execution.xchacha20_xor_into, NONCE),
    ):
        assert kernel(KEY, last, nonce, b"") == b""
        assert kernel(KEY, last, nonce, message(64)) == kernel(KEY, last - 1, nonce, message(64) + message(64))[64:]
        out = bytearray(65)
        with pytest.raises(LimitExceeded):
            into(KEY, last, nonce, message(65), out)
        assert out == bytes(65)


def test_wycheproof_sealing(execution: Any, sample: Sample) -> None:
    """Accepted, forged, and nonces of other lengths."""
    vectors = wycheproof("xchacha20_poly1305_test.json")
    of_length = [v for v in vectors if v["ivsize"] == 192]
    for v in [*sample([v for v in of_length if v.valid]), *sample([v for v in of_length if not v.valid])]:
        cipher, sealed = execution.XChaCha20Poly1305(v.octets("key")), v.octets("ct") + v.octets("tag")
        if v.valid:
            assert cipher.encrypt(v.octets("iv"), v.octets("msg"), v.octets("aad")) == sealed, v
            assert cipher.decrypt(v.octets("iv"), sealed, v.octets("aad")) == v.octets("msg"), v
        else:
            with pytest.raises(InvalidTag):
                cipher.decrypt(v.octets("iv"), sealed, v.octets("aad"))
    others = [v for v in vectors if v["ivsize"] != 192]
    assert len(others) == 9
    for v in others:
        with pytest.raises(ValueError, match="nonce has"):
            execution.XChaCha20Poly1305(v.octets("key")).encrypt(v.octets("iv"), v.octets("msg"), v.octets("aad"))


def test_sealing_lengths(execution: Any, sample: Sample) -> None:
    """Every length of data, and of associated data; None for none; in place."""
    cipher = execution.XChaCha20Poly1305(KEY)
    for length in sample(LENGTHS):
        data, aad = message(length), message(length * 7 % 131)
        sealed = cipher.encrypt(NONCE, data, aad)
        assert sealed == seal(KEY, NONCE, data, aad), length
        buffer = bytearray(data + bytes(16))
        cipher.encrypt_into(NONCE, memoryview(buffer)[:length], aad, buffer)
        assert buffer == sealed
        cipher.decrypt_into(NONCE, buffer, aad, memoryview(buffer)[:length])
        assert buffer[:length] == data
    assert cipher.encrypt(NONCE, b"data", None) == seal(KEY, NONCE, b"data", b"")


def test_forgeries(execution: Any) -> None:
    """Every part of a sealed message counts, and a forged one leaves the output untouched."""
    cipher = execution.XChaCha20Poly1305(KEY)
    sealed = cipher.encrypt(NONCE, b"message", b"header")
    for at in range(len(sealed)):
        out = bytearray(b"-" * 7)
        with pytest.raises(InvalidTag):
            cipher.decrypt_into(NONCE, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :], b"header", out)
        assert out == b"-" * 7
    for at in (0, 15, 16, 23):
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE[:at] + bytes([NONCE[at] ^ 1]) + NONCE[at + 1 :], sealed, b"header")
    for short in (b"", sealed[:15]):
        with pytest.raises(InvalidTag):
            cipher.decrypt(NONCE, short, b"header")


@settings(max_examples=25, deadline=None)
@given(
    key=st.binary(min_size=32, max_size=32),
    nonce=st.binary(min_size=24, max_size=24),
    counter=st.integers(0, (1 << 58) - 10),  # PyCryptodome's limit
    data=st.binary(max_size=300),
    aad=st.binary(max_size=100),
)
def test_executions_agree(key: bytes, nonce: bytes, counter: int, data: bytes, aad: bytes) -> None:
    """Generated inputs: every execution gives what the other implementation gives."""
    for each in ("native", "python"):
        kernels = executions.execution(each)
        low = counter % ((1 << 32) - 10)  # PyCryptodome has no more with XChaCha20
        assert kernels.xchacha20_xor(key, low, nonce, data) == stream(key, low, nonce, data), each
        subkey = kernels.hchacha20(key, nonce[:16])
        assert kernels.xchacha20_xor(key, counter, nonce, data) == stream(subkey, counter, nonce[16:], data), each
        assert kernels.chacha20_xor64(key, counter, nonce[:8], data) == stream(key, counter, nonce[:8], data), each
        assert kernels.XChaCha20Poly1305(key).encrypt(nonce, data, aad) == seal(key, nonce, data, aad), each
