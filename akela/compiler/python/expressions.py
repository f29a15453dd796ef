"""Expressions as Python source: masked plain integers.

A `Piece` is source text with how strongly it binds and the range its value lies in. Ranges say where a mask is needed: the result of
`+ - * << ~` or a rotation may lie outside of its type as long as only its low bits matter, and is reduced where the whole value is wanted.
The names that the text calls are those of `akela/runtime/plain.py`. Expressions that check themselves are in `python/checked.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from akela.compiler import ir
from akela.compiler.checking.linear import identity
from akela.compiler.python.ranges import INTS, Range, bits_of, range_of, result_range
from akela.lang.status import Status
from akela.lang.types import INT, ArrayType, BoolType, IntType, MaskType, StatusType, TupleType, Type, VectorType, WordType
from akela.runtime import checked, plain

TERNARY, OR, AND, NOT, COMPARE, BITS, ARITHMETIC, PRODUCT, UNARY, ATOM = range(10)

BINARY = {
    "add": ("+", ARITHMETIC),
    "sub": ("-", ARITHMETIC),
    "mul": ("*", PRODUCT),
    "floordiv": ("//", PRODUCT),
    "mod": ("%", PRODUCT),
    "and": ("&", BITS),
    "or": ("|", BITS),
    "xor": ("^", BITS),
    "shl": ("<<", BITS),
    "shr": (">>", BITS),
}
UNARY_OPERATORS = {"invert": "~", "neg": "-"}
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

# Builtins that make a mask -> the condition for ones.
MASKS = {
    "eq_mask": "{0} == {1}",
    "ne_mask": "{0} != {1}",
    "lt_mask": "{0} < {1}",
    "zero_mask": "{0} == 0",
    "nonzero_mask": "{0} != 0",
    "bit_mask": "{0} != 0",
}

# Builtins that are calls of the runtime.
CALLS = {
    "mul_wide": "mul_wide({0}, {1}, {bits})",
    "addc": "addc({0}, {1}, {2}, {bits})",
    "subb": "subb({0}, {1}, {2}, {bits})",
    "select": "select({0}, {1}, {2})",
    "swap_if": "swap_if({0}, {1}, {2})",
    "splat": "splat({0}, {lanes})",
    "vector": "({all})",
    "lane": "{0}[{1}]",
    "shuffle": "shuffle({0}, {attributes})",
    "load_vector": "load_vector({0}, {1}, {bits}, {lanes})",
}

# Builtins that only tell the C backend how to compute an operator, or nothing at all.
OPERATORS = {"mul_split": "mul", "mul_pairs": "mul", "add_pairs": "add", "sub_pairs": "sub", "divide": "floordiv", "remainder": "mod"}
TRANSPARENT = {"barrier", "mask_word"}


@dataclass(frozen=True)
class Piece:
    """Source text of a value that lies in `range`. `operator` is set for `& | ^`, whose chains need no parentheses."""

    text: str
    level: int
    range: Range
    operator: str = ""

    def inside(self, level: int, operator: str = "") -> str:
        """The text as an operand of an operator that binds this strongly; mixed bit operators are kept apart for the reader."""
        if level != BITS:
            return self.text if self.level >= level else f"({self.text})"
        chain = operator != "" and self.operator == operator
        return self.text if chain or self.level >= UNARY else f"({self.text})"


STATUS_NAMES = {int(status): status.name for status in Status}

# Names of emitted modules that a kernel's own names must not take.
RESERVED = {name for runtime in (plain, checked) for name in vars(runtime) if not name.startswith("_")} | {"range", "len"}


def global_name(name: str) -> str:
    """The name in Python of a function, table or struct: its own, unless that is reserved."""
    return f"{name}_" if name in RESERVED else name


class Expressions:
    """Turns expressions into pieces. `names` gives the Python name of a symbol; `ranges` what is known of public ints."""

    def __init__(self, names: Callable[[ir.Symbol], str]) -> None:
        self.names = names
        self.ranges: dict[ir.Symbol, Range] = {}

    # --- entries ---

    def text(self, expr: ir.Expr, level: int = TERNARY) -> str:
        """The whole value, as an operand of something that binds as strongly as `level`."""
        return self.whole(expr).inside(level)

    def whole(self, expr: ir.Expr) -> Piece:
        """The value, within its type."""
        return self.reduced(self.piece(expr), expr.type)

    def reduced(self, piece: Piece, kind: Type) -> Piece:
        """`piece` with a mask where it may lie outside of its type."""
        if not isinstance(kind, WordType | MaskType):
            return piece
        low, high = range_of(kind)
        if low <= piece.range[0] and piece.range[1] <= high:
            return piece
        return Piece(f"{piece.inside(BITS)} & M{bits_of(kind)}", BITS, (low, high), "&")

    def piece(self, expr: ir.Expr) -> Piece:
        """The value, for words and masks perhaps only right in its low bits."""
        match expr:
            case ir.Const(value=value):
                return self.constant(value, expr.type)
            case ir.Var(symbol=symbol):
                return Piece(self.names(symbol), ATOM, self.ranges.get(symbol, range_of(expr.type)))
            case ir.TableRef(table=table):
                return self.atom(global_name(table.name), expr.type)
            case ir.Unary(op=op, operand=operand):
                return self.unary(op, operand, expr.type)
            case ir.Binary(op=op, left=left, right=right):
                return self.binary(op, left, right, expr.type)
            case ir.Compare(op=op, left=left, right=right):
                return Piece(f"{self.text(left, ARITHMETIC)} {COMPARISONS[op]} {self.text(right, ARITHMETIC)}", COMPARE, (0, 1))
            case ir.Logic(op="not", operands=(operand,)):
                return Piece(f"not {self.text(operand, NOT)}", NOT, (0, 1))
            case ir.Logic(op=op, operands=operands):
                level = AND if op == "and" else OR
                return Piece(f" {op} ".join(self.text(o, level + 1) for o in operands), level, (0, 1))
            case ir.Choose(condition=condition, then=then, other=other):
                return self.choice(self.text(condition, OR), self.whole(then), self.whole(other))
            case ir.Cast(kind=kind, operand=operand):
                return self.cast(kind, operand, expr.type)
            case ir.Index(base=base, index=index):
                return self.atom(f"{self.text(base, ATOM)}[{self.index(index)}]", expr.type)
            case ir.Field(base=base, name=name):
                return self.atom(f"{self.text(base, ATOM)}.{name}", expr.type)
            case ir.View(base=base, start=start, stop=stop):
                return self.view(base, start, stop)
            case ir.Len(operand=operand):
                return Piece(f"len({self.text(operand)})", ATOM, (0, INTS[1]))
            case ir.Call(function=function, arguments=arguments):
                return self.atom(f"{global_name(function.name)}({', '.join(map(self.text, arguments))})", expr.type)
            case ir.Builtin():
                return self.builtin(expr)
            case _:
                raise NotImplementedError(f"{expr.src}: no Python for {type(expr).__name__}")

    # --- kinds of expressions ---

    def atom(self, text: str, kind: Type) -> Piece:
        """Something that needs no parentheses, of any value of its type."""
        return Piece(text, ATOM, range_of(kind))

    def constant(self, value: int, kind: Type) -> Piece:
        """A literal: big words in hexadecimal, as standards print them."""
        match kind:
            case BoolType():
                return Piece(str(bool(value)), ATOM, (value, value))
            case StatusType():
                return self.atom(STATUS_NAMES[value], kind)
            case VectorType(_, lanes):
                return self.atom(f"splat({value:#x}, {lanes})", kind)
            case WordType() if value > 127:
                return Piece(f"0x{value:X}", ATOM, (value, value))
            case _:
                return Piece(str(value), ATOM if value >= 0 else UNARY, (value, value))

    def unary(self, op: str, operand: ir.Expr, kind: Type) -> Piece:
        """`~` and `-`."""
        if isinstance(kind, VectorType):
            return self.atom(f"vector_{op}({self.text(operand)}, {kind.bits})", kind)
        inner = self.piece(operand)
        low, high = inner.range
        return self.overflowing(
            Piece(UNARY_OPERATORS[op] + inner.inside(UNARY), UNARY, (~high, ~low) if op == "invert" else (-high, -low)), kind
        )

    def binary(self, op: str, left: ir.Expr, right: ir.Expr, kind: Type) -> Piece:
        """The operators with two operands."""
        if isinstance(kind, VectorType):
            return self.atom(f"vector_{op}({self.text(left)}, {self.text(right)}, {kind.bits})", kind)
        if op == "shl":
            return self.overflowing(self.operation(op, self.piece(left), self.count(right, kind)), kind)
        if op == "shr":
            return self.operation(op, self.whole(left), self.count(right, kind))
        piece = self.operation(op, self.piece(left), self.piece(right))
        return self.overflowing(piece, kind) if op in ("add", "sub", "mul") else piece

    def operation(self, op: str, left: Piece, right: Piece) -> Piece:
        """One operator with its parentheses."""
        sign, level = BINARY[op]
        chain = sign if op in ("and", "or", "xor") else ""
        right_level = level if level == BITS or op == "add" else level + 1
        text = f"{left.inside(level, chain)} {sign} {right.inside(right_level)}"
        return Piece(text, level, result_range(op, left.range, right.range), chain)

    def choice(self, condition: str, then: Piece, other: Piece) -> Piece:
        """`then if condition else other`."""
        both = min(then.range[0], other.range[0]), max(then.range[1], other.range[1])
        return Piece(f"{then.inside(OR)} if {condition} else {other.text}", TERNARY, both)

    def cast(self, kind: str, operand: ir.Expr, target: Type) -> Piece:
        """A value seen as another type: only its range may have to change, and `reduced` sees to that."""
        narrowing = kind == "truncate" or isinstance(operand.type, IntType)
        return self.piece(operand) if narrowing or kind == "publish" else self.whole(operand)

    def builtin(self, expr: ir.Builtin) -> Piece:
        """A word of the vocabulary."""
        name, arguments, kind = expr.name, expr.arguments, expr.type
        if name in OPERATORS:
            left, right = (ir.Cast(type=kind, kind="widen", operand=a) if isinstance(a.type, WordType) else a for a in arguments)
            return self.binary(OPERATORS[name], left, right, kind)
        if name in TRANSPARENT:
            return self.piece(arguments[0])
        if name == "declassify":
            mask = isinstance(arguments[0].type, MaskType)
            return Piece(f"{self.text(arguments[0], ARITHMETIC)} != 0", COMPARE, (0, 1)) if mask else self.piece(arguments[0])
        if name in MASKS:
            return self.mask(name, arguments, kind)
        if name in ("rotl", "rotr"):
            return self.rotation(name, arguments[0], arguments[1], kind)
        if name in ("load_le", "load_be"):
            return self.load(name, arguments[0], arguments[1], kind)
        if name == "reg_address":
            return self.constant(self._address(*expr.attributes), kind)
        if name == "reg_read":
            block, register = expr.attributes
            return self.atom(f"read_register({self.register(block, register, arguments[0] if arguments else None)})", kind)
        if name == "select" and not any(isinstance(e, ir.Call) for a in arguments for e in ir.walk(a)):
            return self.choice(self.text(arguments[0], OR), self.whole(arguments[1]), self.whole(arguments[2]))
        return self.call(expr)

    def _address(self, block: Any, register: Any) -> int:
        """Where a register is."""
        return int(block.base + register.offset)

    def register(self, block: Any, register: Any, index: ir.Expr | None) -> str:
        """Name and address of a peripheral's register."""
        place = f"{self._address(block, register):#x}"
        if index is not None:
            place += f" + {register.stride} * register_index({self.text(index)}, {register.count})"
        return f'"{block.name}.{register.name}", {place}'

    def call(self, expr: ir.Builtin) -> Piece:
        """A row of CALLS."""
        if expr.name not in CALLS:
            raise NotImplementedError(f"{expr.src}: no Python for the builtin {expr.name}")
        worded = expr.arguments[0].type if isinstance(expr.type, TupleType) else expr.type
        texts = [self.text(argument, ATOM if expr.name == "lane" else TERNARY) for argument in expr.arguments]
        text = CALLS[expr.name].format(
            *texts,
            all=", ".join(texts),
            attributes=expr.attributes,
            bits=bits_of(worded) if isinstance(worded, WordType | MaskType | VectorType) else 0,
            lanes=worded.lanes if isinstance(worded, VectorType) else 0,
        )
        return self.atom(text, expr.type)

    def mask(self, name: str, arguments: tuple[ir.Expr, ...], kind: Type) -> Piece:
        """All ones where a condition holds."""
        condition = MASKS[name].format(*(self.text(a, ARITHMETIC) for a in arguments))
        return Piece(f"M{bits_of(kind)} if {condition} else 0", TERNARY, range_of(kind))

    # --- what checked Python does otherwise ---

    def view(self, base: ir.Expr, start: ir.Expr, stop: ir.Expr) -> Piece:
        """Part of an array or slice; a plain slice where the bounds are seen to be inside, for Python would clip them."""
        text, from_start = self.text(base, ATOM), isinstance(start, ir.Const) and start.value == 0
        if isinstance(base.type, ArrayType) and isinstance(start, ir.Const) and isinstance(stop, ir.Const):
            whole = from_start and stop.value == base.type.length
            return self.atom(text if whole else f"{text}[{start.value}:{stop.value}]", base.type)
        if from_start and isinstance(stop, ir.Len) and identity(stop.operand) == identity(base):
            return self.atom(text, base.type)
        return self.atom(f"view({text}, {self.text(start)}, {self.text(stop)})", base.type)

    def overflowing(self, piece: Piece, kind: Type) -> Piece:
        """A result that may lie outside of its type: masked later, where the whole value is wanted."""
        return piece

    def index(self, expr: ir.Expr) -> str:
        """An index or offset; Python itself refuses one that is too big."""
        piece = self.piece(expr)
        return piece.text if piece.range[0] >= 0 else f"natural({piece.text})"

    def count(self, expr: ir.Expr, kind: Type) -> Piece:
        """A shift count: below the width."""
        piece = self.piece(expr)
        limit = bits_of(kind) - 1 if isinstance(kind, WordType) else 63
        return replace(piece, range=(max(piece.range[0], 0), min(piece.range[1], limit)))

    def rotation(self, name: str, operand: ir.Expr, count: ir.Expr, kind: Type) -> Piece:
        """The word written twice in a row, shifted right."""
        if isinstance(kind, VectorType):
            return self.atom(f"vector_{name}({self.text(operand)}, {self.text(count)}, {kind.bits})", kind)
        bits = bits_of(kind)
        places = self.count(count, kind)
        if name == "rotl":
            places = self.operation("sub", self.constant(bits, INT), places)
            if isinstance(count, ir.Const):
                places = self.constant(bits - count.value, INT)
        twice = self.operation("mul", self.whole(operand), Piece(f"R{bits}", ATOM, (2**bits + 1, 2**bits + 1)))
        return self.operation("shr", twice, places)

    def load(self, name: str, base: ir.Expr, offset: ir.Expr, kind: Type) -> Piece:
        """A word from bytes."""
        return self.atom(f"unpack_{name[-2:]}{bits_of(kind)}({self.text(base)}, {self.index(offset)})[0]", kind)
