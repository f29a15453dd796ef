"""The known-answer tests that the package carries: they pass, and they find what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from akela.catalogue import ALGORITHMS
from akela.exceptions import ExtensionError
from akela.executions import Execution, execution
from akela.selftest import run as selftest
from akela.selftest.run import check, load_cases, run


@pytest.mark.parametrize("name", ["native", "python"])
def test_all_algorithms_pass(name: str) -> None:
    try:
        execution(name)
    except ExtensionError as error:
        pytest.skip(str(error))
    lines: list[str] = []
    assert run((), name, lines.append) == 0, "\n".join(lines)
    assert lines[-1] == "Return code 0"
    assert [line.split()[0] for line in lines[1:-2]] == [algorithm.name for algorithm in ALGORITHMS]


def test_a_wrong_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def corrupted(algorithm: Any) -> list[dict[str, Any]]:
        cases = load_cases(algorithm)
        cases[1] = {**cases[1], "result": "00" * 32}
        return cases

    monkeypatch.setattr(selftest, "load_cases", corrupted)
    lines: list[str] = []
    assert run(["sha256"], "python", lines.append) == 1
    assert lines[1].split() == ["sha256", "11", "of", "12", "passed", "FAILED"]
    assert f"expected: gave {'00' * 32}" in lines[2]
    assert lines[-1] == "Return code 1"


CASE = {"name": "a case", "call": "f", "arguments": ["0102", 3], "result": "0a"}


def outcome(case: dict[str, Any], f: Any) -> str:
    failure = check(case, Execution("test", {"f": f}))
    return "" if failure is None else failure.outcome


def test_arguments_are_octets_and_ints() -> None:
    assert outcome(CASE, lambda *arguments: b"\n" if arguments == (b"\1\2", 3) else b"") == ""


def test_whatever_is_raised_is_an_outcome() -> None:
    def crash(*_: object) -> bytes:
        raise ZeroDivisionError("ouch")

    assert outcome(CASE, crash) == "raised ZeroDivisionError: ouch, expected: gave 0a"
    assert "has no 'g'" in outcome({**CASE, "call": "g"}, crash)


def test_a_refusal_that_is_due() -> None:
    from akela.exceptions import InvalidTag

    def refuse(*_: object) -> bytes:
        raise InvalidTag("no")

    due = {"name": "a forgery", "call": "f", "arguments": [], "raises": "InvalidTag"}
    assert outcome(due, refuse) == ""
    assert outcome(due, lambda: b"\n") == "gave 0a, expected: raised InvalidTag"
    assert outcome(CASE, refuse) == "raised InvalidTag, expected: gave 0a"
