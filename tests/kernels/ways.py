"""The ways in which a test of kernels runs: each execution, and the extension on each path of its dispatch.

A path is a set of CPU features that the extension is told to keep to, as AKELA_CPU does for a process. Here each has a copy of the
extension's file, which a process loads as an extension of its own.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from akela import executions
from akela.digest import extension_path
from akela.exceptions import ExtensionError
from akela.executions import Execution
from akela.providers import Features, paths, providers

# How many inputs of a long list each execution takes; None is all. Emitted Python is some hundred times slower than compiled code, slower
# again with every rule checked, or traced.
SAMPLE_SIZES: dict[str, int | None] = {"native": None, "python": 40, "checked": 8, "traced": 6}


@dataclass(frozen=True)
class Way:
    """An execution; where it is the extension, on all of the machine's features or on some."""

    name: str
    features: Features | None = None

    def __str__(self) -> str:
        return self.name if self.features is None else f"{self.name}-{path_name(self.features)}"

    @property
    def execution(self) -> Execution:
        """The kernels as Python callables and classes."""
        return executions.execution(self.name) if self.features is None else on_path(self.features)


def path_name(features: Features) -> str:
    """A path in the name of a test. What sets it apart comes last."""
    return ".".join(sorted(features)) or "portable"


def load(path: Path) -> ModuleType:
    """The extension in a file."""
    loader = importlib.machinery.ExtensionFileLoader("_native", str(path))
    spec = importlib.util.spec_from_loader("_native", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def load_copy(file: Path, features: Features | None = None) -> ModuleType:
    """An extension of its own, loaded from a copy of a file, which uses these features of the CPU."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as environment:
        environment.delenv("AKELA_PORT", raising=False)
        if features is not None:
            environment.setenv("AKELA_CPU", ",".join(sorted(features)))
        copy = Path(folder) / f"{'_'.join(sorted(features or ('all',)))}{file.suffix}"
        shutil.copy(file, copy)
        return load(copy)


@cache
def on_path(features: Features) -> Execution:
    """The extension on a path."""
    return Execution("native", vars(load_copy(extension_path(), features)))


def usable() -> Features | None:
    """The features that the extension may use; None where there is no extension."""
    try:
        return Features(executions.native_module().cpu_features())
    except ExtensionError:
        return None


def path_parameters(*operations: str) -> list[Any]:
    """A parameter for each path of operations whose names begin so; one is skipped on a machine that lacks what it takes."""
    has = usable()
    if has is None or os.environ.get("AKELA_PORT"):
        return []
    found = []
    for path in paths(providers(), operations):
        lacks = sorted(path - has)
        marks = [pytest.mark.skip(reason=f"this CPU lacks, or AKELA_CPU leaves out, {', '.join(lacks)}")] if lacks else []
        found.append(pytest.param(Way("native", path), id=str(Way("native", path)), marks=marks))
    return found


def ways(*names: str, operations: tuple[str, ...] = ()) -> Callable[..., Any]:
    """A fixture `way`: these executions, and each path of the operations whose names begin so.

    A module of tests that sets `way = ways(...)` runs its tests in these ways.
    """
    parameters = [pytest.param(Way(name), id=name) for name in names or SAMPLE_SIZES]

    @pytest.fixture(params=parameters + (path_parameters(*operations) if operations else []))
    def way(request: pytest.FixtureRequest) -> Way:
        found: Way = request.param
        return found

    return way
