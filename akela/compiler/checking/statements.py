"""Statements: blocks, conditions, loops, returns, and the vocabulary's statements. Assignments are in `checking/assignments.py`."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from akela import lang
from akela.compiler.checking import instead, linear, vocabulary
from akela.compiler.checking.assignments import AssignmentChecker
from akela.compiler.checking.expressions import Refused
from akela.compiler.errors import Code, many
from akela.compiler.ir import (
    Binary,
    Call,
    CallStmt,
    Const,
    Contract,
    Expr,
    Fill,
    For,
    If,
    Pause,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    Symbol,
    Unary,
    Var,
    While,
    pausing_call,
    walk,
)
from akela.lang.types import (
    INT,
    NONE,
    ArrayType,
    NoneType,
    SliceType,
    StatusType,
    TupleType,
    Type,
    VectorType,
    WordType,
    is_secret,
    public,
)


class StatementChecker(AssignmentChecker):
    """Checks the statements of one function instance."""

    returns: Type = NONE
    decided = False  # the last return stands in a branch that was chosen at compile time

    # --- blocks ------------------------------------------------------------------------------------------------------

    def body(self, nodes: list[ast.stmt], after_line: int) -> tuple[Stmt, ...]:
        """A list of statements; comment lines between them are kept."""
        result: list[Stmt] = []
        for node in nodes:
            comments = self.parsed.comments_before(node.lineno, after_line)
            remark = self.parsed.remark(node.end_lineno or node.lineno) if not hasattr(node, "body") else self.parsed.remark(node.lineno)
            after_line = node.end_lineno or node.lineno
            if self.scope.dead:
                if not self.decided:
                    self.report(Code.UNREACHABLE, node, "nothing after a return", "remove it")
                break
            try:
                made = self.statement(node)
                self._check_pauses(node, made)
            except Refused:
                self._poison(node)
                continue
            if made:
                made[0] = replace(made[0], comments=comments + made[0].comments)
                made[-1] = replace(made[-1], remark=made[-1].remark or remark)
            result.extend(made)
        return tuple(result)

    def _check_pauses(self, node: ast.stmt, made: list[Stmt]) -> None:
        try:
            for stmt in made:
                pausing_call(stmt)
        except LookupError:
            self.refuse(
                Code.PAUSE_INSIDE,
                head(node),
                "a call that pauses to be evaluated before all else",
                "assign it to a name in a statement before",
            )

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

    def _join(self, before: dict[str, Symbol], ends: list[tuple[dict[str, Symbol], bool]]) -> None:
        """Continue after blocks of which one ran. A view ends with the block that binds it: what it shows may differ between paths."""
        self.scope.join(before, ends)
        ended = [name for name, symbol in self.scope.defined.items() if symbol in self.roots and before.get(name) is not symbol]
        for name in ended:
            del self.scope.defined[name]

    # --- statements --------------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> list[Stmt]:
        """One statement of the source as statements of the IR."""
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [self._call_statement(call)]
            case ast.Assign(targets=[target], value=value):
                return self.assign(node, target, value)
            case ast.AnnAssign(target=ast.Name() as target, annotation=annotation, value=value) if value is not None:
                self._pin(target, self.static_type(annotation))
                return self.assign(node, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return [self.augmented(node, target, op, value)]
            case ast.If():
                return self._if(node)
            case ast.For():
                return [self._for(node)]
            case ast.While(test=test, body=body, orelse=[]):
                condition = self.condition(test, Code.SECRET_LOOP)
                inner, end = self.nested(body, node.lineno)
                self._join(self.scope.defined, [(self.scope.defined, False), end])
                return [While(condition=condition, body=inner, src=self.parsed.src(node))]
            case ast.Return(value=value):
                return [self._return(node, value)]
            case _:
                called, advice = instead.statement(node)
                self.refuse(Code.NOT_IN_LANGUAGE, head(node), f"a statement of the language, not {called}", advice)

    def _pin(self, target: ast.Name, kind: Type) -> None:
        known = self.scope.pinned.get(target.id) or self.scope.types.get(target.id) or kind
        if known != kind:
            self.refuse(
                Code.TWO_TYPES, target, f"{target.id} is {known}, not {kind}", "annotate a name where it is first assigned, and in one way"
            )
        self.scope.pinned[target.id] = kind

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
        if name == "pause":
            self._arguments(node, 0)
            return Pause(src=src)
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
            self.refuse(Code.ARGUMENT_COUNT, node, many(count, 'argument'))

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
        if is_secret(value.type) and "r" in reg.access and not reg.secret:
            self.refuse(Code.SECRET_STORE, node, "a public value for a register that reads as public", "declare it Reg(…, secret=True)")
        return RegWrite(block=block, register=reg, index=index, value=value, src=self.parsed.src(node))

    # --- control -----------------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> list[Stmt]:
        early = any(isinstance(inner, ast.Return) for part in (node.body, node.orelse) for stmt in part for inner in ast.walk(stmt))
        condition = self.condition(node.test, Code.SECRET_RETURN if early else Code.SECRET_BRANCH)
        if isinstance(condition, Const):  # a compile-time choice: the other branch need not make sense
            chosen = list(self.body(node.body if condition.value else node.orelse, node.lineno))
            self.decided = self.scope.dead
            return chosen
        before = dict(self.scope.defined)
        then, then_end = self.nested(node.body, node.lineno)
        last = node.body[-1].end_lineno or node.lineno
        other, other_end = self.nested(node.orelse, last) if node.orelse else ((), (before, False))
        self._join(before, [then_end, other_end])
        return [If(condition=condition, then=then, other=other, src=self.parsed.src(node))]

    def _for(self, node: ast.For) -> Stmt:
        src = self.parsed.src(node)
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(Code.NOT_IN_LANGUAGE, head(node), "for name in range(…)")
        unroll, call = self._range(node.iter)
        bounds = [self.integer(argument, Code.SECRET_LOOP, "a loop bound") for argument in call.args]
        zero = Const(type=INT, value=0, src=src)
        start, stop = (zero, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        step = bounds[2] if len(bounds) == 3 else Const(type=INT, value=1, src=src)
        if not isinstance(step, Const) or step.value == 0:
            self.refuse(Code.NOT_IN_LANGUAGE, node.iter, "a constant step that is not zero")
        if unroll is not None and not (self._unrolls(start) and self._unrolls(stop)):
            self.refuse(Code.UNROLL_RANGE, node.iter, "bounds to unroll that are constant, or depend on variables of unrolled loops only")
        name = node.target.id
        clash = self.scope.clashes(name, INT)
        if clash is not None:
            self.refuse(Code.TWO_TYPES, node.target, f"{name} is {clash}, not int", "use another name")
        self.scope.types.setdefault(name, INT)
        if name in self.scope.defined or name in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node.target, f"a loop variable of its own; {name} is in use here")
        symbol = Symbol(name, INT, "loop", self.parsed.src(node.target))
        loop = For(symbol=symbol, start=start, stop=stop, step=step.value, body=(), unroll=unroll, src=src)
        known = linear.loop_range(loop, self.ranges)
        if known is not None:
            self.ranges[symbol] = known
        if unroll is not None:
            self.unrolled.add(symbol)
        self.scope.loops[name] = symbol
        self.scope.ended.discard(name)
        before = dict(self.scope.defined)
        body, end = self.nested(node.body, node.lineno)
        del self.scope.loops[name]
        self.scope.ended.add(name)
        runs = isinstance(start, Const) and isinstance(stop, Const) and len(range(start.value, stop.value, step.value)) > 0
        self._join(before, [end] if runs and not end[1] else [(before, False), end])
        return replace(loop, body=body)

    def _unrolls(self, bound: Expr) -> bool:
        """Whether a bound is constant once the loops around it are unrolled."""
        return all(isinstance(e, Const | Binary | Unary) or (isinstance(e, Var) and e.symbol in self.unrolled) for e in walk(bound))

    def _range(self, node: ast.expr) -> tuple[str | None, ast.Call]:
        """(how to unroll, the call of range)."""
        unroll: str | None = None
        if isinstance(node, ast.Call) and self.static(node.func) is lang.unroll:
            name = self.static(node.args[1]) if len(node.args) == 2 else ""
            if not node.args or not isinstance(name, str):
                self.refuse(Code.NOT_IN_LANGUAGE, node, 'unroll(range(…)) or unroll(range(…), "name")')
            unroll, node = name, node.args[0]
        if not isinstance(node, ast.Call) or self.static(node.func) is not range or not 1 <= len(node.args) <= 3 or node.keywords:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "range(…) or unroll(range(…)) after in", "for i in range(len(data)): … data[i]")
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
        if isinstance(value, ast.Constant) and value.value is None:
            value = None
        nodes = [] if value is None else list(value.elts) if isinstance(value, ast.Tuple) else [value]
        if not wanted and nodes:
            self.refuse(
                Code.WRONG_RESULT,
                node,
                "nothing: this function returns None",
                "write through a Buffer or array, or give the function a result type",
            )
        if len(nodes) != len(wanted):
            self.refuse(Code.WRONG_RESULT, node, f"{self.returns}, not {many(len(nodes), 'value')}")
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


def head(node: ast.AST) -> ast.AST:
    """A statement without its body, for messages."""
    match node:
        case ast.FunctionDef(name=name):
            short: ast.AST = ast.Name(id=f"def {name}", ctx=ast.Load())
        case ast.For(target=target, iter=iterable):
            short = ast.Name(id=f"for {ast.unparse(target)} in {ast.unparse(iterable)}", ctx=ast.Load())
        case ast.With() | ast.Try() | ast.While() | ast.If() | ast.ClassDef() | ast.Match():
            short = ast.Name(id=ast.unparse(node).splitlines()[0], ctx=ast.Load())
        case _:
            return node
    return ast.copy_location(short, node)
