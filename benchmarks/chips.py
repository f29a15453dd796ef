"""Akela's portable kernels against other portable C on the boards' cores: executed instructions, and their ratios (below 1: fewer).

    python benchmarks/chips.py [--cores cortex_m3,rv32imc,lx106] [--rows SHA-256 "ED 25519 sign"] [--opt Os,O2] [--compiler gcc]

The others' figures and where they are from: chips.toml. Akela's are counted here, on the emulated core, for each level of --opt, and the
lowest counts, as it does for theirs. Like is compared with like: Akela has no code that reads tables at secret places, so that its figures
stand against constant-time ones; rows of others with such tables are shown without a verdict. On Cortex-M3, where others multiply with
UMULL, whose time depends on the operands there, Akela is counted in both ways: with the products of halves that it has by default, and with
UMULL ("ct_mul off"), which is what the bar is for.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from akela.bench.boards import count
from akela.bench.jobs import Sizes
from akela.boards import Board
from akela.catalogue import rows
from akela.compiler.targets import load_target
from akela.footprint.areas import home_modules
from akela.progress import Progress

FIGURES = Path(__file__).with_name("chips.toml")
BOARDS = {"cortex_m3": "stm32f217", "rv32imc": "esp32c3", "lx106": "esp8266"}  # whose core is which
SIZES = Sizes(1024, 0)


@dataclass(frozen=True)
class Figure:
    """A row of chips.toml."""

    title: str
    row: str
    per: str
    code: str = ""
    update: str = ""
    cortex_m3: float | None = None
    cortex_m3_split: float | None = None
    rv32imc: float | None = None
    lx106: float | None = None
    bar: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """With the kind of code."""
        return f"{self.title} ({self.code})" if self.code else self.title


@dataclass(frozen=True)
class Compared:
    """One figure on one core, beside ours."""

    figure: Figure
    core: str
    title: str
    others: float
    ours: float
    build: str
    bar: float | None

    @property
    def ratio(self) -> float:
        """Ours over theirs."""
        return self.ours / self.others

    @property
    def verdict(self) -> str:
        """How it stands to its bar."""
        if self.bar is None:
            return ""
        return f"meets {self.bar:.2f}" if self.ratio <= self.bar else f"misses {self.bar:.2f} by {100 * (self.ratio / self.bar - 1):.0f} %"


def figures() -> list[Figure]:
    """All of them."""
    return [Figure(**row) for row in tomllib.loads(FIGURES.read_text(encoding="utf-8"))["figure"]]


def counts(core: str, chosen: Sequence[Figure], builds: Sequence[str], long_multiply: bool) -> dict[str, tuple[float, str]]:
    """Row -> the fewest instructions of a byte or an operation, and the build. Compilers that the core lacks are left out."""
    target = load_target(core)
    if long_multiply:
        target = replace(target, wide_mul="native")
    wanted = {figure.row for figure in chosen}
    updated = {figure.row: partial(update, figure.update) for figure in chosen if figure.update}
    found = [(algorithm, row) for algorithm, row in rows() if row.name in wanted]
    modules = home_modules((algorithm for algorithm, _ in found), target)
    best: dict[str, tuple[float, str]] = {}
    for build in builds:
        compiler, level = build.split("-")
        if compiler not in target.toolchains:
            continue
        progress = Progress(len(found))
        board = Board(BOARDS[core], compiler=compiler, optimisation=f"-{level}", target=target, modules=modules)
        for algorithm, row in found:
            progress.show(f"{row.name} on {core}, {build}")
            instructions = updated[row.name](board) if row.name in updated else count(board, algorithm, row, SIZES).instructions
            best[row.name] = min(best.get(row.name, (instructions, build)), (instructions, build))
        progress.clear()
        board.close()
    return best


def update(name: str, board: Board) -> float:
    """Instructions of a byte where a hash takes a message and pads nothing, as the others' were counted."""
    message = bytes(SIZES.block_bytes)
    return board.call(f"{name}.update", getattr(board, name)(), message).instructions / len(message)


def compare(core: str, chosen: Sequence[Figure], builds: Sequence[str]) -> Iterator[Compared]:
    """Every chosen figure on one core."""
    ours = counts(core, chosen, builds, False)
    long = [figure for figure in chosen if figure.code == "long multiply"] if core == "cortex_m3" else []
    with_umull = counts(core, long, builds, True) if long else {}
    for figure in chosen:
        others: float | None = getattr(figure, core)
        if others is None:
            continue
        bar = None if figure.code == "tables" else figure.bar.get(core)
        if figure not in long:
            yield Compared(figure, core, figure.name, others, *ours[figure.row], bar)
            continue
        yield Compared(figure, core, f"{figure.title}, ct_mul off", others, *with_umull[figure.row], bar)
        if figure.cortex_m3_split:
            yield Compared(figure, core, f"{figure.title}, split products", figure.cortex_m3_split, *ours[figure.row], None)
        else:
            yield Compared(figure, core, f"{figure.title}, split against long products", others, *ours[figure.row], None)


def lines(compared: Sequence[Compared]) -> Iterator[str]:
    """A table."""
    yield f"{'':<52}{'others':>14}{'Akela':>14}  {'':<10}{'ratio':>6}  bar"
    for each in compared:
        digits = ",.1f" if each.figure.per == "byte" else ",.0f"
        figures = f"{each.others:>14{digits}}{each.ours:>14{digits}}"
        yield f"{each.title:<52}{figures}  {each.build:<10}{each.ratio:>6.2f}  {each.verdict}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cores", default=",".join(BOARDS), help="of cortex_m3, rv32imc, lx106")
    parser.add_argument("--rows", nargs="+", default=[], help="rows as `akela bench` names them, or titles of chips.toml")
    parser.add_argument("--builds", default="gcc-Os,gcc-O2,gcc-O3,clang-O2", help="compilers and levels of which the best counts")
    given = parser.parse_args()
    known = figures()
    chosen = [figure for figure in known if not given.rows or {figure.row, figure.title} & set(given.rows)]
    if unknown := set(given.rows) - {name for figure in known for name in (figure.row, figure.title)}:
        parser.error(f"chips.toml has no row {', '.join(sorted(unknown))}")
    if unknown := set(given.cores.split(",")) - BOARDS.keys():
        parser.error(f"no core {', '.join(sorted(unknown))}; there are {', '.join(BOARDS)}")
    everything: list[Compared] = []
    for core in given.cores.split(","):
        compared = list(compare(core, chosen, given.builds.split(",")))
        everything += compared
        print(f"\n{core}: instructions executed on {BOARDS[core]}, emulated; the best of {given.builds}")
        for line in lines(compared):
            print(line, flush=True)
    missed = [each for each in everything if each.verdict.startswith("misses")]
    judged = sum(each.bar is not None for each in everything)
    print(f"\n{judged - len(missed)} of {judged} bars are met.")
    for each in missed:
        print(f"  {each.core}: {each.figure.title} {each.verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
