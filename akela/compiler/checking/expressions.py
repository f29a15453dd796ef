"""Types and secrecy of expressions: from syntax to IR.

An expression that is refused is reported and abandons its statement (`Refused`); the next statement goes on, so that all
errors of a function
are gathered. Statements are in `check.py`; the vocabulary's words in `checking/vocabulary.py`; what a callee writes in `checking/calls.py`.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, NoReturn

from akela import lang
from akela.compiler.checking import instead, linear
from akela.compiler.checking.scope import Scope
from akela.compiler.errors import Code, CompileError, CompileErrors
from akela.compiler.ir import (
    Binary,
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
    Stmt,
    Symbol,
    Table,
    TableRef,
    Unary,
    Var,
    View,
    expressions,
    has_effects,
    statements,
    walk,
)
from akela.compiler.parse import ParsedFunction
from akela.lang.functions import KernelFunction
from akela.lang.types import (
    BOOL,
    INT,
    STATUS,
    ArrayType,
    BoolType,
    IntType,
    MaskType,
    SliceType,
    StatusType,
    StructType,
    Type,
    VectorType,
    WordType,
    as_type,
    is_secret,
    public,
    resolve,
    secret,
)

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
}
COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
MISSING: Any = object()
INT_BITS = 64  # the widest `int` of any target


class Refused(Exception):
    """An expression was reported; its statement is abandoned."""


class Restart(Exception):
    """A name turned out to be secret after it was taken for public: check the function again with that known."""


class ExpressionChecker:
    """Checks expressions of one function instance."""

    def __init__(self, parsed: ParsedFunction, word_bits: int, program: Any, secret_names: set[str]) -> None:
        self.parsed = parsed
        self.word_bits = word_bits
        self.program = program  # frontend.Program: signatures of callees, tables
        self.secret_names = secret_names
        self.scope = Scope()
        self.errors: list[CompileError] = []
        self.callee_errors: list[CompileError] = []  # of functions that this one calls
        self.roots: dict[Symbol, Expr] = {}  # view name -> the place it shows
        self.ranges: linear.Ranges = {}
        self.unrolled: set[Symbol] = set()  # variables of loops that are unrolled
        self.constants: dict[str, int] = {}  # int locals assigned once, with a value known at compile time
        self.vartime = False

    # --- reporting ---------------------------------------------------------------------------------------------------

    def report(self, code: Code, node: ast.AST, expected: str, mend: str = "") -> None:
        """Note a refusal and go on."""
        error = CompileError(code, self.parsed.src(node), ast.unparse(node), expected, mend)
        if error not in self.errors:
            self.errors.append(error)

    def refuse(self, code: Code, node: ast.AST, expected: str, mend: str = "") -> NoReturn:
        """Note a refusal and abandon the statement."""
        self.report(code, node, expected, mend)
        raise Refused

    # --- compile-time values -----------------------------------------------------------------------------------------

    def is_local(self, name: str) -> bool:
        """Whether a name belongs to the function rather than to the module around it."""
        return name in self.scope.defined or self.parsed.assignments(name) > 0

    def static(self, node: ast.AST) -> Any:
        """The Python object that a name, attribute or subscript denotes at compile time, or MISSING."""
        match node:
            case ast.Name(id=name) if not self.is_local(name):
                return self.parsed.names.get(name, MISSING)
            case ast.Attribute(value=value, attr=attr):
                base = self.static(value)
                if isinstance(base, lang.ByOptions):
                    base = base.made(self.program.options)
                return MISSING if base is MISSING else getattr(base, attr, MISSING)
            case ast.Constant(value=value):
                return value
            case ast.Tuple(elts=items):
                values = [self.static(item) for item in items]
                return MISSING if any(value is MISSING for value in values) else tuple(values)
            case ast.Subscript(value=value, slice=index):
                base, key = self.static(value), self.static(index)
                if base is MISSING or key is MISSING or isinstance(base, lang.ConstantTable):
                    return MISSING
                try:
                    return base[key]
                except Exception as error:  # whatever the object thinks of its key
                    self.refuse(Code.WRONG_ARGUMENT, node, f"something with a meaning at compile time: {error}", "see docs/language.md")
            case _:
                return MISSING

    def static_type(self, node: ast.AST) -> Type:
        """The language type that an annotation or type argument denotes."""
        value = self.static(node)
        if value is MISSING:
            self.refuse(Code.UNKNOWN_NAME, node, "a type of the kernel language", "import it from akela.lang")
        try:
            return resolve(as_type(value), self.word_bits)
        except TypeError as error:
            self.refuse(Code.WRONG_ARGUMENT, node, str(error), "use u8 u16 u32 u64, Word, Array, Slice, Bytes, Buffer, a @struct …")

    def from_static(self, value: Any, node: ast.AST) -> Expr:
        """A compile-time object as an expression."""
        src = self.parsed.src(node)
        match value:
            case lang.Status():
                return Const(type=STATUS, value=int(value), src=src)
            case bool():
                return Const(type=BOOL, value=int(value), src=src)
            case lang.BuildOption():
                return Const(type=INT, value=self.program.options.get(value.name, int(value)), src=src)
            case int():
                return Const(type=INT, value=value, src=src)
            case lang.ConstantTable():
                table: Table = self.program.table(value, ast.unparse(node), self.word_bits)
                return TableRef(type=ArrayType(table.element, len(table.values)), table=table, src=src)
        if value is lang.WORD_BITS:
            return Const(type=INT, value=self.word_bits, src=src)
        if value is lang.SPLIT_PRODUCTS:
            return Const(type=BOOL, value=int(self.program.split_products), src=src)
        if isinstance(getattr(value, "__akela_type__", None), ArrayType | StructType):
            self.refuse(Code.NOT_IN_LANGUAGE, node, "a value, not a type", f"{ast.unparse(node)}() makes one")
        self.refuse(
            Code.NOT_IN_LANGUAGE,
            node,
            f"a value; a {type(value).__name__} has no meaning inside a kernel",
            "use an int, a table or a Status",
        )

    # --- expressions -------------------------------------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Expr:
        """Any expression. A literal comes back as an int Const; `fit` gives it the other side's type."""
        match node:
            case ast.Name() | ast.Attribute():
                return self._name(node)
            case ast.Constant(value=bool() | int() as value):
                return self.from_static(value, node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, type(op), left, right)
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(node, op, operand)
            case ast.Compare():
                return self._compare(node)
            case ast.BoolOp(op=op, values=values):
                name = "and" if isinstance(op, ast.And) else "or"
                return fold_logic(
                    Logic(op=name, operands=tuple(self.condition(v, Code.SECRET_LOGIC) for v in values), src=self.parsed.src(node))
                )
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choose(node, test, body, orelse)
            case ast.Call():
                return self.call(node)
            case _:
                called, advice = instead.expression(node)
                self.refuse(Code.NOT_IN_LANGUAGE, node, f"an expression of the language, not {called}", advice)

    def call(self, node: ast.Call) -> Expr:
        """Defined by the statement checker, which knows calls."""
        raise NotImplementedError

    def _name(self, node: ast.Name | ast.Attribute) -> Expr:
        if isinstance(node, ast.Attribute):
            value = self.static(node)
            if value is not MISSING:
                return self.from_static(value, node)
            base = self.expr(node.value)
            if not isinstance(base.type, StructType):
                self.refuse(Code.UNKNOWN_FIELD, node, f"a struct before the dot, not {base.type}")
            kind = base.type.field_type(node.attr)
            if kind is None:
                names = ", ".join(name for name, _ in base.type.fields)
                self.refuse(Code.UNKNOWN_FIELD, node, f"a field of {base.type}: {names}")
            return Field(type=resolve(kind, self.word_bits), base=base, name=node.attr, src=self.parsed.src(node))
        name = node.id
        if name in self.scope.poisoned:
            raise Refused
        if name in self.constants:
            return Const(type=INT, value=self.constants[name], src=self.parsed.src(node))
        symbol = self.scope.lookup(name)
        if symbol is not None:
            return Var(type=symbol.type, symbol=symbol, src=self.parsed.src(node))
        if name in self.scope.ended:
            self.refuse(
                Code.LOOP_VARIABLE_AFTER, node, "a loop variable has no value after its loop", "keep what you need in a local of its own"
            )
        if self.is_local(name):
            self.refuse(Code.UNDEFINED, node, f"a value of {name} on every path to here", "assign it before, outside of the branch or loop")
        value = self.static(node)
        if value is MISSING:
            self.refuse(Code.UNKNOWN_NAME, node, "a parameter, local, constant or function")
        return self.from_static(value, node)

    def integer(self, node: ast.expr, code: Code, what: str) -> Expr:
        """A public int; a secret is refused under `code`."""
        value = self.expr(node)
        if isinstance(value.type, IntType):
            return value
        if is_secret(value.type):
            self.refuse(code, node, f"{what} must be public", "choose with a mask and select, or scan all elements")
        if isinstance(value.type, WordType):
            self.refuse(Code.WRONG_OPERAND, node, f"{what} is an int, not {value.type}", "write int(…)")
        self.refuse(Code.WRONG_OPERAND, node, f"{what} is an int, not {value.type}")

    def condition(self, node: ast.expr, code: Code) -> Expr:
        """A public bool; a secret is refused under `code`."""
        value = self.expr(node)
        if isinstance(value.type, BoolType):
            return value
        if is_secret(value.type):
            self.refuse(
                code,
                node,
                "a condition must be public",
                "choose with a mask and select; or declassify(…, why=…) where the result may be known",
            )
        self.refuse(Code.NOT_A_CONDITION, node, f"a bool, not {value.type}", "compare it with something")

    def fit(self, value: Expr, kind: Type, node: ast.AST) -> Expr:
        """A literal with the type it is used as; anything else unchanged."""
        if not isinstance(value, Const) or not isinstance(value.type, IntType):
            return value
        if isinstance(kind, WordType | VectorType):
            limit = (1 << kind.bits) - 1
            if not 0 <= value.value <= limit:
                self.refuse(Code.LITERAL_RANGE, node, f"a literal from 0 to {limit:#x} for {kind}")
            return replace(value, type=public(kind))
        return value

    # --- operators ---------------------------------------------------------------------------------------------------

    def _binary(self, node: ast.AST, operator: type[ast.operator], left: ast.expr, right: ast.expr) -> Expr:
        op = OPERATORS.get(operator)
        if op is None:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "one of + - * & | ^ << >> // %")
        try:
            a = self.expr(left)
        except Refused:
            self.expr(right)  # report what is wrong on this side as well
            raise
        return self.binary(node, op, a, left, right)

    def binary(self, node: ast.AST, op: str, a: Expr, left: ast.AST, right: ast.expr) -> Expr:
        """`a op right`, where `a` is already checked."""
        src = self.parsed.src(node)
        if op in ("shl", "shr"):
            return self._shift(node, op, a, right)
        b = self.expr(right)
        if op in ("floordiv", "mod"):
            return self._division(node, op, a, b)
        a, b = self.fit(a, b.type, left), self.fit(b, a.type, right)
        if isinstance(a.type, IntType) and isinstance(b.type, IntType):
            return fold(Binary(type=INT, op=op, left=a, right=b, src=src))
        kind = self.common(node, a, b)
        if isinstance(kind, MaskType) and op not in ("and", "or", "xor"):
            self.refuse(Code.WRONG_OPERAND, node, "masks combine with & | ^ ~")
        return Binary(type=kind, op=op, left=a, right=b, src=src)

    def common(self, node: ast.AST, a: Expr, b: Expr) -> Type:
        """The type of `a op b`: equal types, secret if one is."""
        if public(a.type) == public(b.type) and isinstance(a.type, WordType | VectorType | MaskType):
            return secret(a.type) if is_secret(a.type) or is_secret(b.type) else a.type
        mend = ""
        for one, other in ((a, b), (b, a)):
            if isinstance(one.type, WordType) and isinstance(other.type, IntType):
                mend = f"write u{one.type.bits}(…) around the int, or start its name with it: x = u{one.type.bits}(0)"
            elif isinstance(one.type, WordType) and isinstance(other.type, WordType) and one.type.bits > other.type.bits:
                mend = f"widen with u{one.type.bits}(…)"
            elif isinstance(one.type, MaskType) and isinstance(other.type, WordType):
                mend = "mask_word(…) makes a word of the mask; select(mask, a, b) chooses"
        if isinstance(a.type, ArrayType | SliceType) and isinstance(b.type, ArrayType | SliceType):
            self.refuse(Code.WRONG_OPERAND, node, f"words on both sides, not {a.type} and {b.type}", "take their elements in a loop")
        self.refuse(Code.MIXED_WIDTHS, node, f"both sides of one type, not {a.type} and {b.type}", mend)

    def _shift(self, node: ast.AST, op: str, a: Expr, right: ast.expr) -> Expr:
        src = self.parsed.src(node)
        count = self.integer(right, Code.SECRET_SHIFT, "a shift count")
        if isinstance(a.type, IntType):
            self.shift_count(count, right, INT_BITS - 1)
            return fold(Binary(type=INT, op=op, left=a, right=count, src=src))
        if not isinstance(a.type, WordType | VectorType):
            self.refuse(Code.WRONG_OPERAND, node, f"a word or an int to shift, not {a.type}")
        self.shift_count(count, right, a.type.bits - 1)
        return Binary(type=a.type, op=op, left=a, right=count, src=src)

    def known_interval(self, value: Expr) -> tuple[int, int] | None:
        """Lowest and highest value of an int expression, where known."""
        return linear.interval(value, self.ranges)

    def without_effects(self, value: Expr, node: ast.AST, what: str) -> None:
        """Refuse a value whose evaluation does something, where it would be evaluated twice."""
        if any(isinstance(inner, Call) for inner in walk(value)) or has_effects(value):
            self.refuse(Code.NOT_IN_LANGUAGE, node, f"{what}, to be without calls", "assign it to a name first")

    def shift_count(self, count: Expr, node: ast.AST, highest: int) -> None:
        """Refuse a count that is plainly outside of 0 … highest."""
        known = linear.interval(count, self.ranges)
        if known is not None and (known[0] < 0 or known[1] > highest):
            self.refuse(Code.SHIFT_RANGE, node, f"a count from 0 to {highest}, not {_interval(known)}")

    def not_negative(self, value: Expr, node: ast.AST, what: str) -> None:
        """Refuse an int that is plainly negative."""
        known = linear.interval(value, self.ranges)
        if known is not None and known[0] < 0:
            self.refuse(Code.NEGATIVE, node, f"{what} is not negative, not {_interval(known)}")

    def _division(self, node: ast.AST, op: str, a: Expr, b: Expr) -> Expr:
        for side in (a, b):
            if is_secret(side.type):
                self.refuse(Code.SECRET_DIVISION, node, "operands of // and % must be public: division takes a time that depends on them")
            if not isinstance(side.type, IntType):
                self.refuse(Code.WRONG_OPERAND, node, f"// and % are for ints, not {side.type}", "write int(…), or shift and mask")
            self.not_negative(side, node, "an operand of // and %")
        if isinstance(b, Const) and b.value == 0:
            self.refuse(Code.WRONG_OPERAND, node, "a divisor that is not zero")
        return fold(Binary(type=INT, op=op, left=a, right=b, src=self.parsed.src(node)))

    def _unary(self, node: ast.AST, op: ast.unaryop, operand: ast.expr) -> Expr:
        src = self.parsed.src(node)
        if isinstance(op, ast.Not):
            return fold_logic(Logic(op="not", operands=(self.condition(operand, Code.SECRET_LOGIC),), src=src))
        value = self.expr(operand)
        match op, value.type:
            case ast.Invert(), WordType() | MaskType() | VectorType() | IntType():
                return fold(Unary(type=value.type, op="invert", operand=value, src=src))
            case ast.USub(), WordType() | VectorType() | IntType():
                return fold(Unary(type=value.type, op="neg", operand=value, src=src))
        self.refuse(Code.WRONG_OPERAND, node, f"an operator for {value.type}")

    def _compare(self, node: ast.Compare) -> Expr:
        src = self.parsed.src(node)
        values = [self.expr(item) for item in (node.left, *node.comparators)]
        nodes = [node.left, *node.comparators]
        parts: list[Expr] = []
        for value, item in zip(values[1:-1], nodes[1:-1], strict=True):
            self.without_effects(value, item, "the middle of a chained comparison, which is looked at twice")
        for i, op in enumerate(node.ops):
            name = COMPARISONS.get(type(op))
            if name is None:
                self.refuse(Code.NOT_IN_LANGUAGE, node, "one of == != < <= > >=")
            a, b = self.fit(values[i], values[i + 1].type, nodes[i]), self.fit(values[i + 1], values[i].type, nodes[i + 1])
            if is_secret(a.type) or is_secret(b.type):
                self.refuse(
                    Code.SECRET_COMPARISON,
                    node,
                    "a comparison gives a public bool, so both sides must be public",
                    "use eq_mask, lt_mask … and select",
                )
            if public(a.type) != public(b.type) or not isinstance(a.type, WordType | IntType | BoolType | StatusType):
                self.refuse(Code.MIXED_WIDTHS, node, f"both sides of one public scalar type, not {a.type} and {b.type}")
            parts.append(fold_compare(Compare(op=name, left=a, right=b, src=src)))
        return parts[0] if len(parts) == 1 else fold_logic(Logic(op="and", operands=tuple(parts), src=src))

    def _choose(self, node: ast.AST, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Expr:
        condition = self.condition(test, Code.SECRET_CHOICE)
        if isinstance(condition, Const):
            return self.expr(body if condition.value else orelse)
        a, b = self.expr(body), self.expr(orelse)
        a, b = self.fit(a, b.type, body), self.fit(b, a.type, orelse)
        kind = a.type if a.type == b.type and not isinstance(a.type, ArrayType | SliceType | StructType) else self.common(node, a, b)
        return Choose(type=kind, condition=condition, then=a, other=b, src=self.parsed.src(node))

    # --- memory ------------------------------------------------------------------------------------------------------

    def _subscript(self, node: ast.Subscript) -> Expr:
        value = self.static(node)
        if value is not MISSING:
            return self.from_static(value, node)
        base = self.expr(node.value)
        if not isinstance(base.type, ArrayType | SliceType):
            self.refuse(Code.WRONG_OPERAND, node, f"an array or slice before the bracket, not {base.type}")
        if isinstance(node.slice, ast.Slice):
            return self._view(node, base, node.slice)
        index = self.integer(node.slice, Code.SECRET_INDEX, "an index")
        known = linear.interval(index, self.ranges)
        length = base.type.length if isinstance(base.type, ArrayType) else None
        behind = linear.linear(index).minus(linear.linear(Len(operand=base)))
        if not behind.terms and behind.constant >= 0 and length is None:
            self.refuse(
                Code.INDEX_RANGE, node, f"an index below the length, not {behind.constant} behind it", "the last element is x[len(x) - 1]"
            )
        if known is not None and (known[0] < 0 or (length is not None and known[1] >= length)):
            top = "the length" if length is None else length
            self.refuse(
                Code.INDEX_RANGE, node, f"an index from 0 and below {top}, not {_interval(known)}", "count from the front: x[len(x) - 1]"
            )
        return Index(type=base.type.element, base=base, index=index, src=self.parsed.src(node))

    def _view(self, node: ast.Subscript, base: Expr, bounds: ast.Slice) -> Expr:
        src = self.parsed.src(node)
        assert isinstance(base.type, ArrayType | SliceType)
        if bounds.step is not None:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "a slice without a step")
        zero = Const(type=INT, value=0, src=src)
        start = zero if bounds.lower is None else self.integer(bounds.lower, Code.SECRET_SLICE, "a slice bound")
        stop = self.length(base, src) if bounds.upper is None else self.integer(bounds.upper, Code.SECRET_SLICE, "a slice bound")
        length = linear.difference(stop, start)
        whole = base.type.length if isinstance(base.type, ArrayType) else None
        low, high = linear.interval(start, self.ranges), linear.interval(stop, self.ranges)
        if (
            (length is not None and length < 0)
            or (low is not None and low[0] < 0)
            or (whole is not None and high is not None and high[1] > whole)
            or (whole is not None and low is not None and low[1] > whole)
        ):
            self.refuse(
                Code.SLICE_RANGE,
                node,
                f"0 <= start <= stop <= {'length' if whole is None else whole}",
                "bounds are strict: nothing is clipped",
            )
        writable = self.is_writable(base)
        kind: Type = SliceType(base.type.element, writable) if length is None else ArrayType(base.type.element, length)
        return View(type=kind, base=base, start=start, stop=stop, src=src)

    def length(self, value: Expr, src: Any) -> Expr:
        """The number of elements of an array, slice or table."""
        if isinstance(value.type, ArrayType):
            return Const(type=INT, value=value.type.length, src=src)
        if isinstance(value, View) and not has_effects(value):
            return fold(Binary(type=INT, op="sub", left=value.stop, right=value.start, src=src))
        if isinstance(value, Var):
            value.symbol.length_used = True
        return Len(operand=value, src=src)

    def place(self, value: Expr) -> Expr:
        """The variable or table that a field, element or view belongs to."""
        while True:
            match value:
                case Field(base=base) | Index(base=base) | View(base=base):
                    value = base
                case Var(symbol=symbol) if symbol in self.roots:
                    value = self.roots[symbol]
                case _:
                    return value

    def is_writable(self, value: Expr) -> bool:
        """Whether elements may be written through this expression."""
        match value:
            case TableRef():
                return False
            case Var(symbol=symbol) if symbol in self.roots:
                return self.is_writable(self.roots[symbol])
            case Var(type=SliceType(_, writable)):
                return writable
            case Field(base=base) | Index(base=base) | View(base=base):
                return self.is_writable(base)
            case _:
                return True

    # --- interfaces for the call checker -----------------------------------------------------------------------------

    def signature(self, function: KernelFunction, node: ast.AST) -> FunctionRef:
        """The checked signature of a callee."""
        try:
            ref: FunctionRef = self.program.signature(function, self.word_bits, self.parsed.src(node))
        except CompileErrors as refused:
            self.callee_errors += [error for error in refused.errors if error not in self.callee_errors]
            raise Refused from None
        return ref

    def check_int_constants(self, body: tuple[Stmt, ...]) -> None:
        """Refuse int constants that the target's `int` cannot hold."""
        limit = 1 << (self.word_bits - 1)
        for stmt in statements(body):
            for expr in expressions(stmt):
                for inner in walk(expr):
                    if isinstance(inner, Const) and isinstance(inner.type, IntType) and not -limit <= inner.value < limit:
                        where = ast.Constant(value=inner.value, lineno=inner.src.line, col_offset=inner.src.column)
                        self.report(
                            Code.LITERAL_RANGE,
                            where,
                            f"an int of {self.word_bits} bits, as this target has",
                            "use u64 words for larger numbers",
                        )

    def cast(self, kind: str, target: Type, operand: Expr, node: ast.AST) -> Expr:
        """A conversion; constants are converted at once."""
        if isinstance(operand, Const) and isinstance(target, WordType):
            return replace(operand, type=target, value=operand.value & target.mask)
        return Cast(type=target, kind=kind, operand=operand, src=self.parsed.src(node))


