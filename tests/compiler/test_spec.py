"""The specs refuse what a pass must not leave behind: one broken tree for each rule."""

from __future__ import annotations

import pytest

from akela.compiler.ir import (
    Call,
    CallStmt,
    Choose,
    Compare,
    Contract,
    CopyInto,
    Expr,
    Field,
    Fill,
    For,
    FunctionRef,
    If,
    Index,
    Len,
    Logic,
    Parallel,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    Symbol,
    Table,
    TableRef,
    Unary,
    Unpack,
    View,
    While,
    Wipe,
)
from akela.compiler.spec import ALWAYS, CHECKED, PassError, Spec
from akela.compiler.targets import load_target
from akela.lang.types import BOOL, INT, NONE, ArrayType, SliceType, StructType, TupleType, VectorType, WordType
from tests.compiler.trees import PUBLIC, U8, U32, U64, assign, binary, builtin, const, declare, function, local, module, use, widen

TARGET = load_target("cortex_m3")
X, Y = local("x"), local("y")
P = local("p", PUBLIC)
N = local("n", INT)
WORDS = local("words", ArrayType(U32, 4))
BYTES = local("bytes", SliceType(U8, writable=True))
POINT = StructType("point", (("x", U32),))
SPOT = local("spot", POINT)
TRUE = const(1, BOOL)
REF = FunctionRef("made.up", "g", (("a", PUBLIC), ("w", ArrayType(U32, 4))), NONE, exported=True)
PAIR = TupleType((U32, U32))


def value(expr: Expr) -> Stmt:
    return declare(local("v", expr.type), expr)


