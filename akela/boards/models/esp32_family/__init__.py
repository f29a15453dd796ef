"""Models of the accelerators of Espressif's chips."""

from __future__ import annotations

from akela.boards.models.esp32_family.aes import AesModel
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.mpi import MpiModel
from akela.boards.models.esp32_family.rng import RngModel
from akela.boards.models.esp32_family.sha import ShaModel
from akela.boards.models.system import Memory, System
from akela.ports.esp32_family import chips
from akela.ports.esp32_family.registers import EspAes, EspMpi, EspRng, EspSha, EspSystem


def make_system(chip_name: str, memory: Memory) -> System:
    """The accelerators of a chip, with its memory for DMA."""
    chip: chips.Chip = getattr(chips, chip_name.upper())
    sha = ShaModel(EspSha(name="SHA", base=chip.sha))
    aes = AesModel(EspAes(name="AES", base=chip.aes))
    rsa = MpiModel(EspMpi(name="RSA", base=chip.mpi))
    clocks = ClocksModel(EspSystem(name="SYSTEM", base=chip.system), {"aes": aes, "sha": sha, "rsa": rsa})
    return System((clocks, aes, sha, rsa, RngModel(EspRng(name="RNG", base=chip.rng))), memory)
