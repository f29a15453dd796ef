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
    Expr,
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
    children,
    expressions,
    has_effects,
    statements,
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
        for expr in expressions(stmt):
            yield from _lengths_in(expr)


def _lengths_in(expr: Expr) -> Iterator[Symbol]:
    """Slices whose length an expression reads itself: where a view ends that it passes on is for who takes it to ask."""
    match expr:
        case Len(operand=Var(symbol=symbol)):
            yield symbol
        case Call(arguments=arguments):
            for argument in arguments:
                for part in (argument.base, argument.start) if isinstance(argument, View) else (argument,):
                    yield from _lengths_in(part)
        case _:
            for child in children(expr):
                yield from _lengths_in(child)


def _passed(function: Function, by_name: dict[tuple[str, str], Function]) -> Iterator[tuple[Symbol, Symbol | None]]:
    """Slices whose length a function passes on, each with the parameter that needs it: None in another file, where all are needed."""
    for node in function.nodes:
        if isinstance(node, Call):
            callee = by_name.get((node.function.module, node.function.name))
            for i, argument in enumerate(node.arguments):
                place = callee.params[i] if callee else None
                if not isinstance(node.function.params[i][1], SliceType) or not isinstance(argument.type, SliceType):
                    continue
                if isinstance(argument, Var):
                    yield argument.symbol, place
                elif isinstance(argument, View):
                    yield from ((symbol, place) for symbol in _lengths_in(argument.stop))


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
            if not (isinstance(stmt, Assign) and expr is stmt.target and isinstance(expr, Var)):
                found.update(symbol for symbol, dropped in _reads(expr) if not dropped or symbol not in made)
        if isinstance(stmt, Wipe):
            found.add(stmt.symbol)
    return frozenset(found)


def _reads(expr: Expr, dropped: bool = False) -> Iterator[tuple[Symbol, bool]]:
    """The symbols that an expression reads, but for their lengths; and whether C may do without, as with the end of a view."""
    match expr:
        case Var(symbol=symbol):
            yield symbol, dropped
        case Len():
            return
        case View(base=base, start=start, stop=stop):
            for inner, gone in ((base, dropped), (start, dropped), (stop, True)):
                yield from _reads(inner, gone)
        case _:
            for child in children(expr):
                yield from _reads(child, dropped)


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
