"""x86-64 in Intel syntax, with the System V calling convention."""

from __future__ import annotations

import re

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine.model import FLAGS, Address, InstructionSet, Kind, Move, Sum, number, operands

_PARTS: dict[str, str] = {}  # part of a register -> the register
for _letter in "abcd":
    _PARTS |= {name.replace("_", _letter): f"r{_letter}x" for name in ("r_x", "e_x", "_x", "_l", "_h")}
for _name in ("si", "di", "bp", "sp"):
    _PARTS |= {name: f"r{_name}" for name in (f"r{_name}", f"e{_name}", _name, f"{_name}l")}

_BRANCH = re.compile(r"j(?!mp)\w+|loop\w*|xbegin")
_SCAN = re.compile(r"rep(n?e|n?z) (cmps|scas)\w?")  # `rep movs` and `rep stos` run for a length
_NO_EFFECT = re.compile(r"nop\w*|endbr64|pause|[lms]fence|prefetch\w*|hlt|int3|ud2|vzeroupper|cld")
_WRITE = re.compile(  # the first operand is written, not read
    r"mov(?!s[sd]$|[lh]p[sd]$)\w*|lea|set\w+|bsf|bsr|[lt]zcnt|popcnt|rorx|andn|pext|pdep|bzhi|bextr|shlx|shrx|sarx"
    r"|pshuf(d|lw|hw)|pmovmskb|pabs\w|pextr\w|v(?!fn?m|pdp|pmadd52|p?gather|p?maskmov|pternlog)\w+"
)
_SIZES = {"zmmword": 64, "ymmword": 32, "xmmword": 16, "qword": 8, "dword": 4, "word": 2, "byte": 1}  # without a word: push and pop
_STRING = re.compile(r"(rep )?(movs|stos|lods)[bwdq]")
_COMPARE = re.compile(r"cmp|test|bt|v?ptest|v?u?comis[sd]|k(or)?test[bwdq]")
_NO_FLAGS = re.compile(
    r"p(?!opcnt|test)\w+|v(?!ptest)\w+|mov\w*|lea|set\w+|cmov\w+|not|bswap|\w+p[sd]|\w+s[sd]|shlx|shrx|sarx|rorx|pext|pdep|aes\w+|sha\d\w+"
)
_USE_FLAGS = re.compile(r"adc|sbb|cmov\w+|set\w+|rcl|rcr|adcx|adox|cmc|lahf")
_ZERO = re.compile(r"xor|sub|pxor|xorp[sd]|psub\w")  # of a register with itself
_ONES = re.compile(r"pcmpeq\w")
_WIDE = {"mul", "imul", "div", "idiv"}


