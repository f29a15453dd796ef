"""Small pieces of IR, written by hand."""

from __future__ import annotations

from pathlib import Path

from akela.compiler.ir import Assign, Binary, Builtin, Cast, Const, Declare, Expr, Function, FunctionRef, Module, Src, Stmt, Symbol, Var
from akela.lang.types import INT, NONE, Type, WordType

U8, U32, U64 = WordType(8), WordType(32), WordType(64)
PUBLIC = WordType(32, secret=False)


def local(name: str, kind: Type = U32) -> Symbol:
    return Symbol(name, kind, "local")


def use(symbol: Symbol) -> Var:
    return Var(type=symbol.type, symbol=symbol)


def const(value: int, kind: Type = INT) -> Const:
    return Const(type=kind, value=value)


def binary(op: str, left: Expr, right: Expr, kind: Type | None = None) -> Binary:
    return Binary(type=kind or left.type, op=op, left=left, right=right)


def widen(value: Expr, kind: Type = U64) -> Cast:
    return Cast(type=kind, kind="widen", operand=value)


def builtin(name: str, *arguments: Expr, kind: Type | None = None) -> Builtin:
    return Builtin(type=kind or arguments[0].type, name=name, arguments=arguments)


def assign(target: Symbol | Expr, value: Expr) -> Assign:
    return Assign(target=use(target) if isinstance(target, Symbol) else target, value=value)


def declare(symbol: Symbol, value: Expr | None = None) -> Declare:
    return Declare(symbol=symbol, value=value)


def function(*body: Stmt, params: tuple[Symbol, ...] = (), returns: Type = NONE, name: str = "f") -> Function:
    kinds, written = tuple((s.name, s.type) for s in params), tuple(s.written for s in params)
    ref = FunctionRef("made.up", name, kinds, returns, exported=True, written=written)
    return Function(ref, params, body, doc="", leaks="nothing", src=Src("made_up.py", 1))


def module(*functions: Function) -> Module:
    return Module("made.up", "Made up.", Path("made_up.py"), functions=list(functions))


def show(node: object) -> str:
    """A statement or expression as one line of text, to compare with."""
    match node:
        case Const(value=value):
            return str(value)
        case Var(symbol=symbol):
            return symbol.name
        case Binary(op=op, left=left, right=right):
            return f"({show(left)} {op} {show(right)})"
        case Cast(kind=kind, operand=operand):
            return f"{kind}({show(operand)})"
        case Builtin(name=name, arguments=arguments):
            return f"{name}({', '.join(map(show, arguments))})"
        case Assign(target=target, value=value):
            return f"{show(target)} = {show(value)}"
        case Declare(symbol=symbol, value=None):
            return f"new {symbol.name}"
        case Declare(symbol=symbol, value=value):
            return f"new {symbol.name} = {show(value)}"
        case tuple():
            return "; ".join(map(show, node))
        case _:
            return type(node).__name__
