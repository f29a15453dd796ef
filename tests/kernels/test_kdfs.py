"""Key derivation: PBKDF2, HKDF and the counter KDF of SP 800-108 over every hash that they come with."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.catalogue.kdfs import HASHES
from akela.exceptions import InvalidLength, InvalidParameter
from tests.vectors import Vector, nist_vectors, wycheproof
from tools.known_answers.kdfs import counter_arguments, counter_kernel

DIGEST_BYTES = {name: hashlib.new(name).digest_size for name in HASHES}
NAMES = {"SHA-1": "sha1", "SHA-256": "sha256"}  # as the vectors say it
EACH = pytest.mark.parametrize("name", HASHES)

Sample = Callable[[Sequence[Any]], Sequence[Any]]


# --- PBKDF2 -------------------------------------------------------------------------------------------------------------------------------


@EACH
def test_pbkdf2(name: str, execution: Any, sample: Sample) -> None:
    """Lengths of the password around the hash's block, of the salt around what its block leaves for it, of the key around its digest."""
    digest, block = DIGEST_BYTES[name], hashlib.new(name).block_size
    cases = [(length, 8, 2, 20) for length in (0, 1, block - 1, block, block + 1)]
    cases += [(8, length, 2, 20) for length in (0, block - 13, block - 4, block - 3, block)]
    cases += [(8, 8, 2, length) for length in (1, digest - 1, digest, digest + 1, 2 * digest, 2 * digest + 1)]
    cases += [(8, 8, iterations, digest) for iterations in (1, 3, 10)]
    for password_bytes, salt_bytes, iterations, count in sample(cases):
        password, salt = bytes(range(password_bytes)), bytes(255 - i for i in range(salt_bytes))
        expected = hashlib.pbkdf2_hmac(name, password, salt, iterations, count)
        assert getattr(execution, f"pbkdf2_hmac_{name}")(password, salt, iterations, count) == expected


def test_pbkdf2_rfc_6070() -> None:
    """The vectors of RFC 6070, where HMAC-SHA1 is there; the one of 2^24 iterations takes seconds and is left out."""
    native = executions.execution("native")
    if "sha1" not in HASHES:
        pytest.skip("PBKDF2 is not made over SHA-1")
    for v in nist_vectors("KDF/rfc-6070-PBKDF2-SHA1.txt"):
        if v.number("iterations") <= 4096:
            password, salt = (v[x].encode().decode("unicode_escape").encode("latin-1") for x in ("password", "salt"))
            key = native.pbkdf2_hmac_sha1(password, salt, v.number("iterations"), v.number("length"))
            assert key == v.octets("derived_key"), v


def test_pbkdf2_refuses(execution: Any) -> None:
    for iterations in (0, -1):
        with pytest.raises(InvalidParameter):
            execution.pbkdf2_hmac_sha256(b"password", b"salt", iterations, 32)
    with pytest.raises(InvalidLength):
        execution.pbkdf2_hmac_sha256(b"password", b"salt", 1, 0)
    with pytest.raises(ValueError, match="count >= 0"):
        execution.pbkdf2_hmac_sha256(b"password", b"salt", 1, -1)
    untouched = bytearray(b"untouched")
    with pytest.raises(InvalidParameter):
        execution.pbkdf2_hmac_sha256_into(b"password", b"salt", 0, 9, untouched)
    assert untouched == b"untouched"


@settings(max_examples=15, deadline=None)
@given(password=st.binary(max_size=150), salt=st.binary(max_size=150), iterations=st.integers(1, 3), count=st.integers(1, 150))
def test_pbkdf2_executions_agree(password: bytes, salt: bytes, iterations: int, count: int) -> None:
    for name in ("sha256", "sha512"):
        expected = hashlib.pbkdf2_hmac(name, password, salt, iterations, count)
        for each in ("native", "python"):
            derive = getattr(executions.execution(each), f"pbkdf2_hmac_{name}")
            assert derive(password, salt, iterations, count) == expected, each


