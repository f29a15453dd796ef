"""Running the benchmark: which rows, in which way, printed how."""

from __future__ import annotations

import csv
import io
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from akela.bench.cycles import open_counter
from akela.bench.jobs import AAD_BYTES, Job, Sizes, make_job
from akela.bench.layouts import CLOSING, Stm32Layout, WolfcryptLayout, banner, comparison
from akela.bench.measure import Measurement, measure, measure_exactly, measure_threads
from akela.catalogue import Row, rows, select
from akela.executions import default_execution, execution
from akela.platform_report import platform_report

QUICK_SECONDS = 0.12
JSON_SCHEMA = "akela-benchmark-1"


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    algorithms: tuple[str, ...] = ()  # names or families; empty is all
    block_bytes: int = 1024
    min_seconds: float = 1.0
    base10: bool = False
    layout: str = "wolfcrypt"
    output: str = "table"  # "table", "csv", "json"
    threads: int = 1
    aad: bool = True
    compare: tuple[str, ...] = ()  # executions side by side


def run(options: Options, write: Callable[[str], None]) -> None:
    """Run the benchmark and write its lines.

    Raises ValueError for options that do not fit together.
    """
    if options.compare:
        _compare(options, write)
    elif options.output == "json":
        write(json.dumps(as_json(options, list(_measure_all(options))), indent=2))
    elif options.output == "csv":
        write(as_csv(_measure_all(options)).rstrip("\n"))
    else:
        _table(options, write)


def _table(options: Options, write: Callable[[str], None]) -> None:
    layout = Stm32Layout() if options.layout == "stm32" else WolfcryptLayout(options.base10)
    write(layout.title(options.block_bytes, options.min_seconds))
    write(_preface(options))
    for measurement in _measure_all(options):
        write(layout.line(measurement))
    write(CLOSING)


def _preface(options: Options) -> str:
    chosen = list(rows(select(options.algorithms)))
    counter, why_not = open_counter()
    if counter is not None:
        counter.close()
    facts = [f"{len(chosen)} rows on the {default_execution().name} execution"]
    if options.layout != "stm32":
        facts.append(f"about {_duration(len(chosen) * options.min_seconds * 1.05)}")
    if options.threads > 1:
        facts.append(f"{options.threads} threads")
    text = ", ".join(facts)
    return text if counter is not None or options.layout == "stm32" else f"{text}\nCycles per byte: not shown ({why_not})"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _measure_all(options: Options) -> Iterator[Measurement]:
    namespace = default_execution()
    sizes = Sizes(options.block_bytes, AAD_BYTES if options.aad else 0)
    counter, _ = open_counter()
    chosen = list(rows(select(options.algorithms)))
    progress = Progress(len(chosen))
    for algorithm, row in chosen:
        progress.show(row.label)
        jobs = [make_job(algorithm, row, namespace, sizes) for _ in range(options.threads)]
        measurement = _one(options, jobs, row, counter)
        progress.clear()
        yield measurement


def _one(options: Options, jobs: list[Job], row: Row, counter: object) -> Measurement:
    if options.layout == "stm32":
        return measure_exactly(jobs[0], options.block_bytes, Stm32Layout().calls(row.per, options.block_bytes))
    if options.threads > 1:
        return measure_threads(jobs, options.block_bytes, options.min_seconds)
    return measure(jobs[0], options.block_bytes, options.min_seconds, counter)  # type: ignore[arg-type]


def _compare(options: Options, write: Callable[[str], None]) -> None:
    namespaces = [execution(name) for name in options.compare]
    sizes = Sizes(options.block_bytes, AAD_BYTES if options.aad else 0)
    chosen = list(rows(select(options.algorithms)))
    write(banner(f"Akela Benchmark (block bytes {options.block_bytes}, min {options.min_seconds:.1f} sec each, side by side)"))
    write(f"{len(chosen)} rows, about {_duration(len(chosen) * options.min_seconds * len(namespaces) * 1.05)}")
    progress = Progress(len(chosen))

    def results() -> Iterator[list[Measurement | None]]:
        for algorithm, row in chosen:
            progress.show(row.label)
            jobs = [make_job(algorithm, row, namespace, sizes) for namespace in namespaces]
            row_results: list[Measurement | None] = [measure(job, options.block_bytes, options.min_seconds) for job in jobs]
            progress.clear()
            yield row_results

    for line in comparison(options.compare, results(), options.base10):
        write(line)
    write(CLOSING)


# --- saved results --------------------------------------------------------------------------------------------------

COLUMNS = (
    "label",
    "algorithm",
    "per",
    "block_bytes",
    "calls",
    "seconds",
    "bytes_per_second",
    "ops_per_second",
    "median_ns",
    "min_ns",
    "max_ns",
)


def _record(m: Measurement) -> dict[str, object]:
    each = [sample.per_call * 1e9 for sample in m.samples]
    of_bytes = m.job.row.per == "bytes"
    return {
        "label": m.job.label,
        "algorithm": m.job.algorithm.name,
        "per": m.job.row.per,
        "block_bytes": m.block_bytes if of_bytes else None,
        "calls": m.calls,
        "seconds": m.seconds,
        "bytes_per_second": m.bytes_per_second if of_bytes else None,
        "ops_per_second": m.ops_per_second,
        "median_ns": m.median * 1e9,
        "min_ns": min(each),
        "max_ns": max(each),
    }


def as_csv(measurements: Iterable[Measurement]) -> str:
    """The results as comma-separated values, a heading first; times are nanoseconds a call."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_record(m) for m in measurements)
    return out.getvalue()


def as_json(options: Options, measurements: Sequence[Measurement]) -> dict[str, object]:
    """The results with all that comparing two runs needs."""
    return {
        "schema": JSON_SCHEMA,
        "how": "measured",
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "platform": platform_report().as_json(),
        "settings": {
            "block_bytes": options.block_bytes,
            "min_seconds": options.min_seconds,
            "threads": options.threads,
            "aad_bytes": AAD_BYTES if options.aad else 0,
            "layout": options.layout,
        },
        "rows": [
            {
                **_record(m),
                "parameters": m.job.algorithm.parameters,
                "cycles_per_byte": m.cycles_per_byte,
                "samples_ns": [round(sample.per_call * 1e9, 2) for sample in m.samples],
            }
            for m in measurements
        ],
    }


class Progress:
    """A line on the terminal that says which row is being measured; nothing in a pipe."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.terminal = sys.stderr.isatty()

    def show(self, label: str) -> None:
        """Name the row that begins."""
        self.done += 1
        if self.terminal:
            sys.stderr.write(f"\r\x1b[K[{self.done}/{self.total}] {label}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Make room for a printed line."""
        if self.terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
