"""The hash processor: RM0033, chapter "Hash processor". Digests come from `hashlib`."""

from __future__ import annotations

import hashlib
from itertools import count
from typing import Any

from akela.boards.models.peripheral import Fault, Misuse, Peripheral
from akela.boards.models.stm32.words import octets
from akela.lang.registers import RegisterBlock

# ALGO -> hash, cycles a block: the manual's.
ALGORITHMS = {0: ("sha1", 66), 1: ("md5", 50), 2: ("sha224", 50), 3: ("sha256", 50)}
BUFFER_WORDS = 16


class HashModel(Peripheral):
    """Takes the words of a message in DIN, with a buffer of 16 before it; DCAL ends the message.

    What the context swap registers hold is not documented. Here it is a name for what has been saved, and only that can be restored.
    swap_words: how many of them there are. sha2: whether the chip has SHA-224 and SHA-256, with eight words of digest at 0x310.
    """

    def __init__(self, block: RegisterBlock, swap_words: int, sha2: bool) -> None:
        self.swap_words = swap_words
        self.sha2 = sha2
        self._names = count(1)
        self._saved: dict[tuple[int, ...], tuple[Any, bytes, int]] = {}
        super().__init__(block)

    def reset(self) -> None:
        """All that is known of a message is forgotten."""
        super().reset()
        self._hash: Any = None  # the message but for the word in DIN
        self._word = b""  # in DIN
        self._words = 0  # of the message so far
        self._done = False

    # --- the message ---

    def on_write_CR(self, index: int, value: int) -> None:
        """The configuration; INIT begins a message."""
        self.idle("CR")
        cr = type(self.block).__dict__["CR"]
        if cr.fields["mode"].get(value):
            raise Misuse(f"{self.name('CR', 'mode')} is set; this model hashes, and has no HMAC mode")
        if cr.fields["algo_1"].get(value) and not self.sha2:
            raise Misuse(f"{self.name('CR', 'algo_1')} is set; this chip has SHA-1 and MD5 alone")
        init = cr.fields["init"].mask
        self.values["CR"][0] = value & ~init
        if value & init:
            self._hash, self._word, self._words, self._done = hashlib.new(self.algorithm[0]), b"", 0, False

    @property
    def algorithm(self) -> tuple[str, int]:
        """The hash, and its cycles a block."""
        return ALGORITHMS[self.field("CR", "algo") + 2 * self.field("CR", "algo_1")]

    def on_write_DIN(self, index: int, value: int) -> None:
        """A word of the message. The first behind a full buffer begins the work on a block; while that lasts the bus is held."""
        if self._hash is None or self._done:
            raise Misuse(f"{self.name('DIN')} is written before {self.name('CR', 'init')} has begun a message")
        self._hold("DIN")
        self._hash.update(self._word)
        self._word = octets(value, self.field("CR", "datatype"))
        self._words += 1
        if self._words > 1 and self._words % BUFFER_WORDS == 1:
            self.begin(self.algorithm[1])

    def on_write_STR(self, index: int, value: int) -> None:
        """How much of the last word counts; DCAL ends the message."""
        fields = type(self.block).__dict__["STR"].fields
        bits = fields["nblw"].get(value)
        self.values["STR"][0] = bits
        if not value & fields["dcal"].mask:
            return
        if self._hash is None or self._done:
            raise Misuse(f"{self.name('STR', 'dcal')} is set before {self.name('CR', 'init')} has begun a message")
        self._hold("STR")
        if bits % 8 or (bits and not self._words):
            raise Misuse(f"{self.name('STR', 'nblw')} is {bits} after {self._words} words; this model has whole bytes")
        self._hash.update(self._word[: bits // 8 or 4])
        self._done = True
        digest = self.result(self._hash.digest())
        words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, len(digest), 4)]
        self.values["HR"][: len(words)] = words[:5]
        self.values["DIGEST"][: len(words)] = words
        self.begin(self.algorithm[1])

    def _hold(self, register: str) -> None:
        if self.busy and self.fault is Fault.STUCK_BUSY:
            raise Misuse(f"{self.name(register)} is written while HASH stays busy: the bus is held for ever")
        self._waiting = 0

    # --- results ---

    def on_read_SR(self, index: int) -> int:
        """BUSY; DINIS where a whole block fits into the buffer; DCIS where the digest is there."""
        sr = type(self.block).__dict__["SR"]
        if self.poll():
            return int(sr.value(busy=1))
        free = self._words == 0 or (self._words > 1 and self._words % BUFFER_WORDS == 1)
        return int(sr.value(dinis=int(free), dcis=int(self._done)))

    def on_read_STR(self, index: int) -> int:
        """NBLW; DCAL gives 0."""
        return self.values["STR"][0]

    def on_read_HR(self, index: int) -> int:
        """A word of the digest, which is there when DCIS says so."""
        return self._digest("HR", index)

    def on_read_DIGEST(self, index: int) -> int:
        """The same of all eight."""
        if not self.sha2:
            raise Misuse(f"{self.name('DIGEST')} is read; this chip has {self.name('HR')} alone")
        return self._digest("DIGEST", index)

    def _digest(self, register: str, index: int) -> int:
        self.idle(register)
        if not self._done:
            raise Misuse(f"{self.name(register)} is read before {self.name('STR', 'dcal')} has ended the message")
        return self.values[register][index]

    # --- context swapping ---

    def on_read_CSR(self, index: int) -> int:
        """The first one read of a context saves it; that has to be at the end of a block."""
        self._swap(index)
        if index == 0:
            if self._hash is None or self._done or self._words < 2 or self._words % BUFFER_WORDS != 1:
                raise Misuse(f"{self.name('CSR')} is saved after {self._words} words of a message, not when a block has been worked on")
            name = hashlib.shake_128(b"%d" % next(self._names)).digest(4 * self.swap_words)
            self.put("CSR", name)
            self._saved[self._context] = (self._hash.copy(), self._word, self._words)
        return self.values["CSR"][index]

    def on_write_CSR(self, index: int, value: int) -> None:
        """The last one written restores a context: behind INIT, with the configuration that it was saved under."""
        self._swap(index)
        if self._hash is None or self._words or self._done:
            raise Misuse(f"{self.name('CSR')} is restored before {self.name('CR', 'init')} has been set")
        self.values["CSR"][index] = value
        if index == self.swap_words - 1:
            if self._context not in self._saved:
                raise Misuse(f"{self.name('CSR')} is given what was never saved")
            message, self._word, self._words = self._saved[self._context]
            if message.name != self._hash.name:
                raise Misuse(f"{self.name('CR', 'algo')} says {self._hash.name} where a context of {message.name} is restored")
            self._hash = message.copy()

    @property
    def _context(self) -> tuple[int, ...]:
        return tuple(self.values["CSR"][: self.swap_words])

    def _swap(self, index: int) -> None:
        self.idle("CSR")
        if index >= self.swap_words:
            raise Misuse(f"{self.name('CSR')}[{index}] does not exist on this chip, which has {self.swap_words}")
