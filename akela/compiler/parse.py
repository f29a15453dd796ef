"""From a decorated function to its syntax tree, comments and names.

Owns finding the source text and what a name outside the function means. What the tree may contain is `check.py`'s business.
"""

from __future__ import annotations

import ast
import builtins
import io
import tokenize
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from akela.compiler.ir import Src


@dataclass(frozen=True)
class SourceFile:
    """A kernel module's text, parsed once: its tree and its comments by line."""

    path: str
    tree: ast.Module
    own_line: dict[int, str]  # comment that is alone on its line
    trailing: dict[int, str]  # comment behind code

    @cached_property
    def name(self) -> str:
        """The file's name without its folders."""
        return Path(self.path).name

    @cached_property
    def functions(self) -> dict[tuple[str, int], ast.FunctionDef]:
        """All functions by name and first line, decorators included."""
        return {(node.name, _first_line(node)): node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}


@dataclass(frozen=True)
class ParsedFunction:
    """A function's tree, its file, and the names visible inside it."""

    node: ast.FunctionDef
    file: SourceFile
    names: dict[str, Any]  # free variables first, then globals, then builtins

    def src(self, node: ast.AST) -> Src:
        """The place of a node."""
        return Src(self.file.name, getattr(node, "lineno", 0), getattr(node, "col_offset", 0))

    def assignments(self, name: str) -> int:
        """How many times the function assigns a name."""
        return self._assigned[name]

    @cached_property
    def _assigned(self) -> Counter[str]:
        return Counter(n.id for n in ast.walk(self.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))

    def comments_before(self, line: int, after: int) -> tuple[str, ...]:
        """Comment lines strictly between the lines `after` and `line`."""
        return tuple(self.file.own_line[n] for n in range(after + 1, line) if n in self.file.own_line)

    def remark(self, line: int) -> str:
        """The comment behind the code of a line, or an empty string."""
        return self.file.trailing.get(line, "")


_FOR_TOOLS = ("noqa", "type:", "ruff:", "pragma:", "fmt:", "mypy:")  # comments that address tools, not readers


@lru_cache(maxsize=256)
def _read(path: str, stamp: int) -> SourceFile:
    text = Path(path).read_text(encoding="utf-8")
    own_line: dict[int, str] = {}
    trailing: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        comment = token.string.lstrip("#").strip()
        if not comment or comment.startswith(_FOR_TOOLS):
            continue
        alone = not token.line[: token.start[1]].strip()
        (own_line if alone else trailing)[token.start[0]] = comment
    return SourceFile(path, ast.parse(text, path), own_line, trailing)


def read_source(path: str | Path) -> SourceFile:
    """The parsed file; read again only when it has changed."""
    return _read(str(path), Path(path).stat().st_mtime_ns)


def parse_function(function: FunctionType) -> ParsedFunction:
    """The tree of a function that lives in a file.

    Raises LookupError where the file does not hold it (a function typed at a prompt, or a file changed since its import).
    """
    code = function.__code__
    file = read_source(code.co_filename)
    if node := file.functions.get((code.co_name, code.co_firstlineno)):
        return ParsedFunction(node, file, _names(function))
    raise LookupError(f"{code.co_filename} holds no function {code.co_name} at line {code.co_firstlineno}; was it edited after its import?")


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _names(function: FunctionType) -> dict[str, Any]:
    names: dict[str, Any] = {**vars(builtins), **function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # a maker's name that has no value yet
            names[name] = cell.cell_contents
    return names
