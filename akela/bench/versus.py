"""`akela bench --vs`: Akela and other libraries, each called from Python as its users call it, in one process and in turn.

In a round every library is timed once, so that what disturbs the machine for a while disturbs all. A figure is the median over the rounds,
and a ratio the median of the rounds' ratios: of two figures that were taken one right after the other.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from akela.bench.jobs import pattern
from akela.bench.measure import Sample, calls_per_sample, spread, take_sample
from akela.bench.peers import openssl_speed
from akela.bench.peers.code import Code, Row
from akela.bench.peers.libraries import OPENSSL, OWN, Library, check_names, load
from akela.bench.peers.tasks import Task, tasks

SIZES = (16, 64, 256, 1024, 16384, 1 << 20)
FIGURE_SECONDS = 0.15
QUICK_SECONDS = 0.02
SAMPLE_SECONDS = 0.01  # at most; a figure has so many samples as fit
ROUNDS = (5, 15)  # at least and at most


@dataclass(frozen=True)
class Plan:
    """What is compared, and how long."""

    peers: tuple[str, ...]
    algorithms: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    threads: tuple[int, ...] = ()
    figure_seconds: float = FIGURE_SECONDS

    @property
    def rounds(self) -> int:
        """How many samples a figure has."""
        least, most = ROUNDS
        return min(most, max(least, round(self.figure_seconds / SAMPLE_SECONDS)))


@dataclass(frozen=True)
class Figure:
    """What a library took for a row: samples of seconds a call, one a round."""

    library: str
    code: str
    samples: tuple[Sample, ...]

    @property
    def median(self) -> float:
        """Median of seconds a call; with several threads, of the time until all have made a call over their number."""
        return statistics.median(self.each)

    @property
    def each(self) -> list[float]:
        """Seconds a call of each sample."""
        return [sample.per_call for sample in self.samples]

    @property
    def spread(self) -> float | None:
        """The samples' interquartile range over their median."""
        return spread(self.each)


@dataclass(frozen=True)
class Result:
    """A row at one size and number of threads: a figure for each library that has it, Akela's first."""

    task: Task
    size: int | None
    threads: int
    figures: tuple[Figure, ...]

    @property
    def own(self) -> Figure:
        """Akela's."""
        return self.figures[0]

    def ratio(self, figure: Figure) -> float:
        """How many times as fast as this library Akela is."""
        return statistics.median(theirs / ours for theirs, ours in zip(figure.each, self.own.each, strict=True))


@dataclass
class Comparison:
    """The libraries that are there, the rows that they share with Akela, and what came in the way."""

    plan: Plan
    libraries: list[Library] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    alone: list[str] = field(default_factory=list)  # rows that no peer has
    openssl: str = ""  # the version of the program, where it is asked for and there

    @property
    def threads(self) -> tuple[int, ...]:
        """One thread, and as many as there are cores; or what was asked for."""
        return self.plan.threads or tuple(dict.fromkeys((1, cores())))

    @property
    def seconds(self) -> float:
        """How long measuring will take."""
        figures = sum(
            (len(self.plan.sizes) if task.per == "bytes" else 1) * sum(task.name in library.rows for library in self.libraries)
            for task in self.tasks
        )
        return 1.4 * figures * len(self.threads) * self.plan.figure_seconds

    def results(self) -> Iterator[Result]:
        """Measure row after row."""
        for task in self.tasks:
            for threads in self.threads:
                for size in self.plan.sizes if task.per == "bytes" else (None,):
                    if result := self._measure(task, size, threads):
                        yield result

    def _in_openssl(self, task: Task) -> bool:
        return bool(self.openssl) and task.name in openssl_speed.ARGUMENTS

    def add_tasks(self) -> None:
        """Take the rows that Akela and one of the others have."""
        own, *others = self.libraries
        for task in tasks(self.plan.algorithms):
            shared = any(task.name in other.rows for other in others) or self._in_openssl(task)
            if task.name in own.rows and shared:
                self.tasks.append(task)
            else:
                self.alone.append(task.name)

    def _measure(self, task: Task, size: int | None, threads: int) -> Result | None:
        """None where Akela cannot, or nothing would be compared with it."""
        codes: dict[str, list[Code]] = {}
        for library in self.libraries:
            if row := library.rows.get(task.name):
                try:
                    codes[library.name] = _codes(row, size, threads)
                except Exception as error:  # of any kind: what a library lacks here, another version of it has
                    note = f"{library.name} cannot do {task.name}: {error}"
                    if note not in self.notes:
                        self.notes.append(note)
        if OWN not in codes or (len(codes) == 1 and not self._in_openssl(task)):
            return None
        rounds = self.plan.rounds
        seconds = self.plan.figure_seconds / rounds
        counts = {name: calls_per_sample(each, seconds) for name, each in codes.items()}
        samples: dict[str, list[Sample]] = {name: [] for name in codes}
        for _ in range(rounds):
            for name, each in codes.items():
                samples[name].append(take_sample(each, counts[name]))
        return Result(task, size, threads, tuple(Figure(name, codes[name][0].text, tuple(taken)) for name, taken in samples.items()))


def compare(plan: Plan) -> Comparison:
    """The comparison that a plan describes. Raises ValueError for an unknown peer or algorithm."""
    check_names(plan.peers)
    comparison = Comparison(plan, [load(OWN)])
    for name in plan.peers:
        try:
            if name == OPENSSL:
                comparison.openssl = openssl_speed.version()
            else:
                comparison.libraries.append(load(name))
        except LookupError as missing:
            comparison.notes.append(str(missing))
    comparison.add_tasks()
    return comparison


@dataclass(frozen=True)
class Cost:
    """What a library's calls cost apart from the bytes: seconds a call, and bytes a second beyond that."""

    call: float
    bytes_per_second: float


def cost(results: Sequence[Result], library: str) -> Cost | None:
    """The cost of a call and the throughput of the kernel, from the sizes of a row on one thread.

    Bytes take what the two largest sizes differ by; what remains of the smallest is the call's: Python's, and what the algorithm does once
    a message. None with fewer than three sizes.
    """
    medians = {
        result.size: figure.median
        for result in results
        for figure in result.figures
        if figure.library == library and result.size is not None
    }
    if len(medians) < 3:
        return None
    smallest, *_, large, largest = sorted(medians)
    per_byte = (medians[largest] - medians[large]) / (largest - large)
    return Cost(max(0.0, medians[smallest] - smallest * per_byte), 1 / per_byte) if per_byte > 0 else None


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _codes(row: Row, size: int | None, threads: int) -> list[Code]:
    """The code of a row for each thread, tried once."""
    data = b"" if size is None else pattern(size)
    codes = [row(data) for _ in range(threads)]
    codes[0].result()
    return codes
