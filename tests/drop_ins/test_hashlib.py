"""akela.hashlib beside the standard library's: attributes, errors and results, on the extension and in Python."""

from __future__ import annotations

import copy
import hashlib
import inspect
import io
import os
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import akela
from akela import hashlib as ours
from akela.crypto.hash_objects import HASHES, constructors
from akela.executions import execution

Constructors = dict[str, Callable[..., Any]]


@pytest.fixture(params=["native", "python"])
def makers(request: pytest.FixtureRequest) -> Constructors:
    """The constructors of an execution."""
    return constructors(execution(request.param))


def arguments(name: str) -> tuple[int, ...]:
    """What digest takes."""
    return (50,) if name.startswith("shake") else ()


@pytest.mark.parametrize("name", HASHES)
def test_objects_are_those_of_hashlib(makers: Constructors, name: str) -> None:
    data = bytes(range(200))
    theirs, made = hashlib.new(name, data), makers[name](data)
    assert (made.name, made.digest_size, made.block_size) == (theirs.name.replace("-", "_"), theirs.digest_size, theirs.block_size)
    more = arguments(name)
    for _ in range(2):
        assert made.digest(*more) == theirs.digest(*more)
        assert made.hexdigest(*more) == theirs.hexdigest(*more)
        made.update(b"more")
        theirs.update(b"more")
    twin = made.copy()
    twin.update(b"of its own")
    assert made.digest(*more) == theirs.digest(*more)
    theirs.update(b"of its own")
    assert twin.digest(*more) == theirs.digest(*more)
    assert (twin.name, twin.digest_size, twin.block_size) == (made.name, made.digest_size, made.block_size)


def test_how_a_message_is_given(makers: Constructors) -> None:
    expected = hashlib.sha256(b"abc").digest()
    sha256 = makers["sha256"]
    assert sha256(data=b"abc").digest() == sha256(b"abc", usedforsecurity=False).digest() == expected
    assert sha256(bytearray(b"abc")).digest() == sha256(memoryview(b"abc")).digest() == expected
    assert sha256().digest() == hashlib.sha256().digest()
    for wrong in ((), (5,), ("abc",), (None,)):
        with pytest.raises(TypeError):
            sha256(*wrong) if wrong else sha256(b"", b"")
    with pytest.raises(TypeError):
        sha256(b"", data=b"")
    with pytest.raises(TypeError):
        sha256(message=b"")
    with pytest.raises(TypeError):
        sha256().update("text")
    with pytest.raises(TypeError):
        sha256().digest(32)


def test_output_of_any_length(makers: Constructors) -> None:
    made = makers["shake_256"](b"abc")
    assert made.digest(0) == b""
    assert made.digest(length=300) == hashlib.shake_256(b"abc").digest(300)
    assert made.hexdigest(length=3) == hashlib.shake_256(b"abc").hexdigest(3)
    with pytest.raises(TypeError):
        made.digest()
    with pytest.raises(TypeError):
        made.digest(size=3)
    for length in (-1, 1 << 29, 1 << 70):
        with pytest.raises(ValueError, match=rf"^shake256: length is {length}, expected an int from 0 to 2\*\*29-1$"):
            made.digest(length)


def test_objects_do_not_leave_the_process(makers: Constructors) -> None:
    made = makers["sha1"](b"secret")
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(made)
    with pytest.raises(TypeError, match="pickled"):
        copy.deepcopy(made)
    assert "secret" not in repr(made) and "sha1" in repr(made)


def test_the_extension_makes_the_objects() -> None:
    assert type(ours.sha256()).__module__ == "akela._native"
    with pytest.raises(ValueError, match="there is no hash sha257"):
        execution("native").hash_constructor("sha257", "sha257", 64, "akela.hashlib")


def test_constructors_are_found_by_their_names(makers: Constructors) -> None:
    for name in ours.algorithms_guaranteed - {"blake2b", "blake2s"}:
        assert (makers[name].__name__, makers[name].__module__) == (name, "akela.hashlib")
        assert list(inspect.signature(makers[name]).parameters) == ["data", "usedforsecurity"]
    for name in ours.algorithms_guaranteed:
        assert pickle.loads(pickle.dumps(getattr(ours, name))) is getattr(ours, name)


