"""Thumb-2 of ARMv7-M and ARMv8-M without floating point, with the AAPCS calling convention."""

from __future__ import annotations

import re

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine.model import FLAGS, Address, InstructionSet, Kind, Move, Sum, number, operands

_OPPOSITE = {"eq": "ne", "hs": "lo", "cs": "cc", "mi": "pl", "vs": "vc", "hi": "ls", "ge": "lt", "gt": "le"}
_OPPOSITE |= {b: a for a, b in _OPPOSITE.items()}
_CONDITIONS = "|".join(_OPPOSITE)
_BRANCH = re.compile(rf"b({_CONDITIONS})|cbn?z")
_CONDITIONAL_RETURN = re.compile(rf"(bx|pop|ldr|ldm(ia)?)({_CONDITIONS})")
_IT = re.compile(r"it[te]{0,3}")
_ALIASES = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12", "r13": "sp", "r14": "lr", "r15": "pc"}
_SET_FLAGS = re.compile(r"(add|sub|adc|sbc|rsb|and|orr|eor|bic|orn|mov|mvn|lsl|lsr|asr|ror|rrx|mul|neg)s")
_USE_FLAGS = re.compile(r"(adc|sbc|rrx)s?")
_COMPARE = {"cmp", "cmn", "tst", "teq"}
_NO_EFFECT = {"nop", "dmb", "dsb", "isb", "bkpt", "udf"}
_TWO_OPERANDS = re.compile(r"(mov|mvn|neg)s?|movw|adr|[us]xt[bh]|rev(16|sh)?|rbit|clz")  # the first is written, not read
_MODIFY = {"movt", "bfi", "bfc"}  # change a part of the first operand
_LONG = re.compile(r"[us]m(ul|la)l|umaal")
_SLOW = re.compile(r"mla|mls|[us](mull|mlal|div)|umaal")  # more than one cycle on Cortex-M3
_MULTIPLE = re.compile(r"push|pop|(stm|ldm)(db|ia)?")