class X86(InstructionSet):
    """x86-64. A register's parts count as the register."""

    stack_pointer = "rsp"
    arguments = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
    results = ("rax", "rdx")
    clobbered = frozenset({"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", FLAGS, *(f"v{i}" for i in range(16))})
    even_pairs = False
    word_bytes = 8
    stack_arguments = 8  # above the return address

    def register(self, text: str) -> str:
        if text in _PARTS:
            return _PARTS[text]
        if match := re.fullmatch(r"[xyz]mm(\d+)", text):
            return f"v{match[1]}"
        if re.fullmatch(r"r([89]|1[0-5])[dwb]?", text):
            return text.rstrip("dwb")
        return text if re.fullmatch(r"k[0-7]", text) else ""

    def kind(self, instruction: Instruction, previous: Instruction | None) -> Kind:
        name = instruction.mnemonic
        direct = instruction.target is not None or not re.search(r"\[|^r", instruction.operands)
        if _BRANCH.fullmatch(name):
            return Kind.BRANCH
        if _SCAN.fullmatch(name):
            return Kind.SCAN
        if re.fullmatch(r"(repz? |bnd )?retq?", name):
            return Kind.RETURN
        if re.fullmatch(r"(notrack |bnd )?jmp", name):
            return Kind.JUMP if direct else Kind.INDIRECT_JUMP
        if re.fullmatch(r"(notrack |bnd )?call", name):
            return Kind.CALL if direct else Kind.INDIRECT_CALL
        return Kind.PLAIN

    def condition(self, instruction: Instruction) -> frozenset[str]:
        if instruction.mnemonic.startswith(("loop", "jrcxz", "jecxz")):
            return frozenset({"rcx", FLAGS})
        return self.flags

    def moves(self, instruction: Instruction, condition: str = "") -> tuple[Move, ...]:
        size = next((bytes_ for word, bytes_ in _SIZES.items() if f"{word} ptr" in instruction.operands), 8)
        return tuple(part for move in self._moves(instruction) for part in move.words(size))

    def _moves(self, instruction: Instruction) -> tuple[Move, ...]:
        name, parts = instruction.mnemonic.removeprefix("lock "), operands(instruction.operands)
        if _NO_EFFECT.fullmatch(name):
            return ()
        if _STRING.fullmatch(name) and all("[" in part or part in ("al", "ax", "eax", "rax") for part in parts):
            return self._string(name)
        if not parts:
            return self._without_operands(name)
        if name == "push":
            return (Move(Address(frozenset({"rsp"}), -8), self.registers(parts[0])),)
        if name == "pop":
            return (Move(self.register(parts[0]), memory=Address(frozenset({"rsp"}), 0)),)
        memory = next((self.address(part[part.index("[") :]) for part in parts if "[" in part), None) if name != "lea" else None
        values = frozenset().union(*(self.registers(part) for part in parts if "[" not in part or name == "lea"))
        if _USE_FLAGS.fullmatch(name):
            values |= {FLAGS}
        if _COMPARE.fullmatch(name):
            return (Move(FLAGS, values, memory),)
        if name in _WIDE and len(parts) == 1:
            values |= {"rax", "rdx"} if "div" in name else {"rax"}
            return tuple(Move(target, values, memory) for target in ("rax", "rdx", FLAGS))
        if name == "mulx":
            sources = self.registers(parts[2]) | {"rdx"}
            return tuple(Move(self.register(part), sources, memory) for part in parts[:2])
        if name == "xchg":
            return tuple(Move(self.register(part) or self.address(part), values, memory) for part in parts)
        return self._first_operand(name, parts, values, memory)

    def _string(self, name: str) -> tuple[Move, ...]:
        """Copy or fill from rsi to rdi; after `rep` so many times as rcx says, which counts as a part of the address."""
        pointers = {"rdi"} if "stos" in name else {"rsi"} if "lods" in name else {"rdi", "rsi"}
        counters = frozenset(pointers | ({"rcx"} if name.startswith("rep ") else set()))
        memory = Address(counters, 0, indexed=True)
        data = Move("rax", memory=memory) if "lods" in name else Move(memory, frozenset({"rax"}) if "stos" in name else frozenset())
        return (data, *(Move(register, frozenset({register})) for register in counters))

    def _first_operand(self, name: str, parts: list[str], values: frozenset[str], memory: Address | None) -> tuple[Move, ...]:
        """The common shape: the first operand is written from all, or from the others."""
        masked = "{" in parts[0]  # AVX-512: where the mask is zero what was there stays
        writes_only = not masked and (_WRITE.fullmatch(name) or (name == "imul" and len(parts) == 3))
        if "[" in parts[0]:
            target: str | Address = self.address(parts[0][parts[0].index("[") :])
            memory = None if writes_only else memory
        else:
            target = self.register(parts[0].partition(" {")[0])
            if writes_only:
                values = frozenset().union(
                    *(self.registers(part) for part in parts[1:] if "[" not in part or name == "lea"), values & {FLAGS}
                )
            elif len(parts) == 2 and parts[0] == parts[1] and (_ZERO.fullmatch(name) or _ONES.fullmatch(name)):
                values = frozenset()
            elif name == "sbb" and parts[0] == parts[1]:
                values = frozenset({FLAGS})
        moves = (Move(target, values, memory),) if target else ()
        return moves if _NO_FLAGS.fullmatch(name) else (*moves, Move(FLAGS, values, memory))

    def _without_operands(self, name: str) -> tuple[Move, ...]:
        if name in ("cdq", "cqo", "cwd"):
            return (Move("rdx", frozenset({"rax"})),)
        if name == "leave":
            return (Move("rbp", memory=Address(frozenset({"rbp"}), 0)),)
        return ()  # cdqe, cwde, cbw extend rax in place

    def sum(self, instruction: Instruction) -> Sum | None:
        name, parts = instruction.mnemonic, operands(instruction.operands)
        if name in ("push", "pop"):
            return Sum("rsp", "rsp", -8 if name == "push" else 8)
        if name == "leave":
            return Sum("rsp", "rbp", 8)
        if name == "mov" and (target := self.register(parts[0])) and (base := self.register(parts[1])):
            return Sum(target, base, 0)
        if name in ("add", "sub") and self.register(parts[0]) and (offset := number(parts[1])) is not None:
            return Sum(self.register(parts[0]), self.register(parts[0]), offset if name == "add" else -offset)
        if name == "lea" and not (address := self.address(parts[1][parts[1].index("[") :])).indexed:
            (base,) = address.registers
            return Sum(self.register(parts[0]), base, address.offset)
        return None
