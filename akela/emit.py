"""What `akela emit` writes: a kernel module in C, and what that needs to be compiled and linked.

Each module is compiled for itself, so that its text is the same whatever is emitted with it.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

from akela.compiler import emit_c
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import Target
from akela.compiler.toolchains import RUNTIME
from akela.kernel_source import module_names
from akela.suggest import suggest

BARE_METAL = "akela_rt.c"  # memcpy and memset, for programs without a C library


def module_files(name: str, target: Target) -> dict[str, str]:
    """The header and the source file of a module, by name; "sha256" will do for "akela.kernels.sha256". Or of a file of one's own.

    Raises LookupError for a module that the target does not have and a file that does not exist, CompileErrors where a kernel is refused.
    """
    module = compile_module(_load(Path(name)) if name.endswith(".py") else _full_name(name, target), target)
    return {file.name: file.text for file in emit_c.emit(lower(module, target), target)}


def _full_name(name: str, target: Target) -> str:
    known = module_names(target)
    short = {each.rpartition(".")[2]: each for each in known}
    if name not in known and name not in short:
        help_with_it = suggest(name, known if "." in name else short)
        raise LookupError(f"no kernel module {name!r} for {target.name}; {help_with_it}; of your own, name the file: {name}.py")
    return short.get(name, name)


def _load(path: Path) -> str:
    """Import a file with kernels; gives the name that it has as a module."""
    if path.stem not in sys.modules:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if not path.is_file() or spec is None or spec.loader is None:
            raise LookupError(f"there is no file {path}; name one with kernels, or a module of Akela's such as sha256")
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return path.stem


def component(name: str, target: Target) -> dict[str, str]:
    """A module with all modules that it calls and the runtime that they include: what compiles and links with nothing else.

    Raises what `module_files` raises.
    """
    files = module_files(name, target)
    homes = {f"akela_{known.rpartition('.')[2]}.h": known for known in module_names(target)}
    waiting = list(files.values())
    while waiting:
        for included in re.findall(r'^#include "(.+)"', waiting.pop(), re.MULTILINE):
            if included not in files:
                found = module_files(homes[included], target) if included in homes else {included: (RUNTIME / included).read_text()}
                files |= found
                waiting += found.values()
    return {**files, BARE_METAL: (RUNTIME / BARE_METAL).read_text()}


def write_component(name: str, target: Target, folder: Path) -> list[Path]:
    """Write a component into a folder, which is made where it does not exist; gives the files, sorted."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file, text in sorted(component(name, target).items()):
        (folder / file).write_text(text, encoding="utf-8")
        written.append(folder / file)
    return written
