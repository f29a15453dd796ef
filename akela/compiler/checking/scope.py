"""Names while a function is checked: which are defined here, with what type, and where their declaration goes.

A name has one type everywhere. It may be several symbols (a temporary in each of two loops), which are merged where paths join.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from akela.compiler.ir import Symbol
from akela.lang.types import Type, public

Block = tuple[int, ...]  # path of nested blocks from the function's body


@dataclass
class Scope:
    """The names of one function."""

    defined: dict[str, Symbol] = field(default_factory=dict)  # on every path to here
    types: dict[str, Type] = field(default_factory=dict)  # one type per name, secrecy aside
    pinned: dict[str, Type] = field(default_factory=dict)  # names whose declaration is annotated
    loops: dict[str, Symbol] = field(default_factory=dict)  # loop variables in force
    ended: set[str] = field(default_factory=set)  # loop variables of finished loops
    seen: set[str] = field(default_factory=set)  # every local assigned so far, on some path
    poisoned: set[str] = field(default_factory=set)  # names whose declaration was refused: further errors on them say nothing new
    home: dict[Symbol, Block] = field(default_factory=dict)  # block of the declaration
    hoisted: set[Symbol] = field(default_factory=set)  # used outside of that block: declared at the top
    merged: dict[Symbol, Symbol] = field(default_factory=dict)
    block: Block = ()
    blocks_made: int = 0
    dead: bool = False  # after a return

    def lookup(self, name: str) -> Symbol | None:
        """The symbol of a defined name, marking where it is used."""
        symbol = self.loops.get(name) or self.defined.get(name)
        if symbol is not None and symbol.kind == "local":
            self._reach(symbol)
        return symbol

    def _reach(self, symbol: Symbol) -> None:
        home = self.home[symbol]
        if self.block[: len(home)] != home:
            self.hoisted.add(symbol)

    def declare(self, symbol: Symbol) -> None:
        """A new local."""
        self.defined[symbol.name] = symbol
        self.types.setdefault(symbol.name, symbol.type)
        self.seen.add(symbol.name)
        self.home[symbol] = self.block

    def clashes(self, name: str, kind: Type) -> Type | None:
        """The type that the name already has, where it differs from `kind` in more than secrecy."""
        known = self.types.get(name)
        return known if known is not None and public(known) != public(kind) else None

    def enter(self) -> dict[str, Symbol]:
        """Begin a nested block; gives the names defined before it."""
        self.blocks_made += 1
        self.block = (*self.block, self.blocks_made)
        return dict(self.defined)

    def leave(self) -> tuple[dict[str, Symbol], bool]:
        """End a nested block; gives what it leaves defined, and whether it always returns."""
        self.block = self.block[:-1]
        result = self.defined, self.dead
        self.dead = False
        return result

    def join(self, before: dict[str, Symbol], ends: list[tuple[dict[str, Symbol], bool]]) -> None:
        """Continue after blocks of which exactly one ran: a name is defined where every block that goes on defines it."""
        going_on = [names for names, dead in ends if not dead]
        if not going_on:
            self.dead = True
            self.defined = before
            return
        first = going_on[0]
        self.defined = {}
        for name, symbol in first.items():
            others = [names.get(name) for names in going_on[1:]]
            if any(other is None for other in others):
                continue
            for other in others:
                if other is not None and other is not symbol:
                    self._merge(other, symbol)
            self.defined[name] = symbol

    def _merge(self, gone: Symbol, kept: Symbol) -> None:
        self.merged[gone] = kept
        self.hoisted |= {gone, kept}

    def final(self, symbol: Symbol) -> Symbol:
        """The symbol that stands for this one after merging."""
        while symbol in self.merged:
            symbol = self.merged[symbol]
        return symbol
