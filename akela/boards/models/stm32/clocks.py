"""Clocks and resets of the peripherals on AHB2: RM0033, chapter "Reset and clock control"."""

from __future__ import annotations

from functools import partial

from akela.boards.models.peripheral import Peripheral
from akela.lang.registers import RegisterBlock


class RccModel(Peripheral):
    """Lets peripherals be accessed while their clock is on and they are out of reset; a reset forgets what they hold."""

    def __init__(self, block: RegisterBlock, gated: dict[str, Peripheral]) -> None:
        self.gated = gated
        super().__init__(block)
        for name, peripheral in gated.items():
            peripheral.powered = partial(self.why_not, name)

    def why_not(self, name: str) -> str:
        """Why a peripheral cannot be accessed; an empty string where it can."""
        if not self.field("AHB2ENR", name):
            return f"its clock is off: {self.name('AHB2ENR', name)} is 0"
        return f"it is held in reset: {self.name('AHB2RSTR', name)} is 1" if self.field("AHB2RSTR", name) else ""

    def on_write_AHB2RSTR(self, index: int, value: int) -> None:
        """Resets, which last until they are taken back."""
        self.values["AHB2RSTR"][0] = value
        for name, peripheral in self.gated.items():
            if self.field("AHB2RSTR", name):
                peripheral.reset()
