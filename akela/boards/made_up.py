"""Arguments for kernels of which no row of the catalogue tells how they are called: made up from their signatures, for audits.

What is secret by its type is different in each run; what is public is the same, and so are moduli, whose lowest and highest bits may be
known.
Lengths are those of a list that the kernel's conditions allow. A kernel may refuse such arguments: what it does until then is compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from akela.boards.board import Board
from akela.compiler.interface import Interface, Parameter, Role, class_name, interface
from akela.exceptions import AkelaError
from akela.lang.types import ArrayType, BoolType, SliceType, WordType

LENGTHS = (64, 48, 32, 96, 16, 24, 160, 8, 12, 33, 66, 1, 0)  # elements of a slice
TRIALS = 8  # combinations of lengths that a kernel may refuse by a status before one is taken that it refuses
MODULI = ("n", "p", "parts")  # parameters, of which a number must be odd and fill its words: all octets are these
ODD_AND_FULL = b"\x81"


class MadeUp:
    """Calls of a board's kernels with made-up arguments."""

    def __init__(self, board: Board) -> None:
        self.board = board
        exported = [function for module in board.image.modules for function in module.functions if function.ref.exported]
        self._kernels = {function.name: interface(function) for function in exported}
        self._constructors = {class_name(k.context): k for k in self._kernels.values() if k.context is not None and k.is_constructor}
        self._lengths: dict[str, dict[str, int]] = {}

    def prepare(self, kernel: str) -> bool:
        """Find lengths that a kernel takes, by trying, before calls that are to be compared. Whether it can be called at all."""
        try:
            self.call(kernel, 0)
        except AkelaError:
            pass
        except ValueError:  # a condition on numbers, or on lengths that are not in the list
            return False
        return True

    def call(self, kernel: str, secret: int) -> Any:
        """Call a kernel, on a context that is made up too where it is a method. Raises what the kernel does."""
        made = self._kernels[kernel]
        owner: Any = self.board
        if made.context is not None:
            constructor = self._constructors[class_name(made.context)]
            owner = getattr(self.board, class_name(made.context))
            if made is not constructor:
                owner = owner(*self._arguments(constructor, owner, secret))
        function = owner if made.context is not None and made.is_constructor else getattr(owner, made.method if made.context else made.name)
        return function(*self._arguments(made, function, secret))

    def _arguments(self, kernel: Interface, function: Any, secret: int) -> list[Any]:
        if kernel.name not in self._lengths:
            self._lengths[kernel.name] = self._accepted(kernel, function)
        return [_value(parameter, self._lengths[kernel.name], secret) for parameter in kernel.arguments]

    def _accepted(self, kernel: Interface, function: Any) -> dict[str, int]:
        """Lengths that the kernel takes, or the first ones that its conditions allow."""
        first: dict[str, int] | None = None
        for trial, lengths in enumerate(_allowed(kernel)):
            first = first or lengths
            try:
                function(*(_value(parameter, lengths, 0) for parameter in kernel.arguments))
            except (AkelaError, ValueError):
                if trial == TRIALS:
                    break
            else:
                return lengths
        if first is None:
            raise ValueError(f"{kernel.name}: no lengths of {LENGTHS} meet its conditions")
        return first


def _allowed(kernel: Interface) -> Iterator[dict[str, int]]:
    """Lengths of a kernel's slices that its conditions allow; those with few different ones first."""
    slices = [parameter.name for parameter in kernel.arguments if isinstance(parameter.type, SliceType)]
    known: dict[str, Any] = {parameter.name: 1 for parameter in kernel.arguments if parameter.role is Role.SCALAR}
    known |= {p.name: range(p.type.length) for p in kernel.arguments if isinstance(p.type, ArrayType)}
    for lengths in sorted(product(LENGTHS, repeat=len(slices)), key=lambda each: len({*each})):
        chosen = dict(zip(slices, lengths, strict=True))
        if all(condition.holds(known | {name: range(length) for name, length in chosen.items()}) for condition in kernel.requires):
            yield chosen


def _value(parameter: Parameter, lengths: dict[str, int], secret: int) -> Any:
    kind = parameter.type
    if not isinstance(kind, ArrayType | SliceType):
        return isinstance(kind, BoolType) or 1
    assert isinstance(kind.element, WordType)
    count = (kind.length if isinstance(kind, ArrayType) else lengths[parameter.name]) * parameter.element_bytes
    if parameter.name in MODULI:
        return ODD_AND_FULL * count
    source = random.Random(f"{parameter.name} {secret if kind.element.secret else 0} {count}")
    octets = source.randbytes(count)
    return octets if parameter.role is Role.INPUT else bytearray(octets)
