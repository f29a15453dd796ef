"""Fixtures for the tests of kernels: every test body runs in every execution, on as many inputs as that execution has the speed for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from akela.providers import providers
from tests.kernels.ways import SAMPLE_SIZES, Way, ways

T = TypeVar("T")
FORMS = {f"_{each.kernel.rpartition('_')[2]}" for each in providers()}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that names the form of a kernel ("_avx2") does not depend on what serves: it runs once, not on every path."""
    for item in list(items):
        parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if parameters.get("form") in FORMS and isinstance(way := parameters.get("way"), Way) and way.features is not None:
            items.remove(item)


way = ways()  # modules of tests have ways of their own


@pytest.fixture
def execution_name(way: Way) -> str:
    """The name of an execution: every test that asks for it runs once for each."""
    return way.name


@pytest.fixture
def execution(way: Way) -> Any:
    """The kernels as Python callables and classes: `execution.sha256(data)`, `execution.Sha256()`."""
    return way.execution


@pytest.fixture
def sample(execution_name: str) -> Callable[[Sequence[T]], Sequence[T]]:
    """Evenly spread members of a list, its first and last among them: as many as the execution has the speed for."""
    size = SAMPLE_SIZES[execution_name]

    def spread(items: Sequence[T]) -> Sequence[T]:
        if size is None or len(items) <= size:
            return items
        return [items[i * (len(items) - 1) // (size - 1)] for i in range(size)]

    return spread
