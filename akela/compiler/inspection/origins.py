"""Where the value that decides a branch comes from: a backward slice through the machine code of one function.

A line of C is what a compiler says about a branch; compilers move, merge and invent branches, and what they say then is sometimes nothing
(line 0) and sometimes the line of a loop whose condition the branch no longer is. So each condition is followed back through registers and
stack slots to what it is made of: parameters, loads from memory, results of calls. Constants have no origin.

A value that only a branch chooses, not what it is computed from, has no origin either: that branch is judged by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.flow import CALLS, Flow, Variable, pointer_of, slot_of
from akela.compiler.inspection.machine.model import Move

T = TypeVar("T")


@dataclass(frozen=True)
class Parameter:
    """What a register or, by its slot, the caller's stack held when the function was entered."""

    place: str | int

    def __str__(self) -> str:
        return f"parameter in {self.place}" if isinstance(self.place, str) else f"parameter on the stack at {self.place}"


@dataclass(frozen=True)
class Load:
    """What an instruction loads from memory.

    `field`: which register pointed there at entry, and the distance, where both are known; `address`: what the address is made of.
    """

    instruction: Instruction
    field: tuple[str, int] | None = None
    address: frozenset[Origin] = frozenset()

    def __str__(self) -> str:
        return f"memory read by `{self.instruction}` ({self.instruction.place})"


@dataclass(frozen=True)
class Result:
    """What a call returns."""

    instruction: Instruction

    def __str__(self) -> str:
        return f"result of `{self.instruction.symbol or self.instruction}`"


@dataclass(frozen=True)
class StackAddress:
    """The address of something on the stack."""

    def __str__(self) -> str:
        return "stack address"


@dataclass(frozen=True)
class SharedSlot:
    """What lies in a stack slot that may also be written through a pointer to it, or to an array that begins below it."""

    instruction: Instruction

    def __str__(self) -> str:
        return f"stack memory read by `{self.instruction}` ({self.instruction.place}), to which there is a pointer"


Origin = Parameter | Load | Result | StackAddress | SharedSlot


class Origins:
    """What the values in a function are made of."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._known: dict[tuple[int, Move, bool], tuple[set[Origin], list[Variable]]] = {}

    def of(self, position: int, registers: frozenset[str]) -> frozenset[Origin]:
        """What the values of `registers`, just before the instruction at `position`, are made of."""
        return self._walk([(position, register) for register in registers], self._origin)

    def of_operands(self, position: int) -> frozenset[Origin]:
        """What the values that an instruction computes with are made of."""
        found: frozenset[Origin] = frozenset()
        for move in self.flow.moves[position]:
            origins, variables = self._made_of(position, move, tables=True)
            found |= origins | self._walk([(position, variable) for variable in variables], self._origin)
        return found

    def symbols(self, position: int, registers: frozenset[str]) -> frozenset[str]:
        """The symbols that the values of `registers` were found through, "" for values that were found otherwise."""
        return self._walk([(position, register) for register in registers], self._symbol)

    def _walk(
        self, waiting: list[tuple[int, Variable]], look: Callable[[int, Variable, int], tuple[set[T], list[Variable]]]
    ) -> frozenset[T]:
        """Follow variables, each as it is just before a position, from write to write.

        `look(place, variable, reader)` says what a write adds to the result, and which variables it is made of; -1 is the function's entry.
        """
        found: set[T] = set()
        seen: set[tuple[int, Variable]] = set()
        while waiting:
            reader, variable = waiting.pop()
            for place in self.flow.definitions(reader, variable):
                if (place, variable) not in seen:
                    seen.add((place, variable))
                    results, sources = look(place, variable, reader)
                    found |= results
                    waiting += [(place, source) for source in sources]
        return frozenset(found)

    # --- origins

    def _origin(self, place: int, variable: Variable, reader: int, *, tables: bool = True) -> tuple[set[Origin], list[Variable]]:
        """`tables`: a load from a constant table is no origin."""
        if place < 0:
            return {self._entry(variable, reader)}, []
        if self.flow.kinds[place] in CALLS:
            return ({Result(self.flow.code[place])} if variable in self.flow.machine.results else set()), []
        made = [self._made_of(place, move, tables) for move in self.flow.writers(place, variable)]
        return set().union(*(origins for origins, _ in made)), [source for _, sources in made for source in sources]

    def _entry(self, variable: Variable, reader: int) -> Origin:
        """What a variable holds that no instruction of the function has written; `reader` is the position that reads it."""
        match variable:
            case str():
                return StackAddress() if variable == self.flow.machine.stack_pointer else Parameter(variable)
            case (0, distance) if distance >= 0:
                return Parameter(distance)
            case _:  # a part of an array, or of a slot that was written as a whole
                return Load(self.flow.code[reader])

    def _made_of(self, place: int, move: Move, tables: bool) -> tuple[set[Origin], list[Variable]]:
        """What a move adds to the origins by itself, and the variables to follow."""
        asked = (place, move, tables)
        if asked not in self._known:
            self._known[asked] = self._look_at(place, move, tables)
        return self._known[asked]

    def _look_at(self, place: int, move: Move, tables: bool) -> tuple[set[Origin], list[Variable]]:
        instruction, variables = self.flow.code[place], [*move.sources]
        if move.memory is None:
            return set(), [*variables]
        match pointer_of(move.memory, self.flow.pointers[place]):
            case (int(anchor), distance):
                slot = (anchor, distance)
                return {SharedSlot(instruction)} if self.flow.is_shared(slot) else set(), [*variables, slot]
            case (str(register), distance):
                return {Load(instruction, (register, distance))}, [*variables]
        if not tables:
            return {Load(instruction)}, [*variables]
        address = self._walk([(place, register) for register in move.memory.registers], partial(self._origin, tables=False))
        # An address into which no pointer went, made of constants and counters alone, is one of a constant table.
        return {Load(instruction, address=address)} if address else set(), [*variables]

    # --- symbols

    def _symbol(self, place: int, variable: Variable, reader: int) -> tuple[set[str], list[Variable]]:
        if place < 0 or self.flow.kinds[place] in CALLS:
            return {""}, []
        if symbol := self.flow.code[place].symbol:
            return {symbol}, []
        sources: list[Variable] = []
        for move in self.flow.writers(place, variable):
            sources += move.sources
            if move.memory is not None:
                slot = slot_of(move.memory, self.flow.pointers[place])
                sources += [slot] if slot else move.memory.registers
        return set() if sources else {""}, sources
