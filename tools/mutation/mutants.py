"""Finds the mutants of a kernel module: copies of its text in which one constant, operator or statement is another one.

What is mutated is what decides the bytes that come out: decorated functions, the bodies of makers, constants and the plain Python that
computes them. Text in quotes is left alone: names, reasons, machine instructions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from akela.kernel_source import relative

# Calls that are not dropped: contracts, of which what they say is changed, and what has no effect on the host.
LEFT = ("requires", "ensures", "pause")

OPERATORS: dict[type[ast.operator], tuple[str, tuple[str, ...]]] = {
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("//",)),
    ast.FloorDiv: ("//", ("*",)),
    ast.Mod: ("%", ("//",)),
    ast.Pow: ("**", ("*",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&", "^")),
    ast.BitXor: ("^", ("|",)),
}
COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
_PAIRS = [("rotl", "rotr"), ("eq_mask", "ne_mask"), ("zero_mask", "nonzero_mask"), ("addc", "subb"), ("min", "max")]
_PAIRS += [(f"{way}_le{bits}", f"{way}_be{bits}") for way in ("load", "store") for bits in (16, 32, 64)]
FUNCTIONS: dict[str, str] = dict(_PAIRS) | {other: one for one, other in _PAIRS}
STATUSES = {"OK": "BAD_LENGTH", **dict.fromkeys(("BAD_LENGTH", "BAD_PARAMETER", "LIMIT_EXCEEDED", "AUTHENTICATION_FAILED"), "OK")}
SWAPPED_ARGUMENTS = {"select": (1, 2), "swap_if": (1, 2), "lt_mask": (0, 1), "subb": (0, 1)}
BYTE_ORDERS = {"big": "little", "little": "big"}
BUILT_IN = {"min", "max"}  # everything else that a mutant may need comes from akela.lang

# A changed bit of the first, the middle and the last entry of a computed table; `{}` is its values.
TABLE_ENTRIES = (
    "[v ^ (i == 0) for i, v in enumerate({})]",
    "[v ^ (i == 0) << 16 for i, v in enumerate({0}, -(len({0}) // 2))]",
    "[v ^ (i == 0) << 31 for i, v in enumerate({0}, 1 - len({0}))]",
)


@dataclass(frozen=True)
class Source:
    """A kernel module's text."""

    module: str  # "akela.kernels.sha256"
    path: Path
    text: bytes


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `end` of the source become `replacement`.

    `statement` and `mutated` are the statement (of one with a body its first line) before and after; they say which mutant it is.
    """

    source: Source
    function: str  # "make_hash.final"; "" for what stands at the module's level
    line: int
    column: int
    start: int
    end: int
    replacement: str
    needs: str  # name to import from akela.lang, or empty
    statement: str
    mutated: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies it in the list of survivors, wherever it moves in its file."""
        return self.source.module, self.function, self.statement, self.mutated

    @property
    def file_line(self) -> str:
        """`akela/kernels/sha256.py:64`."""
        return f"{relative(self.source.path)}:{self.line}"

    @property
    def place(self) -> str:
        """File, line and column, as editors understand them."""
        return f"{self.file_line}:{self.column}"

    def text(self) -> str:
        """The mutated module. A name that the mutant needs is imported on the line of the first import: no line moves."""
        text = self.source.text
        mutated = text[: self.start] + self.replacement.encode() + text[self.end :]
        if self.needs:
            mutated = re.sub(
                rb"^(?=from |import )", f"from akela.lang import {self.needs}; ".encode(), mutated, count=1, flags=re.MULTILINE
            )
        return mutated.decode()


def read_source(module: str, path: Path) -> Source:
    """The text of a module."""
    return Source(module, path, path.read_bytes())


def find_mutants(source: Source) -> list[Mutant]:
    """All mutants of a module in the order of its text; of equal ones, the first."""
    finder = _Finder(source)
    finder.visit(ast.parse(source.text))
    unique = {(m.start, m.end, m.replacement): m for m in finder.found}
    return sorted(unique.values(), key=lambda m: (m.line, m.column, m.replacement))