def test_names() -> None:
    assert set(hashlib.__all__) <= set(ours.__all__) | {"scrypt"}
    assert ours.algorithms_guaranteed == hashlib.algorithms_guaranteed
    assert ours.algorithms_guaranteed < ours.algorithms_available
    for name in ours.algorithms_available:
        assert ours.new(name, usedforsecurity=False).name == name
    assert ours.new("SHA512-256", b"abc").digest() == akela.sha512_256(b"abc")
    for name in ("sha2-256", "SHA2-512", "blake2b512", "blake2s256", "rmd160", "ripemd"):
        assert ours.new(name, b"abc").digest() == hashlib.new(name, b"abc").digest()
    with pytest.raises(ValueError, match=r"unsupported hash type sha257; there are: .*sha256"):
        ours.new("sha257")
    with pytest.raises(TypeError, match="int, expected str"):
        ours.new(256)
    assert akela.hashlib is ours


def test_file_digest() -> None:
    data = bytes(range(256)) * 10
    expected = hashlib.sha3_256(data).digest()
    assert ours.file_digest(io.BytesIO(data), "sha3_256").digest() == expected
    with io.BufferedReader(io.BytesIO(data)) as file:
        assert ours.file_digest(file, ours.sha3_256, _bufsize=100).digest() == expected
    with pytest.raises(ValueError, match="binary"):
        ours.file_digest(io.StringIO("text"), "md5")


def test_pbkdf2_hmac() -> None:
    for name in ("md5", "sha1", "SHA-256", "sha512", "sha3_256", "sha512_224"):
        theirs = hashlib.pbkdf2_hmac(name.lower().replace("sha-", "sha"), b"password", b"salt", 3, 70)
        assert ours.pbkdf2_hmac(name.replace("SHA-", "sha"), b"password", b"salt", 3, 70) == theirs
    assert len(ours.pbkdf2_hmac("sha1", b"p", b"s", 1)) == 20
    for name in ("sha257", "shake_128"):
        with pytest.raises(ValueError, match="unsupported hash type"):
            ours.pbkdf2_hmac(name, b"p", b"s", 1)


def test_scrypt() -> None:
    expected = hashlib.scrypt(b"password", salt=b"salt", n=16, r=8, p=2, dklen=40)
    assert ours.scrypt(b"password", salt=b"salt", n=16, r=8, p=2, dklen=40) == expected
    with pytest.raises(ValueError, match="maxmem allows 1024"):
        ours.scrypt(b"p", salt=b"s", n=16, r=8, p=2, maxmem=1024)
    with pytest.raises(ValueError, match="maxmem allows 33554432"):
        ours.scrypt(b"p", salt=b"s", n=1 << 15, r=8, p=1)
    for wrong in ({"n": 15}, {"n": 1}, {"n": 0}, {"r": 0}, {"p": 0}, {"dklen": 0}, {"maxmem": -1}):
        with pytest.raises(ValueError):
            ours.scrypt(b"p", salt=b"s", **{"n": 16, "r": 8, "p": 1, **wrong})


def test_a_file_that_does_not_block() -> None:
    """It has bytes later: what there is now is not the file."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, b"first")
    with open(reading, "rb", buffering=0) as file, pytest.raises(BlockingIOError):
        ours.file_digest(file, "sha256")
    os.close(writing)


@pytest.mark.parametrize("name", ["blake2b", "blake2s", "SHA3-256", "sha2-256", "rmd160"])
@pytest.mark.parametrize(("iterations", "size"), [(1, None), (2, 1), (3, 200), (1000, 33)])
def test_pbkdf2_with_every_hash(name: str, iterations: int, size: int | None) -> None:
    for password, salt in ((b"", b""), (b"p" * 200, bytearray(b"salt"))):
        theirs = hashlib.pbkdf2_hmac(name.lower(), password, salt, iterations, size)
        assert ours.pbkdf2_hmac(name, password, salt, iterations, size) == theirs


@pytest.mark.parametrize("name", ["sha256", "blake2b"])
def test_bounds_of_pbkdf2(name: str) -> None:
    for iterations, size in ((0, 1), (-1, 1), (1, 0), (1, -1)):
        with pytest.raises(ValueError):
            ours.pbkdf2_hmac(name, b"", b"", iterations, size)
    for iterations, size in ((1 << 31, 1), (1, 1 << 31), (1 << 70, 1)):
        with pytest.raises(OverflowError, match="expected up to 2147483647"):
            ours.pbkdf2_hmac(name, b"", b"", iterations, size)
    for iterations, size in (("1", 1), (1.0, 1), (1, 1.0)):
        with pytest.raises(TypeError):
            ours.pbkdf2_hmac(name, b"", b"", iterations, size)
    with pytest.raises(TypeError):
        ours.pbkdf2_hmac(name, "password", b"", 1)


def test_attributes_do_not_change() -> None:
    for made in (ours.sha256(), ours.blake2b(digest_size=20), ours.blake2s()):
        for name in ("name", "digest_size", "block_size"):
            with pytest.raises(AttributeError):
                setattr(made, name, 1)
