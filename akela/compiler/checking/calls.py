"""Calls: arguments against a callee's signature, what the callee writes, and overlap of its arguments."""

from __future__ import annotations

import ast
from typing import Any

from akela import lang
from akela.compiler.checking import linear, vocabulary
from akela.compiler.checking.expressions import MISSING, ExpressionChecker, fold
from akela.compiler.errors import Code, many
from akela.compiler.ir import Binary, Call, Const, Expr, Field, FunctionRef, Index, TableRef, Var, View, walk
from akela.lang.functions import KernelFunction
from akela.lang.types import INT, ArrayType, SliceType, StructType, Type, VectorType, WordType, as_type, is_secret, public, resolve


class CallChecker(ExpressionChecker):
    """Expressions with calls in them."""

    def call(self, node: ast.Call) -> Expr:
        """A call of a helper, kernel, word type, register or word of the vocabulary."""
        found = vocabulary.register(self, node.func)
        if found is not None:
            return vocabulary.register_read(self, node, found)
        target = self.static(node.func)
        if target is MISSING and isinstance(node.func, ast.Name) and self.is_local(node.func.id):
            self.refuse(Code.UNKNOWN_NAME, node.func, f"a function; {node.func.id} is a local here", "rename the local")
        if isinstance(node.func, ast.Subscript) and self.static(node.func.value) is lang.Array:
            advice = "memory of a length that the caller chooses is a parameter: work: MutSlice[u32]"
            self.refuse(Code.NOT_IN_LANGUAGE, node.func, "an element type and a length that are known at compile time", advice)
        if target is MISSING:
            self.refuse(Code.UNKNOWN_NAME, node.func, "a function known at compile time", "import it from akela.lang, or define a @helper")
        if node.keywords and target is not lang.declassify:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "arguments by position", "only declassify takes a keyword, why=")
        if isinstance(target, KernelFunction):
            return self._call_kernel(node, target)
        check = vocabulary.builtin_check(target)
        if check is not None:
            return check(self, node)
        kind = self._denoted(target)
        if isinstance(kind, WordType):
            return vocabulary.word_cast(self, node, kind)
        if isinstance(kind, ArrayType | StructType):
            self.refuse(Code.NOT_IN_LANGUAGE, node, "a value", f"a local {kind} is declared by itself: name = {ast.unparse(node)}")
        self.refuse(Code.NOT_IN_LANGUAGE, node, f"a kernel, helper or word of akela.lang, not {getattr(target, '__name__', target)!r}")

    def _denoted(self, target: Any) -> Type | None:
        try:
            return resolve(as_type(target), self.word_bits)
        except TypeError:
            return None

    def _call_kernel(self, node: ast.Call, function: KernelFunction) -> Call:
        if function.vartime and not self.vartime:
            self.refuse(
                Code.VARTIME_CALL,
                node,
                f"constant-time callees; {function.name} may vary in time",
                'name the caller …_vartime, or declare calls_vartime="why that is all right"',
            )
        ref = self.signature(function, node)
        if len(node.args) != len(ref.params):
            self.refuse(
                Code.ARGUMENT_COUNT,
                node,
                f"{many(len(ref.params), 'argument')} ({', '.join(name for name, _ in ref.params)}), not {len(node.args)}",
            )
        arguments = tuple(
            self._argument(value, ref, name, kind, writes)
            for value, (name, kind), writes in zip(node.args, ref.params, ref.written, strict=True)
        )
        self._check_overlap(node, arguments, ref)
        return Call(type=ref.returns, function=ref, arguments=arguments, src=self.parsed.src(node))

    def _argument(self, node: ast.expr, ref: FunctionRef, name: str, kind: Type, writes: bool) -> Expr:
        value = self.fit(self.expr(node), kind, node)
        what = f"{kind} for {ref.name}'s {name}"
        if is_secret(value.type) and not is_secret(kind) and not isinstance(kind, StructType):
            self.refuse(
                Code.SECRET_ARGUMENT, node, f"{what}, which is public, not {value.type}", "declassify(…, why=…) where it may be known"
            )
        match kind:
            case ArrayType(element, length):
                self._by_reference(node, value, element, what, writes)
                if not isinstance(value.type, ArrayType):
                    self.refuse(Code.WRONG_ARGUMENT, node, f"{what}: a length that is plainly {length}", f"pass x[a : a + {length}]")
                if value.type.length != length:
                    self.refuse(Code.WRONG_ARGUMENT, node, f"{what}, not {value.type}")
            case SliceType(element, _):
                self._by_reference(node, value, element, what, writes)
            case StructType():
                if value.type != kind:
                    self.refuse(Code.WRONG_ARGUMENT, node, f"{what}, not {value.type}")
                if writes:
                    self.mark_written(value, node)
            case _:
                if public(value.type) != public(kind):
                    self.refuse(Code.WRONG_ARGUMENT, node, f"{what}, not {value.type}", _conversion(value.type, kind))
        return value

    def _by_reference(self, node: ast.expr, value: Expr, element: Type, what: str, writes: bool) -> None:
        if not isinstance(value.type, ArrayType | SliceType):
            self.refuse(Code.WRONG_ARGUMENT, node, f"{what}, not {value.type}")
        same = public(value.type.element) == public(element)
        if not same or (writes and value.type.element != element):
            self.refuse(Code.WRONG_ARGUMENT, node, f"{what}, not {value.type}")
        if writes:
            self.mark_written(value, node)

    def mark_written(self, target: Expr, node: ast.AST) -> None:
        """Note that memory is written through an expression; refuse where it may not be."""
        if not self.is_writable(target):
            self.refuse(
                Code.READ_ONLY,
                node,
                f"something writable, not {self.place(target).type}, which is read-only",
                "take a Buffer or MutSlice, or copy to a local array",
            )
        value = target
        while True:
            match value:
                case Field(base=base) | Index(base=base) | View(base=base):
                    value = base
                case Var(symbol=symbol):
                    symbol.written = True
                    if symbol not in self.roots:
                        return
                    value = self.roots[symbol]
                case _:
                    return

    # --- overlap -----------------------------------------------------------------------------------------------------

    def _check_overlap(self, node: ast.Call, arguments: tuple[Expr, ...], ref: FunctionRef) -> None:
        memory = [
            (value, argument, writes)
            for value, argument, writes in zip(arguments, node.args, ref.written, strict=True)
            if isinstance(value.type, ArrayType | SliceType | StructType)
        ]
        for i, (a, _, a_written) in enumerate(memory):
            for b, b_node, b_written in memory[i + 1 :]:
                if (a_written or b_written) and self.overlaps_partly(a, b):
                    self.refuse(Code.OVERLAP, b_node, f"memory apart from, or equal to, the other argument that {ref.name} is given")

    def overlaps_partly(self, a: Expr, b: Expr) -> bool:
        """Whether two places plainly share some, but not all, of their memory."""
        a_path, a_range = self._extent(a)
        b_path, b_range = self._extent(b)
        shorter = min(len(a_path), len(b_path))
        if a_path[:shorter] != b_path[:shorter]:
            return False
        if len(a_path) != len(b_path):
            inner, outer = (a_range, b_range) if len(a_path) > len(b_path) else (b_range, a_range)
            return outer is None or inner is not None
        if a_range is None or b_range is None:
            return (a_range is None) != (b_range is None)
        before = linear.difference(b_range[0], a_range[1])
        after = linear.difference(a_range[0], b_range[1])
        starts, stops = linear.difference(a_range[0], b_range[0]), linear.difference(a_range[1], b_range[1])
        moving = any(
            isinstance(e, Var) and self.parsed.assignments(e.symbol.name) > 1 for bound in (*a_range, *b_range) for e in walk(bound)
        )
        if moving or None in (before, after, starts, stops):
            return False  # not plain: checked when traced, and by the wrappers
        assert before is not None and after is not None
        return before < 0 and after < 0 and not (starts == 0 and stops == 0)

    def _extent(self, value: Expr) -> tuple[tuple[object, ...], tuple[Expr, Expr] | None]:
        """(path to the memory, range of elements in it or None for all of it)."""
        match value:
            case View(base=base, start=start, stop=stop):
                path, outer = self._extent(base)
                if outer is None:
                    whole = self.length(base, stop.src)
                    if linear.difference(start, Const(type=INT, value=0)) == 0 and linear.difference(stop, whole) == 0:
                        return path, None
                    return path, (start, stop)
                return path, (_plus(outer[0], start), _plus(outer[0], stop))
            case Field(base=base, name=name):
                path, _ = self._extent(base)
                return (*path, name), None
            case Index(base=base, index=index):
                path, _ = self._extent(base)
                return path, (index, _plus(index, Const(type=INT, value=1)))
            case Var(symbol=symbol) if symbol in self.roots:
                return self._extent(self.roots[symbol])
            case Var(symbol=symbol):
                return (symbol,), None
            case TableRef(table=table):
                return (table,), None
            case _:
                return (value,), None


def _plus(a: Expr, b: Expr) -> Expr:
    return fold(Binary(type=INT, op="add", left=a, right=b))


def _conversion(given: Type, wanted: Type) -> str:
    if isinstance(wanted, WordType) and isinstance(given, WordType):
        return f"widen with u{wanted.bits}(…)" if given.bits < wanted.bits else f"truncate(u{wanted.bits}, …) keeps the low bits"
    if isinstance(wanted, WordType) and given == INT:
        return f"write u{wanted.bits}(…)"
    if wanted == INT and isinstance(given, WordType):
        return "write int(…)"
    if isinstance(wanted, VectorType):
        return "splat(…) makes a vector of a word"
    return ""
