"""Running the known-answer tests that the package carries, on any execution.

A file `vectors/<algorithm>.json` holds where its cases come from and the cases: a call, its arguments and what must come out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from akela.catalogue import select
from akela.catalogue.entries import Algorithm
from akela.exceptions import AkelaError
from akela.executions import Execution, default_execution, execution


@dataclass(frozen=True)
class Failure:
    """A case that did not come out as it must."""

    case: str
    outcome: str  # what came out, and what should have


def load_cases(algorithm: Algorithm) -> list[dict[str, Any]]:
    """The known answers of an algorithm.

    Raises LookupError where the package carries none.
    """
    file = resources.files("akela.selftest") / "vectors" / f"{algorithm.name}.json"
    if not file.is_file():
        raise LookupError(f"no known answers for {algorithm.name}: the package lacks {file}")
    cases: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return cases


def check(case: dict[str, Any], namespace: Any) -> Failure | None:
    """Run one case; None where it comes out right. Whatever is raised in a case is an outcome of that case."""
    try:
        owner = namespace
        if "context" in case:
            owner = getattr(namespace, case["context"]["name"])(*map(_argument, case["context"]["arguments"]))
        given = getattr(owner, case["call"])(*map(_argument, case["arguments"]))
        outcome = "gave " + bytes(given or b"").hex()  # what verifies gives nothing
    except AkelaError as error:
        outcome = f"raised {type(error).__name__}"
    except Exception as error:
        outcome = f"raised {type(error).__name__}: {error}"
    expected = f"raised {case['raises']}" if "raises" in case else f"gave {case['result'].lower()}"
    return None if outcome == expected else Failure(case["name"], f"{outcome}, expected: {expected}")


def applies(case: dict[str, Any], namespace: Execution) -> bool:
    """Whether an execution has words of the size that a case names; a board's have one size."""
    size = re.search(r"_w(\d+)$", case["call"])
    return size is None or int(size[1]) in namespace.word_sizes


def _argument(value: str | int) -> bytes | int:
    return bytes.fromhex(value) if isinstance(value, str) else value


def run(names: Sequence[str], execution_name: str | None, write: Callable[[str], None]) -> int:
    """Run the tests, writing a line an algorithm; gives 0 where all passed, else 1.

    Raises ValueError for an unknown algorithm or execution, LookupError where the package is incomplete.
    """
    return run_on(default_execution() if execution_name is None else execution(execution_name), names, write)


def run_on(namespace: Execution, names: Sequence[str], write: Callable[[str], None]) -> int:
    """As `run`, on an execution or a board."""
    chosen = select(names)
    write(f"Known-answer tests on the {namespace.name} {namespace.kind}")
    failed = total = 0
    for algorithm in chosen:
        cases = [case for case in load_cases(algorithm) if applies(case, namespace)]
        failures = [failure for case in cases if (failure := check(case, namespace)) is not None]
        total += len(cases)
        failed += len(failures)
        write(f"{algorithm.name:<22}{len(cases) - len(failures):>5} of {len(cases)} passed{'' if not failures else '  FAILED'}")
        for failure in failures:
            write(f"  {failure.case}: {failure.outcome}")
    for engine, hardware in sorted(namespace.served):
        how = "by the accelerator" if hardware else "by software, in whole or in part"
        write(f"Served {how}: {engine}, {namespace.served[engine, hardware]} calls")
    write(f"{total - failed} of {total} passed")
    write(f"Return code {int(failed > 0)}")
    return int(failed > 0)