class _Finder(ast.NodeVisitor):
    """Walks a module; each visit method knows the changes of one kind of node."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Mutant] = []
        self.line_starts = [0, *(m.end() for m in re.finditer(rb"\n", source.text))]
        self.functions: list[str] = []
        self.statement: ast.stmt | None = None

    # --- places ---

    def offset(self, line: int, column: int) -> int:
        return self.line_starts[line - 1] + column

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def text(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source.text[start:end].decode()

    def header(self) -> tuple[int, int]:
        """Where the current statement stands; of one with a body, only what precedes the body."""
        assert self.statement is not None
        start, end = self.span(self.statement)
        if isinstance(self.statement, ast.FunctionDef | ast.ClassDef):
            start = min([start, *(self.span(decorator)[0] - 1 for decorator in self.statement.decorator_list)])
        body = getattr(self.statement, "body", None)
        return start, self.span(body[0])[0] if body else end

    # --- making mutants ---

    def replace(self, start: int, end: int, replacement: str, needs: str = "") -> None:
        assert self.statement is not None
        first, last = self.header()
        text = self.source.text
        line = text.count(b"\n", 0, start) + 1
        column = len(text[self.line_starts[line - 1] : start].decode())
        self.found.append(
            Mutant(
                source=self.source,
                function=".".join(self.functions),
                line=line,
                column=column + 1,
                start=start,
                end=end,
                replacement=replacement,
                needs=needs,
                statement=_one_line(text[first:last]),
                mutated=_one_line(text[first:start] + replacement.encode() + text[end:last]),
            )
        )

    def replace_node(self, node: ast.expr, replacement: str, needs: str = "") -> None:
        self.replace(*self.span(node), replacement, needs)

    def replace_between(self, left: ast.expr, right: ast.expr, symbol: str, replacement: str) -> None:
        """Replace the operator between two operands."""
        after, before = self.span(left)[1], self.span(right)[0]
        at = self.source.text.index(symbol.encode(), after, before)
        self.replace(at, at + len(symbol), replacement)

    def replace_argument_pair(self, first: ast.expr, second: ast.expr) -> None:
        start, end = self.span(first)[0], self.span(second)[1]
        between = self.source.text[self.span(first)[1] : self.span(second)[0]].decode()
        self.replace(start, end, self.text(second) + between + self.text(first))

    # --- statements ---

    def visit(self, node: ast.AST) -> None:
        outer = self.statement
        if isinstance(node, ast.stmt):
            self.statement = node
        super().visit(node)
        self.statement = outer

    def visit_Import(self, node: ast.Import) -> None:
        """Nothing to change."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Nothing to change."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outside in (node.args, *([node.returns] if node.returns else [])):
            self.visit(outside)
        self.functions.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.functions.pop()

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Subscript | ast.Attribute):  # a write to memory
            self.replace(*self.span(node), "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.replace(*self.span(node), "pass")
        symbol, others = OPERATORS[type(node.op)]
        for other in others:
            self.replace_between(node.target, node.value, f"{symbol}=", f"{other}=")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and _called(node.value) not in LEFT:
            self.replace(*self.span(node), "pass")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self.negate_name(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate_name(node.test)
        self.generic_visit(node)

    # --- expressions ---

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace_node(node, str(not value))
        elif isinstance(value, int):
            write = hex if self.text(node).lower().startswith("0x") else str
            others = [value + 1, value - 1, *([value ^ (1 << value.bit_length() - 1)] if value > 0xFF else [])]
            for other in others:
                self.replace_node(node, write(other))
        elif isinstance(value, bytes) and value:
            self.replace_node(node, repr(bytes([value[0] ^ 1]) + value[1:]))
        elif value in BYTE_ORDERS:
            self.replace_node(node, f'"{BYTE_ORDERS[value]}"')

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in STATUSES:
            self.replace_node(node, STATUSES[node.id], needs=STATUSES[node.id])

    def visit_BinOp(self, node: ast.BinOp) -> None:
        symbol, others = OPERATORS[type(node.op)]
        for other in others:
            self.replace_between(node.left, node.right, symbol, other)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.replace_node(node, self.text(node.operand))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        symbol, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.replace_between(left, right, symbol, other)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, operator in zip(operands, node.comparators, node.ops, strict=False):
            if type(operator) in COMPARISONS:
                self.replace_between(left, right, *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.replace_node(node, f"{self.text(node.orelse)} if {self.text(node.test)} else {self.text(node.body)}")
        self.negate_name(node.test)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """The length of an array only becomes one less: nothing can tell an array with an element more, which nothing reads."""
        self.visit(node.value)
        if self.text(node.value) == "Array" and isinstance(node.slice, ast.Tuple) and isinstance(node.slice.elts[1], ast.Constant):
            self.replace_node(node.slice.elts[1], str(int(self.text(node.slice.elts[1]), 0) - 1))
        else:
            self.visit(node.slice)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None:
                self.move_bound(bound)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in FUNCTIONS:
            self.replace_node(node.func, FUNCTIONS[name], needs="" if FUNCTIONS[name] in BUILT_IN else FUNCTIONS[name])
        if name in SWAPPED_ARGUMENTS:
            first, second = SWAPPED_ARGUMENTS[name]
            self.replace_argument_pair(node.args[first], node.args[second])
        if name == "range":
            for bound in node.args[:2]:
                self.move_bound(bound)
        if name == "table" and not isinstance(node.args[1], ast.Tuple | ast.List):
            for entry in TABLE_ENTRIES:
                self.replace_node(node.args[1], entry.format(self.text(node.args[1])))
        self.generic_visit(node)

    def negate_name(self, condition: ast.expr) -> None:
        """A condition that is a name; others have operators to change."""
        if isinstance(condition, ast.Name):
            self.replace_node(condition, f"not {condition.id}")

    def move_bound(self, bound: ast.expr) -> None:
        """One more, one less; where there is a constant to add, that is changed already."""
        ends_in_constant = isinstance(bound, ast.BinOp) and isinstance(bound.op, ast.Add | ast.Sub) and _is_number(bound.right)
        if not _is_number(bound) and not ends_in_constant:
            for change in ("+ 1", "- 1"):
                self.replace_node(bound, f"({self.text(bound)}) {change}")


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_number(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant)


def _one_line(text: bytes) -> str:
    """Text without comments, its white space single blanks."""
    lines: Iterator[str] = (re.sub(r"(^|\s)# .*", "", line) for line in text.decode().splitlines())
    return " ".join(" ".join(lines).split())
