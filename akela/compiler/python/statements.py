"""Functions, structs and tables as Python source. Expressions are in `python/expressions.py`, the module around is `emit_python.py`."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

from akela.compiler import ir
from akela.compiler.interface import class_name
from akela.compiler.python.expressions import RESERVED, Expressions, global_name
from akela.compiler.python.ranges import bits_of, loop_range, never_negative
from akela.lang.types import ArrayType, BoolType, NoneType, SliceType, StatusType, StructType, TupleType, Type, VectorType, WordType

INDENT = "    "
WIDTH = 140
Lines = Iterator[str]


class PlainPython:
    """Fast Python: checks only where Python itself would be lax. `taken` are the names that a local must not have."""

    def __init__(self, module: ir.Module) -> None:
        self.taken = RESERVED | set(_top_level_names(module))
        self.names: dict[ir.Symbol, str] = {}  # of the function at hand
        self.indexed_only = _tables_only_indexed(module)
        self.expressions = self.make_expressions()

    def make_expressions(self) -> Expressions:
        """What turns expressions into text."""
        return Expressions(self.name)

    def name(self, symbol: ir.Symbol) -> str:
        """A symbol's name in Python; the kernel's own unless the module needs that for something else."""
        return self.names[symbol]

    # --- tables and structs ---

    def table(self, table: ir.Table) -> Lines:
        """A constant table: a tuple, or an array where it is passed on or sliced."""
        digits = bits_of(table.element) // 4
        values = ", ".join(f"0x{value:0{digits}X}" if digits > 2 else str(value) for value in table.values)
        indexed_only = table.name in self.indexed_only
        name = global_name(table.name)
        yield f"{name} = (" if indexed_only else f"{name} = constants({bits_of(table.element)}, ("
        yield from textwrap.wrap(f"{values},", WIDTH - 4, initial_indent=INDENT, subsequent_indent=INDENT)
        yield ")" if indexed_only else "))"

    def struct(self, struct: StructType) -> Lines:
        """A class with a slot for each field."""
        yield from self.class_head(struct)
        yield f"{INDENT}def __init__(self) -> None:"
        for name, kind in struct.fields:
            value = "0" if isinstance(kind, WordType) else self.fresh(kind, zeros=True)
            yield f"{INDENT * 2}self.{name} = {value}"

    def class_head(self, struct: StructType) -> Lines:
        """Name, docstring and slots."""
        yield f"class {class_name(struct)}(Struct):"
        doc = (struct.cls.__doc__ or "") if struct.cls else ""
        yield from _indented(docstring(doc))
        yield ""
        yield f"{INDENT}__slots__ = {as_tuple([repr(name) for name, _ in struct.fields])}".replace("'", '"')
        yield ""

    def fresh(self, kind: Type, zeros: bool) -> str:
        """A new array or struct."""
        match kind:
            case ArrayType():
                return f"array({shape(kind)})"
            case StructType():
                return f"{class_name(kind)}()"
            case _:
                raise NotImplementedError(f"no Python for a local of type {kind}")

    # --- functions ---

    def function(self, function: ir.Function) -> Lines:
        """A function with its comments and docstring."""
        self.names = _local_names(function, self.taken)
        self.expressions.ranges = {}
        self.expressions.ranges = never_negative(function, self._range)
        yield from (f"# {comment}" for comment in function.comments)
        parameters = ", ".join(f"{self.name(symbol)}: {annotation(symbol.type)}" for symbol in function.params)
        yield f"def {global_name(function.name)}({parameters}) -> {annotation(function.ref.returns)}:"
        yield from _indented(docstring(function.doc))
        yield from _indented(self.entry(function))
        if function.host:
            arguments = ", ".join(self.name(symbol) for symbol in function.params)
            yield f'{INDENT}if served := installed_host("{function.name}"):'
            yield f"{INDENT * 2}return served({arguments})"
        yield from self.block(function.body, bare=not function.doc)

    def _range(self, expr: ir.Expr, known: dict[ir.Symbol, tuple[int, int]]) -> tuple[int, int]:
        self.expressions.ranges = known
        return self.expressions.piece(expr).range

    def entry(self, function: ir.Function) -> Lines:
        """What a function does first."""
        yield from ()

    def block(self, body: tuple[ir.Stmt, ...], bare: bool = True) -> Lines:
        """Statements, indented; `bare` where nothing else is in the block."""
        for stmt in body:
            yield from _indented(f"# {comment}" for comment in stmt.comments)
            for line in self.statement(stmt):
                bare = bare and line.lstrip().startswith("#")
                yield f"{INDENT}{line}" if line else ""
        if bare:
            yield f"{INDENT}pass"

    def statement(self, stmt: ir.Stmt) -> Lines:
        """One statement with the remark behind it."""
        lines = self.code(stmt)
        first = next(lines, None)
        if first is None:
            return
        remarks = [stmt.remark] if stmt.remark else []
        remarks += [f"declassified: {reason}" for reason in _declassified(stmt)]
        yield f"{first}  # {'; '.join(remarks)}" if remarks else first
        yield from lines

    def code(self, stmt: ir.Stmt) -> Lines:
        """The lines of a statement."""
        text = self.expressions.text
        match stmt:
            case ir.Declare(symbol=symbol, value=None, zeros=zeros):
                if isinstance(symbol.type, ArrayType | StructType):
                    yield f"{self.name(symbol)} = {self.fresh(symbol.type, zeros)}"
            case ir.Declare(symbol=symbol, value=ir.Expr() as value):
                yield f"{self.name(symbol)} = {text(value)}"
            case ir.Assign(target=target, value=value):
                yield f"{self.target(target)} = {text(value)}"
            case ir.Unpack(targets=targets, value=value):
                yield f"{', '.join('_' if target is None else self.target(target) for target in targets)} = {text(value)}"
            case ir.Parallel(targets=targets, values=values):
                yield f"{', '.join(map(self.target, targets))} = {', '.join(map(text, values))}"
            case ir.CopyInto(target=target, source=source):
                place = text(target)
                yield f"{place} = {text(source)}" if place.endswith("]") else f"{place}[:] = {text(source)}"
            case ir.Fill(target=target, value=value):
                yield f"fill({text(target)}, {text(value)})"
            case ir.StoreBytes(order=order, buffer=buffer, offset=offset, value=value):
                yield self.store(order, buffer, offset, value)
            case ir.RegWrite(block=block, register=register, index=index, value=value):
                yield f"write_register({self.expressions.register(block, register, index)}, {text(value)}{_fields(register)})"
            case ir.If(condition=condition, then=then, other=other):
                yield from self.branches("if", condition, then, other)
            case ir.For(symbol=symbol, start=start, stop=stop, step=step, body=body):
                first, last = self.expressions.piece(start), self.expressions.piece(stop)
                self.expressions.ranges[symbol] = loop_range(first.range, last.range, step)
                bounds = [first.text, last.text, str(step)] if step != 1 else [first.text, last.text] if first.text != "0" else [last.text]
                yield f"for {self.name(symbol)} in range({', '.join(bounds)}):"
                yield from self.block(body)
            case ir.While(condition=condition, body=body):
                yield f"while {text(condition)}:"
                yield from self.block(body)
            case ir.Return(values=values):
                yield f"return {', '.join(map(text, values))}".rstrip()
            case ir.CallStmt(call=call):
                yield text(call)
            case ir.Pause():
                pass
            case ir.Contract(kind=kind, condition=condition):
                yield self.contract(kind, condition)
            case ir.Wipe(symbol=symbol):
                yield f"wipe({self.name(symbol)})" if isinstance(symbol.type, StructType) else f"fill({self.name(symbol)}, 0)"
            case _:
                raise NotImplementedError(f"{stmt.src}: no Python for {type(stmt).__name__}")

    def branches(self, keyword: str, condition: ir.Expr, then: tuple[ir.Stmt, ...], other: tuple[ir.Stmt, ...]) -> Lines:
        """`if` or `elif` with what follows."""
        yield f"{keyword} {self.expressions.text(condition)}:"
        yield from self.block(then)
        match other:
            case ():
                return
            case (ir.If(condition=condition, then=then, other=rest, comments=(), remark=""),):
                yield from self.branches("elif", condition, then, rest)
            case _:
                yield "else:"
                yield from self.block(other)

    def target(self, place: ir.Expr) -> str:
        """Where a value is stored."""
        return self.name(place.symbol) if isinstance(place, ir.Var) else self.expressions.text(place)

    # --- what checked Python does otherwise ---

    def contract(self, kind: str, condition: ir.Expr) -> str:
        """`requires` or `ensures`: a comment."""
        return f"# {kind} {self.expressions.text(condition)}"

    def store(self, order: str, buffer: ir.Expr, offset: ir.Expr, value: ir.Expr) -> str:
        """A word or vector to bytes."""
        place, number = self.expressions.text(buffer), self.expressions.text(value)
        at = self.expressions.index(offset)
        if isinstance(value.type, VectorType):
            return f"store_vector({place}, {at}, {number}, {value.type.bits})"
        return f"store_{order}{bits_of(value.type)}({place}, {at}, {number})"


def as_tuple(items: list[str]) -> str:
    """A tuple display."""
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def shape(kind: ArrayType) -> str:
    """Width, length and, for vectors, lanes of an array."""
    lanes = f", {kind.element.lanes}" if isinstance(kind.element, VectorType) else ""
    return f"{bits_of(kind.element)}, {kind.length}{lanes}"


def annotation(kind: Type) -> str:
    """The Python type of a value."""
    match kind:
        case ArrayType() | SliceType():
            return "Words"
        case StructType():
            return class_name(kind)
        case BoolType():
            return "bool"
        case StatusType():
            return "Status"
        case NoneType():
            return "None"
        case VectorType():
            return "Vector"
        case TupleType(items):
            return f"tuple[{', '.join(map(annotation, items))}]"
        case _:
            return "int"


def docstring(text: str) -> Lines:
    """The lines of a docstring, or nothing."""
    if not text:
        return
    lines = textwrap.dedent(text).strip().replace("\\", "\\\\").replace('"""', r"\"\"\"").splitlines()
    yield f'"""{lines[0]}' + ('"""' if len(lines) == 1 else "")
    if len(lines) > 1:
        yield from lines[1:]
        yield '"""'


