"""The closed list of refusals, and the exception that carries them.

Every refusal names its place, the expression, what was expected and the way to mend it. A new rule adds a row here and a program to each of
the corpora in `tests/check/`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from akela.compiler.ir import Src


class Code(Enum):
    """A refusal: number and title. 1xx secrecy, 2xx types, 3xx memory, 4xx names and paths, 5xx the language itself."""

    SECRET_BRANCH = ("AK101", "branch on a secret")
    SECRET_INDEX = ("AK102", "index is a secret")
    SECRET_SLICE = ("AK103", "slice bound is a secret")
    SECRET_LOOP = ("AK104", "loop bound is a secret")
    SECRET_SHIFT = ("AK105", "shift count is a secret")
    SECRET_DIVISION = ("AK106", "division or remainder of a secret")
    SECRET_RETURN = ("AK107", "early return decided by a secret")
    SECRET_LOGIC = ("AK108", "short-circuit on a secret")
    SECRET_COMPARISON = ("AK109", "comparison of a secret")
    SECRET_ARGUMENT = ("AK110", "secret passed to a public parameter")
    SECRET_STORE = ("AK111", "secret stored in a public place")
    SECRET_CHOICE = ("AK112", "conditional expression on a secret")
    SECRET_INT = ("AK113", "int() of a secret")
    SECRET_RESULT = ("AK114", "secret returned as public")
    VARTIME_CALL = ("AK115", "variable-time function called from a constant-time one")

    MIXED_WIDTHS = ("AK201", "operands of different types")
    NARROWING = ("AK202", "narrowing without truncate")
    LITERAL_RANGE = ("AK203", "literal out of range")
    SHIFT_RANGE = ("AK204", "shift count not below the width")
    WRONG_ARGUMENT = ("AK205", "argument of the wrong type")
    ARGUMENT_COUNT = ("AK206", "wrong number of arguments")
    TWO_TYPES = ("AK207", "name with two types")
    WRONG_RESULT = ("AK208", "result of the wrong type")
    WRONG_OPERAND = ("AK209", "operator does not apply")
    NOT_A_CONDITION = ("AK210", "not a condition")
    UNKNOWN_FIELD = ("AK211", "no such field")
    NEGATIVE = ("AK212", "negative where it must not be")
    DROPPED_STATUS = ("AK213", "status dropped")

    INDEX_RANGE = ("AK301", "index out of range")
    SECOND_NAME = ("AK302", "second name for an array or struct")
    OVERLAP = ("AK303", "partial overlap")
    READ_ONLY = ("AK304", "write to something read-only")
    SLICE_RANGE = ("AK305", "slice out of range")
    LENGTHS_DIFFER = ("AK306", "lengths differ")
    REBOUND_VIEW = ("AK307", "view bound twice")

    UNDEFINED = ("AK401", "name not defined on every path")
    LOOP_VARIABLE_ASSIGNED = ("AK402", "loop variable assigned")
    LOOP_VARIABLE_AFTER = ("AK403", "loop variable read after the loop")
    UNKNOWN_NAME = ("AK404", "unknown name")
    MISSING_RETURN = ("AK405", "path without a return")
    UNREACHABLE = ("AK406", "statement after return")

    NOT_IN_LANGUAGE = ("AK501", "not in the language")
    MISSING_ANNOTATION = ("AK502", "parameter without a type")
    RECURSION = ("AK503", "recursion")
    MISSING_LEAKS = ("AK504", "kernel without a Leaks: line")
    EXPORTED_RESULT = ("AK505", "kernel result is neither Status nor nothing")
    DECLASSIFY_REASON = ("AK506", "declassify without a reason")
    VECTOR_BOUNDARY = ("AK507", "vector crosses an exported function")
    UNROLL_RANGE = ("AK508", "unroll needs constant bounds")
    PAUSE_INSIDE = ("AK509", "call that pauses is not the first of its statement")
    EFFECT_INSIDE = ("AK510", "call with effects where their order is open")

    @property
    def number(self) -> str:
        """The code as printed, `AK101`."""
        return self.value[0]

    @property
    def title(self) -> str:
        """What it is, in a few words."""
        return self.value[1]


def many(count: int, what: str) -> str:
    """A number of things as a message says it: 1 argument, 2 arguments."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@dataclass(frozen=True)
class CompileError:
    """One refusal."""

    code: Code
    src: Src
    expression: str
    expected: str
    mend: str = ""

    def __str__(self) -> str:
        text = f"{self.src}: {self.code.number} {self.code.title}: `{self.expression}`: {self.expected}"
        return f"{text}; {self.mend}" if self.mend else text


class CompileErrors(Exception):
    """All refusals of one function (or module), in source order."""

    def __init__(self, errors: Iterable[CompileError]) -> None:
        self.errors = tuple(sorted(errors, key=lambda e: (e.src.file, e.src.line, e.src.column)))
        super().__init__("\n".join(map(str, self.errors)))

    @property
    def codes(self) -> tuple[str, ...]:
        """The numbers of the refusals, in source order."""
        return tuple(error.code.number for error in self.errors)
