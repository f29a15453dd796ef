"""Timing a call: samples of many calls each, until the asked-for time has passed."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from akela.bench.cycles import CycleCounter
from akela.bench.jobs import Job

SAMPLE_SECONDS = 0.02  # long enough that reading the clock does not count, short enough for many samples a row


class Timed(Protocol):
    """What can be timed."""

    def run(self, count: int) -> float:
        """Seconds that running it `count` times takes."""


@dataclass(frozen=True)
class Sample:
    """Some calls in a row, and the time they took together; with several threads, the calls of all and the time until the last was done."""

    calls: int
    seconds: float
    cycles: int | None = None  # core cycles, where a counter could be read

    @property
    def per_call(self) -> float:
        """Seconds a call."""
        return self.seconds / self.calls


@dataclass(frozen=True)
class Prepared:
    """A row that has been tried once: the same call for each thread, with a context of its own, and what one call took."""

    jobs: tuple[Job, ...]
    first: Sample


@dataclass(frozen=True)
class Measurement:
    """What timing a row gave."""

    job: Job
    block_bytes: int
    samples: tuple[Sample, ...]

    @property
    def calls(self) -> int:
        """Calls in all samples."""
        return sum(sample.calls for sample in self.samples)

    @property
    def seconds(self) -> float:
        """Time of all samples."""
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
        """Median over the samples of seconds a call. Two runs are compared by it: a disturbance spoils few samples, but any mean."""
        return statistics.median(sample.per_call for sample in self.samples)

    @property
    def spread(self) -> float | None:
        """How far the samples lie apart: their interquartile range over their median. None where there are fewer than four."""
        return spread([sample.per_call for sample in self.samples])

    @property
    def cycles_per_byte(self) -> float | None:
        """Core cycles a byte, where a counter could be read."""
        cycles = [sample.cycles for sample in self.samples if sample.cycles is not None]
        return sum(cycles) / self.total_bytes if len(cycles) == len(self.samples) and self.job.row.per == "bytes" else None


def spread(values: Sequence[float]) -> float | None:
    """The interquartile range of values over their median. None where there are fewer than four."""
    if len(values) < 4:
        return None
    low, middle, high = statistics.quantiles(values)
    return (high - low) / middle


def take_sample(jobs: Sequence[Timed], count: int, counter: CycleCounter | None = None) -> Sample:
    """Make `count` calls of each job, each job on a thread of its own where there are several; the counter counts this thread only."""
    if len(jobs) == 1:
        before = counter.read() if counter else 0
        seconds = jobs[0].run(count)
        return Sample(count, seconds, counter.read() - before if counter else None)
    barrier = threading.Barrier(len(jobs) + 1)

    def work(job: Timed) -> None:
        barrier.wait()
        job.run(count)

    workers = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for worker in workers:
        worker.start()
    barrier.wait()
    start = time.perf_counter()
    for worker in workers:
        worker.join()
    return Sample(count * len(jobs), time.perf_counter() - start)


def prepare(jobs: Sequence[Job], counter: CycleCounter | None = None) -> Prepared:
    """Try a row: one call, and where that was short another, now that caches are warm."""
    first = take_sample(jobs, 1, counter)
    return Prepared(tuple(jobs), first if first.seconds > SAMPLE_SECONDS else take_sample(jobs, 1, counter))


def expected_seconds(prepared: Prepared, min_seconds: float) -> float:
    """How long `measure` will take: finding the number of calls takes up to two samples, and the last sample may end late."""
    if prepared.first.seconds >= min_seconds:
        return 0.0
    return min_seconds + 2 * min(SAMPLE_SECONDS, min_seconds / 5) + prepared.first.seconds


def measure(prepared: Prepared, block_bytes: int, min_seconds: float, counter: CycleCounter | None = None) -> Measurement:
    """Time a row for at least `min_seconds`. Where one call takes that long, trying it was measuring it."""
    samples: list[Sample] = []
    if prepared.first.seconds >= min_seconds:
        samples.append(prepared.first)
    else:
        count = calls_per_sample(prepared.jobs, min(SAMPLE_SECONDS, min_seconds / 5))
        while sum(sample.seconds for sample in samples) < min_seconds:
            samples.append(take_sample(prepared.jobs, count, counter))
    return Measurement(prepared.jobs[0], block_bytes, tuple(samples))


def measure_exactly(prepared: Prepared, block_bytes: int, calls: int) -> Measurement:
    """Time a fixed number of calls (the oldest layout)."""
    return Measurement(prepared.jobs[0], block_bytes, (take_sample(prepared.jobs, calls),))


def calls_per_sample(jobs: Sequence[Timed], seconds: float) -> int:
    """How many calls of each job last about `seconds`; also the warm-up."""
    count = 1
    while True:
        took = take_sample(jobs, count).seconds
        if took >= seconds / 4 or count >= 1 << 30:
            return max(1, round(count * seconds / max(took, 1e-9)))
        count *= 4
