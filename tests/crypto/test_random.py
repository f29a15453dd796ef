"""Random bytes: what the generator draws from its source and when, threads and forks, and the health tests of the source."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

import akela
from akela.crypto import random as akela_random
from akela.crypto.entropy import EntropySource, HealthTests, os_entropy, port_entropy, proportion_cutoff, repetition_cutoff
from akela.crypto.random import DRBG, MAX_REQUEST_BYTES, random_bytes, reseed, use_entropy
from akela.exceptions import HardwareFailed, InvalidParameter, NotSupported
from tests.hmac_drbg import HmacDrbg

STARTUP = 1024


class Source:
    """Bytes that can be foretold, and what was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def read(self, count: int) -> bytes:
        self.asked.append(count)
        return bytes((len(self.asked) + 7 * i) & 0xFF for i in range(count))


def entropy(source: Source, min_entropy: float = 8) -> EntropySource:
    return EntropySource(source.read, min_entropy=min_entropy)


# --- the generator ------------------------------------------------------------------------------------------------------------------------


def test_it_is_hmac_drbg_over_its_source() -> None:
    """The output is the standard's for the entropy that was drawn; 48 bytes at first, 32 for a reseed."""
    source, twin = Source(), Source()
    drbg = DRBG(entropy(source), personalization=b"test")
    assert source.asked == []
    twin.read(STARTUP)
    reference = HmacDrbg(twin.read(48), b"", b"test")
    assert drbg.generate(40) == reference.generate(b"", 40)
    assert drbg.generate(33, b"additional") == reference.generate(b"additional", 33)
    drbg.reseed(b"more")
    reference.reseed(twin.read(32), b"more")
    assert drbg.generate(0) == b"" == reference.generate(b"", 0)
    reference.reseed(twin.read(32), b"")
    assert drbg.generate(5, prediction_resistance=True) == reference.generate(b"", 5)
    assert source.asked == twin.asked == [STARTUP, 48, 32, 32]


def test_it_reseeds_itself() -> None:
    source = Source()
    drbg = DRBG(entropy(source), reseed_interval=3)
    for _ in range(7):
        drbg.generate(1)
    assert source.asked == [STARTUP, 48, 32, 32]


def test_a_long_request_is_several() -> None:
    source, twin = Source(), Source()
    twin.read(STARTUP)
    reference = HmacDrbg(twin.read(48), b"", b"")
    expected = reference.generate(b"", MAX_REQUEST_BYTES) + reference.generate(b"", 1)
    assert DRBG(entropy(source)).generate(MAX_REQUEST_BYTES + 1) == expected


def test_a_source_with_less_entropy_is_asked_for_more() -> None:
    source = Source()
    DRBG(entropy(source, min_entropy=0.5)).generate(1)
    assert source.asked == [STARTUP, 48 * 16]


def test_what_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="count is -1"):
        random_bytes(-1)
    for interval in (0, (1 << 48) + 1):
        with pytest.raises(InvalidParameter, match="reseed_interval"):
            DRBG(reseed_interval=interval)
    drbg = DRBG()
    for copying in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled or copied"):
            copying(drbg)
    assert repr(drbg) == "<DRBG: HMAC_DRBG with SHA-256>"


@pytest.mark.parametrize("source", [b"seed", 5, os.urandom])
def test_what_is_no_source(source: Any) -> None:
    with pytest.raises(TypeError, match="expected an EntropySource"):
        DRBG(source)


