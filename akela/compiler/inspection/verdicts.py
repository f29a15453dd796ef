"""Verdicts on single instructions: whether one that takes time by its operands, or decides where control goes, may do so.

What is asked and why is told in `branches.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from akela.compiler.inspection.disassemble import Function, Instruction, Listing
from akela.compiler.inspection.flow import Flow
from akela.compiler.inspection.machine.model import Address, Kind, Move
from akela.compiler.inspection.object_file import Place
from akela.compiler.inspection.origins import Load, Origin, Origins, Parameter, Result, SharedSlot, StackAddress
from akela.compiler.inspection.signatures import Signature
from akela.compiler.inspection.symbols import LIBRARY, is_foreign
from akela.compiler.targets import Target


@dataclass(frozen=True)
class Source:
    """What is known of the C: by line, and by function."""

    conditions: Mapping[Place, str]  # line on which object code may branch -> the public condition
    public: frozenset[Place]  # lines that compute public values only
    signatures: Mapping[str, Signature] = field(default_factory=dict)
    declassifying: frozenset[str] = frozenset()  # functions that make secrets public, themselves or in what is inlined
    vartime: frozenset[str] = frozenset()  # functions that vary in time, by name or because of what is inlined


@dataclass(frozen=True)
class Finding:
    """One instruction that was judged."""

    kind: str  # "branch", "conditional execution", "address", "variable time", "indirect", "call"
    function: str
    instruction: Instruction
    public: bool
    reason: str  # the public condition, or what is wrong

    @property
    def place(self) -> Place:
        """The line of C."""
        return self.instruction.place

    def __str__(self) -> str:
        verdict = "public" if self.public else "VIOLATION"
        return f"{self.function}+{self.instruction.address:#x}: {self.kind} `{self.instruction}` ({self.place}): {verdict}: {self.reason}"


def source_name(function: Function) -> str:
    """The name of a function in C: a compiler calls its clones `f.constprop.0` and the like, for LX106 `f$constprop$0`."""
    return re.split(r"[.$]", function.name, maxsplit=1)[0]


def _touches_memory(moves: tuple[Move, ...]) -> bool:
    return any(isinstance(move.target, Address) or move.memory is not None for move in moves)


class FunctionCheck:
    """The judgement of one function."""

    def __init__(self, function: Function, listing: Listing, target: Target, source: Source) -> None:
        self.function = function
        self.listing = listing
        self.target = target
        self.source = source
        self.flow = Flow(function, listing.machine)
        self.origins = Origins(self.flow)
        signature = source.signatures.get(function.name)
        self.arguments = None if signature is None else signature.places(self.flow.machine)
        self.declassifies = source_name(function) in source.declassifying

    def run(self) -> list[Finding]:
        """All instructions of which there is something to say."""
        found: list[Finding] = []
        for position, instruction in enumerate(self.function.instructions):
            for kind, public, reason in self._judge(position):
                found.append(Finding(kind, self.function.name, instruction, public, reason))
        return found

    def _judge(self, position: int) -> Iterator[tuple[str, bool, str]]:
        """Kind, verdict and reason of what is to be said of one instruction."""
        instruction, kind, machine = self.function.instructions[position], self.flow.kinds[position], self.flow.machine
        if kind is Kind.BRANCH:
            yield ("branch", *self._verdict(position, self.origins.of(position, machine.condition(instruction))))
        if kind is Kind.SCAN:
            yield "branch", False, "how long it runs depends on what it finds in memory"
        if kind in (Kind.INDIRECT_CALL, Kind.INDIRECT_JUMP):
            pointer = self._operation(position)
            yield "indirect", bool(pointer), f"through {pointer}" if pointer else "where it goes is not known before it runs"
        if kind in (Kind.CALL, Kind.JUMP, Kind.BRANCH) and not self._stays(instruction):
            name = self.callee(position)
            if is_foreign(name) and name not in self.listing.known:
                yield "call", False, f"{name or 'an unknown function'} is none of Akela's, nor memcpy or memset"
            elif name in LIBRARY and (secret := self._secrets(position, frozenset({machine.arguments[2]}))):
                yield "call", False, f"how many bytes {name} takes depends on a secret: {secret[0]}"
        moves = self.flow.moves[position]
        if (condition := self.flow.predicate(position)) and (_touches_memory(moves) or machine.is_slow(instruction, condition)):
            yield ("conditional execution", *self._verdict(position, self.origins.of(position, machine.flags)))
        for address in {move.target for move in moves if isinstance(move.target, Address)} | {move.memory for move in moves if move.memory}:
            if secret := self._secrets(position, address.registers):
                yield "address", False, f"which memory is used depends on a secret: {secret[0]}"
        if (why := self._variable_time(position)) is not None:
            public, reason = self._verdict(position, self.origins.of_operands(position))
            yield "variable time", public, f"{reason} ({why})"

    def _stays(self, instruction: Instruction) -> bool:
        """Whether a jump goes to a place in the same function, or (a conditional return) back to the caller."""
        if instruction.target is None:
            return not instruction.symbol and self.flow.machine.is_return(instruction)
        return self.function.address <= instruction.target < self.function.address + self.function.size

    def callee(self, position: int) -> str:
        """The function that is called or jumped to, "" where that is unknown."""
        instruction = self.function.instructions[position]
        if self.flow.kinds[position] in (Kind.INDIRECT_CALL, Kind.INDIRECT_JUMP):
            return self._operation(position).replace("akela_op_", "akela_")
        before = self.function.instructions[position - 1].symbol if position else ""
        if instruction.symbol and not instruction.symbol.startswith("."):
            return instruction.symbol
        if instruction.target is not None:
            return self.listing.names.get(instruction.target, "")
        return before  # on RISC-V the relocation is on the instruction that loads the address

    def _operation(self, position: int) -> str:
        """The pointer `akela_op_…` that a call goes through, "" where it goes through none."""
        instruction = self.function.instructions[position]
        registers = self.flow.machine.registers(instruction.operands)
        symbols = self.origins.symbols(position, registers) if registers else {instruction.symbol}
        return min(symbols) if len(symbols) == 1 and min(symbols).startswith("akela_op_") else ""

    def _variable_time(self, position: int) -> str | None:
        name = self.function.instructions[position].mnemonic.removesuffix(".w").removesuffix(self.flow.predicate(position))
        return self.target.vartime.get(name.removeprefix("c."))

    # --- verdicts

    def _verdict(self, position: int, decided_by: frozenset[Origin]) -> tuple[bool, str]:
        """Whether an instruction that is decided by values of these origins may stand where it stands, and why."""
        origins = sorted(decided_by, key=str)
        secret = [origin for origin in origins if self._is_secret(origin)]
        unknown = [origin for origin in origins if self._is_secret(origin) is None]
        if secret and not self.declassifies:
            return False, f"decided by a secret: {secret[0]}"
        if (condition := self._condition(position)) is not None:
            return True, condition
        if secret or unknown:
            return False, f"no condition is listed for this line, and it is decided by {(secret or unknown)[0]}"
        return True, f"no condition is listed for this line; decided by {', '.join(map(str, origins)) or 'constants'} alone"

    def _secrets(self, position: int, registers: frozenset[str]) -> list[Origin]:
        return [origin for origin in self.origins.of(position, registers) if self._is_secret(origin)]

    def _is_public_memory(self, load: Load) -> bool:
        """Whether what is loaded is public by the types of the arguments: a field of one, or an element where all are public."""
        arguments = self.arguments or {}
        if load.field is not None:
            layout = arguments[load.field[0]].layout if load.field[0] in arguments else None
            return layout is not None and layout.is_public(load.field[1])
        pointers = [origin for origin in load.address if isinstance(origin, StackAddress | SharedSlot | Parameter)]
        layouts = [
            arguments[origin.place].layout if isinstance(origin, Parameter) and origin.place in arguments else None for origin in pointers
        ]
        known = [layout for layout in layouts if layout is not None]
        return (
            bool(known)
            and all(layout.all_public for layout in known)
            and not any(isinstance(p, StackAddress | SharedSlot) for p in pointers)
        )

    def _condition(self, position: int) -> str | None:
        """The public condition on the line of an instruction, or of what set the flags that a conditional execution goes by.

        A conditional return stands on the line of the return, instructions of an IT block on the lines of the block that they replace.
        """
        instruction = self.function.instructions[position]
        if (found := self._listed(instruction.place)) is not None or not self.flow.predicate(position):
            return found
        setters = self.flow.setters(position, self.flow.machine.flags)
        conditions = [self._listed(setter.place) for setter in setters]
        return conditions[0] if conditions and None not in conditions else None

    def _listed(self, place: Place) -> str | None:
        return self.source.conditions.get(place, "public values" if place in self.source.public else None)

    def _is_secret(self, origin: Origin) -> bool | None:
        """Whether an origin is a secret; None where that is not known."""
        match origin:
            case StackAddress():
                return False
            case SharedSlot(instruction):
                return False if instruction.place in self.source.public else None
            case Parameter(place):
                return None if self.arguments is None else place in self.arguments and self.arguments[place].secret
            case Load():
                return origin.instruction.place not in self.source.public and not self._is_public_memory(origin)
            case Result(instruction):
                name = self.callee(self.function.instructions.index(instruction))
                if name in LIBRARY:
                    return False
                return self.source.signatures[name].secret_result if name in self.source.signatures else None
