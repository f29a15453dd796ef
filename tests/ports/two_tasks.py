"""Two tasks on one accelerator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from akela.boards.models import System
from akela.lang import HARDWARE_FAILED, OK


class Tasks:
    """A lock, and a bus on which at one access of the first task a second one runs."""

    def __init__(self, system: System, at: int, second: Callable[[], None]) -> None:
        self.system, self.at, self.second = system, at, second
        self.held = 0
        self.seen = 0

    def acquire(self, engine: int) -> Any:
        """Who comes second does not wait."""
        if self.held:
            return HARDWARE_FAILED
        self.held = 1
        return OK

    def release(self, engine: int) -> None:
        self.held = 0

    def read(self, address: int) -> int:
        self._pass()
        return self.system.read(address)

    def write(self, address: int, value: int) -> None:
        self._pass()
        self.system.write(address, value)

    def _pass(self) -> None:
        self.seen += 1
        if self.seen == self.at:
            self.second()
