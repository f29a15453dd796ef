"""RISC-V, RV32IMC, with the ILP32 calling convention (RISC-V ELF psABI)."""

from __future__ import annotations

import re
from collections.abc import Callable

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine.model import Address, InstructionSet, Kind, Move, Sum, number, operands

_BRANCH = re.compile(r"b(eq|ne|lt|ge|gt|le|ltu|geu|gtu|leu|eqz|nez|ltz|gez|gtz|lez)")
_STORE = re.compile(r"s[bhw](sp)?")
_LOAD = re.compile(r"l([bhw]|bu|hu|wsp)")
_NO_EFFECT = {"nop", "fence", "ecall", "ebreak", "unimp"}
_TEMPORARY = {f"t{i}" for i in range(7)} | {f"a{i}" for i in range(8)} | {"ra"}


class RiscV(InstructionSet):
    """RV32IMC. Compressed forms are written `c.add rd, rs`, where rd is read too, or in full."""

    stack_pointer = "sp"
    arguments = tuple(f"a{i}" for i in range(8))
    results = ("a0", "a1")
    clobbered = frozenset(_TEMPORARY)
    even_pairs = False
    word_bytes = 4

    def register(self, text: str) -> str:
        if text == "fp":
            return "s0"
        return text if re.fullmatch(r"ra|sp|gp|tp|t[0-6]|a[0-7]|s[0-9]|s1[01]", text) else ""

    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        name, parts = instruction.mnemonic.removeprefix("c."), operands(instruction.operands)
        if _BRANCH.fullmatch(name):
            return Kind.BRANCH
        if name == "ret" or (name == "jr" and parts == ["ra"]):
            return Kind.RETURN
        if name in ("jr", "jalr", "call", "tail"):
            # `auipc ra, …; jalr ra, …(ra)` is how a far function is called; a relocation is on the auipc.
            known = previous is not None and previous.mnemonic == "auipc" and (previous.symbol or instruction.target is not None)
            links = name == "call" or (name == "jalr" and parts[:1] != ["zero"])
            if known:
                return Kind.CALL if links else Kind.JUMP
            return Kind.INDIRECT_CALL if links else Kind.INDIRECT_JUMP
        if name == "jal" and parts[:1] != ["zero"]:
            return Kind.CALL
        return Kind.JUMP if name in ("j", "jal") else Kind.PLAIN

    def condition(self, instruction: Instruction) -> frozenset[str]:
        return self.registers(", ".join(operands(instruction.operands)[:-1]))

    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        compressed, name = instruction.mnemonic.startswith("c."), instruction.mnemonic.removeprefix("c.")
        parts = operands(instruction.operands)
        if name in _NO_EFFECT or not parts:
            return ()
        if _STORE.fullmatch(name):
            return (Move(self.address(parts[1]), self.registers(parts[0])),)
        target = self.register(parts[0])
        if not target:
            return ()
        if _LOAD.fullmatch(name):
            return (Move(target, memory=self.address(parts[1])),)
        reads_target = compressed and name not in ("mv", "li", "lui", "addi4spn")
        return (Move(target, self.registers(", ".join(parts if reads_target else parts[1:]))),)

    def sum(self, instruction: Instruction) -> Sum | None:
        name, parts = instruction.mnemonic.removeprefix("c."), operands(instruction.operands)
        if name == "mv" and (base := self.register(parts[1])):
            return Sum(self.register(parts[0]), base, 0)
        if name in ("addi", "add", "addi16sp", "addi4spn") and (offset := number(parts[-1])) is not None:
            base = self.register(parts[-2])
            return Sum(self.register(parts[0]), base, offset) if base else None
        return None

    def constant(self, instruction: Instruction, known: Callable[[str], int | None]) -> tuple[str, int] | None:
        # Beyond what fits an `addi`: `lui a0, 1; addi a0, a0, -532`, the first half of which is a place where it has a relocation.
        name, parts = instruction.mnemonic.removeprefix("c."), operands(instruction.operands)
        if name not in ("li", "lui") or instruction.symbol or not self.register(parts[0]):
            return None
        value = number(parts[1])
        if value is not None and name == "lui":
            value = (value & 0xFFFFF) << 12
            value -= (value & 1 << 31) << 1
        return None if value is None else (self.register(parts[0]), value)

    def sum_of_registers(self, instruction: Instruction) -> tuple[Sum, str] | None:
        # A frame of more than 2 KiB: `lui a0, 1; add a0, a0, sp`.
        name, parts = instruction.mnemonic.removeprefix("c."), [self.register(part) for part in operands(instruction.operands)]
        if name not in ("add", "sub") or not all(parts):
            return None
        return Sum(parts[0], parts[-2], 1 if name == "add" else -1), parts[-1]

    def address(self, text: str) -> Address:
        offset, _, base = text.rstrip(")").partition("(")
        return Address(self.registers(base), number(offset) or 0)
