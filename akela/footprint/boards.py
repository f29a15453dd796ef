"""`akela size --board NAME`: what each algorithm takes of a board's flash and RAM, as it is built for that board.

Flash is what a linker keeps of the algorithm's kernels and of all that they call. Stack is measured: the deepest that the emulated core's
was over the algorithm's rows of the benchmark.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from akela.bench.boards import TOO_LONG
from akela.bench.jobs import Sizes, make_job
from akela.bench.layouts import CLOSING, banner
from akela.boards import Board, load_board
from akela.boards.image import in_data_memory
from akela.catalogue import select
from akela.catalogue.entries import Algorithm
from akela.compiler.targets import Target
from akela.compiler.toolchains import compile_c
from akela.footprint.areas import chosen_modules, contexts, counted, interfaces, kernels
from akela.footprint.build import SECTIONS
from akela.footprint.reach import Program
from akela.progress import Progress

MESSAGE = Sizes(256)  # stack does not depend on how long a message is; long ones only take longer to emulate


@dataclass(frozen=True)
class Size:
    """Bytes that an algorithm takes on a board.

    flash: code and constant tables. tables: the latter alone. copied: tables that have to be in RAM as well, where the core reads only
    whole words from flash. context: the largest struct that a caller keeps. work: the largest area that a caller lends to a call. stack:
    the deepest measured, 0 where the benchmark has no row. ram: copied, context, work and stack together. library: functions of the
    compiler's library that it needs besides.
    """

    board: str
    compiler: str
    optimisation: str
    algorithm: str
    title: str
    flash: int
    tables: int
    copied: int
    context: int
    work: int
    stack: int
    ram: int
    library: tuple[str, ...]


def sections(board: Board, target: Target) -> Program:
    """The kernels of a board's image, compiled as they are there but with every function and table in a section of its own."""
    folder = board.image.path.parent
    sources = sorted(path for path in folder.glob("akela_*.c") if path.name != "akela_board.c")
    objects = compile_c(sources, target, board.image.compiler, board.optimisation, include=[folder], flags=SECTIONS)
    return Program(objects, in_data_memory(board.file, (path.read_text(encoding="utf-8") for path in sources)))


class Sizer:
    """Measures algorithms on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.target = board.target
        self._program = sections(board, self.target)
        self._known = interfaces(board.image.modules)

    def has(self, algorithm: Algorithm) -> bool:
        """Whether the board has any of its kernels."""
        return bool(kernels(algorithm, self.target, self._known))

    def size(self, algorithm: Algorithm, names: Sequence[str] | None = None, used: tuple[int, int] | None = None) -> Size:
        """What an algorithm takes; `names` are kernels to count in place of all of its own, `used` stack and work where they are known."""
        found = [self._known[name] for name in names] if names else counted(kernels(algorithm, self.target, self._known))
        footprint = self._program.footprint(f"akela_{kernel.name}" for kernel in found)
        context = max(contexts(found, self.board.image.struct_bytes).values(), default=0)
        stack, work = used or self._used(algorithm)
        image = self.board.image
        return Size(
            self.board.name,
            image.compiler,
            self.board.optimisation,
            algorithm.name,
            algorithm.title,
            footprint.flash,
            footprint.tables,
            footprint.copied,
            context,
            work,
            stack,
            footprint.copied + context + work + stack,
            footprint.foreign,
        )

    def _used(self, algorithm: Algorithm) -> tuple[int, int]:
        """Stack and work area, the largest of the algorithm's rows."""
        stack = work = 0
        for row in (row for row in algorithm.rows if row.name not in TOO_LONG):
            job = make_job(algorithm, row, self.board, MESSAGE)
            called = self.board.measured(partial(job.function, *job.arguments))
            stack, work = max(stack, called.stack_bytes), max(work, called.work_bytes)
        return stack, work


def run(
    algorithms: Sequence[str], boards: Sequence[str], optimisation: str, compiler: str | None, output: str, write: Callable[[str], None]
) -> None:
    """Measure the chosen algorithms on every board, and write a table, CSV or JSON.

    Raises ValueError for an unknown algorithm or board, ToolchainMissing and EmulatorMissing for what is not installed.
    """
    chosen = select(algorithms)
    for name in boards:
        load_board(name)  # refuses an unknown one before anything is written
    found: list[Size] = []
    if output == "table":
        write(banner("What Akela's algorithms take on emulated cores, in bytes"))
    for name in boards:
        progress = Progress(len(chosen) + 1)
        progress.show(f"building for {name} {optimisation}")
        modules = chosen_modules(algorithms, chosen, name)
        board = Board(name, compiler=compiler, optimisation=optimisation, modules=modules)
        try:
            sizer = Sizer(board)
            measured = []
            for algorithm in chosen:
                progress.show(f"{algorithm.title} on {name}")
                if sizer.has(algorithm):
                    measured.append(sizer.size(algorithm))
        finally:
            progress.clear()
            board.close()
        found += measured
        if output == "table":
            for line in table(board, measured):
                write(line)
    if output == "json":
        write(json.dumps([asdict(size) for size in found], indent=2))
    elif output == "csv":
        for line in csv_lines(found):
            write(line)
    else:
        write(CLOSING)


def table(board: Board, sizes: Sequence[Size]) -> Iterator[str]:
    """A board's algorithms, with what the figures are."""
    file = board.file
    yield f"{file.title}: {file.core}; {board.image.compiler} {board.optimisation}"
    if file.difference:
        yield f"The emulated core differs: {file.difference}."
    yield "Flash: what a linker keeps of all kernels of the algorithm and of what they call, constant tables among it."
    yield "Copied: tables that a start-up copies to RAM, as this core reads only whole words from flash; 0 on others."
    yield "RAM: copied, context (the caller's), work (lent by the caller for a call) and stack (the deepest measured) together; no heap."
    yield f"{'':<34}{'flash':>9}{'tables':>9}{'copied':>9}{'context':>9}{'work':>9}{'stack':>9}{'RAM':>9}"
    for size in sizes:
        figures = (size.flash, size.tables, size.copied, size.context, size.work, size.stack, size.ram)
        yield f"{size.title:<34}" + "".join(f"{figure:>9}" for figure in figures)
    if library := sorted({name for size in sizes for name in size.library}):
        yield f"Not counted, from the compiler's library: {', '.join(library)}"


def csv_lines(sizes: Sequence[Size]) -> Iterator[str]:
    """The sizes as comma-separated values, a heading first."""
    heading = [name for name in Size.__dataclass_fields__ if name != "library"]
    for values in (heading, *([getattr(size, name) for name in heading] for size in sizes)):
        text = io.StringIO()
        csv.writer(text, lineterminator="").writerow(values)
        yield text.getvalue()
