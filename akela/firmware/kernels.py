"""The kernels that some settings ask for, in C: nothing but these, and what they call."""

from __future__ import annotations

import importlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from akela.catalogue import ALGORITHMS
from akela.catalogue.entries import Algorithm, calls_of
from akela.compiler import emit_c, ir
from akela.compiler.c.usage import calls
from akela.compiler.frontend import Program, _assemble, _used
from akela.compiler.interface import class_name
from akela.compiler.modules import kernel_names
from akela.compiler.passes import lower
from akela.compiler.targets import Target
from akela.lang import REGISTRY
from akela.lang.functions import KernelFunction
from akela.lang.types import StructType
from akela.settings.model import ACCELERATORS, Settings

Key = tuple[str, str]  # module and name of a kernel
STRUCT = re.compile(r"(?:/\*(?:(?!\*/).)*\*/\n)?typedef struct akela_\w+ \{.*?\n\} akela_\w+;\n", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """A kernel that users call: its algorithm, and its name in the C API without `akela_`."""

    algorithm: Algorithm
    kernel: str
    name: str
    form: str = ""  # of GHASH, where the kernel is of another form than the catalogue's calls


@dataclass(frozen=True)
class Kernels:
    """Lowered modules in build order, and the kernels in them that users call."""

    target: Target
    modules: tuple[ir.Module, ...]
    entries: tuple[Entry, ...]
    checked: dict[str, ir.Function]  # the kernels before lowering, by name
    served: Mapping[str, str] = field(default_factory=dict)  # kernel of an operation -> the port's that serves it

    def function(self, entry: Entry) -> tuple[ir.Module, ir.Function]:
        """The module and function behind an entry."""
        return next((m, f) for m in self.modules for f in m.functions if f.ref.exported and f.name == entry.kernel)

    def files(self) -> dict[str, str]:
        """The C files, structs in `akela_types.h`; global names that are no part of the API begin with `akela_k_`."""
        names = sorted({f.name for m in self.modules for f in m.functions if f.ref.exported}, key=len, reverse=True)
        kernel = re.compile(rf"\bakela_((?:{'|'.join(names)}))\b(?!\.h|_)")
        texts, structs = {}, []
        for module in self.modules:
            for file in emit_c.emit(module, self.target):
                text = file.text
                if file.name.endswith(".h"):
                    structs += [match.strip("\n") for match in STRUCT.findall(text)]
                    text = STRUCT.sub("", text).replace('#include "akela_status.h"', '#include "akela_types.h"')
                    text = re.sub(r"\n{3,}", "\n\n", text)
                texts[file.name] = kernel.sub(r"akela_k_\1", text)
        for operation, driver in self.served.items():
            header = f"akela_{next(m for m in self.modules for f in m.functions if f.name == operation).stem}.h"
            declaration = f"extern __typeof__(akela_k_{operation}) akela_k_{driver}; /* serves it on this chip */\n\n"
            before, end, after = texts[header].rpartition("#if defined(__cplusplus)\n}")
            texts[header] = before + declaration + end + after
        return {"akela_types.h": _types(structs), "akela_operations.h": self._operations(), **texts}

    def _operations(self) -> str:
        """Who serves an operation: the portable kernel, or the chip's driver."""
        lines = ["/*", " * Which function is called for an operation. Made by `akela export`.", " *"]
        lines += [
            " * SPDX-License-Identifier: Apache-2.0 OR MIT",
            " */",
            "",
            "#ifndef AKELA_OPERATIONS_H",
            "#define AKELA_OPERATIONS_H",
            "",
        ]
        names = [f.name for m in self.modules for f in m.functions if f.ref.exported and f.ref.operation and not f.provides]
        lines += [f"#define AKELA_OP_{name} akela_k_{self.served.get(name, name)}" for name in names]
        return "\n".join([*lines, "", "#endif", ""])


def _types(structs: list[str]) -> str:
    head = ["/*", " * Contexts, which the caller owns: their size is known, what is in them is Akela's alone.", " *"]
    head += [" * SPDX-License-Identifier: Apache-2.0 OR MIT", " */", "", "#ifndef AKELA_TYPES_H", "#define AKELA_TYPES_H", ""]
    return "\n".join([*head, '#include "akela_status.h"', "", "\n\n".join(structs), "", "#endif", ""])


def chosen(settings: Settings) -> tuple[Algorithm, ...]:
    """The algorithms of the C API: those that the settings name; large numbers by themselves are none."""
    return tuple(a for a in ALGORITHMS if a.name in settings.algorithms and a.family != "arithmetic" and not _is_form(a))


def _is_form(algorithm: Algorithm) -> bool:
    """Whether an entry of the catalogue is AES-GCM over one form of GHASH, which a setting chooses."""
    return algorithm.name.startswith("gmac-")


def entries(settings: Settings, target: Target) -> Iterator[Entry]:
    """What users can call. With a form of GHASH the kernels of AES-GCM are that form's, under the names of the others."""
    known = {function.name: function for name in kernel_names() for function in _registered(name)}
    forms = {algorithm.name: algorithm for algorithm in ALGORITHMS if _is_form(algorithm)}
    seen = set()
    for algorithm in chosen(settings):
        kernels = (*algorithm.kernels, *_called_by_rows(algorithm))
        form = settings.ghash if algorithm.name in ("aes-gcm", "gmac") and settings.ghash != "constant_time" else ""
        if form:
            own = forms[f"gmac-{form}"].kernels
            kernels = tuple(k for k in own if k.endswith("_init") or ("_mac" in k) == (algorithm.name == "gmac"))
        for kernel in kernels:
            if kernel in known and kernel not in seen:
                seen.add(kernel)
                name = kernel.replace(f"aes_gcm_{form}_", "aes_gcm_").removesuffix("_vartime") if form else kernel
                yield Entry(algorithm, f"{kernel}_w{target.word_bits}" if known[kernel].is_template else kernel, name, form)


def _called_by_rows(algorithm: Algorithm) -> Iterator[str]:
    """The kernels that the algorithm's benchmark calls, those without which there is no key to sign with among them."""
    structs: dict[str, str] = {}
    for function in (function for name in kernel_names() for function in _registered(name)):
        structs |= {class_name(kind): kind.name for _, kind in function.params[:1] if isinstance(kind, StructType)}
    for row in algorithm.rows:
        for call, context in calls_of(row.call, row.context):
            yield f"{structs[context.name]}_{call.name}" if context else re.sub(r"_w(?:32|64)$", "", call.name)


def _registered(module: str) -> list[KernelFunction]:
    importlib.import_module(module)
    return [function for function in REGISTRY[module] if function.exported]


def kernels(settings: Settings, target: Target, ports: tuple[str, ...] = ()) -> Kernels:
    """The kernels for a target that already has the settings' choices. Raises what the compiler raises.

    ports: modules of the chip's drivers. Of these come the kernels that serve an operation which the settings leave to accelerators.
    """
    program = Program.for_target(target)
    found = list(entries(settings, target))
    homes = (*kernel_names(), *ports)
    known = {name: (module, f) for module in homes for f in _registered(module) for name in (f.name, f"{f.name}_w{target.word_bits}")}
    drivers = _drivers(settings, ports)
    served: dict[str, str] = {}
    found = _with_constructors(found, {e.kernel: program.function(known[e.kernel][1]) for e in found}, known.keys())
    wanted: dict[Key, ir.Function] = {}
    waiting = [(known[e.kernel][0], e.kernel) for e in found]
    while waiting:
        key = waiting.pop()
        if key in wanted:
            continue
        wanted[key] = program.function(known[key[1]][1])
        driver = drivers.get(wanted[key].ref.operation or "")
        if driver is not None and not wanted[key].provides:
            served[key[1]] = f"{driver.name}_w{target.word_bits}" if driver.is_template else driver.name
            waiting.append((driver.module, served[key[1]]))
        for function in _used([wanted[key]], program):
            waiting += [(ref.module, ref.name) for ref in calls(function) if ref.exported]
    modules = []
    for name in homes:
        order = {f: i for i, f in enumerate(REGISTRY[name])}
        own = sorted(((order[known[n][1]], f) for (m, n), f in wanted.items() if m == name), key=lambda each: each[0])
        if own:
            python = importlib.import_module(name)
            modules.append(
                lower(_assemble(name, python.__doc__ or "", Path(python.__file__ or name), [f for _, f in own], program), target)
            )
    return Kernels(target, tuple(modules), tuple(found), {name: function for (_, name), function in wanted.items()}, served)


def _drivers(settings: Settings, ports: tuple[str, ...]) -> dict[str, KernelFunction]:
    """Operation -> the kernel of a port that serves it, for the operations that the settings leave to accelerators."""
    allowed = {prefix for family in settings.accelerate for prefix in ACCELERATORS[family]}
    drivers = {}
    for function in (function for name in ports for function in _registered(name)):
        operation = function.provides or ""
        if operation.partition(".")[0] in allowed and operation not in settings.software_operations:
            drivers[operation] = function
    return drivers


def _with_constructors(found: list[Entry], functions: dict[str, ir.Function], known: Collection[str]) -> list[Entry]:
    """The entries, and before the first that takes a context the kernel that begins one, where no entry does."""
    result: list[Entry] = []
    begun = {_context(functions[e.kernel]) for e in found if e.kernel.endswith("_init")}
    for entry in found:
        context = _context(functions[entry.kernel])
        if context and context not in begun and f"{context}_init" in known:
            begun.add(context)
            result.append(Entry(entry.algorithm, f"{context}_init", f"{context}_init"))
        result.append(entry)
    return result


def _context(function: ir.Function) -> str:
    """The struct that a kernel takes first, or nothing."""
    kinds = [kind for _, kind in function.ref.params[:1] if isinstance(kind, StructType)]
    return kinds[0].name if kinds else ""
