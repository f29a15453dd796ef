"""The GDMA controller: ESP32-C3 Technical Reference Manual, chapter "GDMA Controller"."""

from __future__ import annotations

from akela.boards.models.peripheral import Misuse, Peripheral
from akela.boards.models.system import Memory
from akela.lang.registers import RegisterBlock

OWNER, END = 1 << 31, 1 << 30
UNSET = 0x3F


class DmaModel(Peripheral):
    """Moves bytes between memory and an accelerator along lists of descriptors.

    high: what the controller puts before the 20 bits of a descriptor's address. taken: channels that others use.
    """

    def __init__(self, block: RegisterBlock, memory: Memory, high: int) -> None:
        self.memory, self.high = memory, high
        self.taken: set[int] = set()
        super().__init__(block)

    def write(self, address: int, value: int) -> None:
        """As for any block; and whoever touches a channel of others is told."""
        register, index = self._at.get(address - self.block.base, (None, 0))
        if register is not None and register.count > 1 and index in self.taken:
            raise Misuse(f"{self.name(register)}[{index}] is written, with {value:#x}; channel {index} is used by others")
        super().write(address, value)

    def on_write_IN_LINK(self, index: int, value: int) -> None:
        """An address, or start and stop."""
        self._link("IN_LINK", "IN_PERI_SEL", index, value)

    def on_write_OUT_LINK(self, index: int, value: int) -> None:
        """An address, or start and stop."""
        self._link("OUT_LINK", "OUT_PERI_SEL", index, value)

    def _link(self, register: str, select: str, index: int, value: int) -> None:
        self.values[register][index] = value
        if self.field(register, "start", index) and self.field(select, "peripheral", index) == UNSET:
            raise Misuse(f"{self.name(register, 'start')}[{index}] is set before {self.name(select)}[{index}] says for whom")

    def source(self, peripheral: int, count: int) -> bytes:
        """The next `count` bytes for an accelerator. Raises Misuse where no list is started, or it is too short."""
        content = b""
        for at, word, buffer in self._descriptors("OUT_LINK", "OUT_PERI_SEL", peripheral):
            content += self.memory.read(buffer, word >> 12 & 0xFFF)
            self._give_back(at, word)
            if len(content) >= count or word & END:
                break
        if len(content) != count:
            raise Misuse(f"{self.name('OUT_LINK')}: the list of descriptors has {len(content)} bytes, and {count} are wanted")
        return content

    def target(self, peripheral: int, content: bytes) -> None:
        """Bytes from an accelerator. Raises Misuse where no list is started, or it is too short."""
        for at, word, buffer in self._descriptors("IN_LINK", "IN_PERI_SEL", peripheral):
            part, content = content[: word & 0xFFF], content[word & 0xFFF :]
            self.memory.write(buffer, part)
            self._give_back(at, word & ~0xFFF000 | len(part) << 12 | (0 if content else END))
            if not content:
                return
        raise Misuse(f"{self.name('IN_LINK')}: the list of descriptors is too short by {len(content)} bytes")

    def _descriptors(self, link: str, select: str, peripheral: int) -> list[tuple[int, int, int]]:
        channels = [i for i in range(3) if self.field(link, "start", i) and self.field(select, "peripheral", i) == peripheral]
        if len(channels) != 1:
            raise Misuse(f"{self.name(link, 'start')} is set for {len(channels)} channels whose {select} is {peripheral}; one is wanted")
        address = self.high | self.field(link, "address", channels[0])
        found: list[tuple[int, int, int]] = []
        while address and len(found) < 64:
            if address % 4:
                raise Misuse(f"{self.name(link)}: a descriptor is at {address:#010x}, which is no multiple of 4")
            word, buffer, following = (int.from_bytes(self.memory.read(address + 4 * i, 4), "little") for i in range(3))
            if not word & OWNER:
                raise Misuse(f"{self.name(link)}: the descriptor at {address:#010x} does not belong to the DMA, its bit 31 being 0")
            found.append((address, word, buffer))
            address = following
        return found

    def _give_back(self, address: int, word: int) -> None:
        self.memory.write(address, (word & ~OWNER).to_bytes(4, "little"))
