"""Models of the accelerators of ST's chips."""

from __future__ import annotations

from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.cryp import CrypModel
from akela.boards.models.stm32.hash import HashModel
from akela.boards.models.stm32.rng import RngModel
from akela.boards.models.system import Memory, System
from akela.ports.stm32 import chips
from akela.ports.stm32.registers import Stm32Cryp, Stm32Hash, Stm32Rcc, Stm32Rng


def make_system(chip_name: str, memory: Memory) -> System:
    """The accelerators of a chip."""
    chip: chips.Chip = getattr(chips, chip_name.upper())
    hash = HashModel(Stm32Hash(name="HASH", base=chip.hash), chip.swap_words, "sha256" in chip.hashes)
    cryp = CrypModel(Stm32Cryp(name="CRYP", base=chip.cryp))
    rng = RngModel(Stm32Rng(name="RNG", base=chip.rng))
    rcc = RccModel(Stm32Rcc(name="RCC", base=chip.rcc), {"cryp": cryp, "hash": hash, "rng": rng})
    return System((rcc, cryp, hash, rng), memory)
