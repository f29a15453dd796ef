"""From Python's order of evaluation to C's: parallel assignments one after the other, several results, bounds of loops.

In Python all values are read before the first target is written, and `range` reads its bounds once. Here every statement is rewritten so
that the same holds when C runs it as it stands, with as few temporaries as that takes.
"""

from __future__ import annotations

from dataclasses import replace

from akela.compiler.checking.linear import difference, identity
from akela.compiler.ir import (
    Assign,
    Builtin,
    Call,
    Const,
    Declare,
    Expr,
    Field,
    For,
    Index,
    Parallel,
    Return,
    Stmt,
    Symbol,
    Unpack,
    Var,
    View,
    children,
    expressions,
    statements,
    walk,
    with_blocks,
)
from akela.lang.types import ArrayType, SliceType, StructType, Type, public

Owned = frozenset[Symbol]  # local arrays and structs: nothing else refers to their memory


def owned_memory(body: tuple[Stmt, ...]) -> Owned:
    """The local arrays and structs of a function (not its views)."""
    declares = [stmt for stmt in statements(body) if isinstance(stmt, Declare)]
    return frozenset(d.symbol for d in declares if d.value is None and isinstance(d.symbol.type, ArrayType | StructType))


def sequence(stmt: Stmt, owned: Owned) -> tuple[Stmt, ...]:
    """One statement as statements that C may run in order. Nested blocks are done already."""
    match stmt:
        case Parallel():
            return _parallel(stmt, owned)
        case Unpack():
            return _unpack(stmt, owned)
        case Return(values=values) if len(values) > 1:
            return _return(stmt)
        case For():
            return _loop(stmt)
        case _:
            return (stmt,)


def temporary(name: str, value: Expr, kind: Type | None = None) -> tuple[Declare, Var]:
    """A new local that holds a value, and its use."""
    symbol = Symbol(name, kind or value.type, "local", value.src)
    return Declare(symbol=symbol, value=value, src=value.src), Var(type=symbol.type, symbol=symbol, src=value.src)


def _parallel(stmt: Parallel, owned: Owned) -> tuple[Stmt, ...]:
    pending = list(zip(stmt.targets, stmt.values, strict=True))
    first: list[Stmt] = []
    if _target_reads_target(stmt.targets) or _same_place_twice(stmt.targets, owned):
        # Python finds the place of each target when it gets there: `i, x[i] = …` writes the new x[i]. The last value stays in one place.
        for i, (target, value) in enumerate(pending):
            declare, use = temporary(f"next_{_name(target)}", value, target.type)
            first.append(declare)
            pending[i] = target, use
        assigns: list[Stmt] = [Assign(target=target, value=value, src=stmt.src) for target, value in pending]
        return _with_comments(stmt, first + assigns)
    result: list[Stmt] = []
    while pending:
        free = next((i for i in range(len(pending)) if not _is_read(pending[i][0], pending[:i] + pending[i + 1 :], owned)), None)
        if free is None:  # a cycle, as in a swap: one value steps aside
            target, value = pending.pop(0)
            declare, use = temporary(f"next_{_name(target)}", value, target.type)
            result.append(declare)
            pending.append((target, use))
            continue
        target, value = pending.pop(free)
        result.append(Assign(target=target, value=value, src=stmt.src))
    return _with_comments(stmt, result)


def _with_comments(stmt: Stmt, made: list[Stmt]) -> tuple[Stmt, ...]:
    made[0] = replace(made[0], comments=stmt.comments + made[0].comments)
    made[-1] = replace(made[-1], remark=stmt.remark)
    return tuple(made)


def _name(target: Expr) -> str:
    match target:
        case Var(symbol=symbol):
            return symbol.name
        case Field(name=name):
            return name
        case Index(base=base):
            return _name(base)
        case _:
            return "value"


def _target_reads_target(targets: tuple[Expr | None, ...]) -> bool:
    """Whether the index of a target depends on another target."""
    written = {target.symbol for target in targets if isinstance(target, Var)}
    memory = [target for target in targets if isinstance(target, Index | Field)]
    inside = [e for target in memory for child in children(target) for e in walk(child)]
    if any(isinstance(e, Var) and e.symbol in written for e in inside):
        return True
    return bool(memory) and any(isinstance(e, Index) and e not in memory for e in inside)


def _same_place_twice(targets: tuple[Expr | None, ...], owned: Owned) -> bool:
    """Whether two targets in memory may be one place."""
    memory = [target for target in targets if isinstance(target, Index | Field)]
    return any(_may_be_one(a, b, owned) for i, a in enumerate(memory) for b in memory[:i])


def _may_be_one(a: Index | Field, b: Index | Field, owned: Owned) -> bool:
    match a, b:
        case Field(name=name), Field(name=other) if name != other and a.base.type == b.base.type:
            return False
        case Index(base=base, index=i), Index(base=other, index=j) if identity(base) == identity(other) and difference(i, j):
            return False
    first, second = root(a), root(b)
    return public(a.type) == public(b.type) and (first is None or second is None or may_alias(first, second, owned))


def _is_read(target: Expr, others: list[tuple[Expr, Expr]], owned: Owned) -> bool:
    return any(_may_read(value, target, owned) for _, value in others)


