"""The table of `akela bench --vs`, its comma-separated values, and its JSON."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator, Sequence

from akela.bench.layouts import banner
from akela.bench.peers import openssl_speed
from akela.bench.peers.libraries import OWN
from akela.bench.run import duration
from akela.bench.units import unit_for
from akela.bench.versus import Comparison, Cost, Figure, Result, cost
from akela.platform_report import platform_report

JSON_SCHEMA = "akela-comparison-1"
COLUMNS = ("row", "algorithm", "per", "bytes", "threads", "library", "median_ns", "spread", "ratio", "code")
NAME, SIZE, FIGURE, RATIO = 32, 9, 20, 7  # widths


class Table:
    """Lines in the order in which they become known."""

    def __init__(self, comparison: Comparison, base10: bool) -> None:
        self.comparison = comparison
        self.base10 = base10
        self.names = [library.name for library in comparison.libraries]

    def heading(self) -> Iterator[str]:
        """What is compared, and how."""
        comparison = self.comparison
        peers = ", ".join([*self.names[1:], *(["openssl speed"] if comparison.openssl else [])])
        yield banner(f"Akela Benchmark (against {peers})")
        for library in comparison.libraries:
            yield f"{library.name:<14}{library.version}"
        yield from comparison.notes
        threads = " and ".join("1 thread" if count == 1 else f"{count} threads at once" for count in comparison.threads)
        yield (
            f"Calls from Python, all in this process, in {comparison.plan.rounds} interleaved rounds, on {threads}; "
            f"about {duration(comparison.seconds)}"
        )
        yield "Figures are medians, with the spread of the samples (interquartile range over median)."
        yield "A ratio is the median of the rounds' ratios: above 1, Akela is faster."
        yield ""
        columns = "".join(f"{name:>{FIGURE}}{'ratio':>{RATIO}}" for name in self.names[1:])
        yield f"{'':<{NAME}}{'':>{SIZE}}{OWN:>{FIGURE}}{columns}"

    def row(self, results: Sequence[Result]) -> Iterator[str]:
        """All sizes of a row on so many threads; on one thread, then, what a call costs apart from the bytes."""
        first = results[0]
        title = first.task.name if first.threads == 1 else f"{first.task.name}, {first.threads} threads"
        for result in results:
            cells = {figure.library: f"{self._speed(result, figure)} {_percent(figure)}" for figure in result.figures}
            ratios = {figure.library: f"{result.ratio(figure):.2f}" for figure in result.figures}
            yield self._line(title, "" if result.size is None else size_text(result.size), cells, ratios)
            title = ""
        costs = {figure.library: cost(results, figure.library) for figure in first.figures} if first.threads == 1 else {}
        known = {name: each for name, each in costs.items() if each is not None}
        if OWN in known:
            yield from self._costs(known)

    def _costs(self, known: dict[str, Cost]) -> Iterator[str]:
        own = known[OWN]
        calls = {name: f"{each.call * 1e9:.0f} ns     " for name, each in known.items()}
        ratios = {name: f"{each.call / own.call:.2f}" if own.call else "-" for name, each in known.items()}
        yield self._line("  the call, apart from bytes", "", calls, ratios)
        speeds = {name: f"{self._bytes(each.bytes_per_second)}     " for name, each in known.items()}
        yield self._line(
            "  bytes, apart from the call",
            "",
            speeds,
            {n: f"{own.bytes_per_second / each.bytes_per_second:.2f}" for n, each in known.items()},
        )

    def _line(self, title: str, size: str, cells: dict[str, str], ratios: dict[str, str]) -> str:
        columns = "".join(f"{cells.get(name, '-'):>{FIGURE}}{ratios.get(name, '-'):>{RATIO}}" for name in self.names[1:])
        return f"{title:<{NAME}}{size:>{SIZE}}{cells[OWN]:>{FIGURE}}{columns}"

    def _speed(self, result: Result, figure: Figure) -> str:
        return f"{1 / figure.median:.1f} ops/s" if result.size is None else self._bytes(result.size / figure.median)

    def _bytes(self, per_second: float) -> str:
        unit = unit_for(per_second, self.base10)
        return f"{per_second / unit.size:.1f} {unit.name}/s"

    def summary(self) -> Iterator[str]:
        """What was left out."""
        if self.comparison.alone:
            yield f"Not compared, as no peer here has the row: {', '.join(self.comparison.alone)}"

    def openssl(self, results: Sequence[Result]) -> Iterator[tuple[str, dict[str, object]]]:
        """The lines of the program's table, each with its figures. Each figure takes it a second."""
        own = {(result.task.name, result.size): result.own for result in results if result.threads == 1}
        wanted = [(name, size) for name, size in own if name in openssl_speed.ARGUMENTS]
        version = self.comparison.openssl
        yield "", {}
        yield f"`openssl speed -elapsed` ({version}), about {duration(1.1 * len(wanted) * openssl_speed.SECONDS)}", {}
        yield "Another process, after the rounds and not in turn with them, on one thread; its loop is in C, and keys and contexts are", {}
        yield (
            "prepared before it. Akela's figures are those of the calls from Python above: small ones say more of Python than of either.",
            {},
        )
        yield f"{'':<{NAME}}{'':>{SIZE}}{OWN:>{FIGURE}}{'openssl speed':>{FIGURE}}{'ratio':>{RATIO}}", {}
        for name, size in wanted:
            try:
                seconds = openssl_speed.seconds_per_call(name, size)
            except openssl_speed.SpeedError as error:
                yield str(error), {}
                continue
            ours = own[name, size].median
            cells = [f"{1 / each:.1f} ops/s" if size is None else self._bytes(size / each) for each in (ours, seconds)]
            text = f"{name:<{NAME}}{'' if size is None else size_text(size):>{SIZE}}" + "".join(f"{cell:>{FIGURE}}" for cell in cells)
            yield f"{text}{seconds / ours:>{RATIO}.2f}", {"row": name, "bytes": size, "ns": seconds * 1e9, "version": version}


