"""`pause()`: nothing on hosts; in builds for chips a call of the program's hook, which may end the operation.

There every function that pauses, or calls one that does, gets a status as its first result, beside those that it has. What is not OK is
handed up at once: behind a pause, and behind every call of such a function. (A function that returns a status anyway keeps that one, and
hands up INTERRUPTED.) The wipes of a later pass stand before these returns as before all others.
"""

from __future__ import annotations

from dataclasses import replace

from akela.compiler.ir import (
    Assign,
    Builtin,
    Call,
    CallStmt,
    Compare,
    Const,
    Declare,
    Expr,
    Function,
    FunctionRef,
    If,
    Pause,
    Return,
    Src,
    Stmt,
    Symbol,
    Unpack,
    Var,
    blocks,
    has_effects,
    map_whole_expressions,
    pausing_call,
    rewrite,
    rewrite_statements,
    with_blocks,
)
from akela.compiler.lowering.protect import always_returns
from akela.compiler.lowering.sequence import temporary
from akela.compiler.targets import Target
from akela.lang.status import INTERRUPTED as ENDED
from akela.lang.types import NONE, STATUS, MaskType, TupleType, Type

OK = Const(type=STATUS, value=0)
INTERRUPTED = Const(type=STATUS, value=ENDED.code)


def place_pauses(function: Function, target: Target) -> Function:
    """The function as it is where the target's builds pause, or without its pauses."""
    if not target.pauses:
        return replace(function, body=rewrite_statements(function.body, lambda stmt: () if _only_pauses(stmt) else (stmt,)))
    if not function.ref.pauses:
        return function
    body = _body(function.body, function.ref)
    if function.ref.returns == NONE and not always_returns(body):
        body = (*body, Return(values=(OK,), src=function.src))
    return replace(function, ref=_with_status(function.ref), body=body)


def _only_pauses(stmt: Stmt) -> bool:
    """Whether a statement is a pause, or decides about one alone: of that nothing is left where there are none."""
    return isinstance(stmt, Pause) or (isinstance(stmt, If) and not stmt.then and not stmt.other and not has_effects(stmt.condition))


def _results(ref: FunctionRef) -> tuple[Type, ...]:
    """What a function returns beside a status."""
    if isinstance(ref.returns, TupleType):
        return ref.returns.items
    return () if ref.returns in (NONE, STATUS) else (ref.returns,)


def _with_status(ref: FunctionRef) -> FunctionRef:
    results = _results(ref)
    return replace(ref, returns=TupleType((STATUS, *results)) if results else STATUS)


def _called(call: Call) -> Call:
    ref = _with_status(call.function)
    return replace(call, function=ref, type=ref.returns)


def _pauses(expr: Expr | None) -> bool:
    return isinstance(expr, Call) and expr.function.pauses


def _body(body: tuple[Stmt, ...], ref: FunctionRef) -> tuple[Stmt, ...]:
    result: list[Stmt] = []
    for i, stmt in enumerate(body):
        made = _statement(with_blocks(stmt, lambda inner: _body(inner, ref)), ref)
        if made and isinstance(made[-1], If) and made[-1] is not stmt and i + 1 < len(body) and _hands_up(made, body[i + 1]):
            made.pop()
        if made and made[0] is not stmt:
            made[0] = replace(made[0], comments=stmt.comments)
        result += made
    return tuple(result)


def _hands_up(made: list[Stmt], after: Stmt) -> bool:
    """Whether the next statement of the source hands up any status but OK, so that INTERRUPTED is no case of its own."""
    match made[0], after:
        case (
            Assign(target=Var(symbol=held)) | Declare(symbol=held),
            If(condition=Compare(op="ne", left=Var(symbol=seen), right=Const(value=0)), then=(*_, Return(values=(Var(symbol=given),)))),
        ):
            return len(made) == 2 and held is seen is given
    return False


def _statement(stmt: Stmt, ref: FunctionRef) -> list[Stmt]:
    src = stmt.src
    match stmt:
        case Pause():
            status = Symbol("stopped", STATUS, "local", src)
            value = Builtin(type=STATUS, name="pause", arguments=(), src=src)
            return [Declare(symbol=status, value=value, src=src), _unless_ok(status, ref, src)]
        case CallStmt(call=call) if _pauses(call):
            status = Symbol("stopped", STATUS, "local", src)
            return [Declare(symbol=status, value=_called(call), src=src), _unless_ok(status, ref, src)]
        case Declare(symbol=symbol, value=Call() as call) if _pauses(call) and symbol.type == STATUS:
            return [replace(stmt, value=_called(call)), _where_interrupted(symbol, ref, src)]
        case Assign(target=Var(symbol=symbol), value=Call() as call) if _pauses(call) and symbol.type == STATUS:
            return [replace(stmt, value=_called(call)), _where_interrupted(symbol, ref, src)]
        case Declare(symbol=symbol, value=Call() as call) if _pauses(call):
            place = Var(type=symbol.type, symbol=symbol, src=src)
            return [replace(stmt, value=None), *_unpacked((place,), call, ref, src)]
        case Assign(target=target, value=Call() as call) if _pauses(call):
            return _unpacked((target,), call, ref, src)
        case Unpack(targets=targets, value=Call() as call) if _pauses(call):
            return _unpacked(targets, call, ref, src)
        case Return(values=(Call() as call,)) if _pauses(call) and ref.returns == STATUS:
            return [replace(stmt, values=(_called(call),))]
        case _ if (found := pausing_call(stmt)) is not None:
            declare, use = temporary("result", found)
            after = replace(with_blocks(stmt, lambda _: ()), comments=())
            (after,) = map_whole_expressions((after,), lambda whole: rewrite(whole, lambda expr: use if expr is found else expr))
            inner = iter(blocks(stmt))
            return [*_statement(declare, ref), *_statement(with_blocks(after, lambda _: next(inner)), ref)]
        case Return(values=values) if ref.returns != STATUS:
            return [replace(stmt, values=(OK, *values))]
        case _:
            return [stmt]


def _unpacked(targets: tuple[Expr | None, ...], call: Call, ref: FunctionRef, src: Src) -> list[Stmt]:
    """A call with results beside the status."""
    status = Symbol("stopped", STATUS, "local", src)
    place = Var(type=STATUS, symbol=status, src=src)
    return [Declare(symbol=status, src=src), Unpack(targets=(place, *targets), value=_called(call), src=src), _unless_ok(status, ref, src)]


def _unless_ok(status: Symbol, ref: FunctionRef, src: Src) -> If:
    seen = Var(type=STATUS, symbol=status, src=src)
    return If(condition=Compare(op="ne", left=seen, right=OK, src=src), then=(_leave(seen, ref, src),), src=src)


def _where_interrupted(status: Symbol, ref: FunctionRef, src: Src) -> If:
    seen = Var(type=STATUS, symbol=status, src=src)
    return If(condition=Compare(op="eq", left=seen, right=INTERRUPTED, src=src), then=(_leave(INTERRUPTED, ref, src),), src=src)


def _leave(status: Expr, ref: FunctionRef, src: Src) -> Return:
    return Return(values=(status, *map(_nothing, _results(ref))), src=src)


def _nothing(kind: Type) -> Expr:
    """A value to return beside a status that is not OK."""
    if isinstance(kind, MaskType):
        return Builtin(type=kind, name="nonzero_mask", arguments=(Const(type=kind.word, value=0),))
    return Const(type=kind, value=0)