BROKEN: dict[str, Stmt] = {
    "constant out of range": value(const(256, U8)),
    "negative word": value(const(-1, U32)),
    "type of a variable": value(use(X).__class__(type=U64, symbol=X)),
    "secret table": value(Index(type=U32, base=TableRef(type=ArrayType(U32, 1), table=Table("T", U32, (1,))), index=const(0))),
    "unary type": value(Unary(type=U64, op="neg", operand=use(X))),
    "mixed widths": value(binary("add", use(X), widen(use(Y)), U32)),
    "secret made public": value(binary("add", use(X), use(P), PUBLIC)),
    "shift by a word": value(binary("shl", use(X), use(P))),
    "division of words": value(binary("floordiv", use(P), use(P))),
    "128 bits on 32": value(binary("add", const(1, WordType(128)), const(1, WordType(128)))),
    "comparison of secrets": value(Compare(op="eq", left=use(X), right=use(Y))),
    "comparison of two types": value(Compare(op="eq", left=use(P), right=use(N))),
    "logic of words": value(Logic(op="and", operands=(TRUE, use(P)))),
    "choice by a word": value(Choose(type=U32, condition=use(X), then=use(X), other=use(Y))),
    "choice of two types": value(Choose(type=U32, condition=TRUE, then=use(X), other=use(N))),
    "narrowing": value(widen(use(X), U8)),
    "publishing a secret": value(widen(use(X), WordType(64, secret=False))),
    "secret index": value(Index(type=U32, base=use(WORDS), index=use(X))),
    "index of a word": value(Index(type=U32, base=use(X), index=use(N))),
    "no such field": value(Field(type=U32, base=use(SPOT), name="y")),
    "secret bound": declare(local("v", SliceType(U32)), View(type=SliceType(U32), base=use(WORDS), start=const(0), stop=use(X))),
    "view of a word": declare(local("v", SliceType(U32)), View(type=SliceType(U32), base=use(X), start=const(0), stop=use(N))),
    "length of an array": value(Len(operand=use(WORDS))),
    "secret argument": CallStmt(call=Call(type=NONE, function=REF, arguments=(use(X), use(WORDS)))),
    "missing argument": CallStmt(call=Call(type=NONE, function=REF, arguments=(use(P),))),
    "array of another length": CallStmt(
        call=Call(type=NONE, function=REF, arguments=(use(P), View(type=ArrayType(U32, 3), base=use(WORDS), start=const(0), stop=const(3))))
    ),
    "unknown word": value(builtin("frobnicate", use(X))),
    "tuple as a value": value(builtin("mul_wide", use(X), use(Y), kind=PAIR)),
    "single result of addc": value(builtin("addc", use(X), use(Y), use(X))),
    "value of another type": declare(X, use(N)),
    "array bound to an array": declare(local("v", WORDS.type), use(WORDS)),
    "assignment to an array": assign(WORDS, use(WORDS)),
    "secret into public": assign(P, use(X)),
    "too few results": Unpack(targets=(use(X),), value=builtin("mul_wide", use(X), use(Y), kind=PAIR)),
    "parallel arrays": Parallel(targets=(use(WORDS),), values=(use(WORDS),)),
    "parallel secret into public": Parallel(targets=(use(P), use(N)), values=(use(X), use(N))),
    "copy of other elements": CopyInto(target=use(BYTES), source=use(WORDS)),
    "filling with other elements": Fill(target=use(WORDS), value=const(0, U64)),
    "rotation made public": value(builtin("rotl", use(X), const(1), kind=PUBLIC)),
    "lanes made public": value(builtin("splat", use(X), kind=VectorType(32, 4, secret=False))),
    "carry made public": Unpack(targets=(use(P), None), value=builtin("addc", use(X), use(Y), use(X), kind=TupleType((PUBLIC, PUBLIC)))),
    "secret word into public bytes": StoreBytes(
        order="le", buffer=use(local("shown", SliceType(WordType(8, secret=False), writable=True))), offset=const(0), value=use(X)
    ),
    "element made public": value(Index(type=PUBLIC, base=use(WORDS), index=const(0))),
    "result without a signature": Return(values=(use(X),)),
    "store into words": StoreBytes(order="le", buffer=use(WORDS), offset=const(0), value=use(X)),
    "long register": RegWrite(block=None, register=None, index=None, value=const(0, U64)),
    "branch on a word": If(condition=use(X), then=()),
    "loop to a word": For(symbol=Symbol("i", INT, "loop"), start=const(0), stop=use(X), step=1, body=()),
    "loop without step": For(symbol=Symbol("i", INT, "loop"), start=const(0), stop=use(N), step=0, body=()),
    "loop while a word": While(condition=use(X), body=()),
    "array returned": Return(values=(use(WORDS),)),
    "secret contract": Contract(kind="requires", condition=use(X)),
    "wipe before its pass": Wipe(symbol=WORDS),
    "lowered word before its pass": value(builtin("mul_split", use(X), use(Y), kind=U64)),
}


@pytest.mark.parametrize("stmt", BROKEN.values(), ids=BROKEN.keys())
def test_refused(stmt: Stmt) -> None:
    with pytest.raises(PassError) as caught:
        CHECKED.check(module(function(stmt)), TARGET)
    assert re_place(str(caught.value)) and ("breaks the rule" in str(caught.value) or "may not occur" in str(caught.value))


def re_place(message: str) -> bool:
    """Whether a message begins with the place and names the function and the stage."""
    return ": in f: checked: " in message and message.startswith(("<generated>:0:1", "made_up.py:1:1"))


def test_accepted() -> None:
    CHECKED.check(module(function(declare(X, const(3, U32)), assign(X, binary("add", use(X), const(1, PUBLIC), U32)))), TARGET)


def test_vectors_of_u64_need_native_sums() -> None:
    lanes = VectorType(64, 2)
    body = module(function(declare(local("v", lanes), binary("add", const(1, lanes), const(2, lanes)))))
    CHECKED.check(body, TARGET)
    with pytest.raises(PassError, match="vectors of u64 need native 64-bit sums"):
        CHECKED.check(body, load_target("lx106"))


def test_next_stage_adds_rules_and_removes_nodes() -> None:
    swap = module(function(Parallel(targets=(use(X), use(Y)), values=(use(Y), use(X)))))
    spec = Spec("first", ALWAYS)
    spec.check(swap, TARGET)
    with pytest.raises(PassError, match="second: Parallel may not occur here"):
        spec.then("second", (), (Parallel,)).check(swap, TARGET)
