"""Running the benchmark: which rows, in which way, printed how."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from akela.bench.chosen import choose
from akela.bench.cycles import COUNTED, open_counter
from akela.bench.jobs import AAD_BYTES, Sizes, make_job
from akela.bench.layouts import CLOSING, Stm32Layout, WolfcryptLayout, banner, brief_seconds, comparison
from akela.bench.measure import Measurement, Prepared, expected_seconds, measure, measure_exactly, prepare
from akela.bench.saved import as_json, csv_lines
from akela.catalogue import rows, select
from akela.executions import default_execution, execution
from akela.progress import Progress

BLOCK_BYTES = 1024
MIN_SECONDS = 1.0
QUICK_SECONDS, QUICK_TOTAL = 0.12, 13.0  # a row at most, and all together: with all that is tried first it stays under 20 s


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    algorithms: tuple[str, ...] = ()  # names or families; empty is all
    block_bytes: int = BLOCK_BYTES
    min_seconds: float = MIN_SECONDS
    base10: bool = False
    layout: str = "wolfcrypt"
    output: str = "table"  # "table", "csv", "json"
    threads: int = 1
    aad: bool = True
    compare: tuple[str, ...] = ()  # executions side by side

    @property
    def sizes(self) -> Sizes:
        """What rows are made with."""
        return Sizes(self.block_bytes, AAD_BYTES if self.aad else 0)


def run(options: Options, write: Callable[[str], None]) -> None:
    """Run the benchmark and write its lines.

    Raises ValueError for an unknown algorithm or execution, LookupError where an execution lacks a kernel.
    """
    if options.compare:
        _compare(options, write)
        return
    bench = Bench(options, default_execution())
    if options.output == "json":
        settings = {
            "block_bytes": options.block_bytes,
            "min_seconds": options.min_seconds,
            "threads": options.threads,
            "threads_note": threads_note(options, bench.namespace),
            "aad_bytes": options.sizes.aad_bytes,
            "layout": options.layout,
            "left_out": bench.chosen.left_out,
        }
        write(json.dumps(as_json(settings, list(bench.measurements())), indent=2))
    elif options.output == "csv":
        for sentence in bench.chosen.left_out:
            print(sentence, file=sys.stderr)
        for line in csv_lines(bench.measurements()):
            write(line)
    else:
        _table(bench, write)


def quick_seconds(algorithms: Sequence[str]) -> float:
    """How long a row of these algorithms is measured where the user is in a hurry. Raises ValueError for an unknown one."""
    return min(QUICK_SECONDS, QUICK_TOTAL / len(list(rows(select(algorithms)))))


class Bench:
    """The chosen rows on one execution."""

    def __init__(self, options: Options, namespace: Any) -> None:
        self.options = options
        self.namespace = namespace
        self.counter, self.why_no_cycles = open_counter() if options.threads == 1 else (None, "they are counted on one thread only")
        self.chosen = choose(options.algorithms, options.block_bytes)
        self.prepared: list[Prepared] = []

    def prepare(self) -> None:
        """Try every row, so that what is missing is known before the first line of the table, and how long the rest will take."""
        progress = Progress(len(self.chosen.rows))
        for algorithm, row in self.chosen.rows:
            progress.show(f"trying {row.label} on {self.namespace.name}")
            jobs = [make_job(algorithm, row, self.namespace, self.options.sizes) for _ in range(self.options.threads)]
            self.prepared.append(prepare(jobs, self.counter))
        progress.clear()

    @property
    def seconds(self) -> float:
        """How long measuring the prepared rows will take."""
        if self.options.layout == "stm32":
            return sum(self._calls(prepared) * prepared.first.seconds for prepared in self.prepared)
        return sum(expected_seconds(prepared, self.options.min_seconds) for prepared in self.prepared)

    def _calls(self, prepared: Prepared) -> int:
        return Stm32Layout().calls(prepared.jobs[0].row, self.options.block_bytes)

    def measurements(self) -> Iterator[Measurement]:
        """Measure every row, and say on a terminal which one it is."""
        if not self.prepared:
            self.prepare()
        progress = Progress(len(self.prepared))
        for prepared in self.prepared:
            progress.show(f"{prepared.jobs[0].label} on {self.namespace.name}")
            measurement = self._measure(prepared)
            progress.clear()
            yield measurement
        if self.counter:
            self.counter.close()

    def _measure(self, prepared: Prepared) -> Measurement:
        call_bytes = prepared.jobs[0].row.call_bytes or self.options.block_bytes
        if self.options.layout == "stm32":
            return measure_exactly(prepared, call_bytes, self._calls(prepared))
        return measure(prepared, call_bytes, self.options.min_seconds, self.counter)


def _table(bench: Bench, write: Callable[[str], None]) -> None:
    options = bench.options
    layout = Stm32Layout() if options.layout == "stm32" else WolfcryptLayout(options.base10)
    write(layout.title(options.block_bytes, options.min_seconds))
    bench.prepare()
    threads = f", {options.threads} threads at once" if options.threads > 1 else ""
    write(f"{_rows(bench)} on the {bench.namespace.name} execution{threads}, about {duration(bench.seconds)}")
    if note := threads_note(options, bench.namespace):
        write(note)
    if options.layout != "stm32":
        write(f"Cycles per byte: {f'not shown ({bench.why_no_cycles})' if bench.counter is None else COUNTED}")
    for sentence in bench.chosen.left_out:
        write(sentence)
    measurements = []
    for measurement in bench.measurements():
        measurements.append(measurement)
        write(layout.line(measurement))
    for line in _spread(measurements):
        write(line)
    write(CLOSING)


def threads_note(options: Options, namespace: Any) -> str:
    """Whether the threads of a row run at once at all: short calls and Python code keep Python's global lock. Empty where they do."""
    if options.threads == 1 or not getattr(sys, "_is_gil_enabled", lambda: True)():
        return ""
    if namespace.name != "native":
        return "Threads: Python code keeps Python's global lock, so they take turns"
    least = namespace.LONG_INPUT
    if options.block_bytes >= least:
        return ""
    return f"Threads: calls on fewer than {least} bytes keep Python's global lock, so they take turns; --block-bytes {least} gives it up"


def _spread(measurements: Sequence[Measurement]) -> Iterator[str]:
    """How steady the figures are, where there are samples to judge by."""
    known = [(m.spread, m.job.label) for m in measurements if m.spread is not None]
    if known:
        typical, (largest, label) = statistics.median(spread for spread, _ in known), max(known)
        yield (
            f"Spread of the samples (interquartile range over median): {100 * typical:.1f}% in the middle row, "
            f"{100 * largest:.1f}% at most ({label})"
        )


def _rows(bench: Bench) -> str:
    return "1 row" if len(bench.prepared) == 1 else f"{len(bench.prepared)} rows"


def duration(seconds: float) -> str:
    """A duration as a person says it."""
    return f"{max(1, round(seconds))} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _compare(options: Options, write: Callable[[str], None]) -> None:
    benches = [Bench(options, execution(name)) for name in options.compare]
    write(banner(f"Akela Benchmark (block bytes {options.block_bytes}, min {brief_seconds(options.min_seconds)} sec each, side by side)"))
    for bench in benches:
        bench.prepare()
    write(f"{_rows(benches[0])} on {len(benches)} executions, about {duration(sum(bench.seconds for bench in benches))}")
    for sentence in benches[0].chosen.left_out:
        write(sentence)
    for line in comparison(options.compare, zip(*(bench.measurements() for bench in benches), strict=True), options.base10):
        write(line)
    write(CLOSING)
