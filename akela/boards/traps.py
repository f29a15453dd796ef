"""What an emulated core refuses to do, as exceptions."""

from __future__ import annotations

from akela.exceptions import AkelaError


class Trap(AkelaError):
    """The emulated core stopped: an illegal instruction, an access outside the memory map, or one that the real core faults on.

    reason: what happened. address: where in the code. function, file, line: the same in the emitted source, where that is known.
    """

    def __init__(self, reason: str, address: int, function: str = "", file: str = "", line: int = 0) -> None:
        place = f"{function} ({file}:{line})" if file else function or "code that is no kernel"
        super().__init__(f"{reason}, at {address:#010x} in {place}")
        self.reason, self.address, self.function, self.file, self.line = reason, address, function, file, line


class EmulatorMissing(AkelaError):
    """An emulator that is not installed. The message names the package that has it."""
