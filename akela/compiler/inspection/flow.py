"""The flow of control and of values in the machine code of one function: which write of a register or stack slot reaches which read.

What the values are made of, in the end, is `inspection/origins.py`; what single instructions do, `machine/`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from akela.compiler.inspection.disassemble import Function, Instruction
from akela.compiler.inspection.machine import instruction_set_of
from akela.compiler.inspection.machine.model import Address, Kind, Move, Sum

# A place on the stack: an anchor, which is what the stack pointer held at entry (0) or an unknown value that it got later, and a distance.
Slot = tuple[int, int]
# A stack address, or what a register held at entry and a distance from that; a distance from nothing is a constant.
Pointer = tuple[int | str | None, int]
Variable = str | Slot
CALLS = (Kind.CALL, Kind.INDIRECT_CALL)
_LEAVES = (Kind.RETURN, Kind.INDIRECT_JUMP)


class Flow:
    """The flow of control and of values in one function."""

    def __init__(self, function: Function, machine: str) -> None:
        self.function = function
        self.machine = instruction_set_of(machine)
        self.code = function.instructions
        self.kinds = [self.machine.kind(i, self.code[n - 1] if n else None) for n, i in enumerate(self.code)]
        self._conditions = self.machine.predicated(self.code)
        self.moves = [self._moves(n) for n in range(len(self.code))]
        self._position = {instruction.address: n for n, instruction in enumerate(self.code)}
        self._found: dict[tuple[int, Variable], tuple[int, ...]] = {}

    def predicate(self, position: int) -> str:
        """The condition under which an instruction takes effect, "" for always."""
        return self._conditions.get(self.code[position].address, "")

    def setters(self, position: int, registers: frozenset[str]) -> list[Instruction]:
        """The instructions whose values `registers` may hold just before the instruction at `position`."""
        return [self.code[place] for register in registers for place in self.definitions(position, register) if place >= 0]

    def _moves(self, position: int) -> tuple[Move, ...]:
        instruction = self.code[position]
        if self.kinds[position] is not Kind.PLAIN:
            return ()
        return self.machine.moves(instruction, self._conditions.get(instruction.address, ""))

    # --- control flow

    @cached_property
    def _successors(self) -> list[list[int]]:
        return [list(self._next(position)) for position in range(len(self.code))]

    def _next(self, position: int) -> Iterator[int]:
        kind, target = self.kinds[position], self.code[position].target
        if kind in (Kind.JUMP, Kind.BRANCH) and target in self._position:
            yield self._position[target]
        if kind is not Kind.JUMP and kind not in _LEAVES and position + 1 < len(self.code):
            yield position + 1

    @cached_property
    def _predecessors(self) -> list[list[int]]:
        predecessors: list[list[int]] = [[] for _ in self.code]
        for position, successors in enumerate(self._successors):
            for successor in successors:
                predecessors[successor].append(position)
        return predecessors

    @cached_property
    def _block_starts(self) -> list[int]:
        """Position -> first position of the straight piece of code that it belongs to."""
        starts: list[int] = []
        for position, before in enumerate(self._predecessors):
            straight = position > 0 and before == [position - 1] and len(self._successors[position - 1]) == 1
            starts.append(starts[-1] if straight else position)
        return starts

    # --- definitions

    @cached_property
    def _writes(self) -> dict[Variable, list[int]]:
        """Variable -> the positions that write it, ascending."""
        writes: dict[Variable, list[int]] = {}
        for position in range(len(self.code)):
            for variable in self._written(position):
                writes.setdefault(variable, []).append(position)
        return writes

    def _written(self, position: int) -> set[Variable]:
        if self.kinds[position] in CALLS:
            return set(self.machine.clobbered)
        return {variable for move in self.moves[position] if (variable := self._target(position, move)) is not None}

    def _target(self, position: int, move: Move) -> Variable | None:
        return move.target if isinstance(move.target, str) else slot_of(move.target, self.pointers[position])

    def writers(self, position: int, variable: Variable) -> list[Move]:
        return [move for move in self.moves[position] if self._target(position, move) == variable]

    def definitions(self, position: int, variable: Variable) -> tuple[int, ...]:
        """Positions whose write of `variable` may reach the instruction at `position`; -1 for the entry of the function."""
        asked = (position, variable)
        if asked not in self._found:
            self._found[asked] = tuple(self._search(position, variable))
        return self._found[asked]

    def _search(self, position: int, variable: Variable) -> list[int]:
        writes = self._writes.get(variable, [])
        found: list[int] = []
        seen: set[int] = set()
        waiting = [(self._block_starts[position], position)]  # pieces to search, from their ends
        while waiting:
            start, end = waiting.pop()
            last = bisect_left(writes, end) - 1
            if last >= 0 and writes[last] >= start:
                found.append(writes[last])
                continue
            if start == 0:
                found.append(-1)
            for before in self._predecessors[start]:
                if (block := self._block_starts[before]) not in seen:
                    seen.add(block)
                    waiting.append((block, before + 1))
        return found

    # --- pointers

    def is_shared(self, slot: Slot) -> bool:
        """Whether a pointer to a slot gets about, or one to an array below it, of which nobody knows how far it reaches.

        It does not reach the arguments on the stack, which are the caller's.
        """
        anchor, distance = slot
        lowest = self._lowest_pointer.get(anchor, distance + 1)
        return lowest <= distance and not (anchor == 0 and lowest < 0 <= distance)

    @cached_property
    def _lowest_pointer(self) -> dict[int, int]:
        """Stack anchor -> the least distance from there whose address is passed on, indexed, or computed with other than by constants."""
        lowest: dict[int, int] = {}
        for position, variable, constant in self._escapes():
            match self.pointers[position].get(variable):
                case (int(anchor), distance):
                    lowest[anchor] = min(distance + constant, lowest.get(anchor, distance + constant))
        return lowest

    def _escapes(self) -> Iterator[tuple[int, str, int]]:
        """Uses of registers other than to name a stack slot or to add a constant: position, register, constant added in passing."""
        for position, moves in enumerate(self.moves):
            if self.kinds[position] in CALLS:
                yield from ((position, register, 0) for register in self.machine.arguments)
            elif self._sum(position, self.pointers[position]) is None:
                yield from ((position, register, 0) for move in moves for register in move.sources)
            for place in (place for move in moves for place in (move.target, move.memory) if isinstance(place, Address) and place.indexed):
                yield from ((position, register, place.offset) for register in place.registers)

    @cached_property
    def pointers(self) -> list[dict[Variable, Pointer]]:
        """For each position, the registers and stack slots that hold, just before it, what an anchor held and a constant, or a constant."""
        known: list[dict[Variable, Pointer] | None] = [None] * len(self.code)
        if known:
            known[0] = {self.machine.stack_pointer: (0, 0), **{register: (register, 0) for register in self.machine.arguments}}
        waiting = [0] if known else []
        while waiting:
            position = waiting.pop()
            after = self._step(position, known[position] or {})
            for successor in self._successors[position]:
                old = known[successor]
                new = after if old is None else {variable: pointer for variable, pointer in old.items() if after.get(variable) == pointer}
                if new != old:
                    known[successor] = new
                    waiting.append(successor)
        return [here or {} for here in known]

    def _step(self, position: int, before: dict[Variable, Pointer]) -> dict[Variable, Pointer]:
        """What is known after an instruction."""
        if self.kinds[position] in CALLS:
            return {variable: pointer for variable, pointer in before.items() if variable not in self.machine.clobbered}
        after = dict(before)
        for move in self.moves[position]:
            target = move.target if isinstance(move.target, str) else slot_of(move.target, before)
            if target is not None:
                pointer = None if self.predicate(position) else _copied(move, before)
                after.pop(target, None)
                after |= {target: pointer} if pointer is not None else {}
        constant = self.machine.constant(self.code[position], lambda name: before[name][1] if _is_constant(name, before) else None)
        if constant is not None:
            after[constant[0]] = (None, constant[1])
        total = self._sum(position, before)
        if total is not None and total.base in before and not self.predicate(position):
            anchor, distance = before[total.base]
            after[total.target] = (anchor, distance + total.offset)
        elif self.machine.stack_pointer not in after:
            after[self.machine.stack_pointer] = (position + 1, 0)
        return after

    def _sum(self, position: int, known: dict[Variable, Pointer]) -> Sum | None:
        if self.kinds[position] is not Kind.PLAIN:
            return None
        match self.machine.sum_of_registers(self.code[position]):
            case (Sum(target, base, times), register) if _is_constant(register, known):
                return Sum(target, base, times * known[register][1])
            case (Sum(target, base, 1), register) if _is_constant(base, known):
                return Sum(target, register, known[base][1])
        return self.machine.sum(self.code[position])


def pointer_of(address: Address, known: dict[Variable, Pointer]) -> Pointer | None:
    """An address as an anchor and a constant, where it is that."""
    if address.indexed:
        return None
    (register,) = address.registers
    return None if register not in known else (known[register][0], known[register][1] + address.offset)


def _is_constant(register: str, known: dict[Variable, Pointer]) -> bool:
    return known.get(register, ("", 0))[0] is None


def slot_of(address: Address, known: dict[Variable, Pointer]) -> Slot | None:
    """The stack slot that an address names, None where it is elsewhere or depends on an index."""
    match pointer_of(address, known):
        case (int(anchor), distance):
            return anchor, distance
        case _:
            return None


def _copied(move: Move, known: dict[Variable, Pointer]) -> Pointer | None:
    """The pointer that is moved from a register to the stack, or from there."""
    if move.memory is None and isinstance(move.target, Address) and len(move.sources) == 1:
        return known.get(next(iter(move.sources)))
    if move.memory is not None and not move.sources and (slot := slot_of(move.memory, known)) is not None:
        return known.get(slot)
    return None
