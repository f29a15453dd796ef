"""Running a comparison, and writing what comes out."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from akela.bench.layouts import CLOSING
from akela.bench.versus import Comparison, Plan, Result, compare
from akela.bench.versus_table import Table, as_json, csv_lines
from akela.progress import Progress


def run(plan: Plan, output: str, base10: bool, plot: Path | None, write: Callable[[str], None]) -> None:
    """Compare, write the lines ("table", "csv" or "json"), and draw the plot where one is asked for.

    Raises ValueError for an unknown peer, algorithm or kind of picture, LookupError where nothing can be compared, or drawn.
    """
    if plot is not None:
        from akela.bench.plot import check

        check(plot)
    comparison = compare(plan)
    if not comparison.tasks:
        raise LookupError("; ".join([*comparison.notes, f"no peer here has a row of {' '.join(plan.algorithms) or 'any algorithm'}"]))
    results: list[Result] = []
    measured = _with_progress(comparison, results)
    table = Table(comparison, base10)
    if output == "csv":
        for line in csv_lines(measured):
            write(line)
    elif output == "json":
        list(measured)
        openssl = [record for _, record in table.openssl(results) if record] if comparison.openssl else []
        write(json.dumps(as_json(comparison, results, openssl), indent=2))
    else:
        _write_table(table, measured, results, write)
    if plot is not None:
        from akela.bench.plot import draw

        draw(comparison, results, plot)
        if output == "table":
            write(f"Plotted to {plot}")


def _write_table(table: Table, measured: Iterator[Result], results: list[Result], write: Callable[[str], None]) -> None:
    for line in table.heading():
        write(line)
    told = len(table.comparison.notes)
    for _, group in itertools.groupby(measured, lambda result: (result.task.name, result.threads)):
        for line in table.row(list(group)):
            write(line)
    for line in (*table.comparison.notes[told:], *table.summary()):
        write(line)
    if table.comparison.openssl:
        for line, _ in table.openssl(results):
            write(line)
    write(CLOSING)


def _with_progress(comparison: Comparison, results: list[Result]) -> Iterator[Result]:
    """The results as they come, which are kept, too."""
    progress = Progress(len(comparison.tasks) * len(comparison.threads))
    last = None
    for result in comparison.results():
        progress.clear()
        results.append(result)
        yield result
        if last != (result.task.name, result.threads):
            last = (result.task.name, result.threads)
            progress.show(f"{result.task.name} on {result.threads} {'thread' if result.threads == 1 else 'threads'}")
    progress.clear()
