"""Clocks and resets of the accelerators: ESP32-C3 Technical Reference Manual, chapter "System Registers"."""

from __future__ import annotations

from functools import partial

from akela.boards.models.peripheral import Peripheral
from akela.lang.registers import RegisterBlock

# What must not be in reset for an accelerator to work, itself among them.
DEPENDS = {"aes": ("aes", "ds"), "sha": ("sha", "ds", "hmac"), "rsa": ("rsa", "ds"), "dma": ("dma",)}


class ClocksModel(Peripheral):
    """Lets accelerators be accessed while their clock is on and they are out of reset; a reset forgets what they hold."""

    def __init__(self, block: RegisterBlock, gated: dict[str, Peripheral]) -> None:
        self.gated = gated
        super().__init__(block)
        for name, peripheral in gated.items():
            peripheral.powered = partial(self.why_not, name)

    def why_not(self, name: str) -> str:
        """Why an accelerator cannot be accessed; an empty string where it can."""
        if not self.field("PERIP_CLK_EN1", name):
            return f"its clock is off: {self.name('PERIP_CLK_EN1', name)} is 0"
        asserted = [each for each in DEPENDS[name] if self.field("PERIP_RST_EN1", each)]
        if asserted:
            return f"it is held in reset: {self.name('PERIP_RST_EN1', asserted[0])} is 1"
        down = self.field("RSA_PD_CTRL", "mem_pd") and not self.field("RSA_PD_CTRL", "mem_force_pu")
        if name == "rsa" and (down or self.field("RSA_PD_CTRL", "mem_force_pd")):
            return f"its memory is powered down: {self.name('RSA_PD_CTRL')} is {self.values['RSA_PD_CTRL'][0]}"
        return ""

    def on_write_PERIP_RST_EN1(self, index: int, value: int) -> None:
        """Resets, which last until they are taken back."""
        self.values["PERIP_RST_EN1"][0] = value
        for name, peripheral in self.gated.items():
            if self.field("PERIP_RST_EN1", name):
                peripheral.reset()
