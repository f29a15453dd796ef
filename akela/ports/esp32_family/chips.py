"""What the chips of the family have, as data: drivers ask for capabilities, never for a chip by name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """A chip: where its accelerators are, and what they can do.

    aes_key_bytes: the lengths of keys that its AES takes. mpi_words: of the longest numbers that its RSA accelerator takes.
    dma_memory: where drivers have 4128 bytes that DMA reaches.
    rng_cycles: how long the random register takes to gather noise for a word, in cycles of the peripheral bus.
    """

    name: str
    system: int
    aes: int
    sha: int
    mpi: int
    dma: int
    dma_memory: int
    rng: int
    aes_key_bytes: tuple[int, ...]
    mpi_words: int
    rng_cycles: int


ESP32C3 = Chip(
    name="esp32c3",
    system=0x600C_0000,
    aes=0x6003_A000,
    sha=0x6003_B000,
    mpi=0x6003_C000,
    dma=0x6003_F000,
    dma_memory=0x3FCD_A000,
    rng=0x6002_60B0,
    aes_key_bytes=(16, 32),
    mpi_words=96,
    rng_cycles=16,
)
