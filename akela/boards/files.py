"""Board files: what has to be known of a chip, as data with a strict schema (`data/*.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from akela.suggest import suggest


@dataclass(frozen=True)
class Memory:
    """A region of memory.

    access: letters of "rwx". word_only: loads and stores narrower than 32 bits fault there. emulated_start: where the emulator has this
    memory, if it cannot have it at `start`.
    """

    name: str
    start: int
    bytes: int
    access: str
    word_only: bool = False
    emulated_start: int | None = None

    @property
    def begin(self) -> int:
        """Its first address in the emulator."""
        return self.start if self.emulated_start is None else self.emulated_start

    @property
    def end(self) -> int:
        """The first address behind it in the emulator."""
        return self.begin + self.bytes


@dataclass(frozen=True)
class Cost:
    """From counted instructions to estimated cycles: `other` for each instruction, but `multiply` for one that multiplies.

    low and high: how far from the estimate published figures of this chip or family lie, as factors. source: where this is from.
    """

    other: float
    multiply: float
    low: float
    high: float
    source: str


@dataclass(frozen=True)
class Identity:
    """Where a chip says what it is: the word of a `register`, of which the bits of `mask` have a `value`. source: where this is from."""

    register: int
    mask: int
    value: int
    source: str


@dataclass(frozen=True)
class BoardFile:
    """A chip as the emulator and the cost model need it.

    target: the compiler's target (`akela/compiler/targets`). core: as its maker calls it. isa: what the core can execute beyond its base.
    emulator: "unicorn" or "qemu". emulated_core: what that emulator calls the core. difference: how the emulated core differs from the
    chip's; empty where it does not.
    unaligned: whether the core loads and stores words at any address.
    identity: how a debug probe finds out that it is this chip; None for one that is reached by the serial port of its ROM loader.
    """

    name: str
    title: str
    target: str
    core: str
    isa: tuple[str, ...]
    clock_hz: int
    emulator: str
    emulated_core: str
    difference: str
    unaligned: bool
    code: str  # the memory that holds code and constant tables
    data: str  # the memory that holds arguments, results and the stack
    memory: tuple[Memory, ...]
    cost: Cost
    source: str
    ports: tuple[str, ...] = ()  # modules whose kernels serve operations with the chip's accelerators
    models: str = ""  # the package of the accelerators' register models
    identity: Identity | None = None

    def region(self, name: str) -> Memory:
        """The memory of this name."""
        return next(memory for memory in self.memory if memory.name == name)


class BoardFileError(ValueError):
    """A board file that is not in order. The message names file and field."""


def board_names() -> tuple[str, ...]:
    """The names of all boards."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml")))


@cache
def load_board(name: str) -> BoardFile:
    """The board of this name.

    Raises ValueError for a name that no board has, BoardFileError where its file is not in order.
    """
    if name not in board_names():
        raise ValueError(f"no board is called {name!r}; {suggest(name, set(board_names()))}")
    return parse_board(name, (_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def parse_board(name: str, text: str) -> BoardFile:
    """A board file's contents."""
    given = tomllib.loads(text)
    memory = tuple(
        _made(Memory, {"name": region, **facts}, f"{name}: memory.{region}") for region, facts in given.pop("memory", {}).items()
    )
    cost = _made(Cost, given.pop("cost", {}), f"{name}: cost")
    identity = _made(Identity, given.pop("identity"), f"{name}: identity") if "identity" in given else None
    for field in ("isa", "ports"):
        given[field] = tuple(given.get(field, ()))
    board: BoardFile = _made(BoardFile, {"name": name, "memory": memory, "cost": cost, "identity": identity, **given}, name)
    regions = {region.name for region in memory}
    for field in ("code", "data"):
        if getattr(board, field) not in regions:
            raise BoardFileError(
                f"{name}: {field} = {getattr(board, field)!r} is no memory of this board; it has {', '.join(sorted(regions))}"
            )
    if board.emulator not in ("unicorn", "qemu"):
        raise BoardFileError(f"{name}: emulator = {board.emulator!r}, expected 'unicorn' or 'qemu'")
    return board


def _made(kind: type[Any], given: dict[str, Any], where: str) -> Any:
    known = {field.name: field for field in fields(kind)}
    if unknown := sorted(given.keys() - known):
        raise BoardFileError(f"{where}: unknown {', '.join(unknown)}; known are {', '.join(known)}")
    try:
        return kind(**given)
    except TypeError as error:
        raise BoardFileError(f"{where}: {error}") from None


def _folder() -> Any:
    return resources.files("akela.boards") / "data"
