"""Constant folding: expressions on constants become constants, branches on constants disappear.

Only what follows from the language's own rules is folded here. What a C compiler does as well (reads of tables but for those that decide,
constants inside larger expressions of words) is left to it, so that the C keeps the shape of the source.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import fields, replace

from akela.compiler.ir import (
    Binary,
    Builtin,
    Cast,
    Choose,
    Compare,
    Const,
    CopyInto,
    Expr,
    For,
    If,
    Index,
    Len,
    Logic,
    Stmt,
    TableRef,
    Unary,
    Var,
    View,
    While,
    children,
    has_effects,
    map_expressions,
    with_blocks,
)
from akela.lang.types import BOOL, INT, ArrayType, IntType, WordType

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def number(value: int) -> Const:
    """An int constant."""
    return Const(type=INT, value=value)


def plus(a: Expr, b: Expr) -> Expr:
    """The sum of two ints."""
    return fold(Binary(type=INT, op="add", left=a, right=b, src=a.src))


def minus(a: Expr, b: Expr) -> Expr:
    """The difference of two ints; `(b + x) - b` is x."""
    if isinstance(a, Binary) and a.op == "add":
        if same(a.left, b):
            return a.right
        if same(a.right, b):
            return a.left
    if same(a, b):
        return number(0)
    return fold(Binary(type=INT, op="sub", left=a, right=b, src=a.src))


def same(a: Expr, b: Expr) -> bool:
    """Whether two expressions say the same, wherever they stand."""
    if type(a) is not type(b):
        return False
    own = [field.name for field in fields(a) if field.name not in ("type", "src")]
    for name in own:
        x, y = getattr(a, name), getattr(b, name)
        if not isinstance(x, Expr | tuple) and x != y:
            return False
    if isinstance(a, Cast | Builtin) and a.type != b.type:
        return False
    if isinstance(a, Builtin) and isinstance(b, Builtin) and a.attributes != b.attributes:
        return False
    return len(children(a)) == len(children(b)) and all(map(same, children(a), children(b)))


# --- expressions ------------------------------------------------------------------------------------------------------------------------


def fold(expr: Expr) -> Expr:
    """One node whose children are folded already."""
    match expr:
        case Binary(type=IntType()):
            return _fold_int(expr)
        case Binary(type=WordType() as kind, op=op, left=Const(value=a), right=Const(value=b)):
            return Const(type=kind, value=OPERATORS[op](a, b) & kind.mask, src=expr.src)
        case Binary(type=WordType() as kind, op="shl" | "shr", left=left, right=Const(value=0)):
            return replace(left, type=kind)
        case Unary(type=WordType() as kind, op=op, operand=Const(value=a)):
            return Const(type=kind, value=(~a if op == "invert" else -a) & kind.mask, src=expr.src)
        case Unary(type=IntType(), op=op, operand=Const(value=a)):
            return replace(number(~a if op == "invert" else -a), src=expr.src)
        case Compare(op=op, left=Const(value=a), right=Const(value=b)):
            return _bool(expr, COMPARISONS[op](a, b))
        case Compare(op=op, left=Index(base=TableRef(table=table), index=Const(value=i)), right=Const(value=b)):
            return _bool(expr, COMPARISONS[op](table.values[i], b))
        case Logic():
            return _fold_logic(expr)
        case Choose(condition=Const(value=value), then=then, other=other):
            return then if value else other
        case Cast(type=WordType() as kind, operand=Const(value=a)):
            return Const(type=kind, value=a & kind.mask, src=expr.src)
        case Cast(type=IntType(), operand=Const(value=a)):
            return replace(number(a), src=expr.src)
        case Builtin(name="rotl" | "rotr", type=WordType() as kind, arguments=(value, Const(value=0))):
            return replace(value, type=kind)
        case Index(base=View() as view) | View(base=View() as view) | Len(operand=View() as view) if has_effects(view):
            return expr  # until `lowering/effects.py` has given the bounds names
        case Index(base=View(base=base, start=start), index=index):
            return replace(expr, base=base, index=plus(start, index))
        case View(base=View(base=base, start=outer), start=start, stop=stop):
            return replace(expr, base=base, start=plus(outer, start), stop=plus(outer, stop))
        case Len(operand=View(start=start, stop=stop)):
            return minus(stop, start)
        case Len(operand=operand) if isinstance(operand.type, ArrayType):
            return replace(number(operand.type.length), src=expr.src)
        case _:
            return expr


def decide_by_range(expr: Expr, word_bits: int) -> Expr:
    """A comparison that the widened type of one side decides: no length reaches 2**38 where an int has 32 bits."""
    match expr:
        case Compare(op=op, left=Cast(kind="widen", operand=operand), right=Const(value=limit)) if not has_effects(operand):
            kind = operand.type
            highest = kind.mask if isinstance(kind, WordType) else (1 << word_bits - 1) - 1
            return _bool(expr, op in ("lt", "le", "ne")) if limit > highest else expr
        case _:
            return expr


def _fold_int(expr: Binary) -> Expr:
    op, left, right = expr.op, expr.left, expr.right
    match left, right:
        case Const(value=a), Const(value=b):
            return replace(number(OPERATORS[op](a, b)), src=expr.src)
        case _, Const(value=0) if op in ("add", "sub", "shl", "shr", "or", "xor"):
            return left
        case _, Const(value=1) if op in ("mul", "floordiv"):
            return left
        case Const(value=0), _ if op == "add":
            return right
        case Const(value=1), _ if op == "mul":
            return right
        case Binary(op="add" | "sub" as inner, left=base, right=Const(value=a)), Const(value=b) if op in ("add", "sub"):
            total = (a if inner == "add" else -a) + (b if op == "add" else -b)
            return _fold_int(replace(expr, op="add" if total >= 0 else "sub", left=base, right=number(abs(total))))
        case _, Const(value=b) if op in ("add", "sub") and b < 0:
            return replace(expr, op="sub" if op == "add" else "add", right=number(-b))
        case _:
            return expr


def _fold_logic(expr: Logic) -> Expr:
    """A constant decides wherever it stands, but effects before it still happen."""
    if expr.op == "not":
        operand = expr.operands[0]
        return _bool(expr, not operand.value) if isinstance(operand, Const) else expr
    decides = expr.op == "or"  # True decides an `or`, False an `and`
    rest = []
    for operand in expr.operands:
        if not isinstance(operand, Const):
            rest.append(operand)
        elif bool(operand.value) is decides:
            return replace(expr, operands=(*rest, operand)) if any(map(has_effects, rest)) else _bool(expr, decides)
    if not rest:
        return _bool(expr, not decides)
    return rest[0] if len(rest) == 1 else replace(expr, operands=tuple(rest))


def _bool(expr: Expr, value: bool) -> Const:
    return Const(type=BOOL, value=int(value), src=expr.src)


# --- statements -------------------------------------------------------------------------------------------------------------------------


def fold_body(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """A body with its expressions folded, and without branches and loops that constants decide."""
    return _decide(map_expressions(body, fold))


def _decide(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    result: list[Stmt] = []
    for stmt in body:
        match stmt:
            case If(condition=Const(value=value), then=then, other=other):
                kept = _decide(then if value else other)
                if kept:
                    kept = (replace(kept[0], comments=stmt.comments + kept[0].comments), *kept[1:])
                result.extend(kept)
            case While(condition=Const(value=0)):
                pass
            case For(start=Const(value=start), stop=Const(value=stop), step=step) if not range(start, stop, step):
                pass
            case CopyInto(target=target):
                result.append(replace(stmt, target=_whole(target)))
            case _:
                result.append(with_blocks(stmt, _decide))
    return tuple(result)


def _whole(target: Expr) -> Expr:
    """A slice for the view of all of it, whose length C need not be told where the source's says as much."""
    match target:
        case View(base=Var(symbol=whole, type=kind) as base, start=Const(value=0), stop=Len(operand=Var(symbol=measured))):
            return base if whole is measured and kind == target.type else target
    return target
