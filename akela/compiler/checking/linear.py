"""What can be known about public integers before running: linear forms and intervals.

Used to see that `data[64 * i : 64 * i + 64]` has length 64, that two ranges of one array partly overlap, and that an index leaves an array.
Anything not understood is simply unknown, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from akela.compiler.ir import Binary, Choose, Compare, Const, Expr, Field, For, Index, Len, Symbol, Unary, Var, View

Atom = tuple[object, ...]


def identity(expr: Expr) -> Atom:
    """A key that is equal for expressions of the same shape, wherever they stand."""
    match expr:
        case Const(value=value):
            return ("const", value)
        case Var(symbol=symbol):
            return ("var", id(symbol))
        case Field(base=base, name=name):
            return ("field", identity(base), name)
        case Index(base=base, index=index):
            return ("index", identity(base), identity(index))
        case View(base=base, start=start, stop=stop):
            return ("view", identity(base), identity(start), identity(stop))
        case Len(operand=operand):
            return ("len", identity(operand))
        case Binary(op=op, left=left, right=right):
            return (op, identity(left), identity(right))
        case Unary(op=op, operand=operand):
            return (op, identity(operand))
        case _:
            return ("opaque", id(expr))


@dataclass(frozen=True)
class Linear:
    """constant + sum of coefficient * atom."""

    constant: int
    terms: tuple[tuple[Atom, int], ...]

    def minus(self, other: Linear) -> Linear:
        """The difference, terms that cancel removed."""
        return _sum(self, other, -1)


def _sum(a: Linear, b: Linear, factor: int) -> Linear:
    terms = dict(a.terms)
    for atom, coefficient in b.terms:
        terms[atom] = terms.get(atom, 0) + factor * coefficient
    return Linear(a.constant + factor * b.constant, tuple(sorted(((k, v) for k, v in terms.items() if v), key=repr)))


def linear(expr: Expr) -> Linear:
    """The linear form of an int expression; what is not linear becomes an atom."""
    match expr:
        case Const(value=value):
            return Linear(value, ())
        case Binary(op="add", left=left, right=right):
            return _sum(linear(left), linear(right), 1)
        case Binary(op="sub", left=left, right=right):
            return _sum(linear(left), linear(right), -1)
        case Binary(op="mul", left=Const(value=factor), right=other) | Binary(op="mul", left=other, right=Const(value=factor)):
            return _sum(Linear(0, ()), linear(other), factor)
        case Unary(op="neg", operand=operand):
            return _sum(Linear(0, ()), linear(operand), -1)
        case _:
            return Linear(0, ((identity(expr), 1),))


def difference(a: Expr, b: Expr) -> int | None:
    """a - b where it is plainly a constant, else None."""
    form = linear(a).minus(linear(b))
    return None if form.terms else form.constant


@dataclass(frozen=True)
class LoopRange:
    """Lowest and highest value of a loop's variable: over all rounds of the loops around it, and as these loops' variables give them."""

    lowest: int
    highest: int
    first: Linear
    last: Linear


Ranges = dict[Symbol, LoopRange]  # loop variables whose bounds are known, outer loops before inner ones


def loop_range(loop: For, ranges: Ranges) -> LoopRange | None:
    """The values of a loop's variable, where both bounds are known; None where not, or where the loop does not run."""
    start, stop = interval(loop.start, ranges), interval(loop.stop, ranges)
    if start is None or stop is None:
        return None
    if isinstance(loop.start, Const) and isinstance(loop.stop, Const):
        values = range(loop.start.value, loop.stop.value, loop.step)
        if not values:
            return None
        low, high = min(values[0], values[-1]), max(values[0], values[-1])
        return LoopRange(low, high, Linear(low, ()), Linear(high, ()))
    one = Linear(1, ())
    if loop.step > 0:
        found = LoopRange(start[0], stop[1] - 1, linear(loop.start), linear(loop.stop).minus(one))
    else:
        found = LoopRange(stop[0] + 1, start[1], _sum(linear(loop.stop), one, 1), linear(loop.start))
    return found if found.lowest <= found.highest else None


def interval(expr: Expr, ranges: Ranges) -> tuple[int, int] | None:
    """Lowest and highest value of an int expression, where known."""
    apart = _interval(expr, ranges)
    if apart is None or not isinstance(expr, Binary):
        return apart
    low, high = (_extreme_of(linear(expr), ranges, lowest) for lowest in (True, False))
    return apart[0] if low is None else max(low, apart[0]), apart[1] if high is None else min(high, apart[1])


def _extreme_of(form: Linear, ranges: Ranges, lowest: bool) -> int | None:
    """The lowest or highest value of a linear form in loop variables: each at its bound, inner loops before outer ones."""
    for symbol, known in reversed(ranges.items()):
        atom = ("var", id(symbol))
        factor = dict(form.terms).get(atom, 0)
        if factor:
            bound = known.first if (factor > 0) == lowest else known.last
            form = _sum(form, _sum(bound, Linear(0, ((atom, 1),)), -1), factor)
    return None if form.terms else form.constant


def _interval(expr: Expr, ranges: Ranges) -> tuple[int, int] | None:
    """The same, each variable taken by itself."""
    match expr:
        case Const(value=value):
            return value, value
        case Var(symbol=symbol):
            known = ranges.get(symbol)
            return None if known is None else (known.lowest, known.highest)
        case Unary(op="neg", operand=operand):
            inner = interval(operand, ranges)
            return None if inner is None else (-inner[1], -inner[0])
        case Choose(condition=Compare(op="lt" | "gt" as op, left=left, right=right), then=then, other=other) if identity(left) == identity(
            then
        ) and identity(right) == identity(other):
            return _extreme(min if op == "lt" else max, interval(then, ranges), interval(other, ranges))
        case Choose(then=then, other=other):
            a, b = interval(then, ranges), interval(other, ranges)
            return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))
        case Binary(op=op, left=left, right=right):
            a, b = interval(left, ranges), interval(right, ranges)
            return _binary(op, a, b)
        case _:
            return None


def _extreme(choose: Callable[[int, int], int], a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    return None if a is None or b is None else (choose(a[0], b[0]), choose(a[1], b[1]))


def _binary(op: str, a: tuple[int, int] | None, b: tuple[int, int] | None) -> tuple[int, int] | None:
    if op == "mod" and b is not None and b[0] == b[1] > 0:
        return (a[0], a[1]) if a is not None and a[0] >= 0 and a[1] < b[0] else (0, b[0] - 1)
    if op == "and" and b is not None and b[0] == b[1] >= 0:
        return 0, b[0]
    if a is None or b is None:
        return None
    match op:
        case "add":
            return a[0] + b[0], a[1] + b[1]
        case "sub":
            return a[0] - b[1], a[1] - b[0]
        case "mul":
            products = [x * y for x in a for y in b]
            return min(products), max(products)
        case "floordiv" if b[0] > 0 and a[0] >= 0:
            return a[0] // b[1], a[1] // b[0]
        case "shl" if b[0] >= 0:
            return min(a[0] << b[0], a[0] << b[1]), max(a[1] << b[0], a[1] << b[1])
        case "shr" if b[0] >= 0 and a[0] >= 0:
            return a[0] >> b[1], a[1] >> b[0]
        case _:
            return None
