"""`akela explore`: measure the points, find the front, print and draw it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from akela.bench.layouts import CLOSING, banner
from akela.boards import load_board
from akela.catalogue import select
from akela.catalogue.entries import Algorithm
from akela.compiler.targets import load_target
from akela.explore.front import front
from akela.explore.measure import Measured
from akela.explore.plot import check_plot, plot
from akela.explore.points import Point, points
from akela.explore.runners import locally, on_dask
from akela.progress import Progress

INTERRUPTED = 130  # what a shell expects of a command that Ctrl-C ended


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    board: str
    algorithms: tuple[str, ...]
    levels: tuple[str, ...]
    compiler: str | None = None
    every_combination: bool = False
    everything: bool = False  # show all points, not the front alone
    plot: Path | None = None
    jobs: int | None = None
    dask: str | None = None
    output: str = "table"  # "table", "csv", "json"


def run(options: Options, write: Callable[[str], None]) -> int:
    """Measure every point and write the fronts; gives the return code: 1 where a point failed, INTERRUPTED after Ctrl-C.

    Raises ValueError for an unknown board, algorithm or kind of picture, ImportError for a package that is missing, OSError without a
    cluster.
    """
    file = load_board(options.board)
    target = load_target(file.target)
    chosen = [algorithm for algorithm in select(options.algorithms) if algorithm.rows]
    if not chosen:
        raise ValueError(f"{', '.join(options.algorithms)} has no row in the benchmark, so that nothing tells how fast it is")
    if options.plot:
        check_plot(options.plot)
    wanted = [
        point
        for algorithm in chosen
        for point in points(algorithm, options.board, target, options.levels, options.compiler, options.every_combination)
    ]
    measured, interrupted = _gathered(wanted, options)
    by_algorithm = {a.name: [m for m in measured if m.point.algorithm == a.name] for a in chosen}
    if options.output == "json":
        best = {id(m) for found in by_algorithm.values() for m in front(found)}
        write(json.dumps([{**asdict(m), "front": id(m) in best} for m in measured], indent=2))
    elif options.output == "csv":
        for line in csv_lines(by_algorithm):
            write(line)
    else:
        write(banner(f"What {file.title} can choose: {len(wanted)} points, {len([m for m in measured if not m.error])} measured"))
        for algorithm in chosen:
            for line in table(algorithm, by_algorithm[algorithm.name], options.everything):
                write(line)
    if options.plot:
        _draw(options.plot, file.title, chosen, by_algorithm, write if options.output == "table" else lambda _: None)
    if options.output == "table":
        write(f"Interrupted: {len(measured)} of {len(wanted)} points." if interrupted else CLOSING)
    return INTERRUPTED if interrupted else 1 if any(m.error for m in measured) else 0


def _gathered(wanted: Sequence[Point], options: Options) -> tuple[list[Measured], bool]:
    """The points in their order, and whether Ctrl-C came before the last."""
    progress = Progress(len(wanted))
    found: list[Measured] = []
    interrupted = False
    progress.announce(f"measuring {len(wanted)} points")
    try:
        for measured in on_dask(options.dask, wanted) if options.dask else locally(wanted, options.jobs):
            progress.show(f"{measured.point.algorithm} {measured.point.title}")
            found.append(measured)
    except KeyboardInterrupt:
        interrupted = True
    progress.clear()
    return sorted(found, key=lambda m: wanted.index(m.point)), interrupted


def _draw(path: Path, board: str, chosen: Sequence[Algorithm], found: dict[str, list[Measured]], write: Callable[[str], None]) -> None:
    for algorithm in chosen:
        good = [m for m in found[algorithm.name] if not m.error]
        if good:
            name = path if len(chosen) == 1 else path.with_stem(f"{path.stem}-{algorithm.name}")
            plot(f"{algorithm.title} on {board}", good, front(good), name)
            write(f"Drawn: {name}")


def table(algorithm: Algorithm, measured: Sequence[Measured], everything: bool) -> Iterator[str]:
    """The front of one algorithm, or all its points with the front marked by its numbers."""
    best = front(measured)
    numbers = {id(m): number for number, m in enumerate(best, 1)}
    labels = list(best[0].rows) if best else []
    yield ""
    yield f"{algorithm.title}: {len(best)} of {len([m for m in measured if not m.error])} points are best for someone, the fastest first"
    if best:
        yield f"{'':>4}{'estimated':>14}{'flash':>9}{'tables':>9}{'RAM':>8}{'stack':>8}" + "".join(f"{'counted':>16}" for _ in labels)
        yield f"{'':>4}{'cycles':>14}{'bytes':>9}{'bytes':>9}{'bytes':>8}{'bytes':>8}" + "".join(f"{_short(name):>16}" for name in labels)
    shown = sorted((m for m in measured if not m.error), key=lambda m: m.speed) if everything else best
    for m in shown:
        counted = "".join(f"{_amount(m.rows[name]):>16}" for name in labels)
        yield (
            f"{numbers.get(id(m), ''):>4}{_amount(m.speed):>14}{m.flash:>9}{m.tables:>9}{m.ram:>8}{m.stack:>8}{counted}  {m.point.title}"
        )
    for m in measured:
        if m.error:
            yield f"  failed: {m.point.title}: {m.error}"


def csv_lines(found: dict[str, list[Measured]]) -> Iterable[str]:
    """A line for each row of each point, a heading first."""
    yield "algorithm,choices,front,row,instructions,estimated_cycles,flash,tables,ram,stack,error"
    for name, measured in found.items():
        best = {id(m) for m in front(measured)}
        for m in measured:
            for row in m.rows or {"": 0.0}:
                figures = (m.rows.get(row, ""), m.cycles.get(row, ""), m.flash, m.tables, m.ram, m.stack)
                text = io.StringIO()
                csv.writer(text, lineterminator="").writerow([name, m.point.title, id(m) in best, row, *figures, m.error])
                yield text.getvalue()


def _short(name: str) -> str:
    return name if len(name) < 16 else " ".join(name.split()[-2:])[-15:]


def _amount(value: float) -> str:
    return f"{value:,.1f}" if value < 1e5 else f"{value:,.0f}"
