"""Loops that the source asks to unroll: copies of the body with the loop variable's values in it.

A local that a body declares is declared in the first copy and assigned in the others: it has one type, and every path that reads it
writes it first. A view, which is bound once, gets a name of its own in each copy. Variables that move on at the end of a body stay where
they are (`lowering/rotate.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from akela.compiler.ir import (
    Assign,
    Const,
    Declare,
    Expr,
    Fill,
    For,
    Stmt,
    Symbol,
    Var,
    blocks,
    map_expressions,
    with_blocks,
)
from akela.compiler.lowering.fold import fold_body, number, plus
from akela.compiler.lowering.rotate import rotated
from akela.compiler.spec import PassError
from akela.lang.types import ArrayType, SliceType, Type

LABELLED = 3  # copies of at least so many statements begin with a comment that names the value


def unroll_body(body: tuple[Stmt, ...], factors: Mapping[str, int]) -> tuple[Stmt, ...]:
    """A body without `unroll`. `factors` maps names of loops to how many copies a round of the loop holds.

    A loop whose bounds depend on the variable of a loop around it is unrolled where that one is.
    Raises PassError where a factor does not divide the number of rounds.
    """
    return _settle(_expand(body, factors), _Names())


def _expand(body: tuple[Stmt, ...], factors: Mapping[str, int]) -> tuple[Stmt, ...]:
    result: list[Stmt] = []
    for stmt in body:
        match stmt:
            case For(unroll=str(), start=Const(), stop=Const()):
                result.extend(_expand(_expand_loop(stmt, factors), factors))
            case For(unroll=str()):
                result.append(replace(stmt, body=_expand(stmt.body, factors), unroll=None))
            case _:
                result.append(with_blocks(stmt, lambda inner: _expand(inner, factors)))
    return tuple(result)


def _expand_loop(loop: For, factors: Mapping[str, int]) -> tuple[Stmt, ...]:
    assert isinstance(loop.start, Const) and isinstance(loop.stop, Const)
    values = range(loop.start.value, loop.stop.value, loop.step)
    count = len(values)
    factor = factors.get(loop.unroll or "", count)
    if factor == 1 and count > 1:
        return (replace(loop, unroll=None),)
    if factor and count % factor:
        raise PassError(
            f"{loop.src}: the target's unroll factor {factor} for {loop.unroll!r} does not divide the loop's {count} rounds; "
            f"choose one of {', '.join(str(n) for n in range(1, count + 1) if count % n == 0)}"
        )
    if factor == count:
        copies = _copies(loop, [number(value) for value in values])
        return (replace(copies[0], comments=loop.comments + copies[0].comments), *copies[1:]) if copies else ()
    variable = Var(type=loop.symbol.type, symbol=loop.symbol, src=loop.src)
    inner = _copies(loop, [plus(variable, number(loop.step * i)) for i in range(factor)])
    return (replace(loop, step=loop.step * factor, body=inner, unroll=None),)


def _copies(loop: For, values: list[Expr]) -> tuple[Stmt, ...]:
    """The body once for each value of the loop variable. Comments stay with the first copy."""
    result: list[Stmt] = []
    for i, (body, value) in enumerate(zip(rotated(loop.body, len(values)), values, strict=True)):

        def substitute(expr: Expr, value: Expr = value) -> Expr:
            return replace(value, src=expr.src) if isinstance(expr, Var) and expr.symbol is loop.symbol else expr

        copy = fold_body(map_expressions(body if i == 0 else _uncommented(body), substitute))
        if isinstance(value, Const) and len(copy) >= LABELLED and loop.symbol.name != "_":
            copy = (replace(copy[0], comments=(*copy[0].comments, f"{loop.symbol.name} = {value.value}")), *copy[1:])
        result.extend(copy)
    return tuple(result)


def _uncommented(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    result = []
    for stmt in body:
        bare = replace(stmt, comments=(), remark="")
        result.append(with_blocks(bare, _uncommented))
    return tuple(result)


# --- declarations that copying has repeated ---------------------------------------------------------------------------------------------


@dataclass
class _Names:
    """What is declared where a statement stands, and the new symbols of views."""

    declared: set[Symbol] = field(default_factory=set)
    renamed: dict[Symbol, Symbol] = field(default_factory=dict)

    def inner(self) -> _Names:
        return _Names(set(self.declared), dict(self.renamed))

    def use(self, expr: Expr) -> Expr:
        if isinstance(expr, Var) and expr.symbol in self.renamed:
            return replace(expr, symbol=self.renamed[expr.symbol])
        return expr


def _settle(body: tuple[Stmt, ...], names: _Names) -> tuple[Stmt, ...]:
    result: list[Stmt] = []
    for stmt in body:
        (renamed,) = map_expressions((with_blocks(stmt, lambda _: ()),), names.use)
        if isinstance(renamed, Declare):
            result.extend(_settle_declare(renamed, names))
        else:
            result.append(_with_settled_blocks(renamed, [_settle(block, names.inner()) for block in blocks(stmt)]))
    return tuple(result)


def _with_settled_blocks(head: Stmt, settled: list[tuple[Stmt, ...]]) -> Stmt:
    waiting = iter(settled)
    return with_blocks(head, lambda _: next(waiting))


def _settle_declare(stmt: Declare, names: _Names) -> list[Stmt]:
    symbol = stmt.symbol
    if symbol not in names.declared:
        names.declared.add(symbol)
        return [stmt]
    place = Var(type=symbol.type, symbol=symbol, src=stmt.src)
    if isinstance(symbol.type, ArrayType | SliceType) and stmt.value is not None:
        again = Symbol(symbol.name, symbol.type, symbol.kind, symbol.src, symbol.written, symbol.length_used)
        names.renamed[symbol] = again
        return [replace(stmt, symbol=again)]
    if stmt.value is not None:
        return [Assign(target=place, value=stmt.value, src=stmt.src, comments=stmt.comments, remark=stmt.remark)]
    if stmt.zeros:
        return [Fill(target=place, value=Const(type=_element(symbol.type), value=0), src=stmt.src)]
    return []


def _element(kind: Type) -> Type:
    assert isinstance(kind, ArrayType)
    return kind.element
