"""The arithmetic of measurements, and that timing makes the calls that it reports. Nothing here depends on how fast anything is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from akela.bench import measure as timing
from akela.bench.cycles import CycleCounter, open_counter
from akela.bench.jobs import Job
from akela.bench.measure import Prepared, Sample, expected_seconds, measure, measure_exactly, prepare, take_sample
from akela.catalogue import ALGORITHMS
from akela.catalogue.entries import Call, Row
from tests.bench.figures import measurement

BYTES = Row("TEST", Call("test", ()))
OPS = Row("TEST", Call("test", ()), per="ops", size=2048, action="sign")


def job(function: Callable[..., Any]) -> Job:
    return Job(ALGORITHMS[0], BYTES, "TEST", function, (1, 2))


class Counter(CycleCounter):
    """Seven cycles between two looks at it."""

    def __init__(self) -> None:
        self.now = 0

    def read(self) -> int:
        self.now += 7
        return self.now


class Clock:
    """Every look at it is a second later than the one before."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing.time, "perf_counter", Clock())


def test_sums_and_rates() -> None:
    m = measurement(BYTES, [Sample(10, 2.0), Sample(10, 4.0), Sample(20, 6.0)], block_bytes=64)
    assert (m.calls, m.seconds, m.total_bytes) == (40, 12.0, 2560)
    assert m.bytes_per_second == pytest.approx(2560 / 12)
    assert m.ops_per_second == pytest.approx(40 / 12)
    assert m.median == pytest.approx(0.3)


def test_the_median_does_not_mind_a_disturbance() -> None:
    assert measurement(BYTES, [Sample(1, 1.0)] * 9 + [Sample(1, 500.0)]).median == 1.0


def test_spread_is_the_interquartile_range_over_the_median() -> None:
    assert measurement(BYTES, [Sample(1, s) for s in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)]).spread == pytest.approx((6 - 2) / 4)
    assert measurement(BYTES, [Sample(1, 2.0)] * 5).spread == 0
    assert measurement(BYTES, [Sample(1, 2.0)] * 3).spread is None


def test_cycles_per_byte() -> None:
    assert measurement(BYTES, [Sample(2, 1.0, 64), Sample(2, 1.0, 192)], block_bytes=64).cycles_per_byte == 1.0
    assert measurement(BYTES, [Sample(2, 1.0, 64), Sample(2, 1.0)]).cycles_per_byte is None
    assert measurement(OPS, [Sample(2, 1.0, 64)]).cycles_per_byte is None


def test_calls_are_made_with_the_arguments() -> None:
    seen: list[tuple[int, int]] = []
    assert job(lambda a, b: seen.append((a, b))).run(5) >= 0
    assert seen == [(1, 2)] * 5


def test_a_sample_counts_cycles_where_there_is_a_counter() -> None:
    assert take_sample([job(max)], 3, Counter()).cycles == 7
    assert take_sample([job(max)], 3).cycles is None


def test_several_threads_run_at_once_and_each_makes_its_calls() -> None:
    together = threading.Barrier(3, timeout=60)  # passes only when three threads wait
    made: list[int] = []

    def call(a: int, b: int) -> None:
        together.wait()
        made.append(a + b)

    sample = take_sample([job(call)] * 3, 4)
    assert sample.calls == 12
    assert made == [3] * 12


@pytest.mark.usefixtures("clock")
def test_a_row_is_measured_for_the_time_asked_for() -> None:
    prepared = Prepared((job(max),), Sample(1, 0.001))
    m = measure(prepared, 64, 5.0)
    assert m.seconds == 5.0  # five samples, each a second by that clock
    assert len(m.samples) == 5
    assert expected_seconds(prepared, 5.0) > 5.0


def test_a_call_that_takes_as_long_is_not_made_again() -> None:
    def fail(a: int, b: int) -> None:
        raise AssertionError("called again")

    prepared = Prepared((job(fail),), Sample(1, 3.0))
    assert measure(prepared, 64, 1.0).samples == (prepared.first,)
    assert expected_seconds(prepared, 1.0) == 0.0


def test_trying_a_row_warms_up_where_that_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(timing, "SAMPLE_SECONDS", 3600.0)
    prepare([job(lambda a, b: calls.append(a))])
    assert len(calls) == 2
    monkeypatch.setattr(timing, "SAMPLE_SECONDS", -1.0)
    prepare([job(lambda a, b: calls.append(a))])
    assert len(calls) == 3


def test_a_fixed_number_of_calls() -> None:
    calls: list[int] = []
    m = measure_exactly(Prepared((job(lambda a, b: calls.append(a)),), Sample(1, 0.0)), 64, 100)
    assert m.calls == len(calls) == 100


def test_without_a_counter_there_is_a_reason() -> None:
    counter, why_not = open_counter()
    assert (counter is None) == bool(why_not)
    if counter is not None:
        assert counter.read() <= counter.read()
        counter.close()
