"""What is known of the values in emitted Python: ranges of types, of operators' results, and which ints are never negative.

Emitted Python masks a word where it may have left its range, and checks an index where it may be negative; this says where it cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from akela.compiler import ir
from akela.lang.types import BoolType, IntType, MaskType, Type, VectorType, WordType

Range = tuple[int, int]  # lowest and highest value
INTS: Range = (-(2**63), 2**63 - 1)
NATURALS: Range = (0, INTS[1])


def bits_of(kind: Type) -> int:
    """Width of a word, of the word that a mask selects, or of a vector's lanes."""
    match kind:
        case WordType(bits) | VectorType(bits):
            return bits
        case MaskType(word):
            return bits_of(word)
        case _:
            raise TypeError(f"{kind} has no width in bits")


def range_of(kind: Type) -> Range:
    """All values of a type."""
    match kind:
        case WordType() | MaskType():
            return 0, 2 ** bits_of(kind) - 1
        case BoolType():
            return 0, 1
        case _:
            return INTS


def result_range(op: str, a: Range, b: Range) -> Range:
    """Lowest and highest result of an operator on operands from these ranges."""
    match op:
        case "add":
            return a[0] + b[0], a[1] + b[1]
        case "sub":
            return a[0] - b[1], a[1] - b[0]
        case "mul":
            products = [x * y for x in a for y in b]
            return min(products), max(products)
        case "shl":
            return min(a[0] << b[0], a[0] << b[1]), max(a[1] << b[0], a[1] << b[1])
        case "shr":
            return min(a[0] >> b[0], a[0] >> b[1]), max(a[1] >> b[0], a[1] >> b[1])
        case "and" if a[0] >= 0 or b[0] >= 0:
            return 0, min(high for low, high in (a, b) if low >= 0)
        case "and" | "or" | "xor":
            bits = max(value.bit_length() for value in (*a, *b))
            return (0 if min(a[0], b[0]) >= 0 else -(2**bits)), 2**bits - 1
        case "floordiv" if a[0] >= 0 and b[0] > 0:
            return a[0] // b[1], a[1] // b[0]
        case "mod" if b[0] > 0:
            return 0, b[1] - 1
        case _:
            return INTS


def loop_range(start: Range, stop: Range, step: int) -> Range:
    """What a loop's variable can be, given where it starts and stops."""
    return (start[0], max(start[0], stop[1] - 1)) if step > 0 else (min(start[1], stop[0] + 1), start[1])


def never_negative(function: ir.Function, range_of_expr: Callable[[ir.Expr, dict[ir.Symbol, Range]], Range]) -> dict[ir.Symbol, Range]:
    """The int locals that are never negative, whatever path is taken.

    Assume it of all; drop those that are assigned something which may be negative under the assumption; repeat until it holds.
    """
    assignments = list(_assignments(function.body))
    natural = {symbol for symbol, _ in assignments if isinstance(symbol.type, IntType)}
    while True:
        known = dict.fromkeys(natural, NATURALS)
        refuted = {symbol for symbol, value in assignments if symbol in natural and (value is None or range_of_expr(value, known)[0] < 0)}
        if not refuted:
            return known
        natural -= refuted


def _assignments(body: tuple[ir.Stmt, ...]) -> Iterator[tuple[ir.Symbol, ir.Expr | None]]:
    """Locals with the values assigned to them; None where a call gives the value."""
    for stmt in ir.statements(body):
        match stmt:
            case ir.Declare(symbol=symbol, value=ir.Expr() as value):
                yield symbol, value
            case ir.Assign(target=ir.Var(symbol=symbol), value=value):
                yield symbol, value
            case ir.Parallel(targets=targets, values=values):
                yield from ((t.symbol, v) for t, v in zip(targets, values, strict=True) if isinstance(t, ir.Var))
            case ir.Unpack(targets=targets):
                yield from ((t.symbol, None) for t in targets if isinstance(t, ir.Var))
            case ir.For(symbol=symbol, start=start, stop=stop, step=step):
                yield symbol, start if step > 0 else stop
