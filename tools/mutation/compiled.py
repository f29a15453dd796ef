"""The extension made anew where some kernel modules have changed: only their C is emitted and compiled, what stands is linked again."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from akela.compiler.c_compiler import compile_object, host_compiler, python_include, run
from akela.compiler.ir import Module
from akela.compiler.native import OwnC, Sources, Unit, assemble, common_flags, included, link_flags, own_c
from akela.compiler.targets import Target
from tools.mutation.modules import ROOT

# What a kernel states with `requires` and `ensures` is checked, and an index behind the end of an array ends the process. -O1 compiles in
# half the time of -O2.
CHECKS = ("-O1", "-w", "-UNDEBUG", "-DAKELA_CHECKED", "-fsanitize=bounds", "-fsanitize-undefined-trap-on-error")
KEPT = ROOT / "build" / "mutation"


@dataclass(frozen=True)
class _File:
    """A C file with all that it includes, and its object."""

    texts: tuple[str, ...]
    object: Path


class Extension:
    """The extension of the kernels as they stand. Raises CompilerMissing where nothing can compile it."""

    def __init__(self, modules: Iterable[Module], target: Target) -> None:
        self.target = target
        self.modules = {module.name: module for module in modules}
        self.compiler = host_compiler()
        self.command = [*self.compiler.command, *common_flags(self.compiler), *CHECKS, "-isystem", str(python_include())]
        self.own = {name: own_c(module, target) for name, module in self.modules.items()}
        self.files: dict[str, _File] = {}
        self.files = self._compile(self._sources({}, {}), KEPT, KEPT / "objects")

    def changed(self, compiled: Iterable[Module], affected: frozenset[str], folder: Path) -> dict[str, Any]:
        """The callables of an extension with these checked modules in the place of those before; the C of the affected ones is new.

        Raises CompileFailed where the C compiler refuses, InterfaceError where a kernel has no Python form any more, ImportError where the
        extension does not load.
        """
        new = {module.name: module for module in compiled}
        own = {name: own_c(module, self.target) for name, module in new.items() if name in affected}
        files = self._compile(self._sources(new, own), folder, folder / "objects")
        output = folder / "_native.so"
        run([*self.compiler.command, *link_flags(), *(str(file.object) for file in files.values())], output)
        spec = importlib.util.spec_from_file_location("akela._native", output)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return {name: value for name, value in vars(module).items() if not name.startswith("_")}

    def _sources(self, modules: Mapping[str, Module], own: Mapping[str, OwnC]) -> Sources:
        return assemble(list((self.modules | dict(modules)).values()), self.own | dict(own), self.target, {"compiler": "", "flags": ""})

    def _compile(self, sources: Sources, folder: Path, objects: Path) -> dict[str, _File]:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in sources.headers.items():
            (folder / name).write_text(text, encoding="utf-8")
        return {unit.name: self._file(unit, sources.headers, folder, objects) for unit in sources.units}

    def _file(self, unit: Unit, all_headers: dict[str, str], folder: Path, objects: Path) -> _File:
        headers = sorted(included(unit.text, all_headers))
        texts = (unit.text, *(all_headers[name] for name in headers))
        if (known := self.files.get(unit.name)) and known.texts == texts:
            return known
        source = folder / unit.name
        source.write_text(unit.text, encoding="utf-8")
        command = [*self.command, *unit.flags]
        return _File(texts, compile_object(source, [folder / name for name in headers], command, self.compiler.version, objects))
