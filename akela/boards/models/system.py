"""A chip's peripherals and memory behind one bus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from akela.boards.models.peripheral import Misuse, Peripheral

PAGE = 0x1000


class Memory(Protocol):
    """Memory as bytes."""

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""


class Ram:
    """Memory of its own, for drivers that run in Python."""

    def __init__(self, start: int, size: int) -> None:
        self.start = start
        self._content = bytearray(size)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory. Raises Misuse for an address outside."""
        self._check(address, count)
        return bytes(self._content[address - self.start :][:count])

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory. Raises Misuse for an address outside."""
        self._check(address, len(content))
        self._content[address - self.start : address - self.start + len(content)] = content

    def _check(self, address: int, count: int) -> None:
        if not self.start <= address <= address + count <= self.start + len(self._content):
            raise Misuse(f"{count} bytes at {address:#010x} are not in the memory at {self.start:#010x}")


class System:
    """Registers where a chip has them, and memory, as one bus for words. `memory` is what DMA reaches."""

    def __init__(self, peripherals: tuple[Peripheral, ...], memory: Memory) -> None:
        self.peripherals = peripherals
        self.memory = memory

    def read(self, address: int) -> int:
        """A load of a word. Raises Misuse."""
        if (peripheral := self.at(address)) is not None:
            return peripheral.read(address)
        return int.from_bytes(self.memory.read(address, 4), "little")

    def write(self, address: int, value: int) -> None:
        """A store of a word. Raises Misuse."""
        if (peripheral := self.at(address)) is not None:
            peripheral.write(address, value)
        else:
            self.memory.write(address, value.to_bytes(4, "little"))

    def at(self, address: int) -> Peripheral | None:
        """The peripheral that has registers around this address."""
        return next((each for each in self.peripherals if each.extent[0] <= address < each.extent[1]), None)

    def pages(self) -> Iterator[int]:
        """The first address of every page in which there are registers."""
        pages = {page for each in self.peripherals for page in range(each.extent[0] // PAGE, (each.extent[1] - 1) // PAGE + 1)}
        return (page * PAGE for page in sorted(pages))

    @property
    def cycles(self) -> int:
        """Cycles that the accelerators have spent."""
        return sum(each.cycles for each in self.peripherals)
