"""How a C function takes its arguments on each kind of core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Arguments:
    """Argument registers from the first on, and words on the stack from its top on."""

    registers: tuple[int, ...]
    stack: tuple[int, ...]


# instruction set -> (registers for arguments, whether a 64-bit argument begins at an even one)
_RULES = {
    "thumb": (4, True),  # AAPCS section 6.5
    "riscv32": (8, False),  # RISC-V ELF psABI, integer calling convention; one in the last register continues on the stack
    "xtensa": (6, True),  # call0: a2 to a7
}


def place(instruction_set: str, values: Sequence[tuple[int, int]]) -> Arguments:
    """Where arguments go, each a value and its bits (32 or 64)."""
    count, even = _RULES[instruction_set]
    registers: list[int] = []
    stack: list[int] = []
    for value, bits in values:
        words = [value & 0xFFFFFFFF] if bits <= 32 else [value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF]
        if len(words) == 2 and even and len(registers) < count and len(registers) % 2:
            registers.append(0)
        if even and len(registers) + len(words) > count:
            registers += [0] * (count - len(registers))  # once on the stack, always on the stack
        if len(words) == 2 and even and len(registers) >= count and len(stack) % 2:
            stack.append(0)
        for word in words:
            (registers if len(registers) < count else stack).append(word)
    return Arguments(tuple(registers), tuple(stack))