class Thumb(InstructionSet):
    """Thumb-2. `.w` and `.n` mark encodings; inside an IT block mnemonics end in their condition."""

    stack_pointer = "sp"
    arguments = ("r0", "r1", "r2", "r3")
    results = ("r0", "r1")
    clobbered = frozenset({"r0", "r1", "r2", "r3", "r12", "lr", FLAGS})
    even_pairs = True
    word_bytes = 4

    def register(self, text: str) -> str:
        text = _ALIASES.get(text, text)
        return text if re.fullmatch(r"r[0-9]|r1[0-2]|sp|lr", text) else ""

    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        name, parts = _bare(instruction), instruction.operands
        writes_pc = (
            re.search(r"\{.*\bpc\b", parts) if re.match(r"pop|ldm", name) else re.match(r"pc\b", parts) and not name.startswith("cmp")
        )
        if _BRANCH.fullmatch(name) or (_CONDITIONAL_RETURN.fullmatch(name) and (writes_pc or name.startswith("bx"))):
            return Kind.BRANCH
        if name in ("bl", "blx"):
            return Kind.INDIRECT_CALL if self.register(parts) else Kind.CALL
        if name == "bx" or writes_pc:
            return Kind.RETURN if re.match(r"lr|\{|\w+!?, \{|pc, \[sp\]", parts) else Kind.INDIRECT_JUMP
        if name in ("tbb", "tbh"):
            return Kind.INDIRECT_JUMP
        return Kind.JUMP if name == "b" else Kind.PLAIN

    def condition(self, instruction: Instruction) -> frozenset[str]:
        name = _bare(instruction)
        return self.registers(operands(instruction.operands)[0]) if name.startswith("cb") else self.flags

    def is_return(self, instruction: Instruction) -> bool:
        return _CONDITIONAL_RETURN.fullmatch(_bare(instruction)) is not None

    def predicated(self, instructions: tuple[Instruction, ...]) -> dict[int, str]:
        found: dict[int, str] = {}
        for position, instruction in enumerate(instructions):
            if _IT.fullmatch(instruction.mnemonic):
                condition = instruction.operands.strip()
                letters = "t" + instruction.mnemonic[2:]
                for letter, inside in zip(letters, instructions[position + 1 :], strict=False):
                    found[inside.address] = condition if letter == "t" else _OPPOSITE[condition]
        return found

    def is_slow(self, instruction: Instruction, condition: str) -> bool:
        return _SLOW.fullmatch(_bare(instruction).removesuffix(condition)) is not None

    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        name, parts = _bare(instruction).removesuffix(condition), operands(instruction.operands)
        if name in _NO_EFFECT or not parts or _IT.fullmatch(name):
            return ()
        if name in _COMPARE:
            moves: tuple[Move, ...] = (Move(FLAGS, self.registers(instruction.operands)),)
        elif _MULTIPLE.fullmatch(name):
            moves = self._multiple(name, parts)
        elif name.startswith("str"):
            moves = self._store(parts, 2 if name == "strd" else 1)
        elif name.startswith("ldr"):
            moves = self._load(parts, 2 if name == "ldrd" else 1)
        else:
            moves = self._arithmetic(name, parts)
        if condition:  # what is not written stays
            moves = tuple(
                Move(m.target, m.sources | {FLAGS} | ({m.target} if isinstance(m.target, str) else set()), m.memory) for m in moves
            )
        return moves

    def _arithmetic(self, name: str, parts: list[str]) -> tuple[Move, ...]:
        if _LONG.fullmatch(name):
            reads = self.registers(", ".join(parts[2:] if name.endswith("mull") else parts))
            return (Move(self.register(parts[0]), reads), Move(self.register(parts[1]), reads))
        reads_target = name in _MODIFY or (len(parts) == 2 and not _TWO_OPERANDS.fullmatch(name))
        reads = self.registers(", ".join(parts if reads_target else parts[1:]))
        if _USE_FLAGS.fullmatch(name):
            reads |= {FLAGS}
        target = self.register(parts[0])
        moves = (Move(target, reads),) if target else ()
        return (*moves, Move(FLAGS, reads)) if _SET_FLAGS.fullmatch(name) else moves

    def _store(self, parts: list[str], count: int) -> tuple[Move, ...]:
        memory = self.address(parts[count].rstrip("!"))
        return tuple(Move(memory.further(4 * i), self.registers(parts[i])) for i in range(count)) + self._writeback(parts)

    def _load(self, parts: list[str], count: int) -> tuple[Move, ...]:
        constant = parts[count].startswith("[pc")  # beside the code
        memory = self.address(parts[count].rstrip("!"))
        loads = (
            Move(self.register(parts[i]), memory=None if constant else memory.further(4 * i))
            for i in range(count)
            if self.register(parts[i])
        )
        return (*loads, *self._writeback(parts))

    def _writeback(self, parts: list[str]) -> tuple[Move, ...]:
        """`[rn, #step]!` and `[rn], #step` change rn."""
        step = self._step(parts)
        return (Move(step.target, frozenset({step.base})),) if step else ()

    def _step(self, parts: list[str]) -> Sum | None:
        if parts[-1].endswith("]!"):
            base, _, step = parts[-1].strip("[]!").partition(",")
        elif len(parts) > 1 and parts[-2].endswith("]"):
            base, step = parts[-2].strip("[]"), parts[-1]
        else:
            return None
        return Sum(self.register(base), self.register(base), number(step) or 0)

    def _multiple(self, name: str, parts: list[str]) -> tuple[Move, ...]:
        """push, pop, stm, ldm: registers in ascending order, the lowest at the lowest address."""
        listed = [self.register(word) or word for word in operands(parts[-1].strip("{}"))]
        base = "sp" if name in ("push", "pop") else self.register(parts[0].rstrip("!"))
        start = -4 * len(listed) if name == "push" or name.endswith("db") else 0
        addresses = [Address(frozenset({base}), start + 4 * i) for i in range(len(listed))]
        if name.startswith(("push", "stm")):
            moves = [Move(address, frozenset({register})) for address, register in zip(addresses, listed, strict=True)]
        else:
            moves = [Move(register, memory=address) for address, register in zip(addresses, listed, strict=True)]
        return (*moves, *([Move(base, frozenset({base}))] if parts[0].endswith("!") else []))

    def sum(self, instruction: Instruction) -> Sum | None:
        name, parts = _bare(instruction), operands(instruction.operands)
        if name in ("push", "pop"):
            size = 4 * len(operands(parts[0].strip("{}")))
            return Sum("sp", "sp", -size if name == "push" else size)
        if re.fullmatch(r"movs?", name) and (base := self.register(parts[1])):
            return Sum(self.register(parts[0]), base, 0)
        if (match := re.fullmatch(r"(add|sub)[sw]?", name)) and (offset := number(parts[-1])) is not None:
            base = self.register(parts[-2])
            return Sum(self.register(parts[0]), base, offset if match[1] == "add" else -offset) if base else None
        return self._step(parts) if name.startswith(("str", "ldr")) else None


def _bare(instruction: Instruction) -> str:
    """The mnemonic without its width."""
    return re.sub(r"\.[nw]$", "", instruction.mnemonic)
