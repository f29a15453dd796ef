"""Objects of structs: construction, methods, copies, what they refuse to show, threads."""

from __future__ import annotations

import copy
import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
from typing import Any

import pytest

from akela.exceptions import InvalidParameter, WrongState

MARKER = b"a secret marker!"


def test_construction_and_methods(shapes: Any) -> None:
    total = shapes.ByteSum(5, MARKER)
    assert total.update(b"\1\2") is None
    assert total.final() == (8).to_bytes(8, "little")
    out = bytearray(8)
    assert total.final_into(out) == 8
    assert out == total.final()


def test_construction_can_fail(shapes: Any) -> None:
    with pytest.raises(InvalidParameter, match=r"^ByteSum: "):
        shapes.ByteSum(13, MARKER)
    with pytest.raises(ValueError, match=r"^ByteSum: marker has 1 byte, expected 16$"):
        shapes.ByteSum(0, b"x")
    with pytest.raises(TypeError, match=r"^ByteSum: 0 arguments given, expected 2; missing start, marker$"):
        shapes.ByteSum()
    with pytest.raises(TypeError, match=r"^ByteSum: arguments are given by position, without names$"):
        shapes.ByteSum(start=0, marker=MARKER)


def test_there_is_no_object_without_construction(shapes: Any) -> None:
    with pytest.raises(TypeError):
        shapes.ByteSum.__new__(shapes.ByteSum)
    with pytest.raises(TypeError):
        object.__new__(shapes.ByteSum)
    with pytest.raises(TypeError):
        type("Child", (shapes.ByteSum,), {})


def test_without_init_it_begins_as_zeros(shapes: Any) -> None:
    plain = shapes.Plain()
    assert [plain.next()[0], plain.next()[0]] == [1, 2]
    with pytest.raises(TypeError, match=r"^Plain: 1 argument given, expected 0$"):
        shapes.Plain(1)


def test_methods_check_their_object(shapes: Any) -> None:
    with pytest.raises(TypeError):
        shapes.ByteSum.update(shapes.Plain(), b"")


def test_copies_go_their_own_way(shapes: Any) -> None:
    first = shapes.ByteSum(0, MARKER)
    first.update(b"\5")
    second = first.copy()
    second.update(b"\6")
    assert (first.final()[0], second.final()[0]) == (5, 11)


def test_it_does_not_leave_the_process(shapes: Any) -> None:
    total = shapes.ByteSum(0, MARKER)
    for leave in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"ByteSum cannot be pickled: it may hold secrets"):
            leave(total)


def test_repr_shows_no_contents(shapes: Any) -> None:
    total = shapes.ByteSum(0x4141414141414141, MARKER)
    assert repr(total) == f"<akela._native.ByteSum object at {id(total):#x}>"
    with pytest.raises(TypeError):
        memoryview(total)


def test_its_memory_is_wiped(shapes: Any) -> None:
    if "-fsanitize=address" in shapes.BUILD["flags"]:
        pytest.skip("reads freed memory, which AddressSanitizer forbids")
    total = shapes.ByteSum(0, MARKER)
    address, size = id(total), shapes.ByteSum.__basicsize__
    assert MARKER in ctypes.string_at(address, size)
    del total
    assert MARKER not in ctypes.string_at(address, size)


def test_types_and_objects_are_released(shapes: Any) -> None:
    gc.collect()  # what earlier tests left
    before = sys.getrefcount(shapes.ByteSum)
    for _ in range(100):
        shapes.ByteSum(0, MARKER).copy()
        with pytest.raises(InvalidParameter):
            shapes.ByteSum(13, MARKER)
    gc.collect()
    after = sys.getrefcount(shapes.ByteSum)
    assert after == before


# --- threads ------------------------------------------------------------------------------------------------------------------------------


def test_updates_from_many_threads_all_count(shapes: Any) -> None:
    total = shapes.ByteSum(0, MARKER)
    long, short = b"\1" * 100_000, b"\1" * 10
    rounds, threads = 20, 8
    together = threading.Barrier(threads)

    def work() -> None:
        together.wait()
        for _ in range(rounds):
            total.update(long)
            total.update(short)
            total.copy()

    run_together(threads, work)
    assert int.from_bytes(total.final(), "little") == threads * rounds * (len(long) + len(short))


def test_long_calls_let_other_threads_run(shapes: Any) -> None:
    # No thread is ever made to give the GIL up here: only a call that releases it lets the other thread in.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10_000)
    try:
        data = bytes(1 << 20)
        other = threading.Event()
        started = threading.Event()

        def wait_then_answer() -> None:
            started.wait()
            other.set()

        thread = threading.Thread(target=wait_then_answer)
        thread.start()
        started.set()
        calls = 0
        while not other.is_set() and calls < 1000:
            shapes.xor_bytes(data, data)
            calls += 1
        answered = other.is_set()
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert answered


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_during_a_call_does_not_block_the_child(shapes: Any) -> None:
    total = shapes.ByteSum(0, MARKER)
    data, done = bytes(1 << 24), threading.Event()

    def work() -> None:
        while not done.is_set():
            total.update(data)

    thread = threading.Thread(target=work)
    thread.start()
    try:  # nearly always the first child was forked during a call
        answers = (answer_of_child(total) for _ in range(1000))
        assert next(answer for answer in answers if answer != b"done") == b"refused"
    finally:
        done.set()
        thread.join()


def answer_of_child(total: Any) -> bytes:
    """What a forked process says of a call on the object: it is done, or refused in so many words."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # ends it where it waits for a lock
        try:
            total.update(b"")
            os.write(writing, b"done")
        except WrongState as error:
            expected = "ByteSum.update: another thread was using the object when this process was forked off; make a new one in the child"
            os.write(writing, b"refused" if str(error) == expected else b"wrongly")
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with open(reading, "rb") as pipe:
        return pipe.read()


def run_together(count: int, work: Any) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
