"""The benchmark on emulated boards: what each row executes, and how long that is estimated to take on the chip.

Instructions are counted by the emulator and the same in every run. Times are estimates, by the board's cost model; they stand in columns
of their own, next to what others have published of the chip.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from akela.bench.chosen import choose
from akela.bench.jobs import Sizes, make_job
from akela.bench.layouts import CLOSING, banner
from akela.boards import Board, load_board
from akela.boards.published import Log, logs
from akela.catalogue.entries import Algorithm, Row
from akela.footprint.areas import chosen_modules
from akela.progress import Progress

# Rows that no emulated core is asked for: minutes, and more than the counter of one of them can count.
TOO_LONG = ("RSA 2048 key gen",)


@dataclass(frozen=True)
class Count:
    """A row on a board. Instructions and stack are counted, cycles and the figures made of them estimated, and published as printed."""

    board: str
    compiler: str
    optimisation: str
    row: str
    per: str  # "byte" or "operation"
    instructions: float  # for each byte or operation
    stack_bytes: int
    work_bytes: int
    accelerator_cycles: float  # for each byte or operation, as models of accelerators say
    estimated_cycles: float  # for each byte or operation, of core and accelerators one after the other
    estimated_rate: float  # KiB/s, or milliseconds for an operation
    published: dict[str, float]  # title of a log -> its figure, in the same unit
    implausible: dict[str, str]  # title of a log -> why its row does not agree with itself


def count(board: Board, algorithm: Algorithm, row: Row, sizes: Sizes) -> Count:
    """One call of a row on a board.

    Raises LookupError where the board lacks the kernel, Trap where the core stops.
    """
    job = make_job(algorithm, row, board, sizes)
    called = board.measured(lambda: job.function(*job.arguments))
    per_byte = row.per == "bytes"
    divisor = (row.call_bytes or sizes.block_bytes) if per_byte else 1
    cycles = (board.estimated_cycles(called) + called.accelerator_cycles) / divisor
    seconds = cycles / board.file.clock_hz
    label = row.name
    there = logs(board.file.name, board.optimisation)
    return Count(
        board.file.name,
        board.image.compiler,
        board.optimisation,
        label,
        "byte" if per_byte else "operation",
        called.instructions / divisor,
        called.stack_bytes,
        called.work_bytes,
        called.accelerator_cycles / divisor,
        cycles,
        1 / seconds / 1024 if per_byte else 1000 * seconds,
        {f"{log.title} ({log.code})": log.figures[label] for log in there if label in log.figures},
        {f"{log.title} ({log.code})": _contradiction(log, label, board) for log in there if log.implausible(label, board.file.clock_hz)},
    )


def _contradiction(log: Log, label: str, board: Board) -> str:
    clock = board.file.clock_hz
    return (
        f"it states {log.cycles[label]} cycles a byte, but its {log.figures[label]:,.1f} KiB/s "
        f"are {log.cycles_from_rate(label, clock):,.0f} at {clock / 1e6:.0f} MHz"
    )


def run(
    algorithms: Sequence[str],
    boards: Sequence[str],
    optimisations: Sequence[str],
    compiler: str | None,
    sizes: Sizes,
    output: str,
    write: Callable[[str], None],
) -> None:
    """Count every chosen row on every board at every level, and write a table, CSV or JSON.

    Raises ValueError for an unknown algorithm or board, ToolchainMissing and EmulatorMissing for what is not installed.
    """
    fitting = choose(algorithms, sizes.block_bytes)
    chosen = [(algorithm, row) for algorithm, row in fitting.rows if row.name not in TOO_LONG]
    builds = [(name, level) for name in boards for level in optimisations]
    for name in boards:
        load_board(name)  # refuses an unknown one before anything is written
    if output == "table":
        write(banner(f"Akela Benchmark on emulated cores (block bytes {sizes.block_bytes})"))
        for sentence in fitting.left_out:
            write(sentence)
        left_out = [row.name for _, row in fitting.rows if row.name in TOO_LONG]
        if left_out:
            write(f"Left out: {', '.join(left_out)}, which executes thousands of millions of instructions, how many is a matter of luck.")
    counts: dict[str, list[Count]] = {}
    for name, level in builds:
        progress = Progress(len(chosen))
        progress.show(f"building for {name} {level}")
        modules = chosen_modules(algorithms, (algorithm for algorithm, _ in chosen), name)
        board = Board(name, compiler=compiler, optimisation=level, modules=modules, accelerators=())
        for algorithm, row in chosen:
            progress.show(f"{row.name} on {name} {level}")
            counts.setdefault(row.name, []).append(count(board, algorithm, row, sizes))
        progress.clear()
        if output == "table" and len(builds) == 1:
            for line in table(board, [c for each in counts.values() for c in each]):
                write(line)
        board.close()
    everything = [c for each in counts.values() for c in each]
    if output == "json":
        write(json.dumps([asdict(c) for c in everything], indent=2))
    elif output == "csv":
        for line in csv_lines(everything):
            write(line)
    elif len(builds) > 1:
        for line in side_by_side(builds, counts):
            write(line)
    if output == "table":
        write(CLOSING)


def table(board: Board, counts: Sequence[Count]) -> Iterator[str]:
    """A board's rows, with what the figures are."""
    file = board.file
    yield f"{file.title}: {file.core}, emulated by {file.emulator} ({file.emulated_core}); {board.image.compiler} {board.optimisation}"
    if file.difference:
        yield f"The emulated core differs: {file.difference}."
    cost = file.cost
    clock = f"{file.clock_hz / 1e6:.0f} MHz"
    yield f"Estimated: {cost.other} cycles an instruction, {cost.multiply} one that multiplies, at {clock}; {cost.source}."
    for log in logs(file.name, board.optimisation):
        yield f"Published ({log.code}): {log.title}.{f' {log.note}.' if log.note else ''}"
    yield (
        f"{'':<30}{'counted':>14}{'stack':>8}{'work':>8}{'estimated':>14}{'estimated':>16}{'published':>16}{'published':>17}\n"
        f"{'':<30}{'instructions':>14}{'bytes':>8}{'bytes':>8}{'cycles':>14}{'rate or time':>16}{'software':>16}{'hardware':>17}"
    )
    for c in counts:
        figures = [figure(c, code) for code in ("software", "hardware")]
        marks = ["!" if any(title.endswith(f"({code})") for title in c.implausible) else " " for code in ("software", "hardware")]
        shown = (f"{f:>16}{mark}" for f, mark in zip(figures, marks, strict=True))
        counted, estimated = (f"{amount(n)}{per_unit(c.per)}" for n in (c.instructions, c.estimated_cycles))
        yield (
            f"{c.row:<30}{counted:>14}{c.stack_bytes:>8}{c.work_bytes:>8}{estimated:>14}"
            f"{rate(c.per, c.estimated_rate):>16}{''.join(shown)}".rstrip()
        )
    if doubtful := [(c.row, title, why) for c in counts for title, why in c.implausible.items()]:
        row, title, why = doubtful[0]
        more = f", and {len(doubtful) - 1} more rows likewise" if len(doubtful) > 1 else ""
        yield f"! Implausible: {title} contradicts itself. Of {row} {why}{more}."


