"""The random number generator: RM0033, chapter "Random number generator"."""

from __future__ import annotations

import random

from akela.boards.models.peripheral import Fault, Misuse, Peripheral
from akela.lang.registers import RegisterBlock

CYCLES = 40  # of its own clock, for a word


class RngModel(Peripheral):
    """A word after each wait, here always the same sequence.

    SEED_ERROR and CLOCK_ERROR: that error shows as soon as `sound` more words have been begun, and again after every start.
    WRONG_RESULT: the same word for ever.
    """

    def __init__(self, block: RegisterBlock) -> None:
        self._source = random.Random(0)
        super().__init__(block)

    def reset(self) -> None:
        """Off, and no word at hand."""
        super().reset()
        self._word: int | None = None

    def on_write_CR(self, index: int, value: int) -> None:
        """RNGEN starts and stops it."""
        started = not self.field("CR", "rngen")
        self.values["CR"][0] = value
        if not self.field("CR", "rngen"):
            self._word = None
        elif started:
            self._next()

    def on_write_SR(self, index: int, value: int) -> None:
        """Writing 0 to CEIS and SEIS takes them back; the rest of the register can only be read."""
        sr = type(self.block).__dict__["SR"]
        self.values["SR"][0] &= value | ~sr.mask("ceis", "seis")

    def on_read_SR(self, index: int) -> int:
        """DRDY, the errors now, and those since they were taken back."""
        sr = type(self.block).__dict__["SR"]
        if not self.field("CR", "rngen"):
            return self.values["SR"][0]
        clock, seed = int(self.has(Fault.CLOCK_ERROR)), int(self.has(Fault.SEED_ERROR))
        self.values["SR"][0] |= sr.value(ceis=clock, seis=seed)
        waits = self.poll()
        return int(self.values["SR"][0] | sr.value(cecs=clock, secs=seed, drdy=int(not waits and not clock)))

    def on_read_DR(self, index: int) -> int:
        """The word, once; a new one then begins."""
        if self._word is None or self.busy:
            raise Misuse(f"{self.name('DR')} is read while {self.name('SR', 'drdy')} is 0")
        if self.values["SR"][0]:
            raise Misuse(f"{self.name('DR')} is read while {self.name('SR')} reports an error, {self.values['SR'][0]:#x}")
        word = self._word
        self._next()
        return word

    def _next(self) -> None:
        self.begin(CYCLES)
        self._word = 0x5A5A_5A5A if self.has(Fault.WRONG_RESULT) else self._source.getrandbits(32)