def _may_read(value: Expr, target: Expr, owned: Owned) -> bool:
    """Whether evaluating `value` may read what is written to `target`."""
    if isinstance(target, Var):
        return any(isinstance(e, Var) and e.symbol is target.symbol for e in walk(value))
    match value:
        case Index(base=Var(symbol=a), index=Const(value=i)) if isinstance(target, Index):
            match target:
                case Index(base=Var(symbol=b), index=Const(value=j)):
                    return may_alias(a, b, owned) and not (a is b and i != j)
        case Var(symbol=symbol) if _is_reference(value):
            place = root(target)
            return place is None or may_alias(symbol, place, owned)
    return any(_may_read(child, target, owned) for child in children(value))


def may_alias(a: Symbol, b: Symbol, owned: Owned) -> bool:
    """A view may show anything; two parameters may be the same memory; an array of the function's own is no parameter's."""
    if a is b:
        return True
    views = any(symbol.kind == "local" and symbol not in owned for symbol in (a, b))
    return views or not (a in owned or b in owned)


def root(expr: Expr) -> Symbol | None:
    """The symbol that an element, field or view belongs to; None for a table."""
    match expr:
        case Index(base=base) | Field(base=base) | View(base=base):
            return root(base)
        case Var(symbol=symbol):
            return symbol
        case _:
            return None


def _is_reference(expr: Expr) -> bool:
    return isinstance(expr.type, ArrayType | SliceType | StructType)


def reads_memory(expr: Expr) -> bool:
    """Whether an expression reads an array, slice or struct (constant tables aside)."""
    return any(isinstance(e, Var) and _is_reference(e) for e in walk(expr))


def _unpack(stmt: Unpack, owned: Owned) -> tuple[Stmt, ...]:
    """Where a result, or what the call writes, decides the place of another, or two places may be one, results go to temporaries first."""
    writes = isinstance(stmt.value, Call) and any(stmt.value.function.written)
    indices = [child for target in stmt.targets if target is not None for child in children(target)[1:]]
    moved = _target_reads_target(stmt.targets) or (writes and any(map(reads_memory, indices)))
    if not moved and not _same_place_twice(stmt.targets, owned):
        return (stmt,)
    before: list[Stmt] = []
    after: list[Stmt] = []
    places: list[Expr | None] = []
    for target in stmt.targets:
        if target is None:
            places.append(None)
            continue
        symbol = Symbol(f"next_{_name(target)}", target.type, "local", stmt.src)
        use = Var(type=symbol.type, symbol=symbol, src=stmt.src)
        before.append(Declare(symbol=symbol, src=stmt.src))
        after.append(Assign(target=target, value=use, src=stmt.src))
        places.append(use)
    call = replace(stmt, targets=tuple(places), comments=(), remark="")
    return _with_comments(stmt, [*before, call, *after])


def _return(stmt: Return) -> tuple[Stmt, ...]:
    """Results go out through pointers, which may lead to memory that a later result is read from."""
    if not any(map(reads_memory, stmt.values[1:])):
        return (stmt,)
    made: list[Stmt] = []
    values: list[Expr] = []
    for i, value in enumerate(stmt.values):
        if isinstance(value, Const) or not reads_memory(value):
            values.append(value)
            continue
        declare, use = temporary(f"result_{i + 1}", value)
        made.append(declare)
        values.append(use)
    return _with_comments(stmt, [*made, replace(stmt, values=tuple(values), comments=(), remark="")])


def _loop(loop: For) -> tuple[Stmt, ...]:
    """A bound that the body may change is read once, before the loop."""
    written: set[Symbol] = set()
    for stmt in statements(loop.body):
        match stmt:
            case Assign(target=Var(symbol=symbol)):
                written.add(symbol)
            case Unpack(targets=targets):
                written |= {target.symbol for target in targets if isinstance(target, Var)}
    parts = list(walk(loop.stop))
    if not any(isinstance(e, Index | Field | Call | Builtin) or (isinstance(e, Var) and e.symbol in written) for e in parts):
        return (loop,)
    declare, use = temporary("stop", loop.stop)
    return (replace(declare, comments=loop.comments), replace(loop, stop=use, comments=()))


def join_declarations(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Scalars that are declared first and assigned later in the same block, without use in between, are declared by the assignment."""
    result = [with_blocks(stmt, join_declarations) for stmt in body]
    for i, stmt in reversed(list(enumerate(result))):
        if not isinstance(stmt, Declare) or stmt.value is not None or isinstance(stmt.symbol.type, ArrayType | StructType):
            continue
        j = next((j for j in range(i + 1, len(result)) if _mentions(result[j], stmt.symbol)), None)
        match result[j] if j is not None else None:
            case Assign(target=Var(symbol=symbol), value=value) as first if symbol is stmt.symbol and not _uses(value, symbol):
                assert j is not None
                comments = stmt.comments + first.comments
                result[j] = Declare(symbol=symbol, value=value, src=first.src, comments=comments, remark=first.remark or stmt.remark)
                del result[i]
    return tuple(result)


def _uses(expr: Expr, symbol: Symbol) -> bool:
    return any(isinstance(e, Var) and e.symbol is symbol for e in walk(expr))


def _mentions(stmt: Stmt, symbol: Symbol) -> bool:
    return any(_uses(expr, symbol) for inner in statements((stmt,)) for expr in expressions(inner))