# --- HKDF ---------------------------------------------------------------------------------------------------------------------------------


def hkdf_reference(name: str, prk: bytes, info: bytes, count: int) -> bytes:
    """RFC 5869 section 2.3."""
    out = t = b""
    for i in range(1, -(-count // DIGEST_BYTES[name]) + 1):
        t = hmac.digest(prk, t + info + bytes([i]), name)
        out += t
    return out[:count]


@pytest.mark.parametrize("bits", [1, 256, 384, 512])
def test_hkdf_wycheproof(bits: int, execution: Any, sample: Sample) -> None:
    """Accepted ones, and those that ask for more than 255 digests."""
    if f"sha{bits}" not in HASHES:
        pytest.skip(f"HKDF is not made over SHA-{bits}")
    vectors = wycheproof(f"hkdf_sha{bits}_test.json")
    assert {v.valid for v in vectors} == {True, False}
    for v in [*sample([v for v in vectors if v.valid]), *sample([v for v in vectors if not v.valid])]:
        derive, arguments = getattr(execution, f"hkdf_sha{bits}"), (v.octets("salt"), v.octets("ikm"), v.octets("info"), v["size"])
        if v.valid:
            assert derive(*arguments) == v.octets("okm"), v
        else:
            with pytest.raises(InvalidLength):
                derive(*arguments)


def rfc_5869_vectors(file: str) -> list[Vector]:
    """The RFC's vectors. Blank lines divide each of them into several tests in the file."""
    parts: list[dict[str, Any]] = [{}]
    for part in nist_vectors(f"KDF/{file}.txt"):
        if "count" in part:
            parts.append({})
        parts[-1] |= part
    return [Vector(part) for part in parts if "okm" in part]


@pytest.mark.parametrize("file", ["rfc-5869-HKDF-SHA256", "rfc-5869-HKDF-SHA1", "hkdf-generated"])
def test_hkdf_vectors(file: str, execution: Any) -> None:
    """Those of the RFC, with the pseudorandom key in between, and a long one."""
    vectors = [v for v in rfc_5869_vectors(file) if NAMES[v["hash"]] in HASHES]
    if not vectors:
        pytest.skip("HKDF is not made over this hash")
    for v in vectors:
        name, salt, key, info, count = f"hkdf_{NAMES[v['hash']]}", v.octets("salt"), v.octets("ikm"), v.octets("info"), v.number("l")
        assert getattr(execution, name)(salt, key, info, count) == v.octets("okm"), v
        prk = getattr(execution, f"{name}_extract")(salt, key)
        assert prk == v.octets("prk") if "prk" in v else True, v
        assert getattr(execution, f"{name}_expand")(prk, info, count) == v.octets("okm"), v


@EACH
def test_hkdf_lengths(name: str, execution: Any, sample: Sample) -> None:
    """Keys of every length around a digest, and the longest; an empty info, and long ones."""
    digest, prk = DIGEST_BYTES[name], bytes(range(64))
    for count in sample([0, 1, digest - 1, digest, digest + 1, 2 * digest, 3 * digest - 1]):
        for info in (b"", bytes(range(130))):
            assert getattr(execution, f"hkdf_{name}_expand")(prk, info, count) == hkdf_reference(name, prk, info, count), count
    for expand in (getattr(execution, f"hkdf_{name}_expand"), lambda *rest: getattr(execution, f"hkdf_{name}")(b"", *rest)):
        with pytest.raises(InvalidLength):
            expand(prk, b"", 255 * digest + 1)
    native = getattr(executions.execution("native"), f"hkdf_{name}_expand")
    assert native(prk, b"info", 255 * digest) == hkdf_reference(name, prk, b"info", 255 * digest)


@settings(max_examples=15, deadline=None)
@given(salt=st.binary(max_size=150), key=st.binary(max_size=150), info=st.binary(max_size=150), count=st.integers(0, 200))
def test_hkdf_executions_agree(salt: bytes, key: bytes, info: bytes, count: int) -> None:
    for name in ("sha256", "sha512"):
        expected = hkdf_reference(name, hmac.digest(salt, key, name), info, count)
        for each in ("native", "python"):
            assert getattr(executions.execution(each), f"hkdf_{name}")(salt, key, info, count) == expected, each


# --- SP 800-108 ---------------------------------------------------------------------------------------------------------------------------


def counter_vectors() -> list[Vector]:
    """NIST's vectors with HMAC over our hashes and with AES-CMAC; those with the CMAC of Triple DES are left."""
    return [v for v in nist_vectors("KDF/nist-800-108-KBKDF-CTR.txt") if "TDES" not in v["prf"]]


def test_counter_nist(execution: Any, sample: Sample) -> None:
    """The counter before, after and amid the fixed data, in 1 to 4 bytes."""
    vectors = counter_vectors()
    assert len(vectors) == (5 + 3) * 12 * 40
    for v in sample(vectors):
        arguments = [bytes.fromhex(each) if isinstance(each, str) else each for each in counter_arguments(v)]
        assert getattr(execution, counter_kernel(v))(*arguments) == v.octets("ko"), v


def test_counter_cmac(execution: Any, sample: Sample) -> None:
    """Each size of key, lengths around a block, and what is refused."""
    for size in (16, 24, 32):
        key = bytes(range(size))
        for count in sample([1, 15, 16, 17, 32, 33]):
            blocks = (execution.aes_cmac(key, b"before" + i.to_bytes(3) + b"after") for i in range(1, 4))
            assert execution.kbkdf_cmac_aes(key, b"before", 3, b"after", count) == b"".join(blocks)[:count]
    for key, count in ((bytes(15), 16), (b"", 16), (bytes(16), 0), (bytes(16), 255 * 16 + 1)):
        with pytest.raises(InvalidLength):
            execution.kbkdf_cmac_aes(key, b"", 1, b"", count)
    for counter_bytes in (0, 5):
        with pytest.raises(InvalidParameter):
            execution.kbkdf_cmac_aes(bytes(16), b"", counter_bytes, b"", 16)


@EACH
def test_counter_lengths(name: str, execution: Any, sample: Sample) -> None:
    digest = DIGEST_BYTES[name]
    for count in sample([1, digest - 1, digest, digest + 1, 3 * digest, 3 * digest + 1]):
        blocks = (hmac.digest(b"key", b"before" + i.to_bytes(2) + b"after", name) for i in range(1, 6))
        expected = b"".join(blocks)[:count]
        assert getattr(execution, f"kbkdf_hmac_{name}")(b"key", b"before", 2, b"after", count) == expected


def test_counter_refuses(execution: Any) -> None:
    """Counters of other lengths, keys of no bytes, and more digests than the counter can number."""
    for counter_bytes in (0, 5, -1):
        with pytest.raises(InvalidParameter):
            execution.kbkdf_hmac_sha256(b"key", b"", counter_bytes, b"", 32)
    for count in (0, 255 * 32 + 1):
        with pytest.raises(InvalidLength):
            execution.kbkdf_hmac_sha256(b"key", b"", 1, b"", count)


def test_counter_longest() -> None:
    """All the digests that a counter can number."""
    native = executions.execution("native")
    assert native.kbkdf_hmac_sha256(b"key", b"", 1, b"", 255 * 32)[-32:] == hmac.digest(b"key", b"\xff", "sha256")
    longest = native.kbkdf_hmac_sha256(b"key", b"", 2, b"", 65535 * 32)
    assert longest[-32:] == hmac.digest(b"key", b"\xff\xff", "sha256")
    with pytest.raises(InvalidLength):
        native.kbkdf_hmac_sha256(b"key", b"", 2, b"", 65535 * 32 + 1)
