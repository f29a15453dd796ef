"""A piece of Python that is timed, and what it is given."""

from __future__ import annotations

import ast
import timeit
from collections.abc import Callable
from typing import Any

from akela.bench.jobs import pattern
from akela.catalogue.finite_field import D, E, P, Q

__all__ = ["AAD", "FIXED", "MESSAGE", "NONCE", "NONCE24", "SALT", "Code", "D", "E", "N", "P", "Q", "Row", "key", "scalar"]

# The same for every library.
AAD = pattern(13)  # a TLS record header
NONCE, NONCE24 = pattern(12), pattern(24)
SALT = pattern(16)
FIXED = pattern(32)  # the fixed input of a KDF
MESSAGE = pattern(32)  # what is signed
N = P * Q


def key(count: int) -> bytes:
    """A key of so many bytes."""
    return pattern(count)


def scalar(bits: int) -> bytes:
    """A private key on a curve over numbers of so many bits."""
    return bytes(1) + pattern((bits + 7) // 8 - 1)


class Code:
    """Statements that a user of a library would write, and the names in them: `Code("sha256(data)", sha256=…, data=…)`.

    They are compiled into the loop that is timed, as `timeit` does it: no call is measured that the user would not make.
    """

    def __init__(self, text: str, **names: Any) -> None:
        self.text = text
        self.names = names
        self._timer = timeit.Timer(text, globals=names)

    def run(self, count: int) -> float:
        """Seconds that running it `count` times takes."""
        return self._timer.timeit(count)

    def result(self) -> Any:
        """The value of its last statement, an expression."""
        *before, last = ast.parse(self.text).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(before, []), "<code>", "exec"), self.names)
        return eval(compile(ast.Expression(last.value), "<code>", "eval"), self.names)


Row = Callable[[bytes], Code]  # from a message to the code that handles it; rows of operations take the empty message
