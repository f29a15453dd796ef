"""Tries a mutated module: does anything notice?

The mutated text is imported under the module's name, and anew the kernel modules that import from it. First the compiler and the known
answers that the package carries are asked, which takes a second; then, of what these do not notice, the tests of the module, compiled
and as emitted Python that checks every rule.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import os
import resource
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from akela import executions
from akela.catalogue import ALGORITHMS
from akela.compiler.errors import CompileErrors
from akela.compiler.frontend import Program, compile_module
from akela.compiler.ir import Module
from akela.compiler.modules import WORD_SIZES, kernel_names, port_names
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.lang import REGISTRY
from akela.selftest.run import check, load_cases
from tools.mutation.compiled import Extension
from tools.mutation.modules import ROOT, deciding_tests, nearest, with_dependents, with_imports

REFUSED, ANSWER, TEST, TIMEOUT, SURVIVED = "refused", "known answer", "test", "timeout", "survived"

MEMORY_BYTES = 4 << 30

TARGET = load_target("x86_64")
PORTS = port_names(TARGET)
ANSWERED = {*(algorithm.module for algorithm in ALGORITHMS), *PORTS}


@dataclass(frozen=True)
class Verdict:
    """What noticed a mutant: REFUSED (at import or by the compiler), ANSWER, TEST, TIMEOUT; or SURVIVED.

    `detail` says which answer or test; `seconds` is the processor time of a trial that nothing ended.
    """

    outcome: str
    detail: str = ""
    seconds: float | None = None


class Kernels:
    """All kernels and the host's ports as they stand: what is not affected by a mutant, in both executions that tests run in."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        modules = compiled(self.names)
        self.checked = load(modules, "checked")
        self.extension = Extension(modules, TARGET)


def compiled(names: Iterable[str]) -> list[Module]:
    """The modules of these names, from what is imported now. Raises CompileErrors where the compiler refuses one."""
    program = Program(TARGET.word_bits)
    wanted = frozenset(names)
    return [compile_module(name, TARGET, WORD_SIZES, program) for name in (*kernel_names(), *PORTS) if name in wanted]


def ask_answers(module: str, path: Path, allowed: float) -> Verdict:
    """Try the text of a module in this file: the compiler, and the known answers of the exported kernels nearest to it as emitted Python.

    Leaves the process changed, and ends it after so many seconds of processor time: call it in a child.
    """
    begun = _limit(allowed)
    near = _with_answering(nearest(module, ANSWERED), with_dependents([module]))
    portable = near & frozenset(kernel_names())
    try:
        import_from(module, path, near)
        callables = load(compiled(with_imports(portable)), "python")
        compiled(near - portable)
        for name in sorted(near):
            if name in REGISTRY and name.startswith("akela.ports.") and name.split(".")[2] != "x86_64":
                compile_module(name, TARGET)
    except CompileErrors as refused:
        return Verdict(REFUSED, refused.errors[0].code.name)
    except Exception as error:
        return Verdict(REFUSED, _brief(error))
    try:
        answer = wrong_answer(executions.Execution("python", callables), portable)
    except Exception as error:
        answer = _brief(error)
    return Verdict(ANSWER, answer) if answer else Verdict(SURVIVED, seconds=time.process_time() - begun)


def ask_tests(module: str, path: Path, unchanged: Kernels, allowed: float) -> Verdict:
    """Try the text of a module in this file: its tests, or those of the exported kernels nearest to it, compiled and checked.

    Leaves the process changed, and ends it after so many seconds of processor time: call it in a child.
    """
    begun = _limit(allowed)
    near, affected = nearest(module, ANSWERED), with_dependents([module])
    try:
        import_from(module, path, affected)
        modules = compiled(_with_methods(with_imports(affected)))
        if near & frozenset(kernel_names()):
            os.environ["AKELA_CPU"] = ""  # what is portable serves, although this processor may have more
        native = unchanged.extension.changed(modules, near, path.parent / "native")
    except CompileErrors as refused:
        return Verdict(REFUSED, refused.errors[0].code.name)
    except Exception as error:
        return Verdict(REFUSED, _brief(error))
    files = deciding_tests([module]) or deciding_tests(near)
    test = failing_test("native", native, files)
    test = test or failing_test("checked", {**unchanged.checked, **load(modules, "checked")}, files)
    return Verdict(TEST, test) if test else Verdict(SURVIVED, seconds=time.process_time() - begun)


def _with_answering(near: frozenset[str], affected: frozenset[str]) -> frozenset[str]:
    """Those near and all affected modules whose kernels take part in the known answers of these."""
    kernels = {name for algorithm in ALGORITHMS if algorithm.module in near for name in algorithm.kernels}
    answering = {name for name in affected if any(function.name in kernels for function in REGISTRY.get(name, ()))}
    return with_imports(near | answering) & affected


def _with_methods(modules: frozenset[str]) -> frozenset[str]:
    """The class of a struct has the kernels of all ports as methods: where one port changes, all are compiled with it."""
    return with_imports(with_dependents(modules)) if any(name.startswith("akela.ports.x86_64.") for name in modules) else modules


def wrong_answer(namespace: executions.Execution, modules: frozenset[str]) -> str:
    """The first known answer of algorithms in these modules that does not come out, or an empty string."""
    for algorithm in ALGORITHMS:
        if algorithm.module in modules:
            for case in load_cases(algorithm):
                if failure := check(case, namespace):
                    return f"{algorithm.name}: {failure.case}"
    return ""


def failing_test(name: str, callables: Mapping[str, Any], files: Sequence[Path]) -> str:
    """The first test in these files that fails where the execution of this name has these callables, or an empty string.

    Tests that ask for another execution are skipped. Raises RuntimeError where there is none to run.
    """
    for imported in [each for each in sys.modules if each.startswith(("tests.kernels", "tests.ports", "tests.crypto"))]:
        del sys.modules[imported]  # they hold the kernels that they have imported

    def execution(wanted: str) -> executions.Execution:
        if wanted != name:
            pytest.skip(f"only {name} takes part")
        return executions.Execution(name, callables)

    plugin = _FirstFailure()
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(ROOT), *map(str, dict.fromkeys(files))]
    with mock.patch.object(executions, "execution", execution), mock.patch.object(executions, "NAMES", (name,)):
        code = pytest.main(arguments, plugins=[plugin])
    if code == pytest.ExitCode.OK:
        return ""
    if code not in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
        raise RuntimeError(f"pytest {' '.join(arguments)} ended with {code!r}")
    return plugin.test or "a test file cannot be imported"


class _FirstFailure:
    """A pytest plugin that remembers what failed first."""

    def __init__(self) -> None:
        self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.test:
            self.test = report.nodeid


class _OneModule:
    """An entry of sys.meta_path that finds one module in a file of its own."""

    def __init__(self, module: str, path: Path) -> None:
        self.module = module
        self.path = path

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.path) if name == self.module else None


def import_from(module: str, path: Path, affected: frozenset[str]) -> None:
    """Import the module from this file, and anew all that it affects."""
    sys.meta_path.insert(0, _OneModule(module, path))
    for name in affected:
        sys.modules.pop(name, None)
    for name in sorted(affected):
        importlib.import_module(name)


def _limit(seconds: float) -> float:
    """Let this process use so much more processor time, after which SIGXCPU ends it, and limit its memory; gives what it has used."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    now = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(now + seconds), resource.RLIM_INFINITY))
    return now


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