def test_the_generator_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws from the operating system, or from what it is told to."""
    assert akela.random_bytes is random_bytes
    assert len({random_bytes(32) for _ in range(100)}) == 100
    assert [len(random_bytes(count)) for count in range(70)] == list(range(70))
    reseed(b"additional")
    monkeypatch.setattr(akela_random, "_process_wide", akela_random._process_wide)  # so that it is put back
    source = Source()
    use_entropy(entropy(source))
    random_bytes(1)
    assert source.asked == [STARTUP, 48]


def test_threads() -> None:
    """Threads that share a generator get different bytes."""
    drbg = DRBG()
    results: list[list[bytes]] = [[] for _ in range(4)]
    start = threading.Barrier(4)

    def work(mine: list[bytes]) -> None:
        start.wait()
        for _ in range(200):
            mine.append(drbg.generate(16))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(itertools.chain(*results))) == 800


def in_child(function: Callable[[], bytes]) -> bytes:
    """What a function gives in a forked process."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write_end, function())
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as result:
        data = result.read()
    os.waitpid(child, 0)
    return data


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork")
def test_fork() -> None:
    """A child does not repeat what its parent, or another child, gives; not even when another thread held the generator."""
    drbg = DRBG()
    drbg.generate(1)
    with drbg._lock:
        results = [in_child(lambda: drbg.generate(16) + random_bytes(16)) for _ in range(2)]
    results.append(drbg.generate(16) + random_bytes(16))
    assert [len(result) for result in results] == [32, 32, 32]
    assert len({half for result in results for half in (result[:16], result[16:])}) == 6


def test_another_process_without_notice() -> None:
    """Where the process changes and no hook ran (a fork made by C code), the process number shows it."""
    source = Source()
    drbg = DRBG(entropy(source))
    drbg.generate(1)
    drbg._process -= 1
    drbg.generate(1)
    drbg._process -= 1
    drbg.reseed()
    assert source.asked == [STARTUP, 48, 48, 48]


# --- sources ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("min_entropy", "cutoff"), [(0.5, 410), (1, 311), (2, 177), (4, 62), (8, 13)])
def test_adaptive_proportion_cutoffs(min_entropy: float, cutoff: int) -> None:
    """SP 800-90B section 4.4.2, table 2: the standard's examples, at one false alarm in 2^20."""
    assert proportion_cutoff(min_entropy, 20) == cutoff


def test_repetition() -> None:
    """A byte that comes too often in a row; one less is all right."""
    assert [repetition_cutoff(h) for h in (0.5, 1, 4, 8)] == [81, 41, 11, 6]
    tests = HealthTests(8)
    for _ in range(3):
        tests.feed(b"\1" * 5 + b"\2" * 5)
    with pytest.raises(HardwareFailed, match="same byte 6 times in a row"):
        tests.feed(b"\2")


def test_proportion() -> None:
    """A byte that comes too often in a window of 512, however it is spread; the count begins again with the next window."""
    cutoff = proportion_cutoff(8)
    filler = bytes(range(1, 256))

    def window(count: int) -> bytes:
        """A window that begins with a zero and has `count` of them."""
        return (b"".join(b"\0" + filler[i * 20 % 200 :][:20] for i in range(count)) + filler + filler)[:512]

    tests = HealthTests(8)
    for _ in range(4):
        tests.feed(window(cutoff - 1))
    with pytest.raises(HardwareFailed, match=f"one byte {cutoff} times"):
        tests.feed(window(cutoff))


def test_a_source_that_stands_still() -> None:
    """It is found before anything is drawn from it, or later; then the generator gives nothing, now and ever after."""
    with pytest.raises(HardwareFailed, match="in a row"):
        DRBG(EntropySource(bytes, min_entropy=8)).generate(1)
    source = Source()
    sound = [True]
    failing = EntropySource(lambda count: source.read(count) if sound[0] else bytes(count), min_entropy=8)
    drbg = DRBG(failing)
    drbg.generate(1)
    sound[0] = False
    with pytest.raises(HardwareFailed, match="in a row"):
        drbg.reseed()
    sound[0] = True
    with pytest.raises(HardwareFailed, match="in a row"):
        drbg.generate(1, prediction_resistance=True)


def test_a_source_that_gives_less() -> None:
    with pytest.raises(HardwareFailed, match="gave 1023 bytes where it was asked for 1024"):
        EntropySource(lambda count: os.urandom(count - 1), min_entropy=8).get(1)


@pytest.mark.parametrize("min_entropy", [0, -1, 8.5, float("nan")])
def test_min_entropy_out_of_range(min_entropy: float) -> None:
    with pytest.raises(InvalidParameter, match="min_entropy"):
        EntropySource(bytes, min_entropy=min_entropy)


def test_sources() -> None:
    assert len(os_entropy().get(48)) == 48
    with pytest.raises(NotSupported):
        port_entropy(min_entropy=4).get(1)  # no port of this machine serves it
