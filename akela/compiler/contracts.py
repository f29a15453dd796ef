"""Leakage contracts as data: what steers a kernel, and where that comes from. They are derived in `leakage.py`."""

from __future__ import annotations

from dataclasses import dataclass, field

from akela.compiler.ir import Src, Symbol
from akela.lang.types import ArrayType, SliceType, StructType, Type

# What a public value can steer, in the order in which contracts list it.
KINDS = ("branches", "loop bounds", "indices", "slice bounds", "shift counts", "divisions")


@dataclass(frozen=True)
class Memory:
    """Where a value is: a parameter or local, or a field of the struct that it names."""

    symbol: Symbol
    fields: tuple[str, ...] = ()

    @property
    def type(self) -> Type:
        """The type of what is there."""
        kind = self.symbol.type
        for name in self.fields:
            kind = dict(kind.fields)[name] if isinstance(kind, StructType) else kind
        return kind


@dataclass(frozen=True)
class Value:
    """What the caller put there."""

    memory: Memory

    def __str__(self) -> str:
        name = ".".join((self.memory.symbol.name, *self.memory.fields))
        return f"{name}[…]" if isinstance(self.memory.type, ArrayType | SliceType) else name


@dataclass(frozen=True)
class Length:
    """The length of a slice that the caller passes."""

    symbol: Symbol

    def __str__(self) -> str:
        return f"len({self.symbol.name})"


@dataclass(frozen=True)
class Declassified:
    """A secret that was made public."""

    src: Src
    why: str

    def __str__(self) -> str:
        return f"declassified at {self.src.file}:{self.src.line}"


@dataclass(frozen=True)
class Register:
    """What a peripheral's register gave."""

    name: str

    def __str__(self) -> str:
        return f"register {self.name}"


Origin = Value | Length | Declassified | Register
Origins = frozenset[Origin]
NOTHING: Origins = frozenset()


@dataclass
class Contract:
    """What a function lets an observer learn: for each of KINDS the origins of what steers it.

    `result` are the origins of what the function returns, `written` those of the public values that it leaves in its caller's memory.
    """

    steers: dict[str, Origins] = field(default_factory=lambda: dict.fromkeys(KINDS, NOTHING))
    result: Origins = NOTHING
    written: dict[Memory, Origins] = field(default_factory=dict)

    def named(self) -> dict[str, list[str]]:
        """The kinds that occur, and the origins as they are shown: `{"loop bounds": ["len(data)"]}`."""
        return {kind: sorted(map(str, origins)) for kind, origins in self.steers.items() if origins}
