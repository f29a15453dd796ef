"""Figures that others have published of the boards' chips (`published.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Log:
    """A published benchmark log.

    code: "software", or "hardware" where the chip's accelerators worked. figures: label -> KiB/s, or milliseconds of an operation.
    cycles: label -> cycles of a byte, where the log states them. level: the optimisation level that it names.
    """

    board: str
    title: str
    code: str
    figures: dict[str, float]
    note: str = ""
    level: str = ""
    cycles: dict[str, float] = field(default_factory=dict)

    def implausible(self, label: str, clock_hz: int) -> bool:
        """Whether the cycles that the log states for a byte are not those that its rate takes at the board's clock."""
        return label in self.cycles and not 0.8 < self.cycles[label] / self.cycles_from_rate(label, clock_hz) < 1.25

    def cycles_from_rate(self, label: str, clock_hz: int) -> float:
        """Cycles of a byte by the log's rate and the clock."""
        return clock_hz / (self.figures[label] * 1024)


@cache
def logs(board: str, level: str = "") -> tuple[Log, ...]:
    """The logs of a board's chip, software before hardware. Of those that name a level: that of `level`, or else the first."""
    text = (resources.files("akela.boards") / "published.toml").read_text(encoding="utf-8")
    found = [Log(**log) for log in tomllib.loads(text)["log"] if log["board"] == board]
    levels = [log.level for log in found if log.level]
    wanted = level if level in levels else next(iter(levels), "")
    return tuple(sorted((log for log in found if log.level in ("", wanted)), key=lambda log: log.code, reverse=True))
