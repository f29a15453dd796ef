"""What keeps secrets from the C compiler and from whoever looks at the stack later: value barriers and wiping.

A C compiler that knows that a word is 0 or 1 may branch on it. (Seen: clang for x86-64 makes a branch of `a * (k & 1)`.) So every secret
word of which only one bit can be set passes a barrier where it is made, and so does a word that a loop steps on, by which GCC would count
the rounds. Masks and carries pass theirs inside the functions of
`runtime/akela_rt.h`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from akela.compiler.ir import (
    Assign,
    Binary,
    Builtin,
    Cast,
    Const,
    Declare,
    Expr,
    Fill,
    For,
    Function,
    If,
    Return,
    Stmt,
    Symbol,
    Var,
    While,
    Wipe,
    blocks,
    children,
    rewrite_statements,
    statements,
    walk,
    with_blocks,
    with_children,
)
from akela.compiler.lowering.sequence import owned_memory, reads_memory, temporary
from akela.lang.types import ArrayType, WordType, is_secret

# The functions of the run time that put a barrier around this argument themselves.
GUARDED = ("barrier", "bit_mask")


# --- barriers ---------------------------------------------------------------------------------------------------------------------------


def place_barriers(expr: Expr) -> Expr:
    """Barriers around the secret one-bit words of an expression: around the outermost where one is made from another."""
    return _guard(expr, guarded=False)


def _guard(expr: Expr, *, guarded: bool) -> Expr:
    bare = is_bare_bit(expr) and not guarded
    inside = guarded_inside(expr, guarded or bare)
    expr = with_children(expr, tuple([_guard(child, guarded=inside) for child in children(expr)]))
    return Builtin(type=expr.type, name="barrier", arguments=(expr,), src=expr.src) if bare else expr


def unguarded_bits(expr: Expr, *, guarded: bool = False) -> Iterator[Expr]:
    """The secret one-bit words that no barrier surrounds."""
    if is_bare_bit(expr) and not guarded:
        yield expr
    inside = guarded_inside(expr, guarded)
    for child in children(expr):
        yield from unguarded_bits(child, guarded=inside)


def guarded_inside(expr: Expr, guarded: bool) -> bool:
    """Whether what stands directly inside an expression is behind a barrier, given whether the expression is."""
    if isinstance(expr, Builtin) and expr.name in GUARDED:
        return True
    return guarded and _one_bit(expr)


def is_bare_bit(expr: Expr) -> bool:
    """Whether an operator makes a secret word of which the C compiler can see that only one bit may be set."""
    return isinstance(expr, Binary | Cast) and isinstance(expr.type, WordType) and is_secret(expr.type) and _one_bit(expr)


def _one_bit(expr: Expr) -> bool:
    bits = possible_bits(expr)
    return bits & (bits - 1) == 0


def possible_bits(expr: Expr) -> int:
    """The bits that may be set in a word, as far as its operators tell."""
    kind = expr.type
    if not isinstance(kind, WordType):
        return -1
    match expr:
        case Const(value=value):
            return value
        case Binary(op="and", left=left, right=right):
            return possible_bits(left) & possible_bits(right)
        case Binary(op="or" | "xor", left=left, right=right):
            return possible_bits(left) | possible_bits(right)
        case Binary(op="mul", left=left, right=right) if possible_bits(left) == 1 == possible_bits(right):
            return 1
        case Binary(op="shl", left=left, right=Const(value=count)):
            return possible_bits(left) << count & kind.mask
        case Binary(op="shr", left=left, right=Const(value=count)):
            return possible_bits(left) >> count
        case Cast(kind="widen" | "truncate" | "publish", operand=operand):
            return possible_bits(operand) & kind.mask
        case _:
            return kind.mask


def guard_steps(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Barriers around what a secret local steps on to in every round of a loop: `x += 3` becomes `x = barrier(x + 3)`.

    A C compiler counts rounds by such a local where it can, and branches on whether it has its last value.
    """
    steps = {id(stmt) for stmt in secret_steps(body)}

    def guard(stmt: Stmt) -> tuple[Stmt, ...]:
        if id(stmt) not in steps:
            return (stmt,)
        assert isinstance(stmt, Assign)
        return (replace(stmt, value=Builtin(type=stmt.value.type, name="barrier", arguments=(stmt.value,), src=stmt.value.src)),)

    return rewrite_statements(body, guard)


def secret_steps(body: tuple[Stmt, ...]) -> Iterator[Assign]:
    """The assignments in loops that add to a secret local, or take from it, what no round changes."""
    for loop in statements(body):
        if isinstance(loop, For | While):
            inside = list(statements(loop.body))
            changed = {stmt.target.symbol for stmt in inside if isinstance(stmt, Assign) and isinstance(stmt.target, Var)}
            changed |= {stmt.symbol for stmt in inside if isinstance(stmt, Declare)}
            yield from (stmt for stmt in inside if isinstance(stmt, Assign) and _is_step(stmt, changed))