def fold(expr: Expr) -> Expr:
    """An int operation on constants as its result; anything else unchanged."""
    match expr:
        case Binary(type=IntType(), op=op, left=Const(value=a), right=Const(value=b)):
            results = {
                "add": lambda: a + b,
                "sub": lambda: a - b,
                "mul": lambda: a * b,
                "and": lambda: a & b,
                "or": lambda: a | b,
                "xor": lambda: a ^ b,
                "shl": lambda: a << b,
                "shr": lambda: a >> b,
                "floordiv": lambda: a // b,
                "mod": lambda: a % b,
            }
            return Const(type=INT, value=results[op](), src=expr.src)
        case Unary(type=IntType(), op="neg", operand=Const(value=a)):
            return Const(type=INT, value=-a, src=expr.src)
        case Unary(type=IntType(), op="invert", operand=Const(value=a)):
            return Const(type=INT, value=~a, src=expr.src)
        case _:
            return expr


def fold_compare(expr: Compare) -> Expr:
    """A comparison of constants as its result."""
    if not isinstance(expr.left, Const) or not isinstance(expr.right, Const):
        return expr
    a, b = expr.left.value, expr.right.value
    results = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
    return Const(type=BOOL, value=int(results[expr.op]), src=expr.src)


def fold_logic(expr: Logic) -> Expr:
    """`and or not` with constant operands resolved."""
    if expr.op == "not":
        operand = expr.operands[0]
        return replace(operand, value=1 - operand.value) if isinstance(operand, Const) else expr
    deciding = int(expr.op == "or")
    operands = [o for o in expr.operands if not (isinstance(o, Const) and o.value != deciding)]
    for i, operand in enumerate(operands):
        if isinstance(operand, Const):  # what stands behind it is never evaluated
            operands = operands[: i + 1]
            break
    if not operands:
        return Const(type=BOOL, value=1 - deciding, src=expr.src)
    return operands[0] if len(operands) == 1 else replace(expr, operands=tuple(operands))


def _interval(known: tuple[int, int]) -> str:
    return str(known[0]) if known[0] == known[1] else f"{known[0]} … {known[1]}"
