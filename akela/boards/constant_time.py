"""Runs of a kernel with different secrets, compared on the emulated core.

They have to execute the same instructions at the same addresses in the same order, to address the same data, and to give the same operands
to instructions whose time depends on these.

Operands of variable-time instructions are compared by value: one that is the same for all secrets holds none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from akela.boards.board import Board
from akela.boards.image import Image, Place
from akela.boards.machine import Ran
from akela.boards.trace import ADDRESS, NOTHING, OPERAND, STEP, Event, Recording, Watch
from akela.compiler import emit_c, ir
from akela.compiler.inspection import object_file
from akela.compiler.inspection.source_facts import runtime_lines
from akela.compiler.passes import lower
from akela.compiler.targets import Target, load_target
from akela.exceptions import AkelaError
from akela.kernel_source import registered

WHAT = {STEP: "goes another way", ADDRESS: "addresses other memory", OPERAND: "takes another operand, and its time depends on that"}

IDENTICAL, DECLASSIFIED, EXEMPT, LEAKS = "identical", "declassified", "exempt", "LEAKS"


@dataclass(frozen=True)
class Parting:
    """Where two runs first differ. why: what makes that public, by the kernel's own text; empty where it is a leak."""

    what: str
    address: int
    place: Place
    why: str

    def __str__(self) -> str:
        where = f"{self.place.function} ({self.place.file}:{self.place.line})"
        return f"{self.what} at {self.address:#010x} in {where}{f': {self.why}' if self.why else ''}"


@dataclass(frozen=True)
class Verdict:
    """What was seen of one call of a kernel. events: how many were compared in each run, instructions and addresses alike."""

    kernel: str
    result: str
    instructions: int
    events: int
    detail: str = ""


def compare(board: Board, works: Sequence[Callable[[], Any]]) -> list[Verdict]:
    """Do the same work with different secrets, and compare each call that it makes on the board with the first work's.

    Raises what work raises beside errors of kernels.
    """
    first, *others = (_traced(board, work, lambda call: Watch(trace=True)) for work in works)
    verdicts: list[Verdict] = []
    for number, (function, ran) in enumerate(first):
        recording = _recording(ran)
        verdict = Verdict(function.name, IDENTICAL, ran.instructions, recording.events)
        if why := exempt(function):
            verdicts.append(Verdict(function.name, EXEMPT, ran.instructions, 0, why))
            continue
        for work, other in zip(works[1:], others, strict=True):
            if number >= len(other) or other[number][0] is not function:
                break  # an earlier call ended otherwise, which its own verdict tells
            if not recording.alike(_recording(other[number][1])):
                parting = _parting(board, works[0], work, number, recording.window(_recording(other[number][1])))
                verdict = Verdict(function.name, DECLASSIFIED if parting.why else LEAKS, ran.instructions, recording.events, str(parting))
                break
        verdicts.append(verdict)
    return verdicts


def _traced(board: Board, work: Callable[[], Any], watch: Callable[[int], Watch]) -> list[tuple[ir.Function, Ran]]:
    board.watch = watch
    try:
        board.measured(lambda: _tried(work))
        return list(zip(board.called, board.runs, strict=True))
    finally:
        board.watch = lambda call: NOTHING


def _tried(work: Callable[[], Any]) -> None:
    """Work whose kernels may refuse: what they do until then is compared like all else."""
    from akela.boards.traps import Trap

    try:
        work()
    except Trap:
        raise
    except AkelaError:
        pass


def _recording(ran: Ran) -> Recording:
    assert ran.recording is not None
    return ran.recording


def exempt(function: ir.Function) -> str:
    """Why a kernel may vary in time, by its own word; empty where it may not."""
    kernel = registered(function)
    if kernel.vartime:
        return "variable in time, by its name"
    return f"calls what is variable in time: {kernel.calls_vartime}" if kernel.calls_vartime else ""


def _parting(board: Board, one: Callable[[], Any], other: Callable[[], Any], number: int, window: Watch) -> Parting:
    """Run both again and record the events around the first that differs."""
    recordings = [_recording(_traced(board, work, lambda call: window if call == number else NOTHING)[number][1]) for work in (one, other)]
    before, ours, theirs = recordings[0].parting(recordings[1])
    kind, address = _first(before, ours, theirs)
    place = board.image.place(address)
    return Parting(WHAT[kind], address, place, _public(board, place))


def _first(before: Event | None, ours: Event | None, theirs: Event | None) -> tuple[int, int]:
    """What differs first, and at which instruction: of two ways on it is the one before that chose."""
    if ours is not None and theirs is not None and (ours.kind, ours.pc) == (theirs.kind, theirs.pc):
        return ours.kind, ours.pc
    return STEP, before.pc if before is not None else 0


def _public(board: Board, place: Place) -> str:
    """Why the source says that what is decided on a line may be known; empty where it does not."""
    if not place.exact:
        return ""
    target = load_target(board.file.target)
    if why := runtime_lines().get(object_file.Place(place.file, place.line)):
        return why
    for module in board.image.modules:
        if place.file == f"akela_{module.name.rpartition('.')[2]}.c":
            code = _emitted(board.image, module.name, target)
            return code.branches.get(place.line, "made public by declassify" if place.line in code.public else "")
    return ""


@cache
def _emitted(image: Image, name: str, target: Target) -> emit_c.EmittedFile:
    module = next(module for module in image.modules if module.name == name)
    return next(file for file in emit_c.emit(lower(module, target), target) if file.name.endswith(".c"))
