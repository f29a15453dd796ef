"""Makes the executions in Python from kernel modules: compile, emit, load.

`load` takes any checked modules, which tests use for their own kernels; `load_kernels` those of this package. What is made exists in memory
only; tracebacks show its source all the same.
"""

from __future__ import annotations

import linecache
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from akela.compiler import ir
from akela.compiler.frontend import Program, compile_module
from akela.compiler.interface import class_name
from akela.compiler.modules import WORD_SIZES, kernel_names, port_names
from akela.compiler.python import api
from akela.compiler.python.expressions import global_name
from akela.compiler.targets import HOSTS, host_target, load_target
from akela.lang.functions import REGISTRY


def load_kernels(execution: str) -> dict[str, Any]:
    """The callables of all kernels by name. But for "python" also those of the host's port: intrinsics run as their reference bodies."""
    known_host = platform.machine().lower() in HOSTS
    names = (*kernel_names(), *(port_names(host_target()) if known_host and execution != "python" else ()))
    target = load_target("x86_64")  # on any machine: one with wide products and 64-bit words
    program = Program(target.word_bits)
    return load([compile_module(name, target, WORD_SIZES, program) for name in names], execution)


def load(
    modules: Sequence[ir.Module],
    execution: str,
    int_bits: int = 64,
    make: Callable[[ir.Module], ModuleType] | None = None,
    served: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The callables of some modules by name; of these modules each one calls must be among them.

    `execution` is "python", "checked", "traced" or "board"; `int_bits` the size of an `int` in checked ones. `make` gives, for kernels
    that run elsewhere, what stands for an emitted module: its kernels and struct classes under their names there. `served` names, of
    emitted modules, the kernels that serve operations in the place of others.
    Raises InterfaceError where an exported kernel has no Python form.
    """
    stems = [module.stem for module in modules]
    package = f"akela.{execution}_kernels"
    loaded = {package: ModuleType(package)}
    loaded[package].__path__ = []
    make = _traced if execution == "traced" else make
    if make is not None:
        loaded |= {f"{package}.{module.stem}": make(module) for module in modules}
    files = api.package(modules, execution, int_bits)
    sys.modules.update(loaded)
    try:
        for stem in (*(stem for stem in stems if f"{stem}.py" in files), "api"):
            name = f"{package}.{stem}"
            loaded[name] = sys.modules[name] = ModuleType(name)
            loaded[name].__package__ = package
            _run(files[f"{stem}.py"], loaded[name], f"<{execution} {stem}.py>")
        _serve([loaded[f"{package}.{stem}"] for stem in stems], served or {})
    finally:
        for name in loaded:
            del sys.modules[name]
    return {name: value for name, value in vars(loaded[f"{package}.api"]).items() if not name.startswith("_")}


def _serve(modules: list[ModuleType], served: Mapping[str, str]) -> None:
    """Let kernels serve operations in all modules but their own, where the operation's name means the portable kernel."""
    for operation, kernel in served.items():
        home = next(module for module in modules if global_name(kernel) in vars(module))
        for module in modules:
            if module is not home and global_name(operation) in vars(module):
                setattr(module, global_name(operation), vars(home)[global_name(kernel)])


def _run(source: str, module: ModuleType, file: str) -> None:
    """Execute the text of a module, and keep it for tracebacks."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), vars(module))


def _traced(module: ir.Module) -> ModuleType:
    """The kernels and structs of a module under the names that emitted modules give them."""
    result = ModuleType(module.name)
    for struct in module.structs:
        setattr(result, class_name(struct), struct.cls)
    registered = {function.name: function for function in REGISTRY[module.name]}
    for function in module.functions:
        if function.ref.exported:
            bits = function.word_bits
            name = global_name(function.name)
            setattr(result, name, registered[function.name.removesuffix(f"_w{bits}")][bits] if bits else registered[function.name])
    return result
