"""The ways to run the kernels on this machine, each an object with the same callables and classes: `execution("native").sha256(data)`.

| name | what runs |
|---|---|
| `native` | the extension, `akela._native` |
| `python` | emitted Python: prebuilt in `akela._emitted`, otherwise made when it is first asked for |
| `checked` | emitted Python with every rule of the language checked: the definition that the others are compared with |
| `traced` | the kernels as they stand, on word objects |

`default_execution()` is the one that the rest of the package uses. Nothing here imports the compiler unless an execution has to be made.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Mapping
from functools import cache
from types import FrameType, ModuleType
from typing import Any

from akela.digest import built_digest, extension_path, in_checkout, source_digest
from akela.exceptions import ExtensionError

NAMES = ("native", "python", "checked", "traced")
BUILD = "python -m akela.compiler.native"


class Execution:
    """The exported kernels and the struct classes of one execution, as attributes.

    `name` is the execution's; `word_sizes` are those that it has instances of templates for.
    """

    word_sizes: tuple[int, ...] = (32, 64)
    kind = "execution"
    served: Mapping[tuple[str, bool], int] = {}  # of boards: calls by engine, and whether its accelerator did all of it

    def __init__(self, name: str, callables: Mapping[str, Any]) -> None:
        self.name = name
        self._callables = callables

    def __getattr__(self, name: str) -> Any:
        """The callable of this name. Raises AttributeError where the execution has none."""
        try:
            return self._callables[name]
        except KeyError:
            raise AttributeError(f"the {self.name} execution has no {name!r}; dir() lists what it has") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._callables]

    def __repr__(self) -> str:
        return f"execution({self.name!r})"


@cache
def execution(name: str) -> Execution:
    """The execution of this name, made on the first call.

    Raises ValueError for a name that is not in NAMES, ExtensionError where `native` cannot be used.
    """
    match name:
        case "native":
            return Execution(name, _public(native_module()))
        case "python":
            prebuilt = _prebuilt()
            return Execution(name, _public(prebuilt) if prebuilt else _made(name))
        case "checked" | "traced":
            return Execution(name, _made(name))
        case _:
            raise ValueError(f"no execution is called {name!r}; there are: {', '.join(NAMES)}")


def all_executions() -> dict[str, str]:
    """Every execution's name, with the reason why it cannot run here, or an empty string."""
    reasons = dict.fromkeys(NAMES, "")
    try:
        native_module()
    except ExtensionError as error:
        reasons["native"] = str(error)
    return reasons


@cache
def default_execution() -> Execution:
    """The extension; where there is none, emitted Python, with one RuntimeWarning that says how to get the extension.

    Raises ExtensionError instead where `choose` does.
    """
    name, why_not_native = choose()
    if why_not_native:
        consequence = "until then Akela runs in Python, hundreds of times slower and not in constant time"
        where = _caller()
        message, file = f"{why_not_native}; {consequence}", where.f_code.co_filename
        registry = where.f_globals.setdefault("__warningregistry__", {})
        warnings.warn_explicit(message, RuntimeWarning, file, where.f_lineno, registry=registry)
    return execution(name)


def choose() -> tuple[str, str]:
    """The name of the execution that serves, and why it is not the extension.

    Raises ExtensionError where AKELA_REQUIRE_NATIVE=1 is set and there is no extension, and where there is one that cannot be used: one
    that was made from other sources, does not load, or is given settings (AKELA_CPU, AKELA_PORT) that it does not know.
    """
    try:
        native_module()
    except ExtensionError as error:
        if os.environ.get("AKELA_REQUIRE_NATIVE", "0") not in ("", "0"):
            raise ExtensionError(f"AKELA_REQUIRE_NATIVE is set, and {error}") from error
        if extension_path().is_file():
            raise
        return "python", str(error)
    return "native", ""


def _caller() -> FrameType:
    """The innermost call from outside this package: the user's line."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in ("akela", "importlib"):
        frame = frame.f_back
    return frame


@cache
def native_module() -> ModuleType:
    """The extension, `akela._native`.

    Raises ExtensionError where there is none that loads, or where in a source tree it was made from other sources than those there.
    """
    if in_checkout() and built_digest() not in (None, source_digest()):
        raise ExtensionError(f"akela._native was built from other sources than those in this checkout; rebuild it with `{BUILD}`")
    try:
        return importlib.import_module("akela._native")
    except ImportError as error:
        if extension_path().is_file():
            raise ExtensionError(f"akela._native does not load: {error}") from error
        raise ExtensionError(f"akela._native is not there ({error}); build it with `{BUILD}`, which wants a C compiler") from error


def _prebuilt() -> ModuleType | None:
    """The emitted Python that was made when the package was built; None where there is none, or sources have changed since."""
    try:
        emitted = importlib.import_module("akela._emitted")
    except ImportError:
        return None
    if in_checkout() and source_digest() != emitted.SOURCE_DIGEST:
        return None
    return importlib.import_module("akela._emitted.api")


def _made(name: str) -> dict[str, Any]:
    """An execution in Python, made from the kernel modules."""
    from akela.compiler.python.load import load_kernels

    return load_kernels(name)


def _public(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("_")}
