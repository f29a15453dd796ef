"""The random number register: ESP32-C3 Technical Reference Manual, chapter "Random Number Generator"."""

from __future__ import annotations

import random

from akela.boards.models.peripheral import Fault, Peripheral
from akela.lang.registers import RegisterBlock


class RngModel(Peripheral):
    """A new word at every read, here always the same sequence; SEED_ERROR: the register stands still."""

    def __init__(self, block: RegisterBlock) -> None:
        self._source = random.Random(0)
        super().__init__(block)

    def on_read_DATA(self, index: int) -> int:
        """The next word."""
        return 0 if self.has(Fault.SEED_ERROR) else self._source.getrandbits(32)
