"""Kernels by name: which there are for a target, and the Python text behind a checked function.

`akela audit`, `akela show` and `akela emit` read this.
"""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from akela.compiler import ir
from akela.compiler.modules import WORD_SIZES, kernel_names, port_names
from akela.compiler.parse import parse_function
from akela.compiler.targets import Target
from akela.digest import PACKAGE
from akela.lang import REGISTRY
from akela.lang.functions import KernelFunction
from akela.suggest import suggest


def module_names(target: Target) -> tuple[str, ...]:
    """The kernel modules, then those of the target's ports; all are imported."""
    names = (*kernel_names(), *port_names(target))
    for name in names:
        importlib.import_module(name)
    return names


def exported(target: Target) -> Iterator[KernelFunction]:
    """Every exported kernel that there is for a target."""
    for name in module_names(target):
        yield from (function for function in REGISTRY[name] if function.exported)


def find_kernel(name: str, target: Target) -> KernelFunction:
    """The kernel of this name, which may be an operation's ("sha256.blocks"), or a template's with a word size that the target can have:
    "mont_mul_w32", "montgomery.mul[32]".

    Raises LookupError naming the nearest ones where there is none.
    """
    known: dict[str, KernelFunction] = {}
    for function in exported(target):
        known.setdefault(function.name, function)
        if function.operation:
            known[function.operation] = function
        if function.is_template:
            for bits in _sizes(target):
                known[f"{function.name}_w{bits}"] = known[f"{function.operation or function.name}[{bits}]"] = function
    if name not in known:
        raise LookupError(f"no kernel or operation {name!r} for {target.name}; {suggest(name, known)}")
    return known[name]


def at_word_size(name: str, kernel: KernelFunction, target: Target) -> Target:
    """The target, with words of the size that the name of this kernel asks for: 32 bits for "mont_mul_w32"."""
    asked = [bits for bits in _sizes(target) if kernel.is_template and name.endswith((f"_w{bits}", f"[{bits}]"))]
    return replace(target, word_bits=asked[0]) if asked else target


def _sizes(target: Target) -> list[int]:
    """The word sizes that the target can have."""
    return [bits for bits in WORD_SIZES if bits <= target.word_bits]


@dataclass(frozen=True)
class PythonText:
    """A function as it stands in its file."""

    path: Path
    first: int  # number of its first line, decorators included
    line: int  # number of the line with `def`
    lines: tuple[str, ...]

    @property
    def place(self) -> str:
        """File and line as a person looks them up, from the folder that holds the package."""
        return f"{relative(self.path)}:{self.line}"


def relative(path: Path) -> str:
    """A path from the folder that holds the package; a path elsewhere as it is."""
    return path.relative_to(PACKAGE.parent).as_posix() if path.is_relative_to(PACKAGE.parent) else str(path)


def registered(function: ir.Function) -> KernelFunction:
    """What the decorator made of a checked function. Functions that a maker makes from one text are told apart by their names."""
    name = function.name.removesuffix(f"_w{function.word_bits}")
    same_text = [f for f in REGISTRY[function.ref.module] if _place(f) == (function.src.file, function.src.line)]
    return next((f for f in same_text if f.name == name), same_text[0])


def _place(function: KernelFunction) -> tuple[str, int]:
    text = python_text(function)
    return text.path.name, text.line


@cache
def python_text(function: KernelFunction) -> PythonText:
    """The Python text of a kernel or helper. Raises LookupError where its file has changed since it was imported."""
    parsed = parse_function(function.python)
    node, path = parsed.node, Path(parsed.file.path)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    lines = path.read_text(encoding="utf-8").splitlines()[first - 1 : node.end_lineno]
    return PythonText(path, first, node.lineno, tuple(textwrap.dedent("\n".join(lines)).splitlines()))
