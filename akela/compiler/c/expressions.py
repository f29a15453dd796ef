"""Expressions in C.

Arithmetic on words narrower than 32 bits is done in uint32_t and cast back, since C would do it in signed int. An expression is emitted
with as few parentheses as a careful reader needs: operators of different families are never mixed without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from akela.compiler.c.types import c_type, carrier_bits, is_narrow, literal, safe, vector_name
from akela.compiler.c.usage import Usage
from akela.compiler.ir import (
    Binary,
    Builtin,
    Call,
    Cast,
    Choose,
    Compare,
    Const,
    Expr,
    Field,
    FunctionRef,
    Index,
    Len,
    Logic,
    Symbol,
    Table,
    TableRef,
    Unary,
    Var,
    View,
)
from akela.compiler.lowering.fold import minus
from akela.compiler.targets import Target
from akela.lang.types import (
    INT,
    ArrayType,
    IntType,
    MaskType,
    SliceType,
    StructType,
    Type,
    VectorType,
    WordType,
)

OPERATORS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "/",
    "mod": "%",
    "and": "&",
    "or": "|",
    "xor": "^",
    "shl": "<<",
    "shr": ">>",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
PATTERNS = ("and", "or", "xor")  # operators whose constants are patterns of bits

# How tightly the parts of a text hold together.
PRIMARY, UNARY, PRODUCT, SUM, SHIFT, COMPARISON, BITS, LOGIC, CHOICE = range(9, 0, -1)
LEVELS = {
    **dict.fromkeys(("mul", "floordiv", "mod"), PRODUCT),
    **dict.fromkeys(("add", "sub"), SUM),
    **dict.fromkeys(("shl", "shr"), SHIFT),
    **dict.fromkeys(PATTERNS, BITS),
}


class Text(NamedTuple):
    """C text and how tightly it holds together."""

    text: str
    level: int = PRIMARY

    def inside(self, level: int) -> str:
        """The text as an operand of something that holds together as tightly as `level`."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(frozen=True)
class FileNames:
    """C names of what is static in a file, and which operations it provides."""

    functions: Mapping[tuple[str, str], str]  # (module, name) of the helpers
    tables: Mapping[Table, str]
    provided: frozenset[str] = frozenset()

    @property
    def taken(self) -> frozenset[str]:
        """The names that locals must not have."""
        return frozenset((*self.functions.values(), *self.tables.values()))


