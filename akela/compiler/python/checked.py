"""Checked Python: every rule of the language that the compiler cannot prove is a call that raises where it is broken.

Strict bounds, nothing read before it is written, no partial overlap, shift counts, the range of `int`, `requires` and `ensures`. Words are
reduced after every operator, without the reasoning about ranges that plain Python does: this is the definition that plain Python, C and the
passes are compared with. What the calls do is in `akela/runtime/checked.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from akela.compiler import ir
from akela.compiler.python.expressions import ATOM, Expressions, Piece
from akela.compiler.python.ranges import bits_of
from akela.compiler.python.statements import INDENT, Lines, PlainPython, as_tuple, shape
from akela.lang.types import INT, ArrayType, IntType, SliceType, StructType, Type, VectorType, WordType


class CheckedExpressions(Expressions):
    """Every rule of the language is a call that raises where it is broken."""

    def __init__(self, names: Callable[[ir.Symbol], str], int_bits: int) -> None:
        super().__init__(names)
        self.int_bits = int_bits

    def view(self, base: ir.Expr, start: ir.Expr, stop: ir.Expr) -> Piece:
        return self.atom(f"view({self.text(base)}, {self.text(start)}, {self.text(stop)})", base.type)

    def overflowing(self, piece: Piece, kind: Type) -> Piece:
        return self.integer(piece) if isinstance(kind, IntType) else self.reduced(piece, kind)

    def integer(self, piece: Piece) -> Piece:
        """An `int`, which has to fit the target's pointers."""
        return self.atom(f"to_int({piece.text}, {self.int_bits})", INT)

    def index(self, expr: ir.Expr) -> str:
        return self.text(expr)

    def count(self, expr: ir.Expr, kind: Type) -> Piece:
        bits = bits_of(kind) if isinstance(kind, WordType) else self.int_bits
        return Piece(f"shift_count({self.text(expr)}, {bits})", ATOM, (0, bits - 1))

    def binary(self, op: str, left: ir.Expr, right: ir.Expr, kind: Type) -> Piece:
        if op in ("floordiv", "mod"):
            return self.atom(f"{op}({self.text(left)}, {self.text(right)})", kind)
        return super().binary(op, left, right, kind)

    def cast(self, kind: str, operand: ir.Expr, target: Type) -> Piece:
        match operand.type, target:
            case IntType(), WordType(bits):
                return self.atom(f"to_word({self.text(operand)}, {bits})", target)
            case _, IntType():
                return self.integer(self.whole(operand))
            case _:
                return self.reduced(super().cast(kind, operand, target), target)

    def builtin(self, expr: ir.Builtin) -> Piece:
        if expr.name == "select":
            return self.call(expr)
        return super().builtin(expr)

    def mask(self, name: str, arguments: tuple[ir.Expr, ...], kind: Type) -> Piece:
        if name == "bit_mask":
            return self.atom(f"bit_mask({self.text(arguments[0])}, {bits_of(kind)})", kind)
        return super().mask(name, arguments, kind)

    def rotation(self, name: str, operand: ir.Expr, count: ir.Expr, kind: Type) -> Piece:
        if isinstance(kind, VectorType):
            return super().rotation(name, operand, count, kind)
        return self.atom(f"{name}({self.text(operand)}, {self.text(count)}, {bits_of(kind)})", kind)

    def load(self, name: str, base: ir.Expr, offset: ir.Expr, kind: Type) -> Piece:
        return self.atom(f"{name}({self.text(base)}, {self.text(offset)}, {bits_of(kind)})", kind)


class CheckedPython(PlainPython):
    """Statements with checks. `int_bits` is the size of an `int` on the target."""

    def __init__(self, module: ir.Module, int_bits: int) -> None:
        self.int_bits = int_bits
        super().__init__(module)
        self.indexed_only = set()

    def make_expressions(self) -> Expressions:
        return CheckedExpressions(self.name, self.int_bits)

    def struct(self, struct: StructType) -> Lines:
        yield from self.class_head(struct)
        yield f"{INDENT}def __init__(self) -> None:"
        inner = [(name, kind) for name, kind in struct.fields if not isinstance(kind, WordType)]
        for name, kind in inner:
            yield f"{INDENT * 2}self.{name} = {self.fresh(kind, zeros=False)}"
        if not inner:
            yield f"{INDENT * 2}pass"

    def fresh(self, kind: Type, zeros: bool) -> str:
        if isinstance(kind, ArrayType) and not zeros:
            return f"undefined({shape(kind)})"
        return super().fresh(kind, zeros)

    def entry(self, function: ir.Function) -> Lines:
        """Arguments that the function writes overlap no other one in part; those from outside may begin at the same place."""
        by_reference = [s for s in function.params if isinstance(s.type, ArrayType | SliceType | StructType)]
        written = [self.name(s) for s in by_reference if s.written]
        if written and len(by_reference) > 1:
            others = [self.name(s) for s in by_reference if not s.written]
            in_place = ", in_place=True" if function.ref.exported else ""
            yield f"separate({as_tuple(written)}, {as_tuple(others)}{in_place})"

    def store(self, order: str, buffer: ir.Expr, offset: ir.Expr, value: ir.Expr) -> str:
        if isinstance(value.type, VectorType):
            return super().store(order, buffer, offset, value)
        return f"store_{order}({', '.join(map(self.expressions.text, (buffer, offset, value)))}, {bits_of(value.type)})"

    def contract(self, kind: str, condition: ir.Expr) -> str:
        quoted = Expressions(self.name).text(condition)
        return f"{kind}({self.expressions.text(condition)}, {quoted!r})"
