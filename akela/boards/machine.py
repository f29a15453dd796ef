"""What an emulator offers: memory, and running one function to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from akela.boards.abi import Arguments
from akela.boards.trace import NOTHING, Recording, Watch

if TYPE_CHECKING:
    from akela.boards.models import System

STACK_BYTES = 1 << 14  # kept free of arguments below the top, and looked at after a call
PAINT = b"\xa5"  # what the stack is filled with, to see how far down it was written


@dataclass(frozen=True)
class Ran:
    """What one call did. All figures are counted by the emulator: executed instructions, multiplying ones among them, bytes of stack."""

    value: int  # the register that holds a result
    instructions: int
    multiplies: int
    stack_bytes: int
    hits: dict[int, int] = field(default_factory=dict)  # address of an instruction -> how often it was executed, where that was asked for
    recording: Recording | None = None  # where that was asked for


class Machine(Protocol):
    """An emulated core with a program in its memory."""

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""

    def run(self, function: int, arguments: Arguments, stack_top: int, watch: Watch = NOTHING) -> Ran:
        """Call the function at this address.

        Raises Trap where the core stops before it returns, or does what the board's would stop at.
        """

    def connect(self, system: System) -> None:
        """Let loads and stores of words at registers of peripherals go to their models."""

    def notice(self, function: int, notice: Callable[..., None]) -> None:
        """Call `notice` with what is in the argument registers whenever the core enters the function at this address."""

    def close(self) -> None:
        """Give back what the emulator holds."""
