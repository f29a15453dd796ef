"""AArch64 with the AAPCS64 calling convention."""

from __future__ import annotations

import re
from dataclasses import replace

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine.model import FLAGS, InstructionSet, Kind, Move, Sum, number, operands

_BRANCH = re.compile(r"b\.\w+|cbn?z|tbn?z")
_COMPARE = re.compile(r"cmp|cmn|tst|ccmp|ccmn")
_SET_FLAGS = re.compile(r"(add|sub|adc|sbc|and|bic|neg|ngc)s")
_USE_FLAGS = re.compile(r"(adc|sbc|ngc)s?|cs\w+|cinc|cinv|cneg|ccm[pn]")
_NO_EFFECT = re.compile(r"nop|hint|bti|d[ms]b|isb|prfm|brk|udf")
# Change a part of the first operand, or add to it; vector forms that do so are among them.
_MODIFY = re.compile(r"movk|bfi|bfxil|ins|[us]?ml[as]l?2?|[us]sra|[us]?aba|sri|sli|bsl|bit|bif|tbx|aes\w+|sha\w+|xtn2|\w+hn2|fml[as]")
_PAIR = re.compile(r"(ld|st)n?px?")


class AArch64(InstructionSet):
    """AArch64. `w3` counts as `x3`, the views of a vector register as `v3`."""

    stack_pointer = "sp"
    arguments = tuple(f"x{i}" for i in range(8))
    results = ("x0", "x1")
    clobbered = frozenset({FLAGS, "x30", *(f"x{i}" for i in range(19)), *(f"v{i}" for i in range(32))})
    even_pairs = False
    word_bytes = 8

    def register(self, text: str) -> str:
        if match := re.fullmatch(r"[xw]([0-9]|[12][0-9]|30)", text):
            return f"x{match[1]}"
        if match := re.fullmatch(r"[vqdshb]([0-9]|[12][0-9]|3[01])", text):
            return f"v{match[1]}"
        return "sp" if text in ("sp", "wsp") else ""

    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        name = instruction.mnemonic
        if _BRANCH.fullmatch(name):
            return Kind.BRANCH
        return {"ret": Kind.RETURN, "b": Kind.JUMP, "bl": Kind.CALL, "br": Kind.INDIRECT_JUMP, "blr": Kind.INDIRECT_CALL}.get(
            name, Kind.PLAIN
        )

    def condition(self, instruction: Instruction) -> frozenset[str]:
        return frozenset({FLAGS}) if instruction.mnemonic.startswith("b.") else self.registers(operands(instruction.operands)[0])

    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        name, parts = instruction.mnemonic, operands(instruction.operands)
        if _NO_EFFECT.fullmatch(name) or not parts:
            return ()
        if name.startswith(("ld", "st")):
            return self._transfer(name, parts)
        reads = self.registers(", ".join(parts if _MODIFY.fullmatch(name) or _COMPARE.fullmatch(name) else parts[1:]))
        if _USE_FLAGS.fullmatch(name):
            reads |= {FLAGS}
        if _COMPARE.fullmatch(name):
            return (Move(FLAGS, reads),)
        target = self.register(re.split(r"[.\[]", parts[0])[0])
        moves = (Move(target, reads),) if target else ()
        return (*moves, Move(FLAGS, reads)) if _SET_FLAGS.fullmatch(name) else moves

    def _transfer(self, name: str, parts: list[str]) -> tuple[Move, ...]:
        """Loads and stores, of one register, of two, of a list."""
        position = next(i for i, part in enumerate(parts) if part.startswith("["))
        memory = self.address(parts[position].rstrip("!"))
        words = [word.split(".")[0] for part in parts[:position] for word in operands(part.strip("{}"))]
        # A pair is followed register by register; lists go to memory at large.
        width = 16 if parts[0].startswith("q") else 4 if parts[0].startswith(("w", "s")) else 8
        places = [memory.further(width * i) if _PAIR.fullmatch(name) or not i else replace(memory, indexed=True) for i in range(len(words))]
        both = list(zip(places, words, strict=True))
        if name.startswith("st"):
            moves = [Move(place, self.registers(word)) for place, word in both]
        else:
            moves = [Move(register, memory=place) for place, word in both if (register := self.register(word))]
        step = self._step(parts)
        back = (Move(step.target, frozenset({step.base})),) if step else ()
        return (*(part for move in moves for part in move.words(width)), *back)

    def _step(self, parts: list[str]) -> Sum | None:
        """`[xn, #step]!` and `[xn], #step` change xn."""
        if parts[-1].endswith("]!"):
            base, _, step = parts[-1].strip("[]!").partition(",")
        elif len(parts) > 1 and parts[-2].endswith("]"):
            base, step = parts[-2].strip("[]"), parts[-1]
        else:
            return None
        return Sum(self.register(base), self.register(base), number(step) or 0)

    def sum(self, instruction: Instruction) -> Sum | None:
        name, parts = instruction.mnemonic, operands(instruction.operands)
        if name == "mov" and (base := self.register(parts[1])):
            return Sum(self.register(parts[0]), base, 0)
        if name in ("add", "sub") and len(parts) == 3 and (offset := number(parts[2])) is not None and self.register(parts[1]):
            return Sum(self.register(parts[0]), self.register(parts[1]), offset if name == "add" else -offset)
        return self._step(parts) if name.startswith(("ld", "st")) else None
