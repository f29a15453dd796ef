"""Measuring a point, in a process of its own, so that points can be measured side by side and ended.

`python -m akela.explore.measure` reads a point as JSON and writes what it measured.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import exp, log

from akela.bench.boards import TOO_LONG
from akela.bench.jobs import Sizes, make_job
from akela.boards import Board, load_board
from akela.catalogue import select
from akela.catalogue.entries import Algorithm, Made, Row
from akela.compiler.targets import load_target
from akela.explore.points import Form, Point, forms
from akela.footprint.areas import home_modules
from akela.footprint.boards import Sizer
from akela.selftest.run import applies, check, load_cases

MESSAGE = Sizes(1024)
KNOWN_ANSWERS = 2  # with which a point shows that it computes the right thing


@dataclass(frozen=True)
class Measured:
    """What a point costs.

    rows: row -> counted instructions, of a byte or an operation. cycles: row -> the same in estimated cycles. flash, tables, ram, stack:
    bytes, as `akela size` has them. error: why there are no figures; empty where there are.
    """

    point: Point
    rows: dict[str, float] = field(default_factory=dict)
    cycles: dict[str, float] = field(default_factory=dict)
    flash: int = 0
    tables: int = 0
    ram: int = 0
    stack: int = 0
    error: str = ""

    @property
    def speed(self) -> float:
        """Estimated cycles, the geometric mean of the rows."""
        return exp(sum(map(log, self.cycles.values())) / len(self.cycles))


def shown_rows(algorithm: Algorithm) -> list[Row]:
    """The rows that stand for an algorithm: of AES with keys of several sizes those of the first."""
    first = algorithm.rows[0].label.split("-")[1] if algorithm.rows and algorithm.rows[0].label.startswith("AES-") else ""
    return [row for row in algorithm.rows if (not first or f"-{first}-" in f"{row.label}-") and row.name not in TOO_LONG]


def measure(point: Point) -> Measured:
    """Build a point and count it, in this process.

    Raises ToolchainMissing, EmulatorMissing, CompileFailed, and ValueError where the point computes something wrong.
    """
    target = load_target(load_board(point.board).target)
    unroll = {name: factor for name, factor in {**target.unroll, **point.unroll}.items() if factor}
    (algorithm,) = select((point.algorithm,))
    form = next((form for form in forms(point.algorithm) if form.name == point.form), None)
    board = Board(
        point.board,
        compiler=point.compiler,
        optimisation=f"-{point.level}",
        target=replace(target, unroll=unroll, options={**target.options, **point.options}),
        modules=(form.module,) if form and form.module else home_modules((algorithm,), target),
    )
    try:
        return _measured(point, board, algorithm, form)
    finally:
        board.close()


def _measured(point: Point, board: Board, algorithm: Algorithm, form: Form | None) -> Measured:
    cases = [case for case in load_cases(algorithm) if applies(case, board)] if form is None else []
    for case in cases[:KNOWN_ANSWERS]:
        if failure := check(case, board):
            raise ValueError(f"{point.title} fails a known-answer test: {failure}")
    rows, cycles = {}, {}
    stack = work = 0
    for row in shown_rows(algorithm):
        job = make_job(algorithm, in_form(row, form), board, MESSAGE)
        called = board.measured(partial(job.function, *job.arguments))
        divisor = (row.call_bytes or MESSAGE.block_bytes) if row.per == "bytes" else 1
        rows[row.name] = called.instructions / divisor
        cycles[row.name] = board.estimated_cycles(called) / divisor
        stack, work = max(stack, called.stack_bytes), max(work, called.work_bytes)
    size = Sizer(board).size(algorithm, form.kernels if form else None, (stack, work))
    return Measured(point, rows, cycles, size.flash, size.tables, size.ram, stack)


def in_form(row: Row, form: Form | None) -> Row:
    """The row with another class."""
    if form is None or row.context is None:
        return row
    context = replace(row.context, name=form.context)
    arguments = tuple(
        Made(replace(argument.call, name=argument.call.name + form.suffix), context) if isinstance(argument, Made) else argument
        for argument in row.call.arguments
    )
    return replace(row, context=context, call=replace(row.call, name=row.call.name + form.suffix, arguments=arguments))


# --- in a process of its own --------------------------------------------------------------------------------------------------------------


class Processes:
    """Processes that measure points, which can all be ended. One object for a whole exploration."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._ended = False

    def measure(self, point: Point) -> Measured:
        """Measure a point in a new process. What goes wrong there is the result's `error`."""
        command = [sys.executable, "-m", "akela.explore.measure"]
        with self._lock:
            if self._ended:
                return Measured(point, error="interrupted")
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self._running.add(process)
        try:
            said, complaints = process.communicate(json.dumps(asdict(point)))
        finally:
            with self._lock:
                self._running.discard(process)
        if process.returncode:
            last = (complaints.strip().splitlines() or [f"the process ended with {process.returncode}"])[-1]
            return Measured(point, error="interrupted" if self._ended else last)
        return Measured(point, **json.loads(said))

    def end(self) -> None:
        """End all that run, and start no more."""
        with self._lock:
            self._ended = True
            for process in self._running:
                process.kill()


def measure_elsewhere(point: Point) -> Measured:
    """What a worker of a cluster calls."""
    return Processes().measure(point)


def main() -> int:
    point = Point(**json.load(sys.stdin))
    try:
        measured = measure(point)
    except Exception as error:
        print(f"{type(error).__name__}: {error}".replace("\n", " "), file=sys.stderr)
        return 1
    print(json.dumps({name: value for name, value in asdict(measured).items() if name != "point"}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
