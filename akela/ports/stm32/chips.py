"""What the chips of the family have, as data: drivers ask for capabilities, never for a chip by name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """A chip: where its accelerators are, and what they can do.

    swap_words: how many context swap registers HASH has. hashes: what HASH computes.
    """

    name: str
    swap_words: int
    hashes: tuple[str, ...] = ("sha1", "md5")
    rcc: int = 0x4002_3800
    cryp: int = 0x5006_0000
    hash: int = 0x5006_0400
    rng: int = 0x5006_0800


STM32F217 = Chip("stm32f217", swap_words=51)
STM32F417 = Chip("stm32f417", swap_words=54)
STM32F437 = Chip("stm32f437", swap_words=54, hashes=("sha1", "md5", "sha224", "sha256"))