class Expressions:
    """Expressions of one function."""

    def __init__(self, target: Target, usage: Usage, file: FileNames, names: Callable[[Symbol], str]) -> None:
        self.target = target
        self.usage = usage
        self.file = file
        self.names = names

    # --- values -----------------------------------------------------------------------------------------------------------------

    def text(self, expr: Expr) -> str:
        """An expression that stands by itself."""
        return self.value(expr).text

    def value(self, expr: Expr) -> Text:
        """An expression of the C type of its language type."""
        match expr:
            case Const(type=VectorType() as kind, value=value):
                return Text(f"akela_splat_{vector_name(kind)}({literal(kind.element, value)})")
            case Const(type=kind, value=value):
                return Text(literal(kind, value), UNARY if value < 0 else PRIMARY)
            case Var() | Index() | Field() | TableRef() | View():
                return Text(self.place(expr))
            case Unary():
                return self._unary(expr)
            case Binary():
                return self._binary(expr)
            case Compare(op=op, left=left, right=right):
                return Text(f"{self._compared(left)} {OPERATORS[op]} {self._compared(right)}", COMPARISON)
            case Logic():
                return self._logic(expr)
            case Choose(condition=condition, then=then, other=other):
                parts = [self.value(part).inside(COMPARISON) for part in (condition, then, other)]
                choice = Text(f"{parts[0]} ? {parts[1]} : {parts[2]}", CHOICE)
                constants = isinstance(then, Const) and isinstance(other, Const)
                return self.cast(expr.type, choice) if is_narrow(expr.type) and not constants else choice
            case Cast(operand=operand, kind="publish"):
                return self.value(operand)
            case Cast(kind="to_int", operand=operand) if not self._fits_int(operand):
                return self._call(f"akela_int{_bits(operand.type)}", (operand,))
            case Cast(type=kind, operand=Len(operand=operand)):
                return self.cast(kind, self.length(operand))
            case Cast(type=kind, operand=operand):
                return self.cast(kind, self.value(operand))
            case Len(operand=operand):
                return self.cast(expr.type, self.length(operand))
            case Call(function=ref):
                return Text(f"{self.function(ref)}({', '.join(self.arguments(expr))})")
            case Builtin():
                return self._builtin(expr)
            case _:
                raise TypeError(f"{expr.src}: no C for {type(expr).__name__}")

    def cast(self, kind: Type, value: Text) -> Text:
        """A value converted to the C type of `kind`."""
        return Text(f"({c_type(kind)}){value.inside(UNARY)}", UNARY)

    def _unary(self, expr: Unary) -> Text:
        sign = "~" if expr.op == "invert" else "-"
        if is_narrow(expr.type):
            return self.cast(expr.type, Text(f"({self._wide(expr).text})"))
        operand = self.value(expr.operand).inside(UNARY)
        if expr.op == "neg" and not isinstance(expr.type, IntType | VectorType):
            return Text(f"{literal(expr.type, 0)} - {self.value(expr.operand).inside(PRODUCT)}", SUM)
        return Text(f"{sign}{operand}" if not operand.startswith(sign) else f"{sign}({operand})", UNARY)

    def _binary(self, expr: Binary) -> Text:
        kind, op = expr.type, expr.op
        if is_narrow(kind):
            return self.cast(kind, Text(f"({self._wide(expr).text})"))
        if op in ("shl", "shr"):
            return self._shift(expr)
        if op in ("floordiv", "mod"):
            sides = [f"(size_t){self.value(side).inside(UNARY)}" for side in (expr.left, expr.right)]
            return self.cast(kind, Text(f"({sides[0]} {OPERATORS[op]} {sides[1]})"))
        return self._join(op, self._operand(expr.left, op), self._operand(expr.right, op))

    def _operand(self, expr: Expr, op: str) -> Text:
        if isinstance(expr, Const) and isinstance(expr.type, WordType):
            return Text(literal(expr.type, expr.value, pattern=op in PATTERNS))
        return self.value(expr)

    def _join(self, op: str, left: Text, right: Text) -> Text:
        """Two operands with an operator between, and parentheses where families mix."""
        level = LEVELS[op]
        if op in ("add", "sub"):
            return Text(f"{left.inside(SUM)} {OPERATORS[op]} {right.inside(PRODUCT)}", level)
        if op == "mul":
            return Text(f"{left.inside(PRODUCT)} * {right.inside(UNARY)}", level)
        same = left.level == BITS and self._joins(op, left.text)
        return Text(f"{left.text if same else left.inside(UNARY)} {OPERATORS[op]} {right.inside(UNARY)}", level)

    @staticmethod
    def _joins(op: str, text: str) -> bool:
        """Whether a text joined by bitwise operators has no other than this outside of parentheses."""
        depth, seen = 0, set()
        for part in re.findall(r"[()\[\]]| [&|^] ", text):
            depth += (part in "([") - (part in ")]")
            if depth == 0 and part.strip() in "&|^":
                seen.add(part.strip())
        return seen == {OPERATORS[op]}

    def _shift(self, expr: Binary) -> Text:
        if isinstance(expr.type, VectorType):
            return Text(f"akela_{expr.op}_{vector_name(expr.type)}({self.text(expr.left)}, {self.text(expr.right)})")
        variable = not isinstance(expr.right, Const)
        if variable and isinstance(expr.type, WordType) and expr.type.bits == 64 and self.target.word_bits == 32:
            return Text(f"akela_{expr.op}64({self.text(expr.left)}, {self.text(expr.right)})")
        if isinstance(expr.type, IntType) and expr.op == "shl" and not isinstance(expr.left, Const):  # of a negative int C says nothing
            return self.cast(INT, Text(f"({self.size(expr.left).inside(UNARY)} << {self.value(expr.right).inside(UNARY)})"))
        return Text(f"{self.value(expr.left).inside(UNARY)} {OPERATORS[expr.op]} {self.value(expr.right).inside(UNARY)}", SHIFT)

    def _compared(self, expr: Expr) -> str:
        """A side of a comparison. Of a narrow complement, cast or not, compilers warn that C would widen it first."""
        match expr:
            case Binary(op="xor", left=operand, right=Const(type=kind, value=value)) if is_narrow(kind) and value == (1 << _bits(kind)) - 1:
                return self._compared(Unary(type=kind, op="invert", operand=operand, src=expr.src))
            case Unary(op="invert", type=kind) if is_narrow(kind):
                return f"({self._wide(expr).inside(UNARY)} & {literal(WordType(32), (1 << _bits(kind)) - 1, pattern=True)})"
            case _:
                return self.value(expr).inside(SUM)

    def _fits_int(self, expr: Expr) -> bool:
        """Whether a word is plainly no larger than the largest int. Of words of 128 bits nothing is asked."""
        match expr:
            case Binary(op="and", right=Const(value=mask)) if mask < 1 << self.target.word_bits - 1:
                return True
            case Binary(op="shr", type=kind, right=Const(value=count)):
                return _bits(kind) - count < self.target.word_bits
            case _:
                return _bits(expr.type) < self.target.word_bits or _bits(expr.type) > 64

    def _logic(self, expr: Logic) -> Text:
        if expr.op == "not":
            return self._not(expr.operands[0])
        parts = [self.value(operand).inside(COMPARISON) for operand in expr.operands]
        return Text(f" {'&&' if expr.op == 'and' else '||'} ".join(parts), LOGIC)

    def _not(self, expr: Expr) -> Text:
        match expr:
            case Compare(op=op):
                return self.value(replace(expr, op=OPPOSITES[op]))
            case Builtin(name="declassify", arguments=(mask,)):
                return Text(f"{self._declassified(mask)} == 0", COMPARISON)
            case _:
                return Text(f"!{self.value(expr).inside(UNARY)}", UNARY)

    # --- narrow words -----------------------------------------------------------------------------------------------------------

    def _wide(self, expr: Expr) -> Text:
        """A narrow expression before it is cast back: its low bits are right."""
        match expr:
            case Binary(op="shr", left=left, right=right):
                wide = self._as_u32(left) if isinstance(left, Choose) else self.value(left)
                return Text(f"{wide.inside(UNARY)} >> {self.value(right).inside(UNARY)}", SHIFT)
            case Binary(op="shl", left=left, right=right):
                return Text(f"{self._as_u32(left).inside(UNARY)} << {self.value(right).inside(UNARY)}", SHIFT)
            case Binary(op="and" | "or" | "xor" as op, left=left, right=right):
                sides = [
                    self._as_u32(side) if _is_vague(side) and _is_unsigned(beside) else self._wide(side)
                    for side, beside in ((left, right), (right, left))
                ]
                return self._join(op, *sides)
            case Binary(op=op, left=left, right=right):
                return self._join(op, self._as_u32(left), self._as_u32(right))
            case Unary(op="invert", operand=operand):
                return Text(f"~{self._as_u32(operand).inside(UNARY)}", UNARY)
            case Unary(op="neg", operand=operand):
                return Text(f"0U - {self._as_u32(operand).inside(PRODUCT)}", SUM)
            case Const(value=value):
                return Text(literal(expr.type, value, pattern=True))
            case _:
                return self.value(expr)

    def _as_u32(self, expr: Expr) -> Text:
        match expr:
            case Const(value=value):
                return Text(literal(WordType(32), value))
            case Binary(op="add" | "sub" | "mul" | "shl") | Unary():
                return self._wide(expr)
            case Binary(op="and" | "or" | "xor"):
                return Text(f"(uint32_t){self._wide(expr).inside(UNARY)}", UNARY)
            case _:
                return Text(f"(uint32_t){self.value(expr).inside(UNARY)}", UNARY)

    # --- memory -----------------------------------------------------------------------------------------------------------------

    def place(self, expr: Expr) -> str:
        """A scalar place, or the pointer that an array, slice or table is."""
        match expr:
            case Var(symbol=symbol):
                return self.names(symbol)
            case TableRef(table=table):
                return self.file.tables[table]
            case Index(base=base, index=index):
                return f"{self.place(base)}[{self.index(index)}]"
            case Field(base=Var(symbol=symbol), name=name) if symbol.kind == "param":
                return f"{self.names(symbol)}->{safe(name)}"
            case Field(base=base, name=name):
                return f"{self.place(base)}.{safe(name)}"
            case View(base=base, start=start):
                return self.address(base, start)
            case _:
                raise TypeError(f"{expr.src}: {type(expr).__name__} is no place in memory")

    def address(self, base: Expr, offset: Expr) -> str:
        """The pointer to an element of an array or slice."""
        if isinstance(base, View):
            raise TypeError(f"{base.src}: a view of a view is folded before")
        place = self.place(base)
        return place if isinstance(offset, Const) and offset.value == 0 else f"&{place}[{self.index(offset)}]"

    def index(self, expr: Expr) -> str:
        """An int between brackets, where a length need not be made signed."""
        return self.length(expr.operand).text if isinstance(expr, Len) else self.text(expr)

    def reference(self, expr: Expr) -> str:
        """An array, slice or struct as an argument."""
        if not isinstance(expr.type, StructType):
            return self.place(expr)
        place = self.place(expr)
        return place if isinstance(expr, Var) and expr.symbol.kind == "param" else f"&{place}"

    def target_address(self, expr: Expr) -> str:
        """The pointer to a scalar place."""
        return f"&{self.place(expr)}"

    def length(self, expr: Expr) -> Text:
        """The number of elements of an array or slice, as a size_t."""
        match expr:
            case _ if isinstance(expr.type, ArrayType):
                return Text(str(expr.type.length))
            case Var(symbol=symbol):
                return Text(f"{self.names(symbol)}_len")
            case View(start=start, stop=stop):
                return self.size(minus(stop, start))
            case _:
                raise TypeError(f"{expr.src}: {type(expr).__name__} has no length")

    def size(self, expr: Expr) -> Text:
        """An int that is not negative, as a size_t."""
        match expr:
            case Const(value=value):
                return Text(str(value))
            case Len(operand=operand):
                return self.length(operand)
            case Binary(op="add" | "sub" as op, left=left, right=right) if isinstance(left, Len) or isinstance(right, Len):
                return self._join(op, self.size(left), self.size(right))
            case _:
                return Text(f"(size_t){self.value(expr).inside(UNARY)}", UNARY)

    # --- calls ------------------------------------------------------------------------------------------------------------------

    def function(self, ref: FunctionRef) -> str:
        """What a function is called by. Where a file provides an operation, what it calls for that is the portable kernel."""
        if not ref.exported:
            return self.file.functions[ref.module, ref.name]
        return f"AKELA_OP({ref.name})" if ref.operation and ref.operation not in self.file.provided else f"akela_{ref.name}"

    def arguments(self, call: Call) -> list[str]:
        """The arguments of a call: references as pointers, slices with the lengths that the callee wants."""
        callee = self.usage.function(call.function)
        result = []
        for i, (argument, (_, kind)) in enumerate(zip(call.arguments, call.function.params, strict=True)):
            if not isinstance(kind, ArrayType | SliceType | StructType):
                result.append(self.text(argument))
                continue
            result.append(self.reference(argument))
            if isinstance(kind, SliceType) and (callee is None or callee.params[i] in self.usage.lengths):
                result.append(self.length(argument).text)
        return result

    # --- the vocabulary ---------------------------------------------------------------------------------------------------------

    def _declassified(self, secret: Expr) -> str:
        return f"AKELA_DECLASSIFY({self.text(secret)})"

    def _builtin(self, expr: Builtin) -> Text:
        name, arguments, kind = expr.name, expr.arguments, expr.type
        match name:
            case "declassify":
                value = self._declassified(arguments[0])
                return Text(value) if isinstance(kind, WordType) else Text(f"{value} != 0", COMPARISON)
            case "mask_word":
                return self.value(arguments[0])
            case "load_le" | "load_be":
                assert isinstance(kind, WordType)
                return Text(f"akela_{name}{kind.bits}({self.address(*arguments)})")
            case "load_vector" if isinstance(kind, VectorType):
                return Text(f"akela_load_{vector_name(kind)}({self.address(*arguments)})")
            case "pause":
                return Text("akela_pause()")
            case "reg_address":
                block, register = expr.attributes
                return Text(f"(uint32_t)(AKELA_{block.name}_BASE + {register.offset:#x}u)", UNARY)  # type: ignore[attr-defined]
            case "reg_read":
                return Text(self.register(expr.attributes, arguments))
            case "rotl" | "rotr":
                suffix = vector_name(kind) if isinstance(kind, VectorType) else _bits(kind)
                return self._call(f"akela_{name}{'_' if isinstance(kind, VectorType) else ''}{suffix}", arguments)
            case "eq_mask" | "ne_mask" | "lt_mask" | "zero_mask" | "nonzero_mask" | "bit_mask" | "select" | "barrier":
                return self._carried(expr)
            case "mul_split" | "add_pairs" | "sub_pairs" | "mul_pairs":
                return self._call(f"akela_{name}", arguments)
            case "divide" | "remainder":
                return self._call("akela_div" if name == "divide" else "akela_mod", arguments)
            case _ if isinstance(kind, VectorType) or name == "lane":
                return self._vector(expr)
            case _:
                raise TypeError(f"{expr.src}: no C for {name}")

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> Text:
        return Text(f"{function}({', '.join(map(self.text, arguments))})")

    def _carried(self, expr: Builtin) -> Text:
        """A function of the run time that is there for 32 and 64 bits; narrower words go through 32."""
        bits = carrier_bits(expr.arguments[0].type)
        if bits > 64 and expr.name != "barrier":
            raise TypeError(f"{expr.src}: no {expr.name} of words of 128 bits; take the halves")
        call = self._call(f"akela_{expr.name}{bits}", expr.arguments)
        return self.cast(expr.type, call) if is_narrow(expr.type) else call

    def _vector(self, expr: Builtin) -> Text:
        if expr.name == "lane":
            return Text(f"{self.value(expr.arguments[0]).inside(PRIMARY)}[{self.text(expr.arguments[1])}]")
        assert isinstance(expr.type, VectorType)
        name = vector_name(expr.type)
        match expr.name:
            case "splat":
                return self._call(f"akela_splat_{name}", expr.arguments)
            case "vector":
                return Text(f"(akela_{name}){{{', '.join(map(self.text, expr.arguments))}}}", UNARY)
            case "shuffle":
                lanes = ", ".join(map(str, expr.attributes))
                return Text(f"AKELA_SHUFFLE(akela_{name}, {self.text(expr.arguments[0])}, {lanes})")
            case _:
                raise TypeError(f"{expr.src}: no C for {expr.name} of vectors")

    def register(self, attributes: tuple[object, ...], index: tuple[Expr, ...]) -> str:
        """A register as an lvalue."""
        return register_name(*attributes) + (f"({self.text(index[0])})" if index else "")


def register_name(block: object, register: object) -> str:
    """The macro of a register: `SHA_MODE`."""
    return f"{block.name}_{register.name}"  # type: ignore[attr-defined]


def _is_unsigned(expr: Expr) -> bool:
    """Whether the wide form of a narrow expression is a uint32_t, not an int."""
    match expr:
        case Binary(op="and" | "or" | "xor", left=left, right=right):
            return _is_unsigned(left) or _is_unsigned(right)
        case _:
            return isinstance(expr, Unary) or (isinstance(expr, Binary) and expr.op != "shr")


def _is_vague(expr: Expr) -> bool:
    """Whether the wide form is an int of which C compilers do not see that it is not negative."""
    match expr:
        case Binary(op="and" | "or" | "xor", left=left, right=right):
            return not _is_unsigned(expr) and (_is_vague(left) or _is_vague(right))
        case _:
            return isinstance(expr, Binary) and expr.op == "shr" and not isinstance(expr.right, Const)


def _bits(kind: Type) -> int:
    word = kind.word if isinstance(kind, MaskType) else kind
    assert isinstance(word, WordType)
    return word.bits
