"""What the emitter has to know of a whole module before it writes a line: what is used, written, and how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from akela.compiler.ir import (
    Assign,
    Call,
    Const,
    CopyInto,
    Declare,
    Fill,
    For,
    Function,
    FunctionRef,
    Len,
    Module,
    Symbol,
    Table,
    TableRef,
    Unpack,
    Var,
    View,
    While,
    Wipe,
    expressions,
    has_effects,
    statements,
    walk,
)
from akela.lang.types import SliceType

# Operations up to which a helper costs less than a call to it, and is always inlined.
GENEROUS_OPERATIONS, SPARING_OPERATIONS = 24, 30


@dataclass(frozen=True)
class Usage:
    """Facts about the lowered functions of a module."""

    functions: tuple[Function, ...]  # those that exported functions reach, in order
    soft: frozenset[str]  # helpers that only the bodies of intrinsics reach
    tables: tuple[Table, ...]  # in order of first use
    soft_tables: frozenset[Table]
    by_name: dict[tuple[str, str], Function]  # (module, name)
    lengths: frozenset[Symbol]  # slices whose length is needed

    def function(self, ref: FunctionRef) -> Function | None:
        """The function that a reference names, where it is in this file."""
        return self.by_name.get((ref.module, ref.name))


def usage(module: Module) -> Usage:
    """Look at all functions of a lowered module."""
    by_name = {(f.ref.module, f.name): f for f in module.functions}
    hard = _reached(module, by_name, through_intrinsics=False)
    reached = _reached(module, by_name, through_intrinsics=True)
    functions = tuple(f for f in module.functions if f.name in reached)
    used = [(f, table) for f in functions for table in _tables(f)]
    needed = {table for f, table in used if f.name in hard and f.ref.intrinsic is None}
    return Usage(
        functions=functions,
        soft=frozenset(reached - hard),
        tables=tuple(dict.fromkeys(table for _, table in used)),
        soft_tables=frozenset(table for _, table in used if table not in needed),
        by_name=by_name,
        lengths=_lengths(functions, by_name),
    )


def calls(function: Function) -> Iterator[FunctionRef]:
    """The functions that a function calls, in order."""
    return (expr.function for expr in function.nodes if isinstance(expr, Call))


def _tables(function: Function) -> Iterator[Table]:
    return (expr.table for expr in function.nodes if isinstance(expr, TableRef))


def _reached(module: Module, by_name: dict[tuple[str, str], Function], *, through_intrinsics: bool) -> set[str]:
    reached: set[str] = set()
    waiting = [f for f in module.functions if f.ref.exported]
    while waiting:
        function = waiting.pop()
        if function.name in reached:
            continue
        reached.add(function.name)
        if function.ref.intrinsic is None or through_intrinsics:
            found = (by_name.get((ref.module, ref.name)) for ref in calls(function))
            waiting.extend(f for f in found if f is not None)
    return reached


# --- lengths of slices ------------------------------------------------------------------------------------------------------------


def _lengths(functions: tuple[Function, ...], by_name: dict[tuple[str, str], Function]) -> frozenset[Symbol]:
    """Slices whose length someone reads: all parameters of exported functions, and what reaches a length that is read."""
    known = {s for f in functions if f.ref.exported for s in f.params if isinstance(s.type, SliceType)}
    known |= {symbol for function in functions for symbol in _measured(function)}
    passed = [pair for function in functions for pair in _passed(function, by_name)]
    while found := {symbol for symbol, place in passed if (place is None or place in known) and symbol not in known}:
        known |= found
    return frozenset(known)


def lengths_read(function: Function, facts: Usage) -> frozenset[Symbol]:
    """Slices whose length a function reads itself or passes on."""
    passed = (symbol for symbol, place in _passed(function, facts.by_name) if place is None or place in facts.lengths)
    return frozenset((*_measured(function), *passed))


def _measured(function: Function) -> Iterator[Symbol]:
    """Slices whose length a function reads itself."""
    for stmt in statements(function.body):
        match stmt:
            case Fill(target=Var(symbol=symbol)):
                yield symbol
            case CopyInto(target=Var(symbol=symbol, type=SliceType()), source=Var(type=SliceType())):  # of a view the bounds are read
                yield symbol
    for node in function.nodes:
        match node:
            case Len(operand=Var(symbol=symbol)):
                yield symbol


def _passed(function: Function, by_name: dict[tuple[str, str], Function]) -> Iterator[tuple[Symbol, Symbol | None]]:
    """Slices that a function passes on, each with the parameter that it becomes: None in another file, where lengths are needed."""
    for node in function.nodes:
        if isinstance(node, Call):
            callee = by_name.get((node.function.module, node.function.name))
            for i, argument in enumerate(node.arguments):
                if isinstance(argument, Var) and isinstance(argument.type, SliceType) and isinstance(node.function.params[i][1], SliceType):
                    yield argument.symbol, callee.params[i] if callee else None


# --- one function -----------------------------------------------------------------------------------------------------------------


def assigned(function: Function) -> frozenset[Symbol]:
    """Locals and parameters that get a value after their declaration."""
    found: set[Symbol] = set()
    for stmt in statements(function.body):
        match stmt:
            case Assign(target=Var(symbol=symbol)):
                found.add(symbol)
            case Unpack(targets=targets):
                found.update(target.symbol for target in targets if isinstance(target, Var))
            case Declare(symbol=symbol, value=None):
                found.add(symbol)
    return frozenset(found)


def mentioned(function: Function) -> frozenset[Symbol]:
    """Symbols that the compiler sees used: read, passed, or written through; not those that are only assigned."""
    found: set[Symbol] = set()
    made = {s.symbol for s in statements(function.body) if isinstance(s, Declare) and s.value is not None and has_effects(s.value)}
    for stmt in statements(function.body):
        for expr in expressions(stmt):
            stops = {id(e) for view in walk(expr) if isinstance(view, View) for e in walk(view.stop)}  # may not be needed
            if isinstance(stmt, Assign) and expr is stmt.target and isinstance(expr, Var):
                continue
            measured = [inner.operand for inner in walk(expr) if isinstance(inner, Len)]  # only the length is read
            used = [inner for inner in walk(expr) if isinstance(inner, Var) and not any(inner is each for each in measured)]
            found.update(inner.symbol for inner in used if id(inner) not in stops or inner.symbol not in made)
        if isinstance(stmt, Wipe):
            found.add(stmt.symbol)
    return frozenset(found)


# --- size -------------------------------------------------------------------------------------------------------------------------


def small_helpers(by_name: dict[tuple[str, str], Function], *, sparing: bool) -> frozenset[tuple[str, str]]:
    """The helpers that cost less than a call to them: no loops, and few operations.

    A call inside is one operation; where the target is `sparing`, a call of a small helper is as many as that helper has.
    """
    limit = SPARING_OPERATIONS if sparing else GENEROUS_OPERATIONS
    operations: dict[tuple[str, str], int | None] = {}  # None for those that are not small

    def measure(key: tuple[str, str]) -> int:
        """How many operations a call of this function stands for."""
        function = by_name.get(key)
        if function is None or function.ref.exported or function.ref.intrinsic is not None:
            return 1
        if key not in operations:
            nodes = [expr for expr in function.nodes if not isinstance(expr, Var | Const)]
            inside = {id(node): measure((node.function.module, node.function.name)) for node in nodes if isinstance(node, Call)}
            count = sum(inside.get(id(node), 1) if sparing else 1 for node in nodes)
            loops = any(isinstance(stmt, For | While) for stmt in statements(function.body))
            operations[key] = None if loops or count > limit else count
        return operations[key] or 1

    for key in by_name:
        measure(key)
    return frozenset(key for key, count in operations.items() if count is not None)
