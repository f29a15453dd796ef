"""Which operations of a board its accelerators serve, and by which kernels."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from akela.boards.files import BoardFile
from akela.compiler import ir
from akela.settings.model import ACCELERATORS

if TYPE_CHECKING:
    from akela.boards.models import System
    from akela.boards.models.system import Memory

FAMILIES = frozenset(ACCELERATORS)  # all that `Board` may be told to accelerate


def checked_families(names: Collection[str]) -> frozenset[str]:
    """Families of accelerators. Raises ValueError for one that does not exist."""
    if unknown := sorted(set(names) - FAMILIES):
        raise ValueError(f"no accelerators are called {unknown[0]!r}; there are: {', '.join(ACCELERATORS)}")
    return frozenset(names)


def family_of(operation: str) -> str:
    """The family of accelerators that may serve an operation; an empty string where none can."""
    return next((family for family, prefixes in ACCELERATORS.items() if operation.partition(".")[0] in prefixes), "")


def bindings(modules: Sequence[ir.Module], families: Collection[str], software: Collection[str] = ()) -> dict[str, str]:
    """Operation's kernel -> the kernel that serves it, for the operations of these families; of several the last.

    software: single operations that stay in software all the same, such as "sha256.blocks".
    """
    functions = [function for module in modules for function in module.functions if function.ref.exported]
    operations = {_key(f.ref.operation, f): f.name for f in functions if f.ref.operation and not f.provides}
    serving = [f for f in functions if f.provides and family_of(f.provides) in families and _key(f.provides, f) in operations]
    return {operations[_key(f.provides, f)]: f.name for f in serving if f.provides not in software}


def dispatch_source(modules: Sequence[ir.Module], served: Mapping[str, str]) -> str:
    """The C that sets the pointer of every operation."""
    operations = [f.name for module in modules for f in module.functions if f.ref.operation and not f.provides and f.ref.exported]
    return "".join(f"__typeof__(akela_op_{name}) akela_op_{name} = akela_{served.get(name, name)};\n" for name in operations)


def make_system(board: BoardFile, memory: Memory) -> System:
    """The register models of a board's accelerators."""
    system: System = importlib.import_module(board.models).make_system(board.name, memory)
    return system


def _key(operation: str | None, function: ir.Function) -> tuple[object, ...]:
    return (operation, *(kind for _, kind in function.ref.params))