def _indented(lines: Iterator[str]) -> Lines:
    return (f"{INDENT}{line}" if line else "" for line in lines)


def _declassified(stmt: ir.Stmt) -> Iterator[str]:
    """The reasons given in a statement for making secrets public."""
    for top in ir.expressions(stmt):
        for expr in ir.walk(top):
            if isinstance(expr, ir.Builtin) and expr.name == "declassify":
                yield str(expr.attributes[0])


def _fields(register: Any) -> str:
    """The bits that a register has, where not all of them."""
    known = sum(field.mask for field in register.fields.values())
    return f", {known:#x}" if known else ""


def _top_level_names(module: ir.Module) -> Iterator[str]:
    """The names that an emitted module defines or imports from other kernel modules."""
    yield from (global_name(table.name) for table in module.tables)
    yield from (class_name(struct) for struct in module.structs)
    for function in module.functions:
        yield global_name(function.name)
        for expr in _expressions(function):
            if isinstance(expr, ir.Call):
                yield global_name(expr.function.name)


def _local_names(function: ir.Function, taken: set[str]) -> dict[ir.Symbol, str]:
    """A name for each symbol that neither the module nor another symbol of the same or an outer block has."""
    names: dict[ir.Symbol, str] = {}

    def declare(symbol: ir.Symbol, visible: set[str]) -> None:
        name = symbol.name
        while name in taken or name in visible:
            name += "_"
        names[symbol] = name
        visible.add(name)

    def enter(body: tuple[ir.Stmt, ...], visible: set[str]) -> None:
        for stmt in body:
            if isinstance(stmt, ir.Declare):
                declare(stmt.symbol, visible)
            for block in ir.blocks(stmt):
                inside = set(visible)
                if isinstance(stmt, ir.For):
                    declare(stmt.symbol, inside)
                enter(block, inside)

    outermost: set[str] = set()
    for symbol in function.params:
        declare(symbol, outermost)
    enter(function.body, outermost)
    return names


def _expressions(function: ir.Function) -> Iterator[ir.Expr]:
    """Every expression in a function."""
    for stmt in ir.statements(function.body):
        for top in ir.expressions(stmt):
            yield from ir.walk(top)


def _tables_only_indexed(module: ir.Module) -> set[str]:
    """Names of the tables of which nothing but single elements is used."""
    uses: Counter[str] = Counter()
    for function in module.functions:
        for expr in _expressions(function):
            match expr:
                case ir.TableRef(table=table):
                    uses[table.name] += 1
                case ir.Index(base=ir.TableRef(table=table)):
                    uses[table.name] -= 1  # the reference inside, which follows
    return {table.name for table in module.tables if not uses[table.name]}
