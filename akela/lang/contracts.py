"""`requires` and `ensures`: what a caller must ensure, and what holds at a point; `pause`; and `unroll`.

The error for a condition that does not hold quotes the condition and shows the values in it.
"""

from __future__ import annotations

import ast
import linecache
import sys
from itertools import islice
from types import FrameType

from akela.lang.errors import ContractError, KindError


def requires(condition: bool) -> None:
    """State what the caller must ensure. Traced, raises ContractError where it does not hold."""
    _check("requires", condition)


def ensures(condition: bool) -> None:
    """State what holds here. Traced, raises ContractError where it does not hold."""
    _check("ensures", condition)


def pause() -> None:
    """Let others run, in the middle of what takes long. On a chip this calls the program's hook, which may end the operation."""


def _check(name: str, condition: bool) -> None:
    if not isinstance(condition, bool):
        raise KindError(f"{name}(condition): the condition is a bool, given {type(condition).__name__}")
    if not condition:
        frame = sys._getframe(2)
        code = frame.f_code
        place = f"{code.co_filename}:{frame.f_lineno}"
        raise ContractError(f"{code.co_name}: {_quote(name, frame)} does not hold ({place})")


def _quote(name: str, frame: FrameType) -> str:
    """The call in `frame` as text, with the values of what it compares."""
    line, end_line, column, end_column = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    if line is None or end_line is None or column is None or end_column is None:
        return name
    lines = [linecache.getline(frame.f_code.co_filename, n).encode() for n in range(line, end_line + 1)]
    lines[-1] = lines[-1][:end_column]
    lines[0] = lines[0][column:]
    try:
        call = ast.parse(b"".join(lines).decode(), mode="eval").body
    except SyntaxError:
        return name
    values = [f"{ast.unparse(node)} is {_value(node, frame)}" for node in _compared(call)]
    return f"{ast.unparse(call)}{' where ' if values else ''}{', '.join(values)}"


def _compared(call: ast.expr) -> list[ast.expr]:
    """The sides of the comparisons in an expression, literals aside."""
    sides = [side for node in ast.walk(call) if isinstance(node, ast.Compare) for side in (node.left, *node.comparators)]
    return [side for side in sides if not isinstance(side, ast.Constant)]


def _value(node: ast.expr, frame: FrameType) -> object:
    return eval(compile(ast.Expression(node), "<contract>", "eval"), frame.f_globals, frame.f_locals)


def unroll(steps: range, name: str = "") -> range:
    """`for i in unroll(range(16))`: the compiler expands the loop; with a `name`, by the factor of that name in the target's data."""
    if not isinstance(steps, range) or not isinstance(name, str):
        raise KindError('unroll takes a range, and the name of a factor: unroll(range(16), "sha256.rounds")')
    return steps
