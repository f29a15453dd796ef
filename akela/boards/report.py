"""`akela info --board`: who serves each operation on a chip, and why."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Sequence

from akela.boards.accelerators import FAMILIES, bindings, family_of
from akela.boards.board import Board
from akela.boards.files import load_board
from akela.boards.image import board_modules
from akela.catalogue import select
from akela.compiler.targets import load_target
from akela.footprint.areas import chosen_modules
from akela.selftest.run import run_on
from akela.settings.model import Settings


def board_lines(name: str, families: Collection[str], software: Collection[str] = ()) -> Iterator[str]:
    """The board, then a line an operation. `families` are the accelerators that the settings leave on,
    `software` the single operations that they leave to software.

    Raises ValueError for an unknown board.
    """
    file = load_board(name)
    modules = board_modules(load_target(file.target), (), file.ports)
    drivers = bindings(modules, FAMILIES)  # operation's kernel -> the port's
    limits: dict[str, str] = {}
    for port in file.ports:
        limits |= getattr(importlib.import_module(port), "LIMITS", {})
    operations = sorted((f.ref.operation, f.name) for m in modules for f in m.functions if f.ref.operation and not f.provides)
    have = sorted({family_of(operation) for operation, kernel in operations if kernel in drivers})
    yield f"Board                     {file.title}: {file.core}, {', '.join(file.isa)}, {file.clock_hz / 1e6:.0f} MHz"
    yield f"Accelerators driven       {', '.join(have) or 'none'}"
    yield f"Switched on               {', '.join(family for family in have if family in families) or 'none'}"
    yield ""
    width = 2 + max(len(operation) for operation, _ in operations)
    yield f"{'Operation':<{width}}{'served by':<11}kernel or reason"
    for operation, kernel in operations:
        family = family_of(operation)
        if kernel in drivers and operation in software:
            yield f"{operation:<{width}}{'software':<11}by setting: software_operations names it"
        elif kernel in drivers and family in families:
            limit = limits.get(operation) or limits.get(operation.partition(".")[0], "")
            yield f"{operation:<{width}}{'hardware':<11}{drivers[kernel]}{f': {limit}' if limit else ''}"
        elif kernel in drivers:
            yield f"{operation:<{width}}{'software':<11}by setting: accelerate leaves out {family!r}"
        elif operation in limits:
            yield f"{operation:<{width}}{'software':<11}{limits[operation]}"
        else:
            yield f"{operation:<{width}}{'software':<11}unsupported: no accelerator of this chip serves it"


def count_served(name: str, settings: Settings, algorithms: Sequence[str], write: Callable[[str], None]) -> int:
    """Run the known answers of these algorithms on a board, as `akela test`, which ends with how many calls were served by whom.

    Raises ValueError for an unknown board or algorithm, ToolchainMissing and EmulatorMissing for what is not installed.
    """
    modules = chosen_modules(algorithms, select(algorithms), name)
    board = Board(name, modules=modules, accelerators=settings.accelerate, software_operations=settings.software_operations)
    return run_on(board, algorithms, write)
