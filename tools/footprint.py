"""Write docs/footprint.md: what each algorithm costs in flash, stack and memory of its caller, on each target that GCC is installed for.

`python -m tools.footprint` writes the page; `--target NAME` prints one target's table and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from akela.boards.image import board_modules
from akela.catalogue import ALGORITHMS
from akela.catalogue.entries import Algorithm
from akela.compiler.interface import Interface
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import ToolchainMissing, find_compiler
from akela.footprint.areas import WorkArea, contexts, counted, interfaces, kernels, work_areas
from akela.footprint.build import FLAGS, build
from akela.footprint.reach import Footprint, Program

PAGE = Path(__file__).resolve().parent.parent / "docs" / "footprint.md"
PAUSE = "akela_pause"  # the program's own
TARGETS = ("cortex_m3", "cortex_m33", "rv32imc", "lx106", "x86_64")

INTRODUCTION = f"""# What algorithms cost

Bytes of flash, stack and memory for each algorithm. `python -m tools.footprint` makes this page from the objects that GCC compiles with
`{" ".join(FLAGS)}`; it is not edited.

- **Flash** is code and tables of all exported kernels of the algorithm and of everything that they call: what a linker keeps
  (`--gc-sections`) where the program calls all of them. Two algorithms that share code (SHA-256 and HMAC-SHA-256) take less than the sum.
  On x86-64 the ports, which use instructions of newer processors, are not counted.
  An algorithm that is made with every hash, such as HKDF, is counted with SHA-256 alone; its stack is that of the hash that takes most.
- **Stack** is that of the deepest chain of calls, as GCC's `-fstack-usage` gives each function's part, without interrupts and without
  `memcpy` and `memset`, which the C library or `akela_rt.c` supplies. Chips' code is counted as it is exported, with its pauses; the stack
  of the program's own `{PAUSE}` comes on top.
- **Context** is the struct that the caller keeps for a key or a message under way. **Work** is the area that the caller lends for one call;
  nothing is allocated.
"""


@dataclass(frozen=True)
class Measured:
    """One target's figures."""

    target: Target
    compiler: str
    footprints: dict[str, Footprint]  # by the algorithm's name
    contexts: dict[str, dict[str, int]]
    work: dict[str, list[WorkArea]]


def measure(name: str, algorithms: Iterable[Algorithm] = ALGORITHMS, modules: tuple[str, ...] = ()) -> Measured:
    """Build the kernels for a target, all modules or these, and read the figures. Raises ToolchainMissing without GCC for it."""
    target = load_target(name)
    target = replace(target, pauses=target.word_bits == 32)  # as exported for chips
    compiler = find_compiler(target, "gcc")
    with tempfile.TemporaryDirectory() as folder:
        compiled = board_modules(target, modules)
        program = Program(build(compiler, Path(folder), compiled))
    known = interfaces(compiled)
    found = [(a, its) for a in algorithms if (its := kernels(a, target, known))]
    struct_bytes = {name.removeprefix("sizeof_"): size for name, size in program.sizes.items()}
    return Measured(
        target,
        compiler.version,
        {a.name: _footprint(program, its) for a, its in found},
        {a.name: contexts(its, struct_bytes) for a, its in found},
        {a.name: work_areas(a, its) for a, its in found},
    )


def _footprint(program: Program, its: list[Interface]) -> Footprint:
    """Flash of the kernels that are counted, and the stack of whichever of all takes most."""
    flash, everything = (program.footprint(f"akela_{kernel.name}" for kernel in chosen) for chosen in (counted(its), its))
    return replace(flash, stack=everything.stack)


def costs_table(measured: list[Measured]) -> list[str]:
    """Flash and stack: an algorithm a line, a target a column."""
    lines = [f"| algorithm | {' | '.join(m.target.name for m in measured)} |", "|---|" + "---|" * len(measured)]
    for algorithm in ALGORITHMS:
        cells = [_cost(m.footprints.get(algorithm.name)) for m in measured]
        if any(cells):
            lines.append(f"| {algorithm.title} | {' | '.join(cells)} |")
    return lines


def memory_table(measured: Measured) -> list[str]:
    """Contexts and work areas of one target."""
    lines = ["| algorithm | context | work |", "|---|---|---|"]
    for algorithm in ALGORITHMS:
        sizes = ", ".join(f"{name} {size}" for name, size in measured.contexts.get(algorithm.name, {}).items())
        areas = "; ".join(map(_work, measured.work.get(algorithm.name, [])))
        if sizes or areas:
            lines.append(f"| {algorithm.title} | {sizes or 'none'} | {areas or 'none'} |")
    return lines


def page(measured: list[Measured]) -> str:
    compilers = "\n".join(f"- `{m.target.name}`: {m.target.description}; {m.compiler}" for m in measured)
    needed = sorted({(m.target.name, name) for m in measured for f in m.footprints.values() for name in f.foreign if name != PAUSE})
    foreign = "\n".join(f"- `{name}` on `{target}`" for target, name in needed)
    small = next(m for m in measured if m.target.word_bits == 32)
    parts = [
        INTRODUCTION,
        f"## Compilers\n\n{compilers}\n",
        "## Flash / stack, bytes\n\n" + "\n".join(costs_table(measured)) + "\n",
        f"## Context and work, bytes, on `{small.target.name}`\n\n" + "\n".join(memory_table(small)) + "\n",
        *([f"## Functions of the compiler's library, not counted above\n\n{foreign}\n"] if foreign else []),
    ]
    return "\n".join(parts)


def _cost(footprint: Footprint | None) -> str:
    return f"{footprint.flash} / {footprint.stack}" if footprint else ""


def _work(area: WorkArea) -> str:
    words = "bytes" if area.element_bytes == 1 else f"words of {area.element_bytes}"
    return f"`{area.kernel}`: {area.length} {words}{f' ({area.example})' if area.example else ''}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--target", choices=TARGETS, help="print the table of one target; write nothing")
    chosen = parser.parse_args().target
    measured = []
    for name in [chosen] if chosen else TARGETS:
        try:
            measured.append(measure(name))
        except ToolchainMissing as missing:
            print(f"{name} is left out: {missing}", file=sys.stderr)
    if not measured:
        return 1
    if chosen:
        print("\n".join([*costs_table(measured), "", *memory_table(measured[0])]))
    else:
        PAGE.write_text(page(measured), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
