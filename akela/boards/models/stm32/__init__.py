"""Models of the accelerators of ST's chips."""

from __future__ import annotations

from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.hash import HashModel
from akela.boards.models.system import Memory, System
from akela.ports.stm32 import chips
from akela.ports.stm32.registers import Stm32Hash, Stm32Rcc


def make_system(chip_name: str, memory: Memory) -> System:
    """The accelerators of a chip."""
    chip: chips.Chip = getattr(chips, chip_name.upper())
    hash = HashModel(Stm32Hash(name="HASH", base=chip.hash), chip.swap_words)
    rcc = RccModel(Stm32Rcc(name="RCC", base=chip.rcc), {"hash": hash})
    return System((rcc, hash), memory)
