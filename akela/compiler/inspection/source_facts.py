"""From a kernel module's name to its C file, and to what the branch check has to know of that: by line and by function.

What is listed by line comes from the emitter, and from comments `/* public: why */` in the runtime's headers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from akela.compiler import emit_c, ir
from akela.compiler.c.usage import calls, usage
from akela.compiler.extension.cpu_features import compiler_flags
from akela.compiler.frontend import compile_module
from akela.compiler.inspection.object_file import Place
from akela.compiler.inspection.signatures import c_name, signatures_of
from akela.compiler.inspection.verdicts import Source
from akela.compiler.passes import lower
from akela.compiler.targets import Target
from akela.compiler.toolchains import RUNTIME, cache_folder, write_once

_MARK = re.compile(r"/\* public: (.*?) \*/")


@dataclass(frozen=True)
class EmittedSource:
    """A module's C file, with the headers that it includes beside it."""

    file: Path
    flags: tuple[str, ...]  # for the CPU features that the module needs
    source: Source


@cache
def emitted(module_name: str, target: Target) -> EmittedSource:
    """The C of a kernel module, made once in a process, in a folder of the cache that is named by its contents."""
    module = _lowered(module_name, target)
    headers = [file for each in _with_imports(module, target) for file in _files(each.name, target) if file.name.endswith(".h")]
    (code,) = (file for file in _files(module.name, target) if file.name.endswith(".c"))
    contents = "\0".join(file.text for file in (*headers, code))
    folder = cache_folder() / "sources" / hashlib.sha256(contents.encode()).hexdigest()[:32]
    folder.mkdir(parents=True, exist_ok=True)
    for file in (*headers, code):
        write_once(folder / file.name, file.text)
    needs = {need for function in module.functions for need in function.needs}
    return EmittedSource(folder / code.name, tuple(compiler_flags(target.name, tuple(sorted(needs)))), _facts(module, code, target))


def marked_lines(path: Path) -> dict[Place, str]:
    """The lines of a C file that carry a comment `/* public: why */`: they compute public values only."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {Place(path.name, number): match[1] for number, line in enumerate(lines, start=1) if (match := _MARK.search(line))}


@cache
def runtime_lines() -> dict[Place, str]:
    """The marked lines of the runtime's headers, whose functions are inlined everywhere."""
    return {place: why for path in sorted(RUNTIME.glob("*.h")) for place, why in marked_lines(path).items()}


def _facts(module: ir.Module, code: emit_c.EmittedFile, target: Target) -> Source:
    return Source(
        conditions=runtime_lines() | {Place(code.name, line): why for line, why in code.branches.items()},
        public=frozenset(runtime_lines()) | {Place(code.name, line) for line in code.public},
        signatures=signatures_of(module, target),
        declassifying=_with_callers(module, _declassifies),
        vartime=_with_callers(module, lambda function: function.vartime),
    )


@cache
def _lowered(module_name: str, target: Target) -> ir.Module:
    return lower(compile_module(module_name, target), target)


@cache
def _files(module_name: str, target: Target) -> tuple[emit_c.EmittedFile, ...]:
    return tuple(emit_c.emit(_lowered(module_name, target), target))


def _with_imports(module: ir.Module, target: Target) -> Iterator[ir.Module]:
    """The module and all whose headers it may include."""
    seen, waiting = {module.name}, [module]
    while waiting:
        here = waiting.pop()
        yield here
        called = [ref.module for function in here.functions for ref in calls(function) if ref.exported]
        for name in (*here.imports, *called):
            if name not in seen:
                seen.add(name)
                waiting.append(_lowered(name, target))


def _declassifies(function: ir.Function) -> bool:
    return any(isinstance(expr, ir.Builtin) and expr.name == "declassify" for expr in function.nodes)


def _with_callers(module: ir.Module, chosen: Callable[[ir.Function], bool]) -> frozenset[str]:
    """The C names of the chosen functions and of those that call them, themselves or through others: helpers may be inlined."""
    functions = usage(module).functions
    found = {function.ref for function in functions if chosen(function)}
    reached: set[ir.FunctionRef] = set()
    while found - reached:
        reached |= found
        found = {function.ref for function in functions if any(not ref.exported and ref in reached for ref in calls(function))}
    return frozenset(c_name(ref) for ref in reached)