def size_text(size: int) -> str:
    """64 B, 16 KiB, 1 MiB."""
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def records(result: Result) -> Iterator[dict[str, object]]:
    """The figures of a result by the names in COLUMNS; times are nanoseconds a call."""
    for figure in result.figures:
        yield {
            "row": result.task.name,
            "algorithm": result.task.algorithm.name,
            "per": result.task.per,
            "bytes": result.size,
            "threads": result.threads,
            "library": figure.library,
            "median_ns": figure.median * 1e9,
            "spread": figure.spread,
            "ratio": None if figure is result.own else result.ratio(figure),
            "code": figure.code,
        }


def csv_lines(results: Iterator[Result]) -> Iterator[str]:
    """A heading, then a line for each figure."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="")
    writer.writeheader()
    yield out.getvalue()
    for result in results:
        for each in records(result):
            out.seek(0)
            out.truncate()
            writer.writerow(each)
            yield out.getvalue()


def as_json(comparison: Comparison, results: Sequence[Result], openssl: Sequence[dict[str, object]]) -> dict[str, object]:
    """All of it, with platform, settings and samples. What the program openssl measured stands apart."""
    plan = comparison.plan
    rows = [
        {**record, "samples_ns": [round(1e9 * seconds, 2) for seconds in figure.each]}
        for result in results
        for record, figure in zip(records(result), result.figures, strict=True)
    ]
    return {
        "schema": JSON_SCHEMA,
        "how": "calls from Python in one process, in interleaved rounds",
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "platform": platform_report().as_json(),
        "libraries": {library.name: library.version for library in comparison.libraries},
        "settings": {"rounds": plan.rounds, "figure_seconds": plan.figure_seconds, "threads": list(comparison.threads)},
        "notes": comparison.notes,
        "not_compared": comparison.alone,
        "rows": rows,
        "openssl_speed": list(openssl),
    }


def _percent(figure: Figure) -> str:
    return f"{'' if figure.spread is None else f'{100 * figure.spread:.0f}%':>4}"
