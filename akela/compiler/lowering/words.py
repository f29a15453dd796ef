"""Word arithmetic that a target cannot be trusted with, in terms of what it can: carries, wide products, 64-bit sums, divisions.

The formulas themselves are the functions of `runtime/akela_rt.h`; the passes here choose among them.
"""

from __future__ import annotations

from dataclasses import replace

from akela.compiler.ir import (
    Binary,
    Builtin,
    Cast,
    Const,
    Declare,
    Expr,
    Parallel,
    Stmt,
    Symbol,
    Unary,
    Unpack,
    Var,
)
from akela.compiler.lowering.fold import number
from akela.compiler.spec import PassError
from akela.compiler.targets import Target
from akela.lang.types import INT, MaskType, WordType

CARRIES = ("addc", "subb", "mul_wide")
FORMULAS = ("double", "bits", "split")  # in double-width words; in single words, bit by bit; from 16-bit halves


def choose_carry(expr: Expr, target: Target) -> Expr:
    """addc, subb and mul_wide with the formula to use, one of FORMULAS, in `attributes`.

    Raises PassError for a 64-bit `mul_wide` on a 32-bit processor: nothing there makes it well.
    """
    if not isinstance(expr, Builtin) or expr.name not in CARRIES:
        return expr
    wide = isinstance(expr.arguments[0].type, WordType) and expr.arguments[0].type.bits == 64
    if wide and target.word_bits == 32 and expr.name == "mul_wide":
        raise PassError(f"{expr.src}: mul_wide of u64 on {target.name}, whose words have 32 bits; write the function over Word")
    if expr.name == "mul_wide":
        how = "double" if wide or target.wide_mul == "native" else "split"
    else:
        how = "double" if (target.word_bits == 64 if wide else target.u64 == "native") else "bits"
    return replace(expr, attributes=(how,))


def split_product(expr: Expr, target: Target) -> Expr:
    """A 64-bit product on a target whose long multiply varies in time, or does not exist."""
    if target.wide_mul != "split" or not isinstance(expr, Binary) or expr.op != "mul" or not _is_u64(expr):
        return expr
    for value, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(value, Const) and value.value and value.value & (value.value - 1) == 0:
            return replace(expr, op="shl", left=other, right=number(value.value.bit_length() - 1))
    a, b = _narrow(expr.left), _narrow(expr.right)
    if a is not None and b is not None:
        return Builtin(type=expr.type, name="mul_split", arguments=(a, b), src=expr.src)
    return Builtin(type=expr.type, name="mul_pairs", arguments=(expr.left, expr.right), src=expr.src)


def _is_u64(expr: Expr) -> bool:
    return isinstance(expr.type, WordType) and expr.type.bits == 64


def _narrow(expr: Expr) -> Expr | None:
    """The u32 of which a u64 was widened, or None."""
    match expr:
        case Const(value=value, type=WordType(_, secret)) if value < 1 << 32:
            return replace(expr, type=WordType(32, secret))
        case Cast(kind="widen", operand=operand) if isinstance(operand.type, WordType) and operand.type.bits <= 32:
            return operand if operand.type.bits == 32 else replace(expr, type=WordType(32, operand.type.secret))
        case _:
            return None


def pair_sum(expr: Expr, target: Target) -> Expr:
    """64-bit sums and differences from 32-bit halves, public ones too: a branch in the object code does not say which it was."""
    if target.u64 != "pairs" or not _is_u64(expr):
        return expr
    match expr:
        case Binary(op="add" | "sub" as op, left=left, right=right):
            return Builtin(type=expr.type, name=f"{op}_pairs", arguments=(left, right), src=expr.src)
        case Unary(op="neg", operand=operand):
            zero = Const(type=operand.type, value=0, src=expr.src)
            return Builtin(type=expr.type, name="sub_pairs", arguments=(zero, operand), src=expr.src)
        case _:
            return expr


def hide_product(expr: Expr, target: Target) -> Expr:
    """A barrier around the shifted half of `(x << n) | x`: GCC makes a 64-bit product of it (seen with GCC 12 for the LX106)."""
    if target.u64 != "pairs" or not isinstance(expr, Binary) or expr.op not in ("or", "xor") or not _is_u64(expr):
        return expr

    def hidden(side: Expr) -> Expr:
        shifted = isinstance(side, Binary) and side.op == "shl"
        return Builtin(type=side.type, name="barrier", arguments=(side,), src=side.src) if shifted else side

    return replace(expr, left=hidden(expr.left), right=hidden(expr.right))


def cut_double_word(expr: Expr, target: Target) -> Expr:
    """A barrier around the low word of a named double word, where products may accumulate.

    GCC sees the double word again where such a word is a factor, and then no longer that a 32-bit product is wanted. (Seen: GCC 12 for the
    Cortex-M33 makes UMULL, ADDS and ADC of what is one UMLAL.)
    """
    if target.instruction_set != "thumb" or target.wide_mul == "split" or not isinstance(expr, Cast) or expr.kind != "truncate":
        return expr
    if expr.type != WordType(32) or not _is_u64(expr.operand) or not isinstance(expr.operand, Var):
        return expr
    return Builtin(type=expr.type, name="barrier", arguments=(expr,), src=expr.src)


def divide_ints(expr: Expr, target: Target) -> Expr:
    """Division by a power of two as a shift or mask (operands are not negative); any other by the run time where there is no divide."""
    match expr:
        case Binary(op="floordiv", right=Const(value=value)) if value & (value - 1) == 0:
            return replace(expr, op="shr", right=number(value.bit_length() - 1))
        case Binary(op="mod", right=Const(value=value)) if value & (value - 1) == 0:
            return replace(expr, op="and", right=number(value - 1))
        case Binary(op="floordiv" | "mod" as op, left=left, right=right) if target.divide == "software":
            name = "divide" if op == "floordiv" else "remainder"
            return Builtin(type=INT, name=name, arguments=(left, right), src=expr.src)
        case _:
            return expr


def widen_swap(stmt: Stmt) -> tuple[Stmt, ...]:
    """swap_if of words narrower than 32 bits as three exclusive ors: the run time swaps 32- and 64-bit words."""
    if not isinstance(stmt, Unpack) or not isinstance(stmt.value, Builtin) or stmt.value.name != "swap_if":
        return (stmt,)
    mask, a, b = stmt.value.arguments
    if not isinstance(mask.type, MaskType) or not isinstance(mask.type.word, WordType) or mask.type.word.bits >= 32:
        return (stmt,)
    word = mask.type.word

    def binary(op: str, left: Expr, right: Expr) -> Expr:
        return Binary(type=word, op=op, left=left, right=right, src=stmt.src)

    difference = Symbol("difference", word, "local", stmt.src)
    changed = Var(type=word, symbol=difference, src=stmt.src)
    masked = binary("and", Builtin(type=word, name="mask_word", arguments=(mask,), src=stmt.src), binary("xor", a, b))
    pairs = [(t, v) for t, v in zip(stmt.targets, (binary("xor", a, changed), binary("xor", b, changed)), strict=True) if t is not None]
    return (
        Declare(symbol=difference, value=masked, src=stmt.src, comments=stmt.comments),
        Parallel(targets=tuple(t for t, _ in pairs), values=tuple(v for _, v in pairs), src=stmt.src, remark=stmt.remark),
    )