def _is_step(stmt: Assign, changed: set[Symbol]) -> bool:
    kind = stmt.value.type
    if not (isinstance(stmt.target, Var) and isinstance(kind, WordType) and is_secret(kind) and kind.bits <= 64):
        return False
    match stmt.value:
        case Binary(op="add" | "sub", left=left, right=right) | Builtin(name="add_pairs" | "sub_pairs", arguments=(left, right)):
            ends = (left, right)
        case _:
            return False
    others = [end for end in ends if not (isinstance(end, Var) and end.symbol is stmt.target.symbol)]
    return len(others) == 1 and all(_constant_in_loop(node, changed) for node in walk(others[0]))


def _constant_in_loop(node: Expr, changed: set[Symbol]) -> bool:
    return node.symbol not in changed if isinstance(node, Var) else isinstance(node, Const | Cast | Binary)


# --- wiping -----------------------------------------------------------------------------------------------------------------------------


def place_wipes(function: Function) -> Function:
    """Wipe the secret local arrays and structs on every exit; those of nested blocks are declared before the outermost of these."""
    body = _raise_declarations(function)
    secret = secret_memory(function)
    wiped: list[Symbol] = []
    result: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, Declare) and stmt.symbol in secret:
            wiped.append(stmt.symbol)
        result.extend(rewrite_statements((stmt,), lambda inner: _wipe_before_returns(inner, wiped)))
    if not always_returns(tuple(result)):
        result.extend(Wipe(symbol=symbol, src=function.src) for symbol in wiped)
    return replace(function, body=tuple(result))


def secret_memory(function: Function) -> frozenset[Symbol]:
    """The local arrays and structs that may hold secrets."""
    return frozenset(symbol for symbol in owned_memory(function.body) if is_secret(symbol.type))


def unwiped_exits(body: tuple[Stmt, ...], live: frozenset[Symbol], secret: frozenset[Symbol]) -> Iterator[Return | None]:
    """The returns (None: the end of the function) that leave a secret array or struct behind."""
    for stmt in body:
        if isinstance(stmt, Declare) and stmt.symbol in secret:
            live |= {stmt.symbol}
        elif isinstance(stmt, Wipe):
            live -= {stmt.symbol}
        elif isinstance(stmt, Return) and live:
            yield stmt
        for block in blocks(stmt):
            yield from (exit for exit in unwiped_exits(block, live, secret) if exit is not None)
    if live and not always_returns(body):
        yield None


def _raise_declarations(function: Function) -> tuple[Stmt, ...]:
    secret = secret_memory(function)

    def fill(stmt: Stmt) -> tuple[Stmt, ...]:
        """What remains of a declaration in its place: the zeros."""
        if not isinstance(stmt, Declare) or stmt.symbol not in secret:
            return (stmt,)
        if not isinstance(stmt.symbol.type, ArrayType) or not stmt.zeros:
            return ()
        place = Var(type=stmt.symbol.type, symbol=stmt.symbol, src=stmt.src)
        zero = Const(type=stmt.symbol.type.element, value=0, src=stmt.src)
        return (Fill(target=place, value=zero, src=stmt.src, comments=stmt.comments, remark=stmt.remark),)

    result: list[Stmt] = []
    for stmt in function.body:
        nested = [inner for block in blocks(stmt) for inner in statements(block) if isinstance(inner, Declare) and inner.symbol in secret]
        result.extend(Declare(symbol=symbol, src=symbol.src) for symbol in dict.fromkeys(inner.symbol for inner in nested))
        result.append(with_blocks(stmt, lambda body: rewrite_statements(body, fill)))
    return tuple(result)


def _wipe_before_returns(stmt: Stmt, wiped: list[Symbol]) -> tuple[Stmt, ...]:
    """A return whose values do not need the wiped memory any more, behind its wipes."""
    if not isinstance(stmt, Return) or not wiped:
        return (stmt,)
    made: list[Stmt] = []
    values: list[Expr] = []
    for i, value in enumerate(stmt.values):
        if reads_memory(value):
            declare, value = temporary("result" if len(stmt.values) == 1 else f"result_{i + 1}", value)
            made.append(declare)
        values.append(value)
    made.extend(Wipe(symbol=symbol, src=stmt.src) for symbol in wiped)
    made.append(replace(stmt, values=tuple(values), comments=()))
    made[0] = replace(made[0], comments=stmt.comments)
    return tuple(made)


def always_returns(body: tuple[Stmt, ...]) -> bool:
    """Whether no path reaches the end of a body."""
    match body:
        case (*_, Return()):
            return True
        case (*_, If(then=then, other=other)):
            return always_returns(then) and always_returns(other)
        case _:
            return False
