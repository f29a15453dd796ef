"""`akela show --board`: a kernel's text beside the board's machine code, with how often each instruction was executed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from akela.bench.jobs import Sizes, make_job
from akela.boards.board import Board
from akela.boards.image import Segment
from akela.boards.trace import NOTHING, Watch
from akela.catalogue import rows
from akela.catalogue.entries import Algorithm, Row
from akela.compiler.inspection.disassemble import decode_linked
from akela.kernel_source import find_kernel
from akela.lang.functions import KernelFunction
from akela.show import Shown, ShownFunction, c_lines, show

MACHINES = {"thumb": "ARM", "riscv32": "RISC-V", "xtensa": "Tensilica Xtensa"}
BLOCK_BYTES = 1024


def show_on_board(name: str, board: Board) -> Shown:
    """A kernel or operation as it is on a board. It is counted in the first row of the catalogue that executes it.

    Raises LookupError for a name that the board's target does not have, InspectionError where nothing disassembles its code.
    """
    shown = show(name, board.target, board.image.compiler, board.optimisation)
    kernel = find_kernel(name, board.target)
    row, hits = _counted(board, kernel, [function.name for function in shown.functions])
    functions = tuple(_function(board, each, hits) for each in shown.functions)
    executed = sum(count for each in functions for count in _counts(board, each.name, hits))
    where = f"{executed:,} in these functions in one call of the row {row.name}" if row else "no row of the catalogue executes it"
    kept = [line for line in shown.heading if not line.startswith("Instructions")]
    file = board.file
    heading = (*kept, f"Board         {file.title}, {file.core}, emulated by {file.emulator}", f"Executed      {where}")
    return Shown(heading, functions, "")


def _counted(board: Board, kernel: KernelFunction, names: Sequence[str]) -> tuple[Row | None, dict[int, int]]:
    """A row that executes the kernel, and how often it executes each instruction."""
    for algorithm, row in sorted(rows(), key=lambda pair: (not _concerns(pair[0], kernel), pair[0].module != kernel.module)):
        if not _concerns(algorithm, kernel):
            break
        try:
            job = make_job(algorithm, row, board, Sizes(BLOCK_BYTES))
        except LookupError:
            continue  # a row for another word size
        board.watch = lambda call: Watch(hits=True)
        board.measured(partial(job.function, *job.arguments))
        board.watch = lambda call: NOTHING
        hits: dict[int, int] = {}
        for run in board.runs:
            for address, count in run.hits.items():
                hits[address] = hits.get(address, 0) + count
        if any(_counts(board, name, hits) for name in names[:1]):
            return row, hits
    return None, {}


def _concerns(algorithm: Algorithm, kernel: KernelFunction) -> bool:
    operation = kernel.operation or kernel.provides
    return algorithm.module == kernel.module or (operation is not None and operation in algorithm.operations)


def _counts(board: Board, name: str, hits: dict[int, int]) -> list[int]:
    return [hits[at] for part in _code(board, name) for at in range(part.address, part.address + len(part.content)) if at in hits]


def _code(board: Board, name: str) -> list[Segment]:
    return board.image.functions(f"akela_{name}") or board.image.functions(name)


def _function(board: Board, function: ShownFunction, hits: dict[int, int]) -> ShownFunction:
    parts = _code(board, function.name)
    machine = tuple(line for part in parts for line in _machine_lines(board, part, hits))
    files = sorted({board.image.place(part.address).file for part in parts} - {"akela_rt.h"})
    c = tuple(line for file in files for line in _source(board, file, function.name)) or function.c
    return replace(function, c=c, machine=machine, instructions=len(machine) if machine else None)


def _source(board: Board, file: str, name: str) -> Iterator[str]:
    path = board.image.path.parent / file
    if path.is_file():
        text = path.read_text(encoding="utf-8").splitlines()
        yield from list(c_lines(text, f"akela_{name}")) or c_lines(text, name)


def _machine_lines(board: Board, part: Segment, hits: dict[int, int]) -> Iterator[str]:
    """Count, line of C where it is another than above, distance from the function's begin, and the instruction."""
    image, target = board.image, board.target
    objdump = target.toolchains[image.compiler].objdump
    home, before = image.place(part.address).file, ("", 0)
    for at, text in decode_linked(MACHINES[target.instruction_set], image.path, part.address, part.content, objdump):
        place = image.place(at)
        stem = "" if place.file == home else place.file.removeprefix("akela_").rpartition(".")[0] + ":"
        line = f"{stem}{place.line}" if (place.file, place.line) != before else ""
        before = (place.file, place.line)
        yield f"{hits.get(at, 0) or '-':>9} {line:>7} {at - part.address:>5x}  {text}"
