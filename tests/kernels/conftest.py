"""Fixtures for the tests of kernels: every test body runs in every execution, on as many inputs as that execution has the speed for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from akela import executions

T = TypeVar("T")

# How many inputs of a long list each execution takes; None is all. Emitted Python is some hundred times slower than compiled code, slower
# again with every rule checked, or traced.
SAMPLE_SIZES: dict[str, int | None] = {"native": None, "python": 40, "checked": 8, "traced": 6}


@pytest.fixture(params=SAMPLE_SIZES)
def execution_name(request: pytest.FixtureRequest) -> str:
    """The name of an execution: every test that asks for it runs once for each."""
    name: str = request.param
    return name


@pytest.fixture
def execution(execution_name: str) -> Any:
    """The kernels as Python callables and classes: `execution.sha256(data)`, `execution.Sha256()`."""
    return executions.execution(execution_name)


@pytest.fixture
def sample(execution_name: str) -> Callable[[Sequence[T]], Sequence[T]]:
    """Evenly spread members of a list, its first and last among them: as many as the execution has the speed for."""
    size = SAMPLE_SIZES[execution_name]

    def spread(items: Sequence[T]) -> Sequence[T]:
        if size is None or len(items) <= size:
            return items
        return [items[i * (len(items) - 1) // (size - 1)] for i in range(size)]

    return spread
