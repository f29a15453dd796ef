"""The SHA accelerator: ESP32-C3 Technical Reference Manual, chapter "SHA Accelerator"."""

from __future__ import annotations

from akela.boards.models.digests import INITIAL, sha1_compress, sha256_compress
from akela.boards.models.peripheral import Misuse, Peripheral

# MODE -> hash, words of its value, cycles a block: a step a round and two more, an assumption.
MODES = {0: ("sha1", 5, 82), 1: ("sha224", 8, 66), 2: ("sha256", 8, 66)}
BLOCK_BYTES = 64


class ShaModel(Peripheral):
    """Hashes blocks from M into H: by START from the initial value, by CONTINUE from what H holds."""

    def on_read_BUSY(self, index: int) -> int:
        """1 while a block is being taken in."""
        return int(self.poll())

    def on_read_H(self, index: int) -> int:
        """The hash value, which is not valid before the block is done."""
        self.idle("H")
        return self.values["H"][index]

    def on_write_H(self, index: int, value: int) -> None:
        """A hash value that was saved."""
        self.idle("H")
        self.values["H"][index] = value

    def on_write_M(self, index: int, value: int) -> None:
        """A word of a block."""
        self.idle("M")
        self.values["M"][index] = value

    def on_write_MODE(self, index: int, value: int) -> None:
        """Which hash."""
        self.idle("MODE")
        if value not in MODES:
            raise Misuse(f"{self.name('MODE', 'mode')} is set to {value}; this chip has {', '.join(f'{m}: {MODES[m][0]}' for m in MODES)}")
        self.values["MODE"][0] = value

    def on_write_START(self, index: int, value: int) -> None:
        """The first block of a message."""
        self._start("START", value, restart=True)

    def on_write_CONTINUE(self, index: int, value: int) -> None:
        """The next block, from the value in H."""
        self._start("CONTINUE", value, restart=False)

    def _start(self, register: str, value: int, restart: bool) -> None:
        self.idle(register)
        if value & 1:
            self.take(self.octets("M", BLOCK_BYTES // 4), restart)

    def take(self, block: bytes, restart: bool) -> None:
        """Take a block into the value in H."""
        name, words, cycles = MODES[self.values["MODE"][0]]
        before = self.octets("H", words)
        value = INITIAL[name] if restart else tuple(int.from_bytes(before[4 * i : 4 * i + 4], "big") for i in range(words))
        after = (sha1_compress if name == "sha1" else sha256_compress)(value, block)
        self.put("H", self.result(b"".join(word.to_bytes(4, "big") for word in after)))
        self.begin(cycles)
