"""HMAC against the vectors of RFC 2202, 2286 and 4231, through HKDF against Wycheproof, and against the standard library."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from Crypto.Hash import HMAC, RIPEMD160
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

# Name of the hash: class of its HMAC.
HASHES = {
    "md5": "HmacMd5",
    "sha1": "HmacSha1",
    "sha224": "HmacSha224",
    "sha256": "HmacSha256",
    "sha384": "HmacSha384",
    "sha512": "HmacSha512",
    "sha512_224": "HmacSha512224",
    "sha512_256": "HmacSha512256",
    "sha3_224": "HmacSha3224",
    "sha3_256": "HmacSha3256",
    "sha3_384": "HmacSha3384",
    "sha3_512": "HmacSha3512",
    "ripemd160": "HmacRipemd160",
}

# RFC and number of test cases.
PUBLISHED = {
    "md5": (2202, 7),
    "sha1": (2202, 7),
    "sha224": (4231, 6),
    "sha256": (4231, 6),
    "sha384": (4231, 6),
    "sha512": (4231, 6),
    "ripemd160": (2286, 7),
}

way = ways(operations=("sha1.", "sha256.blocks", "sha512.blocks", "keccak."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, data: bytes, name: str) -> bytes:
    """The tag by another implementation. OpenSSL may be built without RIPEMD-160."""
    return HMAC.new(key, data, RIPEMD160).digest() if name == "ripemd160" else hmac.digest(key, data, name)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published(execution: Any, name: str) -> None:
    """The RFCs' test cases, by one call and through a context."""
    rfc, count = PUBLISHED[name]
    vectors = nist_vectors(f"HMAC/rfc-{rfc}-{name}.txt")
    assert len(vectors) == count
    for vector in vectors:
        key, data, tag = vector.octets("key"), vector.octets("msg"), vector.octets("md")
        assert getattr(execution, f"hmac_{name}")(key, data) == tag, vector
        context = getattr(execution, HASHES[name])(key)
        context.update(data[:7])
        context.update(data[7:])
        assert context.final() == tag, vector


def hkdf(new: Callable[[bytes], Any], ikm: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    """RFC 5869. One context makes all blocks of the output. An empty key is the salt of zeros that section 2.2 wants."""
    extract = new(salt)
    extract.update(ikm)
    expand = new(extract.final())
    okm, block, count = b"", b"", 0
    while len(okm) < size:
        count += 1
        for piece in (block, info, bytes([count])):
            expand.update(piece)
        block = expand.final()
        okm += block
    return okm[:size]


@pytest.mark.parametrize("name", ["sha1", "sha256", "sha384", "sha512"])
def test_wycheproof_hkdf(execution: Any, execution_name: str, sample: Sample, name: str) -> None:
    """HKDF is HMAC under keys of all lengths, many messages under one key."""
    # Invalid cases ask for more output than HKDF gives: its business, not HMAC's.
    vectors = [vector for vector in wycheproof(f"hkdf_{name}_test.json") if vector.valid]
    assert len(vectors) >= 70
    if execution_name != "native":
        vectors = [vector for vector in vectors if vector.number("size") < 300]
    for vector in sample(vectors):
        inputs = (vector.octets("ikm"), vector.octets("salt"), vector.octets("info"), vector.number("size"))
        assert hkdf(getattr(execution, HASHES[name]), *inputs) == vector.octets("okm"), vector


@pytest.mark.parametrize("name", HASHES)
def test_key_lengths(execution: Any, sample: Sample, name: str) -> None:
    """Keys around the size of a block, beyond which their digest takes their place."""
    for length in sample([0, 1, 28, 63, 64, 65, 71, 72, 73, 104, 105, 127, 128, 129, 136, 137, 144, 145, 300]):
        key, data = bytes(range(1, 256))[:length].ljust(length, b"k"), b"what do ya want for nothing?"
        assert getattr(execution, f"hmac_{name}")(key, data) == reference(key, data, name), length


@pytest.mark.parametrize("name", HASHES)
def test_final_begins_the_next_message(execution: Any, name: str) -> None:
    """One context, several messages under its key."""
    context = getattr(execution, HASHES[name])(b"key")
    for data in (b"first", b"", bytes(200)):
        context.update(data)
        assert context.final() == reference(b"key", data, name)


def test_copy(execution: Any) -> None:
    """A copy has the key and the message so far, and goes its own way."""
    context = execution.HmacSha256(b"key")
    context.update(b"common ")
    twin = context.copy()
    twin.update(b"end")
    assert context.final() == hmac.digest(b"key", b"common ", "sha256")
    assert twin.final() == hmac.digest(b"key", b"common end", "sha256")


@settings(max_examples=15, deadline=None)
@given(key=st.binary(max_size=200), data=st.binary(max_size=200), cut=st.integers(0, 200))
@pytest.mark.parametrize("name", HASHES)
def test_executions_agree(name: str, key: bytes, data: bytes, cut: int) -> None:
    """Generated keys and messages: every execution gives the standard library's tag."""
    expected = reference(key, data, name)
    for each in executions.NAMES:
        context = getattr(executions.execution(each), HASHES[name])(key)
        context.update(data[:cut])
        context.update(data[cut:])
        assert context.final() == expected, each
