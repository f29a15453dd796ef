"""Calls that write memory or touch registers, inside larger expressions: Python evaluates from left to right, C in any order.

Where the order can be seen, what is evaluated before such a call, and the call itself, go to temporaries first. So do they where a call is
in a bound of a view, which C evaluates once for the pointer and once for the length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from akela.compiler.ir import (
    Assign,
    Builtin,
    Call,
    Choose,
    CopyInto,
    Expr,
    Field,
    For,
    If,
    Index,
    Logic,
    Parallel,
    Src,
    Stmt,
    Unpack,
    Var,
    View,
    While,
    children,
    expressions,
    has_effects,
    is_effect,
    map_whole_expressions,
    walk,
    with_blocks,
    with_children,
)
from akela.compiler.lowering.fold import fold
from akela.compiler.lowering.sequence import Owned, may_alias, root, temporary
from akela.compiler.spec import PassError
from akela.lang.types import ArrayType, NoneType, SliceType, StructType, TupleType


class Misplaced(PassError):
    """A call with effects stands where C cannot be given Python's order: `what` says where, `src` which."""

    def __init__(self, src: Src, what: str) -> None:
        super().__init__(f"{src}: a call with effects {what}; call it in a statement of its own")
        self.src = src
        self.what = what


def order_effects(stmt: Stmt, owned: Owned) -> tuple[Stmt, ...]:
    """One statement as statements in which no order is left to C. Nested blocks are done already.

    Raises Misplaced where a call that writes memory is evaluated on some paths only, or before each round of a loop.
    """
    if not _order_matters(stmt, owned):
        return (stmt,)
    made: list[Stmt] = []
    head = with_blocks(stmt, lambda _: ())
    if isinstance(stmt, While):
        raise Misplaced(stmt.src, "in the condition of a while that reads what it writes")
    if any(map(has_effects, _targets(stmt))):
        raise Misplaced(stmt.src, "in the index of what is assigned")
    evaluated = _evaluated(stmt)
    places = [target for target in expressions(stmt) if target not in evaluated]
    (new,) = map_whole_expressions((head,), lambda expr: expr if any(expr is place for place in places) else _flatten(expr, made))
    blocks = _blocks_of(stmt)
    new = with_blocks(new, lambda _: next(blocks))
    made[0] = replace(made[0], comments=stmt.comments)
    return (*made, replace(new, comments=()))


def _blocks_of(stmt: Stmt) -> Iterator[tuple[Stmt, ...]]:
    match stmt:
        case If(then=then, other=other):
            yield then
            yield other
        case For(body=body):
            yield body


def _targets(stmt: Stmt) -> tuple[Expr, ...]:
    """The places that Python finds when all values are there already."""
    match stmt:
        case Assign(target=target) | CopyInto(target=target):
            return (target,)
        case Parallel(targets=targets):
            return targets
        case Unpack(targets=targets):
            return tuple(target for target in targets if target is not None)
        case _:
            return ()


def _order_matters(stmt: Stmt, owned: Owned) -> bool:
    if not isinstance(stmt, Assign) and any(map(has_effects, _targets(stmt))):
        return True
    nodes = [expr for whole in _evaluated(stmt) for expr in walk(whole)]
    if any(has_effects(bound) for expr in nodes if isinstance(expr, View) for bound in (expr.start, expr.stop)):
        return True
    effects = [expr for expr in nodes if is_effect(expr)]
    if len(effects) != 1:
        return len(effects) > 1
    (effect,) = effects
    inside = {id(expr) for expr in walk(effect)}
    written = [place for argument in _written(effect) if (place := root(argument)) is not None]
    read = [
        part.symbol
        for expr in nodes
        if id(expr) not in inside and _reads_memory(expr)
        for part in walk(expr)
        if isinstance(part, Var) and isinstance(part.type, ArrayType | SliceType | StructType)
    ]
    return any(may_alias(a, b, owned) for a in read for b in written)


def _evaluated(stmt: Stmt) -> list[Expr]:
    """What a statement evaluates in an order that C leaves open. The places of an Unpack are `lowering/sequence.py`'s business."""
    match stmt:
        case Assign(target=target, value=value):
            return [value, *children(target)]
        case Parallel(values=values):
            return list(values)
        case Unpack(value=value):
            return [value]
        case _:
            return list(expressions(stmt))


def _written(effect: Expr) -> list[Expr]:
    if not isinstance(effect, Call):
        return []
    return [argument for argument, writes in zip(effect.arguments, effect.function.written, strict=True) if writes]


def _reads_memory(expr: Expr) -> bool:
    """Whether this node is a scalar that comes from memory."""
    if isinstance(expr.type, ArrayType | SliceType | StructType):
        return False
    return isinstance(expr, Index | Field | Call) or (isinstance(expr, Builtin) and expr.name.startswith("load"))


def _flatten(expr: Expr, made: list[Stmt]) -> Expr:
    """The expression with its effects, and its reads of memory, in temporaries that are declared in Python's order."""
    if isinstance(expr, Choose | Logic):
        late = children(expr)[1:]
        if any(map(has_effects, late)):
            raise Misplaced(expr.src, "on one side of a condition, beside what it may change")
    expr = fold(with_children(expr, tuple(_flatten(child, made) for child in children(expr))))
    hidden = isinstance(expr.type, NoneType | TupleType)
    if hidden or not (is_effect(expr) or _reads_memory(expr)):
        return expr
    name = expr.function.name if isinstance(expr, Call) else "read"
    declare, use = temporary(name, expr)
    made.append(declare)
    return use
