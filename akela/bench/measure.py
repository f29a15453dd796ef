"""Timing a call: samples of many calls each, until the asked-for time has passed."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.bench.cycles import CycleCounter
from akela.bench.jobs import Job

SAMPLE_SECONDS = 0.02  # long enough that reading the clock does not count, short enough for many samples a row


@dataclass(frozen=True)
class Sample:
    """Some calls in a row, and the time they took together."""

    calls: int
    seconds: float

    @property
    def per_call(self) -> float:
        """Seconds a call."""
        return self.seconds / self.calls


@dataclass(frozen=True)
class Measurement:
    """What timing a row gave. `cycles` are core cycles of all calls, where a counter could be read."""

    job: Job
    block_bytes: int
    samples: tuple[Sample, ...]
    cycles: int | None

    @property
    def calls(self) -> int:
        """Calls in all samples."""
        return sum(sample.calls for sample in self.samples)

    @property
    def seconds(self) -> float:
        """Time of all samples. With several threads: the wall-clock time in which all of them ran."""
        return sum(sample.seconds for sample in self.samples)

    @property
    def total_bytes(self) -> int:
        """Bytes handled (rows that count bytes)."""
        return self.calls * self.block_bytes

    @property
    def bytes_per_second(self) -> float:
        """Throughput."""
        return self.total_bytes / self.seconds

    @property
    def ops_per_second(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds

    @property
    def median(self) -> float:
        """Median over the samples of seconds a call."""
        return statistics.median(sample.per_call for sample in self.samples)

    @property
    def rate(self) -> float:
        """What two runs are compared by: calls a second in the median sample."""
        return 1 / self.median

    @property
    def cycles_per_byte(self) -> float | None:
        """Core cycles a byte, where a counter could be read."""
        return None if self.cycles is None or self.job.row.per != "bytes" else self.cycles / self.total_bytes


def run_calls(function: Callable[..., Any], arguments: tuple[Any, ...], count: int) -> float:
    """Seconds that `count` calls take."""
    repeat = itertools.repeat(None, count)
    start = time.perf_counter()
    for _ in repeat:
        function(*arguments)
    return time.perf_counter() - start


def _calls_per_sample(job: Job, seconds: float) -> int:
    """How many calls last about `seconds`; also the warm-up."""
    count = 1
    while True:
        took = run_calls(job.function, job.arguments, count)
        if took >= seconds / 4 or count >= 1 << 30:
            return max(1, round(count * seconds / max(took, 1e-9)))
        count *= 4


def measure(job: Job, block_bytes: int, min_seconds: float, counter: CycleCounter | None = None) -> Measurement:
    """Time a row for at least `min_seconds`."""
    count = _calls_per_sample(job, min(SAMPLE_SECONDS, min_seconds / 5))
    samples: list[Sample] = []
    before = counter.read() if counter else 0
    end = time.perf_counter() + min_seconds
    while not samples or time.perf_counter() < end:
        samples.append(Sample(count, run_calls(job.function, job.arguments, count)))
    cycles = counter.read() - before if counter else None
    return Measurement(job, block_bytes, tuple(samples), cycles)


def measure_exactly(job: Job, block_bytes: int, calls: int) -> Measurement:
    """Time a fixed number of calls (the oldest layout)."""
    run_calls(job.function, job.arguments, 1)
    return Measurement(job, block_bytes, (Sample(calls, run_calls(job.function, job.arguments, calls)),), None)


def measure_threads(jobs: list[Job], block_bytes: int, min_seconds: float) -> Measurement:
    """Time one job on each of several threads at once; each thread has its own context."""
    count = _calls_per_sample(jobs[0], min(SAMPLE_SECONDS, min_seconds / 5))
    made = [0] * len(jobs)
    barrier = threading.Barrier(len(jobs) + 1)

    def work(number: int, job: Job) -> None:
        barrier.wait()
        end = time.perf_counter() + min_seconds
        while made[number] == 0 or time.perf_counter() < end:
            run_calls(job.function, job.arguments, count)
            made[number] += count

    workers = [threading.Thread(target=work, args=item) for item in enumerate(jobs)]
    for worker in workers:
        worker.start()
    barrier.wait()
    start = time.perf_counter()
    for worker in workers:
        worker.join()
    seconds = time.perf_counter() - start
    return Measurement(jobs[0], block_bytes, (Sample(sum(made), seconds),), None)
