"""What the branch check asks of an instruction set.

Values are followed by name: registers under one name whatever part of them is used, the condition flags as the register `flags`, and
memory as `Address`es. Where an instruction is not known better, it reads every register that it names and writes its first operand:
following too much is safe, following too little is not.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from akela.compiler.inspection.disassemble import Instruction

FLAGS = "flags"


class Kind(Enum):
    """What an instruction does to the flow of control."""

    PLAIN = "plain"
    BRANCH = "conditional branch"
    JUMP = "jump"
    CALL = "call"
    RETURN = "return"
    SCAN = "string instruction that stops at a datum"
    INDIRECT_JUMP = "indirect jump"
    INDIRECT_CALL = "indirect call"


@dataclass(frozen=True)
class Address:
    """A memory operand: the sum of registers and a constant. `indexed`: not of one register alone, or of a scaled one."""

    registers: frozenset[str]
    offset: int
    indexed: bool = False

    def further(self, distance: int) -> Address:
        """The address so many bytes on."""
        return replace(self, offset=self.offset + distance)


@dataclass(frozen=True)
class Move:
    """A value that an instruction writes, and what it is made of. `memory`: also of what is loaded from there."""

    target: str | Address
    sources: frozenset[str] = frozenset()
    memory: Address | None = None

    def words(self, size: int) -> Iterator[Move]:
        """The move of so many bytes as moves of 32-bit words of memory, which is how stack slots are told apart."""
        for start in range(0, max(size, 4) if self.memory or isinstance(self.target, Address) else 4, 4):
            target = self.target.further(start) if isinstance(self.target, Address) else self.target
            yield replace(self, target=target, memory=self.memory and self.memory.further(start))


@dataclass(frozen=True)
class Sum:
    """`target = base + offset`: how addresses on the stack are followed. The target is written in this way and no other."""

    target: str
    base: str
    offset: int


class InstructionSet(ABC):
    """One processor's instructions and calling convention. Registers are named as `register` returns them."""

    stack_pointer: str
    arguments: tuple[str, ...]  # registers of the first arguments
    results: tuple[str, ...]  # registers of a result
    clobbered: frozenset[str]  # registers that a call may change
    even_pairs: bool  # double words start at an even argument register
    word_bytes: int
    flags = frozenset({FLAGS})
    stack_arguments: int = 0  # where the first argument on the stack lies, seen from the stack pointer at entry

    @abstractmethod
    def register(self, text: str) -> str:
        """The canonical name of a register, "" for text that is none or that always holds a constant."""

    @abstractmethod
    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        """What the instruction does to the flow of control. `previous` is the one before it in memory."""

    @abstractmethod
    def condition(self, instruction: Instruction) -> frozenset[str]:
        """The registers that decide a conditional branch."""

    @abstractmethod
    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        """The values that an instruction (no call) writes. `condition`: it is executed under this condition, see `predicated`."""

    @abstractmethod
    def sum(self, instruction: Instruction) -> Sum | None:
        """The instruction as a sum of a register and a constant, where it is one (a change of the stack pointer in passing counts)."""

    def constant(self, instruction: Instruction, known: Callable[[str], int | None]) -> tuple[str, int] | None:
        """The register that an instruction sets to a constant, and the constant, where sums of registers are followed for that. `known`
        says what constant a register holds."""
        return None

    def sum_of_registers(self, instruction: Instruction) -> tuple[Sum, str] | None:
        """The instruction as a sum whose offset is that many times what a register holds, where a stack frame may be made in that way."""
        return None

    def is_return(self, instruction: Instruction) -> bool:
        """Whether a conditional branch is a conditional return."""
        return False

    def predicated(self, instructions: tuple[Instruction, ...]) -> dict[int, str]:
        """Address -> condition of the instructions that are executed conditionally without a branch."""
        return {}

    def is_slow(self, instruction: Instruction, condition: str) -> bool:
        """Whether an instruction executed under a condition takes longer than one whose condition fails."""
        return False

    @lru_cache(maxsize=1 << 16)  # noqa: B019 -- there is one object for each processor
    def registers(self, text: str) -> frozenset[str]:
        """Every register named in a text."""
        return frozenset(name for word in re.findall(r"(?<![a-z0-9])[a-z][a-z0-9]*", text) if (name := self.register(word)))

    def address(self, text: str) -> Address:
        """A memory operand written `[base, #offset]`, `[base + index*4 - 8]` or `offset(base)`."""
        plain = re.sub(r"\*\d|(lsl|[us]xt[wx])( #\d+)?", "", text)
        registers = self.registers(plain)
        numbers = re.findall(r"([-+]?)\s*#?\s*(-?(?:0x[0-9a-f]+|\b\d+\b))", plain)
        return Address(registers, sum(_signed(sign, number) for sign, number in numbers), indexed=plain != text or len(registers) != 1)


def _signed(sign: str, number: str) -> int:
    value = int(number, 0)
    return -value if sign == "-" else value


def operands(text: str) -> list[str]:
    """The operands of an instruction, split at the commas that are outside brackets."""
    return list(_split(text))


@lru_cache(maxsize=1 << 16)
def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r",(?![^\[({]*[\])}])", text) if part.strip())


def number(text: str) -> int | None:
    """A literal operand's value, None for anything else."""
    try:
        return int(text.strip().removeprefix("#"), 0)
    except ValueError:
        return None
