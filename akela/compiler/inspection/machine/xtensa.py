"""Xtensa LX106, with the CALL0 calling convention (Xtensa Instruction Set Architecture, section 8.1.2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine.model import Address, InstructionSet, Kind, Move, Sum, number, operands

# Every branch of the base set: with zero, between registers, with a constant, on bits.
_BRANCH = re.compile(r"b(eq|ne|lt|ge)(z|i|u|ui)?|b(all|nall|any|none|bc|bs|bci|bsi)|bf|bt|loopnez|loopgtz")
_STORE = re.compile(r"s(8i|16i|32i|32ri|32c1i)")
_LOAD = re.compile(r"l(8ui|16si|16ui|32i|32r|32ai)")
_SET_SHIFT = {"ssl", "ssr", "ssai", "ssa8l", "ssa8b"}
_USE_SHIFT = {"sll", "srl", "sra", "src"}
_CONDITIONAL_MOVE = re.compile(r"mov(eqz|nez|ltz|gez|f|t)")
_NO_EFFECT = {"nop", "memw", "extw", "isync", "rsync", "esync", "dsync", "ill", "break"}


class Xtensa(InstructionSet):
    """LX106. `.n` marks the short encodings."""

    stack_pointer = "a1"
    arguments = tuple(f"a{i}" for i in range(2, 8))
    results = ("a2", "a3")
    clobbered = frozenset({"a0", "sar", *(f"a{i}" for i in range(2, 12))})
    even_pairs = True
    word_bytes = 4

    def register(self, text: str) -> str:
        if text == "sp":
            return "a1"
        return text if re.fullmatch(r"a[0-9]|a1[0-5]|sar", text) else ""

    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        name = _name(instruction)
        if _BRANCH.fullmatch(name):
            return Kind.BRANCH
        if name == "ret":
            return Kind.RETURN
        if name == "jx":
            return Kind.INDIRECT_JUMP
        if name == "callx0":
            # With -mlongcalls a symbol is called as `l32r a0, literal; callx0 a0`.
            return Kind.CALL if previous is not None and previous.mnemonic == "l32r" and previous.symbol else Kind.INDIRECT_CALL
        if name == "call0":
            return Kind.CALL
        return Kind.JUMP if name == "j" else Kind.PLAIN

    def condition(self, instruction: Instruction) -> frozenset[str]:
        return self.registers(", ".join(operands(instruction.operands)[:-1]))

    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        name, parts = _name(instruction), operands(instruction.operands)
        if name in _NO_EFFECT or not parts:
            return ()
        if name in _SET_SHIFT:
            return (Move("sar", self.registers(parts[0])),)
        if _STORE.fullmatch(name):
            return (Move(self._indexed(parts), self.registers(parts[0])),)
        if name == "l32r":  # a constant beside the code
            return (Move(self.register(parts[0])),)
        if _LOAD.fullmatch(name):
            return (Move(self.register(parts[0]), memory=self._indexed(parts)),)
        reads = self.registers(", ".join(parts if _CONDITIONAL_MOVE.fullmatch(name) else parts[1:]))
        if name in _USE_SHIFT:
            reads |= {"sar"}
        return (Move(self.register(parts[0]), reads),)

    def _indexed(self, parts: list[str]) -> Address:
        return Address(self.registers(parts[1]), number(parts[2]) or 0)

    def sum(self, instruction: Instruction) -> Sum | None:
        name, parts = _name(instruction), operands(instruction.operands)
        if name in ("addi", "addmi") and (offset := number(parts[2])) is not None:
            return Sum(self.register(parts[0]), self.register(parts[1]), offset)
        if name == "mov":
            return Sum(self.register(parts[0]), self.register(parts[1]), 0)
        return None

    def constant(self, instruction: Instruction, known: Callable[[str], int | None]) -> tuple[str, int] | None:
        # Beyond what fits a `movi`: `movi a9, 153; slli a9, a9, 4`, or `l32r a9, 0x990` (an address has no 0x).
        name, parts = _name(instruction), operands(instruction.operands)
        value = number(parts[1]) if name == "movi" or (name == "l32r" and parts[1].startswith("0x")) else None
        if name == "slli" and (shifted := known(self.register(parts[1]))) is not None:
            value = shifted << (number(parts[2]) or 0)
        return None if value is None else (self.register(parts[0]), value)

    def sum_of_registers(self, instruction: Instruction) -> tuple[Sum, str] | None:
        # A frame of more than 128 bytes: `movi a9, 160; sub a1, a1, a9`.
        name, parts = _name(instruction), operands(instruction.operands)
        if name in ("addx2", "addx4", "addx8"):
            return Sum(self.register(parts[0]), self.register(parts[2]), int(name[-1])), self.register(parts[1])
        if name not in ("add", "sub"):
            return None
        return Sum(self.register(parts[0]), self.register(parts[1]), 1 if name == "add" else -1), self.register(parts[2])


def _name(instruction: Instruction) -> str:
    return instruction.mnemonic.removesuffix(".n")
