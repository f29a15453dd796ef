"""Models of the accelerators of Espressif's chips."""

from __future__ import annotations

from akela.boards.models.esp32_family.aes import AesModel
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.dma import DmaModel
from akela.boards.models.esp32_family.mpi import MpiModel
from akela.boards.models.esp32_family.rng import RngModel
from akela.boards.models.esp32_family.sha import ShaModel
from akela.boards.models.system import Memory, System
from akela.ports.esp32_family import chips
from akela.ports.esp32_family.registers import EspAes, EspDma, EspMpi, EspRng, EspSha, EspSystem


def make_system(chip_name: str, memory: Memory) -> System:
    """The accelerators of a chip, with its memory for DMA."""
    chip: chips.Chip = getattr(chips, chip_name.upper())
    sha = ShaModel(EspSha(name="SHA", base=chip.sha))
    dma = DmaModel(EspDma(name="DMA", base=chip.dma), memory, chip.dma_memory & 0xFFF0_0000)
    aes = AesModel(EspAes(name="AES", base=chip.aes), dma)
    rsa = MpiModel(EspMpi(name="RSA", base=chip.mpi))
    clocks = ClocksModel(EspSystem(name="SYSTEM", base=chip.system), {"aes": aes, "sha": sha, "rsa": rsa, "dma": dma})
    return System((clocks, aes, sha, rsa, dma, RngModel(EspRng(name="RNG", base=chip.rng))), memory)
