"""Types, secrecy, memory and paths of a function: from syntax to IR.

`check_function` is the one to open first. Statements are here; expressions in `check_expr.py`, calls in `check_calls.py`.
What is not decided here: what C makes of it (`passes.py`), and bounds that are only known at run time (the traced run checks those).
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import Any

from akela import lang
from akela.compiler import check_builtins as vocabulary
from akela.compiler import linear
from akela.compiler.check_calls import CallChecker
from akela.compiler.check_expr import MISSING, OPERATORS, Refused, Restart
from akela.compiler.errors import Code, CompileErrors
from akela.compiler.ir import (
    Assign,
    Builtin,
    Call,
    CallStmt,
    Const,
    Contract,
    CopyInto,
    Declare,
    Expr,
    Field,
    Fill,
    For,
    Function,
    FunctionRef,
    If,
    Index,
    Parallel,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    Symbol,
    Unpack,
    Var,
    View,
    While,
    map_expressions,
)
from akela.compiler.parse import ParsedFunction, parse_function
from akela.lang.functions import KernelFunction
from akela.lang.types import (
    INT,
    NONE,
    STATUS,
    ArrayType,
    IntType,
    NoneType,
    SliceType,
    StatusType,
    StructType,
    TupleType,
    Type,
    VectorType,
    WordType,
    is_secret,
    public,
    resolve,
    secret,
)


class FunctionChecker(CallChecker):
    """Checks the statements of one function instance."""

    returns: Type = NONE

    # --- blocks ------------------------------------------------------------------------------------------------------

    def body(self, nodes: list[ast.stmt], after_line: int) -> tuple[Stmt, ...]:
        """A list of statements; comment lines between them are kept."""
        result: list[Stmt] = []
        for node in nodes:
            comments = self.parsed.comments_before(node.lineno, after_line)
            remark = self.parsed.remark(node.end_lineno or node.lineno) if not hasattr(node, "body") else self.parsed.remark(node.lineno)
            after_line = node.end_lineno or node.lineno
            if self.scope.dead:
                self.report(Code.UNREACHABLE, node, "nothing after a return", "remove it")
                break
            try:
                made = self.statement(node)
            except Refused:
                self._poison(node)
                continue
            if made:
                made[0] = replace(made[0], comments=comments + made[0].comments)
                made[-1] = replace(made[-1], remark=made[-1].remark or remark)
            result.extend(made)
        return tuple(result)

    def _poison(self, node: ast.stmt) -> None:
        """Names that a refused statement assigns: later errors on them would say nothing new."""
        simple = not isinstance(node, ast.If | ast.For | ast.While)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and (simple or self.scope.lookup(inner.id) is None):
                self.scope.poisoned.add(inner.id)

    def nested(self, nodes: list[ast.stmt], line: int) -> tuple[tuple[Stmt, ...], tuple[dict[str, Symbol], bool]]:
        """A block of its own, and what it leaves behind."""
        before = self.scope.enter()
        stmts = self.body(nodes, line)
        end = self.scope.leave()
        self.scope.defined = before
        return stmts, end

    # --- statements --------------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> list[Stmt]:
        """One statement of the source as statements of the IR."""
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [self._call_statement(call)]
            case ast.Assign(targets=[target], value=value):
                return self._assign(node, target, value)
            case ast.AnnAssign(target=ast.Name() as target, annotation=annotation, value=value) if value is not None:
                self.scope.pinned[target.id] = self.static_type(annotation)
                return self._assign(node, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return [self._augmented(node, target, op, value)]
            case ast.If():
                return self._if(node)
            case ast.For():
                return [self._for(node)]
            case ast.While(test=test, body=body, orelse=[]):
                condition = self.condition(test, Code.SECRET_LOOP)
                inner, end = self.nested(body, node.lineno)
                self.scope.join(self.scope.defined, [(self.scope.defined, False), (end[0], end[1])])
                return [While(condition=condition, body=inner, src=self.parsed.src(node))]
            case ast.Return(value=value):
                return [self._return(node, value)]
            case _:
                self.refuse(
                    Code.NOT_IN_LANGUAGE,
                    _head(node),
                    f"a statement of the language, not {type(node).__name__.lower()}",
                    "see docs/language.md",
                )

    def _call_statement(self, node: ast.Call) -> Stmt:
        src = self.parsed.src(node)
        found = vocabulary.register(self, node.func)
        if found is not None:
            return self._register_write(node, found)
        name = vocabulary.statement_name(self.static(node.func))
        if name is None:
            call = self.call(node)
            if not isinstance(call, Call):
                self.refuse(Code.NOT_IN_LANGUAGE, node, "a statement; the value of this call is not used")
            if isinstance(call.type, StatusType):
                self.refuse(Code.DROPPED_STATUS, node, "the status to be looked at", "status = …; if status != OK: return status")
            if not isinstance(call.type, NoneType):
                self.refuse(Code.NOT_IN_LANGUAGE, node, f"a use of the result, {call.type}", "assign it; _ drops one result of several")
            return CallStmt(call=call, src=src)
        if name in ("requires", "ensures"):
            self._arguments(node, 1)
            return Contract(kind=name, condition=self.condition(node.args[0], Code.SECRET_BRANCH), src=src)
        if name == "fill":
            self._arguments(node, 2)
            target = self.expr(node.args[0])
            if not isinstance(target.type, ArrayType | SliceType):
                self.refuse(Code.WRONG_ARGUMENT, node.args[0], f"an array or slice, not {target.type}")
            self.mark_written(target, node.args[0])
            return Fill(target=target, value=self.stored(self.expr(node.args[1]), target.type.element, node.args[1]), src=src)
        self._arguments(node, 3)
        return self._store(node, name)

    def _arguments(self, node: ast.Call, count: int) -> None:
        if len(node.args) != count or node.keywords:
            self.refuse(Code.ARGUMENT_COUNT, node, f"{count} arguments")

    def _store(self, node: ast.Call, name: str) -> Stmt:
        buffer = vocabulary.bytes_argument(self, node.args[0])
        assert isinstance(buffer.type, ArrayType | SliceType)
        value = self.expr(node.args[2])
        bits = vocabulary.STATEMENTS[name]
        if bits:
            value = self.fit(value, WordType(bits), node.args[2])
            if public(value.type) != WordType(bits, secret=False):
                self.refuse(Code.WRONG_ARGUMENT, node.args[2], f"a word of {bits} bits, not {value.type}", "widen or truncate first")
        elif not isinstance(value.type, VectorType):
            self.refuse(Code.WRONG_ARGUMENT, node.args[2], f"a vector, not {value.type}")
        if is_secret(value.type) and not is_secret(buffer.type):
            self.refuse(Code.SECRET_STORE, node, f"a public value for {buffer.type}")
        size = (
            value.type.bits // 8
            if isinstance(value.type, WordType)
            else value.type.bits * value.type.lanes // 8
            if isinstance(value.type, VectorType)
            else 0
        )
        offset = vocabulary.offset_argument(self, node.args[1], buffer, size)
        self.mark_written(buffer, node.args[0])
        order = "be" if "_be" in name else "le"
        return StoreBytes(order=order, buffer=buffer, offset=offset, value=value, src=self.parsed.src(node))

    def _register_write(self, node: ast.Call, found: tuple[Any, Any, str]) -> Stmt:
        block, reg, verb = found
        if verb not in ("write", "write_at"):
            self.refuse(Code.NOT_IN_LANGUAGE, node, "write(value) or write_at(i, value) as a statement")
        if "w" not in reg.access:
            self.refuse(Code.READ_ONLY, node, "a writable register", f"its access is {reg.access}")
        self._arguments(node, 2 if verb == "write_at" else 1)
        index = vocabulary.register_index(self, node, reg) if verb == "write_at" else None
        value = self.fit(self.expr(node.args[-1]), WordType(32), node.args[-1])
        if public(value.type) != WordType(32, secret=False):
            self.refuse(Code.WRONG_ARGUMENT, node.args[-1], f"a u32, not {value.type}")
        return RegWrite(block=block, register=reg, index=index, value=value, src=self.parsed.src(node))

    # --- assignment --------------------------------------------------------------------------------------------------

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[Stmt]:
        if isinstance(target, ast.Tuple):
            return self._assign_tuple(node, target, value)
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return [self._copy(node, target, value)]
        if isinstance(target, ast.Name):
            made = self._memory(target, value)
            if made is not None:
                return [made]
        checked = self.expr(value)
        if isinstance(checked.type, TupleType):
            self.refuse(Code.WRONG_RESULT, node, f"{len(checked.type.items)} names for {checked.type}", "a, b = …")
        if isinstance(target, ast.Name):
            if isinstance(checked, Const) and checked.type == INT and not self.scope.block and self.parsed.assignments(target.id) == 1:
                self.constants[target.id] = checked.value
                self.scope.seen.add(target.id)
                return []
            return [self._assign_name(node, target, checked)]
        place = self._place(target)
        return [Assign(target=place, value=self.stored(checked, place.type, value), src=self.parsed.src(node))]

    def _memory(self, target: ast.Name, value: ast.expr) -> Stmt | None:
        """`name = Array[u32, 16]()`, `.zeros()`, `Struct()`: a local array or struct; None where the value is something else."""
        if not isinstance(value, ast.Call):
            return None
        zeros = isinstance(value.func, ast.Attribute) and value.func.attr == "zeros"
        made = self.static(value.func.value if zeros and isinstance(value.func, ast.Attribute) else value.func)
        kind = None if made is MISSING else self._denoted(made)
        if not isinstance(kind, ArrayType | StructType):
            return None
        if value.args or value.keywords:
            self.refuse(Code.ARGUMENT_COUNT, value, "no arguments", f"fill it afterwards: {target.id}[:] = …")
        if self.scope.lookup(target.id) is not None or target.id in self.scope.loops:
            self.refuse(Code.SECOND_NAME, target, "a new name for a new array or struct")
        symbol = self._new_local(target, kind)
        return Declare(symbol=symbol, zeros=zeros, src=self.parsed.src(target))

    def _assign_name(self, node: ast.stmt, target: ast.Name, value: Expr) -> Stmt:
        src = self.parsed.src(node)
        if isinstance(value.type, NoneType):
            self.refuse(Code.WRONG_RESULT, node, "a value; this call returns nothing")
        if isinstance(value.type, ArrayType | SliceType | StructType):
            return self._bind(node, target, value)
        known = self.scope.defined.get(target.id)
        if target.id in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node, "loop variables to be set by their loop alone", "use a local of its own")
        pinned = self.scope.pinned.get(target.id)
        if pinned is not None:
            value = self.stored(self.fit(value, pinned, node), pinned, node)
            kind = pinned
        else:
            kind = known.type if known is not None else value.type
            value = self.fit(value, kind, node)
            if target.id in self.secret_names or self.scope.types.get(target.id) == secret(kind):
                kind = secret(kind)
        clash = self.scope.clashes(target.id, value.type)
        if clash is not None:
            mend = f"start it with u{clash.bits}(…)" if isinstance(clash, WordType) else "use another name"
            if isinstance(clash, IntType) and isinstance(value.type, WordType):
                mend = f"start it with u{value.type.bits}(…)"
            self.refuse(Code.TWO_TYPES, node, f"{target.id} is {clash}, not {value.type}", mend)
        if is_secret(value.type) and not is_secret(kind):
            self.secret_names.add(target.id)
            raise Restart
        if known is not None:
            self.scope.lookup(target.id)
            return Assign(target=Var(type=known.type, symbol=known, src=self.parsed.src(target)), value=value, src=src)
        return Declare(symbol=self._new_local(target, kind), value=value, src=src)

    def _bind(self, node: ast.stmt, target: ast.Name, value: Expr) -> Stmt:
        if not isinstance(value, View):
            self.refuse(Code.SECOND_NAME, node, f"one name for each {value.type}", "use the first name, or copy: new[:] = old")
        if target.id in self.scope.defined or target.id in self.scope.loops:
            self.refuse(Code.REBOUND_VIEW, node, f"{target.id} to be bound once", "use another name, or index from one view")
        clash = self.scope.clashes(target.id, value.type)
        if clash is not None:
            self.refuse(Code.TWO_TYPES, node, f"{target.id} is {clash}, not {value.type}", "use another name")
        symbol = self._new_local(target, value.type)
        self.roots[symbol] = value
        return Declare(symbol=symbol, value=value, src=self.parsed.src(node))

    def _new_local(self, target: ast.Name, kind: Type) -> Symbol:
        if target.id in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, target, "loop variables to be set by their loop alone", "use a local of its own")
        symbol = Symbol(target.id, kind, "local", self.parsed.src(target))
        self.scope.declare(symbol)
        return symbol

    def _assign_tuple(self, node: ast.stmt, target: ast.Tuple, value: ast.expr) -> list[Stmt]:
        src = self.parsed.src(node)
        if isinstance(value, ast.Tuple):
            if len(value.elts) != len(target.elts):
                self.refuse(Code.WRONG_RESULT, node, f"{len(target.elts)} values for {len(target.elts)} names, not {len(value.elts)}")
            values = [self.expr(item) for item in value.elts]
            declares, places = self._targets(target, [v.type for v in values])
            fitted = tuple(v if p is None else self.stored(v, p.type, n) for v, p, n in zip(values, places, value.elts, strict=True))
            kept = [(p, v) for p, v in zip(places, fitted, strict=True) if p is not None]
            return [*declares, Parallel(targets=tuple(p for p, _ in kept), values=tuple(v for _, v in kept), src=src)]
        checked = self.expr(value)
        if not isinstance(checked.type, TupleType) or not isinstance(checked, Call | Builtin):
            self.refuse(Code.WRONG_RESULT, node, f"a call with {len(target.elts)} results, not {checked.type}")
        if len(checked.type.items) != len(target.elts):
            self.refuse(
                Code.WRONG_RESULT, node, f"{len(checked.type.items)} names for {len(checked.type.items)} results, not {len(target.elts)}"
            )
        declares, places = self._targets(target, list(checked.type.items))
        return [*declares, Unpack(targets=tuple(places), value=checked, src=src)]

    def _targets(self, target: ast.Tuple, kinds: list[Type]) -> tuple[list[Stmt], list[Expr | None]]:
        """Places for several results: declarations of new names, then the places; `_` gives None."""
        declares: list[Stmt] = []
        places: list[Expr | None] = []
        for item, kind in zip(target.elts, kinds, strict=True):
            if isinstance(item, ast.Name) and item.id == "_":
                places.append(None)
                continue
            if isinstance(item, ast.Name):
                made = self._assign_name_typed(item, kind)
                if isinstance(made, Symbol):
                    declares.append(Declare(symbol=made, src=self.parsed.src(item)))
                    made = Var(type=made.type, symbol=made, src=self.parsed.src(item))
                places.append(made)
                continue
            place = self._place(item)
            if is_secret(kind) and not is_secret(place.type):
                self.refuse(Code.SECRET_STORE, item, f"a public value for {place.type}, not {kind}")
            if public(kind) != public(place.type):
                self.refuse(Code.WRONG_RESULT, item, f"{place.type}, not {kind}")
            places.append(place)
        return declares, places

    def _assign_name_typed(self, item: ast.Name, kind: Type) -> Symbol | Expr:
        """A name that takes one of several results: a new symbol, or the place of a known one."""
        placeholder = Const(type=kind, value=0, src=self.parsed.src(item))
        made = self._assign_name(ast.Assign(targets=[item], value=item, lineno=item.lineno, col_offset=item.col_offset), item, placeholder)
        return made.symbol if isinstance(made, Declare) else made.target if isinstance(made, Assign) else self.expr(item)

    def _place(self, node: ast.expr) -> Expr:
        """An element or field to be written."""
        if not isinstance(node, ast.Subscript | ast.Attribute):
            self.refuse(Code.NOT_IN_LANGUAGE, node, "a name, element or field to assign to")
        place = self.expr(node)
        if isinstance(place.type, ArrayType | SliceType | StructType):
            self.refuse(Code.SECOND_NAME, node, "elements to be assigned one by one", f"copy: {ast.unparse(node)}[:] = …")
        if not isinstance(place, Index | Field):
            self.refuse(Code.READ_ONLY, node, "an element or field to assign to")
        self.mark_written(place, node)
        return place

    def stored(self, value: Expr, kind: Type, node: ast.AST) -> Expr:
        """A value as it is put into a place of type `kind`."""
        value = self.fit(value, kind, node)
        if is_secret(value.type) and not is_secret(kind):
            self.refuse(
                Code.SECRET_STORE, node, f"a public value for {kind}, not {value.type}", "declassify(…, why=…) where it may be known"
            )
        if public(value.type) == public(kind):
            return value
        if isinstance(value.type, WordType) and isinstance(kind, WordType):
            if value.type.bits > kind.bits:
                self.refuse(Code.NARROWING, node, f"{kind}, not {value.type}", f"truncate(u{kind.bits}, …) keeps the low bits")
            self.refuse(Code.MIXED_WIDTHS, node, f"{kind}, not {value.type}", f"widen with u{kind.bits}(…)")
        self.refuse(Code.MIXED_WIDTHS, node, f"{kind}, not {value.type}", f"write u{kind.bits}(…)" if isinstance(kind, WordType) else "")

    def _copy(self, node: ast.stmt, target: ast.Subscript, value: ast.expr) -> Stmt:
        place, source = self.expr(target), self.expr(value)
        if not isinstance(source.type, ArrayType | SliceType):
            self.refuse(Code.WRONG_ARGUMENT, value, f"an array or slice to copy, not {source.type}", "fill(…, value) sets every element")
        assert isinstance(place.type, ArrayType | SliceType)
        if is_secret(source.type) and not is_secret(place.type):
            self.refuse(Code.SECRET_STORE, node, f"public elements for {place.type}, not {source.type}")
        if public(source.type.element) != public(place.type.element):
            self.refuse(Code.MIXED_WIDTHS, node, f"elements of {place.type.element}, not {source.type.element}")
        if isinstance(source.type, ArrayType) and isinstance(place.type, ArrayType) and source.type.length != place.type.length:
            self.refuse(Code.LENGTHS_DIFFER, node, f"{place.type.length} elements, not {source.type.length}")
        if self.overlaps_partly(place, source):
            self.refuse(Code.OVERLAP, node, "memory apart from, or equal to, what it is copied from")
        self.mark_written(place, target)
        return CopyInto(target=place, source=source, src=self.parsed.src(node))

    def _augmented(self, node: ast.stmt, target: ast.expr, op: ast.operator, value: ast.expr) -> Stmt:
        name = OPERATORS.get(type(op))
        if name is None:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "one of += -= *= &= |= ^= <<= >>= //= %=")
        if isinstance(target, ast.Name):
            if target.id in self.scope.loops:
                self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node, "loop variables to be set by their loop alone", "use a local of its own")
            left: Expr = self.expr(target)
            return self._assign_name(node, target, self.binary(node, name, left, target, value))
        place = self._place(target)
        result = self.binary(node, name, place, target, value)
        return Assign(target=place, value=self.stored(result, place.type, node), src=self.parsed.src(node))

    # --- control -----------------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> list[Stmt]:
        early = any(isinstance(inner, ast.Return) for part in (node.body, node.orelse) for stmt in part for inner in ast.walk(stmt))
        condition = self.condition(node.test, Code.SECRET_RETURN if early else Code.SECRET_BRANCH)
        if isinstance(condition, Const):  # a compile-time choice: the other branch need not make sense
            return list(self.body(node.body if condition.value else node.orelse, node.lineno))
        before = dict(self.scope.defined)
        then, then_end = self.nested(node.body, node.lineno)
        last = node.body[-1].end_lineno or node.lineno
        other, other_end = self.nested(node.orelse, last) if node.orelse else ((), (before, False))
        self.scope.join(before, [then_end, other_end])
        return [If(condition=condition, then=then, other=other, src=self.parsed.src(node))]

    def _for(self, node: ast.For) -> Stmt:
        src = self.parsed.src(node)
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(Code.NOT_IN_LANGUAGE, _head(node), "for name in range(…)")
        unroll, call = self._range(node.iter)
        bounds = [self.integer(argument, Code.SECRET_LOOP, "a loop bound") for argument in call.args]
        zero = Const(type=INT, value=0, src=src)
        start, stop = (zero, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) == 3 else Const(type=INT, value=1, src=src)
        if not isinstance(step, Const) or step.value == 0:
            self.refuse(Code.NOT_IN_LANGUAGE, node.iter, "a constant step that is not zero")
        constant = isinstance(start, Const) and isinstance(stop, Const)
        if unroll is not None and not constant:
            self.refuse(Code.UNROLL_RANGE, node.iter, "constant bounds to unroll")
        name = node.target.id
        if name in self.scope.defined or name in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node.target, f"a loop variable of its own; {name} is in use here")
        symbol = Symbol(name, INT, "loop", self.parsed.src(node.target))
        loop = For(symbol=symbol, start=start, stop=stop, step=step.value, body=(), unroll=unroll, src=src)
        known = linear.loop_range(loop, self.ranges)
        if known is not None:
            self.ranges[symbol] = known
        self.scope.loops[name] = symbol
        self.scope.ended.discard(name)
        before = dict(self.scope.defined)
        body, end = self.nested(node.body, node.lineno)
        del self.scope.loops[name]
        self.scope.ended.add(name)
        runs = isinstance(start, Const) and isinstance(stop, Const) and len(range(start.value, stop.value, step.value)) > 0
        self.scope.join(before, [end] if runs and not end[1] else [(before, False), end])
        return replace(loop, body=body)

    def _range(self, node: ast.expr) -> tuple[str | None, ast.Call]:
        """(how to unroll, the call of range)."""
        unroll: str | None = None
        if isinstance(node, ast.Call) and self.static(node.func) is lang.unroll:
            name = self.static(node.args[1]) if len(node.args) == 2 else ""
            if not node.args or not isinstance(name, str):
                self.refuse(Code.NOT_IN_LANGUAGE, node, 'unroll(range(…)) or unroll(range(…), "name")')
            unroll, node = name, node.args[0]
        if not isinstance(node, ast.Call) or self.static(node.func) is not range or not 1 <= len(node.args) <= 3 or node.keywords:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "range(…) or unroll(range(…)) after in")
        return unroll, node

    def _return(self, node: ast.Return, value: ast.expr | None) -> Stmt:
        src = self.parsed.src(node)
        wanted = (
            self.returns.items if isinstance(self.returns, TupleType) else () if isinstance(self.returns, NoneType) else (self.returns,)
        )
        if value is not None and isinstance(self.returns, TupleType) and not isinstance(value, ast.Tuple):
            call = self.expr(value)
            self.refuse(
                Code.WRONG_RESULT, node, f"{len(wanted)} results written out, not {call.type}", "unpack the call first, then return a, b"
            )
        nodes = [] if value is None else list(value.elts) if isinstance(value, ast.Tuple) else [value]
        if len(nodes) != len(wanted):
            self.refuse(Code.WRONG_RESULT, node, f"{self.returns}, not {len(nodes)} values")
        values = []
        for item, kind in zip(nodes, wanted, strict=True):
            result = self.fit(self.expr(item), kind, item)
            if is_secret(result.type) and not is_secret(kind):
                self.refuse(
                    Code.SECRET_RESULT, item, f"{kind}, which is public, not {result.type}", "declassify(…, why=…) where it may be known"
                )
            if public(result.type) != public(kind):
                self.refuse(Code.WRONG_RESULT, item, f"{kind}, not {result.type}")
            values.append(result)
        self.scope.dead = True
        return Return(values=tuple(values), src=src)


# --- whole functions ------------------------------------------------------------------------------------------------


def check_function(function: KernelFunction, name: str, word_bits: int, program: Any) -> Function:
    """Check a decorated function (for a template: its instance at `word_bits`) and give its IR.

    Raises CompileErrors with all refusals of the function.
    """
    parsed = parse_function(function.python)
    secret_names: set[str] = set()
    while True:
        checker = FunctionChecker(parsed, word_bits, program, secret_names)
        try:
            return _check(checker, function, name)
        except Restart:
            continue


def signature_types(checker: FunctionChecker, function: KernelFunction) -> tuple[tuple[Symbol, ...], Type]:
    """Parameters and result of a function, from its annotations (as Python evaluated them: a maker's own types have no name to look up)."""
    node = checker.parsed.node
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or arguments.posonlyargs:
        checker.report(Code.NOT_IN_LANGUAGE, arguments, "plain positional parameters without defaults")
    missing = [argument for argument in arguments.args if argument.annotation is None]
    for argument in missing:
        checker.report(Code.MISSING_ANNOTATION, argument, "a type", f"{argument.arg}: u32, Bytes, int …")
    if missing:
        raise Refused
    exported = function.kind not in ("helper", "intrinsic")
    params: list[Symbol] = []
    for argument, (name, kind) in zip(arguments.args, _declared_params(checker, function), strict=True):
        if exported and isinstance(kind, VectorType):
            checker.report(Code.VECTOR_BOUNDARY, argument, "words, slices, arrays and structs only", "load the vector inside")
        params.append(Symbol(name, resolve(kind, checker.word_bits), "param", checker.parsed.src(argument)))
    returns = resolve(function.returns, checker.word_bits)
    if isinstance(returns, ArrayType | SliceType | StructType):
        checker.report(
            Code.WRONG_RESULT,
            node.returns or node,
            f"a word, mask, vector, int, bool or Status, not {returns}",
            "write through a parameter",
        )
    if exported and returns not in (NONE, STATUS):
        checker.report(
            Code.EXPORTED_RESULT, node.returns or node, f"Status or nothing, not {returns}", "write results through a Buffer or array"
        )
    return tuple(params), returns


def _declared_params(checker: FunctionChecker, function: KernelFunction) -> tuple[tuple[str, Type], ...]:
    try:
        return function.params
    except TypeError as error:
        checker.refuse(Code.WRONG_ARGUMENT, _head(checker.parsed.node), str(error), "use the types of docs/language.md")


def _check(checker: FunctionChecker, function: KernelFunction, name: str) -> Function:
    parsed, node = checker.parsed, checker.parsed.node
    checker.vartime = function.vartime or bool(function.calls_vartime)
    try:
        params, returns = signature_types(checker, function)
    except Refused:
        raise CompileErrors(checker.errors) from None
    checker.returns = returns
    for symbol in params:
        checker.scope.defined[symbol.name] = symbol
        checker.scope.types[symbol.name] = symbol.type
        checker.scope.home[symbol] = ()
        if not isinstance(symbol.type, ArrayType | SliceType | StructType):
            checker.scope.pinned[symbol.name] = symbol.type
    doc = ast.get_docstring(node) or ""
    leaks = re.search(r"Leaks: *(.+(?:\n(?! *\n).+)*)", doc)
    exported = function.kind not in ("helper", "intrinsic")
    if exported and not leaks:
        checker.report(
            Code.MISSING_LEAKS, _head(node), "a docstring line `Leaks: …` that names what an observer learns", "Leaks: nothing but lengths."
        )
    first = node.body[0]
    after = (first.end_lineno or first.lineno) if doc else node.lineno
    body = checker.body(node.body[1:] if doc else node.body, after)
    if returns != NONE and not checker.scope.dead and not checker.errors:
        checker.report(Code.MISSING_RETURN, _head(node), f"a return of {returns} at the end of every path")
    if checker.errors:
        raise CompileErrors(checker.errors)
    ref = FunctionRef(
        module=function.module,
        name=name,
        params=tuple((symbol.name, symbol.type) for symbol in params),
        returns=returns,
        exported=exported,
        operation=function.operation,
        intrinsic=function.intrinsic,
        written=tuple(symbol.written for symbol in params),
    )
    first_line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return Function(
        ref=ref,
        params=params,
        body=_place_declarations(checker, body),
        doc=doc,
        leaks=" ".join(leaks.group(1).split()) if leaks else "",
        src=parsed.src(node),
        word_bits=checker.word_bits if function.is_template else None,
        provides=function.provides,
        needs=tuple(function.needs),
        vartime=function.vartime,
        comments=_comments_above(parsed, first_line),
    )


def _comments_above(parsed: ParsedFunction, line: int) -> tuple[str, ...]:
    first = line
    while first - 1 in parsed.file.own_line:
        first -= 1
    return tuple(parsed.file.own_line[n] for n in range(first, line))


def _place_declarations(checker: FunctionChecker, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Names used outside of the block that first assigns them are declared at the top; merged symbols become one."""
    scope = checker.scope
    tops: list[Symbol] = []

    def replace_symbol(expr: Expr) -> Expr:
        if isinstance(expr, Var):
            final = scope.final(expr.symbol)
            kind = final.type
            return expr if final is expr.symbol and kind == expr.type else replace(expr, symbol=final, type=kind)
        return expr

    def each(stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        result: list[Stmt] = []
        for stmt in stmts:
            match stmt:
                case Declare(symbol=symbol, value=value) if symbol in scope.hoisted:
                    final = scope.final(symbol)
                    if is_secret(symbol.type) and not is_secret(final.type):
                        final.type = secret(final.type)
                    if final not in tops:
                        tops.append(final)
                    if value is not None:
                        place = Var(type=final.type, symbol=final, src=stmt.src)
                        result.append(Assign(target=place, value=value, src=stmt.src, comments=stmt.comments, remark=stmt.remark))
                    elif stmt.zeros:
                        element = symbol.type.element if isinstance(symbol.type, ArrayType) else INT
                        result.append(Fill(target=Var(type=final.type, symbol=final), value=Const(type=element, value=0), src=stmt.src))
                case If(then=then, other=other):
                    result.append(replace(stmt, then=each(then), other=each(other)))
                case For(body=inner) | While(body=inner):
                    result.append(replace(stmt, body=each(inner)))
                case _:
                    result.append(stmt)
        return tuple(result)

    placed = map_expressions(each(body), replace_symbol)
    return (*(Declare(symbol=symbol, src=symbol.src) for symbol in tops), *placed)


def _head(node: ast.AST) -> ast.AST:
    """A statement without its body, for messages."""
    match node:
        case ast.FunctionDef(name=name):
            head: ast.AST = ast.Name(id=f"def {name}", ctx=ast.Load())
        case ast.For(target=target, iter=iterable):
            head = ast.Name(id=f"for {ast.unparse(target)} in {ast.unparse(iterable)}", ctx=ast.Load())
        case ast.With() | ast.Try() | ast.While() | ast.If() | ast.ClassDef():
            head = ast.Name(id=ast.unparse(node).splitlines()[0], ctx=ast.Load())
        case _:
            return node
    return ast.copy_location(head, node)
