"""HMAC_DRBG against its formulas on Python's hmac, against OpenSSL's (in deterministic ECDSA, RFC 6979), and its limits.

Neither vector package has the CAVP files of SP 800-90A.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, LimitExceeded, WrongState
from akela.kernels.drbg import HMAC_DRBG, MAX_REQUEST_BYTES, RESEED_INTERVAL
from akela.lang import BAD_STATE, LIMIT_EXCEEDED, OK
from tests.hmac_drbg import HmacDrbg

ENTROPY, NONCE = bytes(range(32)), bytes(range(16))
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def test_lengths(execution: Any, sample: Sample) -> None:
    """Every length of output up to a few blocks, each from the state that the one before it left."""
    drbg, reference = execution.HmacDrbg(ENTROPY, NONCE, b""), HmacDrbg(ENTROPY, NONCE, b"")
    for count in sample(range(131)):
        assert drbg.generate(b"", count) == reference.generate(b"", count), count


def test_inputs(execution: Any, sample: Sample) -> None:
    """Inputs of any length are taken, and together: where one ends and the next begins makes no difference."""
    for length in sample([0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129]):
        data = bytes(255 - i for i in range(length))
        drbg, reference = execution.HmacDrbg(ENTROPY + data, NONCE, data), HmacDrbg(ENTROPY + data, NONCE, data)
        assert drbg.generate(data, 40) == reference.generate(data, 40), length
        drbg.reseed(ENTROPY + data, data)
        reference.reseed(ENTROPY + data, data)
        assert drbg.generate(data, 40) == reference.generate(data, 40), length
    joined, apart = execution.HmacDrbg(ENTROPY + NONCE, b"", b"x"), execution.HmacDrbg(ENTROPY, NONCE + b"x", b"")
    assert joined.generate(b"", 32) == apart.generate(b"", 32)


def test_rfc_6979(execution: Any, sample: Sample) -> None:
    """The nonces of deterministic ECDSA come from an HMAC_DRBG: those of OpenSSL's signatures with P-256 are this one's."""
    for private in sample([1, 2, P256_ORDER - 1, *(int.from_bytes(hashlib.sha256(bytes([i])).digest()) for i in range(20))]):
        key, message = ec.derive_private_key(private, ec.SECP256R1()), b"message"
        r, s = decode_dss_signature(key.sign(message, ec.ECDSA(SHA256(), deterministic_signing=True)))
        hashed = int.from_bytes(hashlib.sha256(message).digest()) % P256_ORDER
        nonce = pow(s, -1, P256_ORDER) * (hashed + r * private) % P256_ORDER
        drbg = execution.HmacDrbg(private.to_bytes(32), hashed.to_bytes(32), b"")
        assert int.from_bytes(drbg.generate(b"", 32)) == nonce


def test_what_is_refused(execution: Any) -> None:
    """Too little entropy, and requests that are too long; a refused request changes nothing."""
    for entropy, nonce in ((bytes(31), bytes(100)), (bytes(32), bytes(15)), (b"", b"")):
        with pytest.raises(InvalidLength):
            execution.HmacDrbg(entropy, nonce, b"")
    drbg, reference = execution.HmacDrbg(ENTROPY, NONCE, b""), HmacDrbg(ENTROPY, NONCE, b"")
    with pytest.raises(InvalidLength):
        drbg.reseed(bytes(31), bytes(32))
    with pytest.raises(LimitExceeded):
        drbg.generate(b"more", MAX_REQUEST_BYTES + 1)
    with pytest.raises(ValueError, match="count >= 0"):
        drbg.generate(b"", -1)
    assert drbg.generate(b"", 32) == reference.generate(b"", 32)


def test_without_an_instance(execution: Any) -> None:
    """What was uninstantiated makes nothing more."""
    drbg = execution.HmacDrbg(ENTROPY, NONCE, b"")
    drbg.uninstantiate()
    for call in (lambda: drbg.generate(b"", 1), lambda: drbg.reseed(ENTROPY, b"")):
        with pytest.raises(WrongState):
            call()


def test_longest_request() -> None:
    native = executions.execution("native")
    request = native.HmacDrbg(ENTROPY, NONCE, b"").generate(b"", MAX_REQUEST_BYTES)
    assert request == HmacDrbg(ENTROPY, NONCE, b"").generate(b"", MAX_REQUEST_BYTES)


def test_reseed_counter() -> None:
    """After 2^48 requests the instance wants to be reseeded."""
    drbg = HMAC_DRBG.state()
    assert HMAC_DRBG.init(drbg, ENTROPY, NONCE, b"") == OK
    assert drbg.counter.value == 1
    assert HMAC_DRBG.generate(drbg, b"", 0, bytearray()) == OK
    assert drbg.counter.value == 2
    drbg.counter = RESEED_INTERVAL
    assert HMAC_DRBG.generate(drbg, b"", 1, bytearray(1)) == OK
    assert HMAC_DRBG.generate(drbg, b"", 1, bytearray(1)) == LIMIT_EXCEEDED
    assert HMAC_DRBG.reseed(drbg, ENTROPY, b"") == OK
    assert HMAC_DRBG.generate(drbg, b"", 1, bytearray(1)) == OK


def test_uninstantiate_wipes() -> None:
    drbg = HMAC_DRBG.state()
    HMAC_DRBG.init(drbg, ENTROPY, NONCE, b"")
    HMAC_DRBG.uninstantiate(drbg)
    fields = (drbg.v, drbg.mac.inner, drbg.mac.outer, drbg.mac.hash.h, drbg.mac.hash.block)
    assert not any(any(field.tolist()) for field in fields)
    assert HMAC_DRBG.generate(drbg, b"", 1, bytearray(1)) == BAD_STATE


@settings(max_examples=20, deadline=None)
@given(entropy=st.binary(min_size=48, max_size=100), extra=st.binary(max_size=150), count=st.integers(0, 200))
def test_executions_agree(entropy: bytes, extra: bytes, count: int) -> None:
    """Generated inputs: every execution gives what the formulas give."""
    reference = HmacDrbg(entropy, b"", extra)
    expected = reference.generate(extra, count) + reference.generate(b"", count)
    for each in ("native", "python", "traced"):
        drbg = executions.execution(each).HmacDrbg(entropy, b"", extra)
        assert drbg.generate(extra, count) + drbg.generate(b"", count) == expected, each
