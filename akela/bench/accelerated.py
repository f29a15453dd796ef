"""`akela bench --board NAME --compare software,hardware`: every row without the chip's accelerators and with them, side by side.

Instructions are counted on the emulated core. Cycles of accelerators are what their models say; times are made of both and are estimates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from akela.bench.boards import TOO_LONG, Count, amount, count, figure, per_unit, rate
from akela.bench.chosen import choose
from akela.bench.jobs import Sizes
from akela.bench.layouts import CLOSING, banner
from akela.boards import Board
from akela.boards.published import logs
from akela.progress import Progress
from akela.settings.model import Settings


@dataclass(frozen=True)
class Pair:
    """A row without accelerators, and with them. speed_up: of the estimated times."""

    software: Count
    hardware: Count

    @property
    def speed_up(self) -> float:
        """How many times faster it is with them, by the estimates."""
        return self.software.estimated_cycles / self.hardware.estimated_cycles


def run(
    algorithms: Sequence[str],
    name: str,
    optimisation: str,
    compiler: str | None,
    sizes: Sizes,
    settings: Settings,
    output: str,
    write: Callable[[str], None],
) -> None:
    """Count every chosen row of a board twice, the second time with what the settings accelerate, and write a table or JSON.

    Raises ValueError for an unknown algorithm or board, and for a board without accelerators; ToolchainMissing and EmulatorMissing for what
    is not installed.
    """
    fitting = choose(algorithms, sizes.block_bytes)
    chosen = [(algorithm, row) for algorithm, row in fitting.rows if row.name not in TOO_LONG]
    progress = Progress(len(chosen))
    progress.show(f"building for {name} {optimisation}")
    software = Board(name, compiler=compiler, optimisation=optimisation, accelerators=())
    if not software.file.ports:
        raise ValueError(f"{software.file.title} has no accelerators that Akela drives; leave --compare out")
    on, not_on = settings.accelerate, settings.software_operations
    hardware = Board(name, compiler=compiler, optimisation=optimisation, accelerators=on, software_operations=not_on)
    pairs = []
    for algorithm, row in chosen:
        progress.show(f"{row.name} on {name}")
        pairs.append(Pair(count(software, algorithm, row, sizes), count(hardware, algorithm, row, sizes)))
    progress.clear()
    if output == "json":
        write(json.dumps([{**asdict(pair), "speed_up": pair.speed_up} for pair in pairs], indent=2))
        return
    for line in table(hardware, pairs, sizes):
        write(line)
    for sentence in fitting.left_out:
        write(sentence)


def table(board: Board, pairs: Sequence[Pair], sizes: Sizes) -> Iterator[str]:
    """Both halves, with what the figures are."""
    file, cost = board.file, board.file.cost
    yield banner(f"Akela Benchmark on an emulated core, without and with accelerators (block bytes {sizes.block_bytes})")
    yield f"{file.title}: {file.core}, emulated by {file.emulator} ({file.emulated_core}); {board.image.compiler} {board.optimisation}"
    yield (
        f"Estimated: {cost.other} cycles an instruction, {cost.multiply} one that multiplies, and the accelerator's cycles by its model, "
        f"one after the other at {file.clock_hz / 1e6:.0f} MHz; {cost.source}."
    )
    for log in logs(file.name, board.optimisation):
        yield f"Published ({log.code}): {log.title}.{f' {log.note}.' if log.note else ''}"
    yield f"{'':<30}{'software':->46}  {'hardware':->60}"
    yield (
        f"{'':<30}{'counted':>14}{'estimated':>16}{'published':>16}  {'counted':>13}{'modelled':>15}{'estimated':>16}{'published':>16}"
        f"{'estimated':>11}"
    )
    yield (
        f"{'':<30}{'instructions':>14}{'rate or time':>16}{'rate or time':>16}  {'instructions':>13}{'engine cycles':>15}"
        f"{'rate or time':>16}{'rate or time':>16}{'speed-up':>11}"
    )
    for pair in pairs:
        s, h = pair.software, pair.hardware
        yield (
            f"{s.row:<30}{amount(s.instructions) + per_unit(s.per):>14}{rate(s.per, s.estimated_rate):>16}{figure(s, 'software'):>16}"
            f"  {amount(h.instructions) + per_unit(h.per):>13}{amount(h.accelerator_cycles) + per_unit(h.per):>15}"
            f"{rate(h.per, h.estimated_rate):>16}{figure(h, 'hardware'):>16}{f'{pair.speed_up:,.2f}':>11}"
        )
    yield CLOSING
