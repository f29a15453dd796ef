"""Figures that others have published of the boards' chips (`published.toml`)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True)
class Log:
    """A published benchmark log.

    code: "software", or "hardware" where the chip's accelerators worked. figures: label -> KiB/s, or milliseconds of an operation.
    """

    board: str
    title: str
    code: str
    figures: dict[str, float]
    note: str = ""


@cache
def logs(board: str) -> tuple[Log, ...]:
    """The logs of a board's chip, software before hardware."""
    text = (resources.files("akela.boards") / "published.toml").read_text(encoding="utf-8")
    found = [Log(**log) for log in tomllib.loads(text)["log"] if log["board"] == board]
    return tuple(sorted(found, key=lambda log: log.code, reverse=True))
