"""akela.batch: what a loop gives, on the extension and in Python, with one thread and with several."""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import re
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import batch
from akela.crypto import chacha
from akela.crypto.aes import AESCBC, AESCTR
from akela.exceptions import BatchFailed, InvalidParameter, InvalidTag, LimitExceeded
from akela.executions import execution

MESSAGES = [bytes(i % 251 for i in range(length)) for length in (0, 1, 63, 64, 65, 500, 5000, 3)]
KEY = bytes(range(32))
NONCES = [i.to_bytes(12, "little") for i in range(len(MESSAGES))]


@pytest.fixture(params=["native", "python"])
def each(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An execution, which batches then run on."""
    chosen = execution(request.param)
    monkeypatch.setattr("akela.batch.default_execution", lambda: chosen)
    monkeypatch.setattr("akela.crypto.chacha.default_execution", lambda: chosen)
    monkeypatch.setattr("akela.crypto.aes.default_execution", lambda: chosen)
    yield chosen


@pytest.fixture(params=[None, 1, 3])
def threads(request: pytest.FixtureRequest) -> int | None:
    """How many threads take part."""
    return request.param


@pytest.mark.parametrize("name", ["md5", "sha256", "SHA-512/256", "sha3_256", hashlib.sha384])
def test_hash(each: Any, threads: int | None, name: Any) -> None:
    kernels_name = name if isinstance(name, str) else "sha384"
    expected = [hashlib.new(kernels_name.lower().replace("sha-512/256", "sha512_256"), m).digest() for m in MESSAGES]
    assert batch.hash(name, MESSAGES, threads=threads) == expected
    assert batch.hash(name, tuple(MESSAGES), threads=threads) == expected
    assert batch.hash_joined(name, MESSAGES, threads=threads) == b"".join(expected)
    assert batch.hash(name, [], threads=threads) == [] and batch.hash_joined(name, [], threads=threads) == b""


@pytest.mark.parametrize("name", ["md5", "sha256", "sha384", "sha512", "sha3_256", "sha3_512"])
def test_side_by_side(name: str) -> None:
    """Messages of all sizes, some of them many times, in any order; and in one buffer."""
    messages = [os.urandom(size) for size in (*range(601), *(64 for _ in range(300)), *(300 for _ in range(20)), *(9000, 9000))]
    random.Random(name).shuffle(messages)
    expected = [hashlib.new(name, message).digest() for message in messages]
    assert batch.hash(name, messages) == expected
    assert batch.hash_joined(name, messages) == b"".join(expected)
    for count in (1, 7, 8, 9, 16, 31, 40):
        assert batch.hash(name, messages[:count]) == expected[:count]
        block = os.urandom(100 * count)
        alone = [hashlib.new(name, block[at : at + 100]).digest() for at in range(0, len(block), 100)]
        assert batch.hash_joined(name, batch.Items(block, 100)) == b"".join(alone)
        assert batch.hash(name, batch.Items(block, 100)) == alone


def test_items_of_one_size(each: Any, threads: int | None) -> None:
    whole = os.urandom(64 * 9)
    expected = [hashlib.sha256(whole[at : at + 64]).digest() for at in range(0, len(whole), 64)]
    rows = np.frombuffer(whole, dtype=np.uint8).reshape(9, 64)
    for buffer in (whole, bytearray(whole), memoryview(whole), rows, array("Q", whole)):
        assert batch.hash("sha256", batch.Items(buffer, 64), threads=threads) == expected
    assert batch.hash_joined("sha256", batch.Items(whole, 64), threads=threads) == b"".join(expected)
    assert len(batch.Items(whole, 64)) == 9 and bytes(batch.Items(whole, 64)[8]) == whole[-64:]
    for size in (0, -1, 5, 1000):
        with pytest.raises(ValueError, match="whole items"):
            batch.Items(whole, size)


def test_rows_of_an_array(each: Any, threads: int | None) -> None:
    """A two-dimensional array is the list of its rows, for messages, nonces and whatever belongs to each."""
    rows: Any = np.arange(7 * 12, dtype=np.uint8).reshape(7, 12)
    as_list = [row.tobytes() for row in rows]
    assert batch.hash("sha256", rows, threads=threads) == batch.hash("sha256", as_list)
    assert batch.hash("sha256", rows.view(np.uint32), threads=threads) == batch.hash("sha256", as_list)
    assert batch.hash_joined("sha512", memoryview(bytes(range(24))).cast("B", (4, 6))) == batch.hash_joined(
        "sha512", batch.Items(bytes(range(24)), 6)
    )
    cipher = chacha.ChaCha20Poly1305(KEY)
    sealed = batch.seal(cipher, rows, rows[::-1].copy(), b"one for all", threads=threads)
    assert batch.open(cipher, rows, sealed, b"one for all", threads=threads) == as_list[::-1]
    assert batch.hash("sha256", np.empty((3, 0), np.uint8)) == batch.hash("sha256", [b""] * 3)
    assert batch.hash("sha256", np.empty((0, 3), np.uint8)) == []
    tags: Any = np.frombuffer(b"".join(batch.mac("sha256", KEY, as_list)), np.uint8).reshape(7, 32)
    assert batch.verify_mac("sha256", KEY, rows, tags, threads=threads) == [True] * 7
    with pytest.raises(BufferError, match="row by row"):
        batch.hash("sha256", rows.T)
    with pytest.raises(TypeError, match="an array of two dimensions in one place"):
        batch.hash("sha256", rows[0])


def test_buffers_of_every_kind(each: Any) -> None:
    messages = [b"abc", bytearray(b"abc"), memoryview(b"-abc-")[1:4], array("B", b"abc")] * 10
    assert batch.hash("sha256", messages) == [hashlib.sha256(b"abc").digest()] * 40


def test_mac(each: Any, threads: int | None) -> None:
    keys = [bytes([i]) * i for i in range(len(MESSAGES))]
    tags = batch.mac("sha256", KEY, MESSAGES, threads=threads)
    assert tags == [hmac.digest(KEY, m, "sha256") for m in MESSAGES]
    expected = [hmac.digest(k, m, "sha1") for k, m in zip(keys, MESSAGES, strict=True)]
    assert batch.mac("sha1", keys, MESSAGES, threads=threads) == expected
    assert batch.verify_mac("sha256", KEY, MESSAGES, tags, threads=threads) == [True] * len(tags)
    tags[2], tags[4], tags[6] = tags[3], tags[4][:-1], b""
    assert batch.verify_mac("sha256", KEY, MESSAGES, tags, threads=threads) == [i not in (2, 4, 6) for i in range(len(tags))]
    with pytest.raises(ValueError, match="8, 7"):
        batch.verify_mac("sha256", KEY, MESSAGES, tags[1:])


@pytest.mark.parametrize("associated", [None, b"header", [None, b"", b"x", bytes(20), None, b"y", b"z", bytes(100)]])
def test_seal_and_open(each: Any, threads: int | None, associated: Any) -> None:
    cipher = chacha.ChaCha20Poly1305(KEY)
    data = associated if isinstance(associated, list) else [associated] * len(MESSAGES)
    sealed = batch.seal(cipher, NONCES, MESSAGES, associated, threads=threads)
    assert sealed == [cipher.encrypt(*row) for row in zip(NONCES, MESSAGES, data, strict=True)]
    assert batch.open(cipher, NONCES, sealed, associated, threads=threads) == MESSAGES
    assert batch.open(cipher, batch.Items(b"".join(NONCES), 12), sealed, associated, threads=threads) == MESSAGES


def test_what_fails_is_named_and_not_handed_out(each: Any, threads: int | None) -> None:
    cipher = chacha.ChaCha20Poly1305(KEY)
    sealed = batch.seal(cipher, NONCES, MESSAGES)
    sealed[3] = sealed[3][:-1] + bytes([sealed[3][-1] ^ 1])
    sealed[6] = b"short"
    with pytest.raises(BatchFailed, match=r"2 of 8 items failed; the first is item 3: .*tag") as caught:
        batch.open(cipher, NONCES, sealed, threads=threads)
    assert list(caught.value.failures) == [3, 6]
    assert all(type(error) is InvalidTag for error in caught.value.failures.values())
    assert caught.value.results == [None if i in (3, 6) else message for i, message in enumerate(MESSAGES)]
    assert batch.verify(cipher.decrypt, NONCES, sealed, None, threads=threads) == [i not in (3, 6) for i in range(8)]
    assert batch.verify(cipher.decrypt, NONCES, batch.seal(cipher, NONCES, MESSAGES), None) == [True] * 8


def test_wrong_arguments(each: Any, threads: int | None) -> None:
    """The item is named, and the lowest one where several are wrong. Nothing has been handed out then."""
    cipher = chacha.ChaCha20Poly1305(KEY)
    with pytest.raises(TypeError, match=r"^item 1: sha256: data is of type str"):
        batch.hash("sha256", [b"", "text", b"", 5], threads=threads)  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"^item 2: .*nonce has 11 bytes, expected 12"):
        batch.seal(cipher, [*NONCES[:2], bytes(11), *NONCES[3:7], b""], MESSAGES, threads=threads)
    with pytest.raises(BufferError, match=r"^item 0: "):
        batch.hash("sha256", [memoryview(bytes(9))[::2]], threads=threads)
    with pytest.raises(ValueError, match=r"^item 1: .*requires"):
        batch.run(each.bytes_equal, [b"a", b"b"], [b"a", b"bc"], threads=threads)


def test_wrong_batches(each: Any) -> None:
    with pytest.raises(TypeError, match="a list, a tuple, Items or an array of two dimensions in one place"):
        batch.hash("sha256", b"one message")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="as many items in each place; given: 8, 2"):
        batch.seal(chacha.ChaCha20Poly1305(KEY), NONCES, MESSAGES[:2])
    with pytest.raises(InvalidParameter, match="no hash of fixed length"):
        batch.hash("sha257", MESSAGES)
    with pytest.raises(ValueError, match="threads is 0"):
        batch.hash("sha256", MESSAGES, threads=0)


def test_any_function(each: Any) -> None:
    """Rows of arguments other than buffers, and functions in Python, run too."""
    outputs = batch.run(each.shake128, MESSAGES, [3, 2, 1, 0, 50, 5, 6, 7])
    assert outputs == [hashlib.shake_128(m).digest(n) for m, n in zip(MESSAGES, [3, 2, 1, 0, 50, 5, 6, 7], strict=True)]
    assert batch.run(lambda a, b: a + b, [1, 2], 10) == [11, 12]

    def refuses(value: int) -> int:
        if value % 2:
            raise LimitExceeded(f"{value} is odd")
        return value

    with pytest.raises(BatchFailed, match="2 of 3 items failed; the first is item 0: 1 is odd") as caught:
        batch.run(refuses, [1, 2, 3])
    assert caught.value.results == [None, 2, None]
    with pytest.raises(BatchFailed):
        batch.verify(refuses, [1, 2, 3])


def test_a_long_batch_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_cpus", lambda: 4)
    assert batch._shares([MESSAGES], len(MESSAGES)) == 1
    assert batch._shares([[bytes(1 << 23)] * 3], 3) == 4
    assert batch._shares([batch.Items(bytes(1 << 20), 64)], 1 << 14) == 1
    assert batch._shares([batch.Items(bytes(1 << 22), 64)], 1 << 16) == 4
    messages = [i.to_bytes(4, "big") for i in range(3000)]
    assert batch.hash("sha1", messages, threads=7) == [hashlib.sha1(m).digest() for m in messages]


def test_batches_from_many_threads_on_one_cipher() -> None:
    cipher = chacha.ChaCha20Poly1305(KEY)
    messages = [bytes(100)] * 300
    nonces = [i.to_bytes(12, "big") for i in range(300)]
    expected = [cipher.encrypt(nonce, bytes(100), None) for nonce in nonces]
    found: list[bool] = []
    workers = [threading.Thread(target=lambda: found.append(batch.seal(cipher, nonces, messages, threads=2) == expected)) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [True] * 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_after_a_fork_there_are_threads_again() -> None:
    expected = batch.hash("sha256", MESSAGES, threads=2)
    child = os.fork()
    if child == 0:
        os._exit(0 if batch.hash("sha256", MESSAGES, threads=2) == expected else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_method_of_another_object_is_refused() -> None:
    native = execution("native")
    with pytest.raises(TypeError, match=r"no method|not a method"):
        native.run_batch("ChaCha20Poly1305.encrypt", native.Sha256(), ([], [], []), (-1, -1, -1), 0, 0, False)
    with pytest.raises(LookupError, match="does not run in batches"):
        native.run_batch("Sha256.update", native.Sha256(), ([],), (-1,), 0, 0, False)
    for wrong in (([b""], 0, 2), ([b""], 1, 2)):
        with pytest.raises(ValueError, match="fewer items"):
            native.run_batch("sha256", None, (wrong[0],), (-1,), wrong[1], wrong[2], False)
    with pytest.raises(ValueError, match="fewer items"):
        native.run_batch("sha256", None, (bytes(10),), (6,), 0, 2, False)


@settings(max_examples=30, deadline=None)
@given(messages=st.lists(st.binary(max_size=200), max_size=20), threads=st.sampled_from([None, 1, 2, 5]))
def test_generated(messages: list[bytes], threads: int | None) -> None:
    assert batch.hash("sha512", messages, threads=threads) == [hashlib.sha512(m).digest() for m in messages]


def test_the_snippets_of_the_page() -> None:
    page = (Path(__file__).parents[1] / "docs" / "batch.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for snippet in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        exec(snippet, names)


@pytest.mark.parametrize("padding", [True, False])
@pytest.mark.parametrize("count", [0, 1, 8, 17])
def test_encrypt(each: Any, threads: int | None, padding: bool, count: int) -> None:
    """AES-CBC side by side, and one after the other where sizes differ; what a loop gives."""
    cipher = AESCBC(KEY, padding=padding)
    count = count if each.name == "native" else min(count, 2)
    ivs = [random.Random(i).randbytes(16) for i in range(count)]
    odd = 5 if padding else 0
    for sizes in (
        [48] * count,
        [0] * count,
        [16 * i for i in range(count)],
        [528 + odd] * count,
        [528] * (count - 1) + [512] * (count > 0),
    ):
        messages = [random.Random(i).randbytes(size) for i, size in enumerate(sizes)]
        expected = [cipher.encrypt(iv, message) for iv, message in zip(ivs, messages, strict=True)]
        assert batch.encrypt(cipher, ivs, messages, threads=threads) == expected
        assert [cipher.decrypt(iv, one) for iv, one in zip(ivs, expected, strict=True)] == messages


def test_encrypt_with_other_ciphers_and_buffers() -> None:
    """Counters, and one buffer with all messages."""
    ivs, joined = [bytes([i]) * 16 for i in range(12)], bytes(range(192)) * 33
    for cipher in (AESCTR(KEY), AESCBC(KEY, padding=False)):
        expected = [cipher.encrypt(iv, joined[528 * i : 528 * i + 528]) for i, iv in enumerate(ivs)]
        assert batch.encrypt(cipher, ivs, batch.Items(joined, 528)) == expected
        assert batch.encrypt(cipher, batch.Items(b"".join(ivs), 16), batch.Items(array("Q", joined), 528)) == expected


@pytest.mark.parametrize(
    ("ivs", "messages", "threads", "error", "said"),
    [
        ([bytes(16), bytes(15)], [bytes(528)] * 2, None, ValueError, "item 1: .*iv has 15 bytes"),
        ([bytes(16)] * 2, [bytes(528), "text"], None, TypeError, "item 1: "),
        ([bytes(16)] * 2, [bytes(16)] * 3, None, ValueError, "given: 2, 3"),
        ([bytes(16)] * 2, [bytes(16)] * 2, 0, ValueError, "threads is 0"),
    ],
)
def test_what_cannot_be_encrypted(ivs: Any, messages: Any, threads: int | None, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        batch.encrypt(AESCBC(KEY, padding=False), ivs, messages, threads=threads)