def side_by_side(builds: Sequence[tuple[str, str]], counts: dict[str, list[Count]]) -> Iterator[str]:
    """Counted instructions of several builds, each with its ratio to the first (below 1: fewer instructions)."""
    yield "Counted instructions a byte (/B) or an operation, and their ratio to the first column"
    yield f"{'':<30}" + "".join(f"{f'{name} {level}':>22}{'ratio' if i else '':>7}" for i, (name, level) in enumerate(builds))
    for label, found in counts.items():
        by_build = {(c.board, c.optimisation): c for c in found}
        first = by_build.get(builds[0])
        line = f"{label:<30}"
        for i, build in enumerate(builds):
            c = by_build.get(build)
            ratio = f"{c.instructions / first.instructions:.2f}" if c and first and i else ""
            line += f"{amount(c.instructions) + per_unit(c.per) if c else '-':>22}{ratio:>7}"
        yield line


def csv_lines(counts: Sequence[Count]) -> Iterator[str]:
    """The counts as comma-separated values, a heading first; published figures are in the JSON form."""
    heading = [name for name in Count.__dataclass_fields__ if name not in ("published", "implausible")]
    for values in (heading, *([getattr(c, name) for name in heading] for c in counts)):
        text = io.StringIO()
        csv.writer(text, lineterminator="").writerow(values)
        yield text.getvalue()


def figure(c: Count, code: str) -> str:
    """What is published of a row, of software or hardware."""
    found = next((f for title, f in c.published.items() if title.endswith(f"({code})")), None)
    return "-" if found is None else rate(c.per, found)


def per_unit(per: str) -> str:
    """What stands behind an amount for each byte."""
    return "/B" if per == "byte" else ""


def amount(value: float) -> str:
    """A counted amount."""
    return f"{value:,.1f}" if value < 1e5 else f"{value:,.0f}"


def rate(per: str, rate: float) -> str:
    """A rate, or the time of an operation."""
    return f"{rate:,.1f} KiB/s" if per == "byte" else f"{rate:,.2f} ms"
