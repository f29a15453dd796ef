"""scrypt against the vectors of RFC 7914 and Python's hashlib, and what it refuses."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, InvalidParameter
from akela.kernels.scrypt import salsa20_8
from tests.vectors import nist_vectors

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def test_rfc_7914() -> None:
    """The vectors of section 12, but for the one that takes a gigabyte; compiled, for in Python they take minutes."""
    native = executions.execution("native")
    for v in nist_vectors("KDF/scrypt.txt"):
        if v.number("n") < 1 << 20:
            numbers = [v.number(name) for name in ("n", "r", "p", "length")]
            assert native.scrypt(v["password"].encode(), v["salt"].encode(), *numbers) == v.octets("derived_key"), v


def test_small(execution: Any, sample: Sample) -> None:
    """Every shape on a small scale: r even and odd, several p, keys around a digest, passwords and salts empty and longer than a block."""
    cases = [(2, 1, 1, 64, 8, 8), (8, 1, 1, 64, 0, 0), (4, 2, 1, 32, 64, 64), (2, 3, 2, 33, 65, 129), (2, 4, 3, 31, 200, 1)]
    for n, r, p, count, password_bytes, salt_bytes in sample(cases):
        password, salt = bytes(range(password_bytes)), bytes(range(salt_bytes))
        assert execution.scrypt(password, salt, n, r, p, count) == hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=count)


def test_refuses(execution: Any) -> None:
    for n, r, p in ((1, 1, 1), (3, 1, 1), (6, 8, 1)):
        with pytest.raises(InvalidParameter):
            execution.scrypt(b"password", b"salt", n, r, p, 32)
    for n, r, p in ((0, 8, 1), (-2, 8, 1), (2, 0, 1), (2, 8, 0), (2, 8, -1), (1 << 31, 8, 1), (2, (1 << 24) + 1, 1), (2, 1, 1 << 30)):
        with pytest.raises(ValueError, match="scrypt"):
            execution.scrypt(b"password", b"salt", n, r, p, 32)
    with pytest.raises(InvalidLength):
        execution.scrypt(b"password", b"salt", 2, 1, 1, 0)


def test_cost_by_block_size() -> None:
    """N is less than 2^(128 r / 8), which says something where r is 1."""
    native = executions.execution("native")
    assert len(native.scrypt(b"password", b"salt", 1 << 15, 1, 1, 32)) == 32
    with pytest.raises(InvalidParameter):
        native.scrypt(b"password", b"salt", 1 << 16, 1, 1, 32)
    assert len(native.scrypt(b"password", b"salt", 1 << 16, 2, 1, 32)) == 32


def test_salsa20_8() -> None:
    """RFC 7914 section 8: the core on a block of its own."""
    block = bytes.fromhex(
        "7e879a214f3ec9867ca940e641718f26baee555b8c61c1b50df846116dcd3b1dee24f319df9b3d8514121e4b5ac5aa3276021d2909c74829edebc68db8b8c25e"
    )
    expected = bytes.fromhex(
        "a41f859c6608cc993b81cacb020cef05044b2181a2fd337dfd7b1c6396682f29b4393168e3c9e6bcfe6bc5b7a06d96bae424cc102c91745c24ad673dc7618f81"
    )
    x, out = array("I", bytes(64)), array("I", bytes(64))
    salsa20_8(x, array("I", block), out)
    assert out.tobytes() == x.tobytes() == expected


@settings(max_examples=20, deadline=None)
@given(
    password=st.binary(max_size=100),
    salt=st.binary(max_size=100),
    log_n=st.integers(1, 5),
    r=st.integers(1, 3),
    p=st.integers(1, 3),
    count=st.integers(1, 100),
)
def test_agrees_with_hashlib(password: bytes, salt: bytes, log_n: int, r: int, p: int, count: int) -> None:
    native = executions.execution("native")
    expected = hashlib.scrypt(password, salt=salt, n=1 << log_n, r=r, p=p, dklen=count)
    assert native.scrypt(password, salt, 1 << log_n, r, p, count) == expected
