"""What is tried: points, each an algorithm with one set of choices for one board."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from akela.catalogue.entries import Algorithm
from akela.compiler.targets import Target
from akela.kernels.table_sizes import OPTIONS

LEVELS = ("Os", "O2", "O3", "Og")


@dataclass(frozen=True)
class Form:
    """Another class for the rows of an algorithm: see choices.toml."""

    name: str
    algorithm: str
    context: str
    kernels: tuple[str, ...]
    module: str = ""
    suffix: str = ""


@dataclass(frozen=True)
class Choice:
    """An unroll factor or a build option, and the values to try."""

    values: tuple[int, ...]
    algorithms: tuple[str, ...]
    unroll: str = ""
    option: str = ""

    @property
    def name(self) -> str:
        """What is chosen."""
        return self.unroll or self.option

    def default(self, target: Target) -> int:
        """What the target or the kernels say now; 0 for a loop that is unrolled to the full."""
        if self.option:
            return target.options.get(self.option, int(OPTIONS[self.option]))
        return target.unroll.get(self.unroll, 0)


@dataclass(frozen=True)
class Point:
    """One build of one algorithm. unroll and options hold what differs from the default; form is the name of one, or empty."""

    board: str
    algorithm: str
    level: str
    compiler: str | None = None
    unroll: dict[str, int] = field(default_factory=dict)
    options: dict[str, int] = field(default_factory=dict)
    form: str = ""

    @property
    def title(self) -> str:
        """The choices, as a reader would say them."""
        unrolled = (f"{name} {f'x{factor}' if factor else 'in full'}" for name, factor in self.unroll.items())
        numbers = (f"{name}={value}" for name, value in self.options.items())
        return ", ".join([f"-{self.level}", *([self.form] if self.form else []), *unrolled, *numbers])


@cache
def _data() -> tuple[tuple[Choice, ...], tuple[Form, ...]]:
    data: dict[str, list[dict[str, Any]]] = tomllib.loads((resources.files("akela.explore") / "choices.toml").read_text(encoding="utf-8"))
    return tuple(Choice(**_hashable(each)) for each in data["choice"]), tuple(Form(**_hashable(each)) for each in data["form"])


def _hashable(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}


def choices(algorithm: str) -> list[Choice]:
    """The choices that matter to an algorithm."""
    return [choice for choice in _data()[0] if algorithm in choice.algorithms]


def forms(algorithm: str) -> list[Form]:
    """The forms of an algorithm, the default first; none where it has one form only."""
    return [form for form in _data()[1] if form.algorithm == algorithm]


def points(
    algorithm: Algorithm, board: str, target: Target, levels: Sequence[str], compiler: str | None, every_combination: bool
) -> Iterator[Point]:
    """Every form at every level, with the defaults and with each other choice alone; or with every combination of choices."""
    names = [form.name for form in forms(algorithm.name)] or [""]
    there = choices(algorithm.name)
    if every_combination:
        sets = [dict(zip(there, values, strict=True)) for values in product(*(_values(choice, target) for choice in there))]
    else:
        sets = [{}, *({choice: value} for choice in there for value in _values(choice, target) if value != choice.default(target))]
    for level, form, chosen in product(levels, names, sets):
        changed = {choice: value for choice, value in chosen.items() if value != choice.default(target)}
        unroll = {choice.unroll: value for choice, value in changed.items() if choice.unroll}
        options = {choice.option: value for choice, value in changed.items() if choice.option}
        yield Point(board, algorithm.name, level, compiler, unroll, options, form)


def _values(choice: Choice, target: Target) -> list[int]:
    """All to try; the default among them."""
    return sorted({*choice.values, choice.default(target)})
