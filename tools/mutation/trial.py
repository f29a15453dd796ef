"""Tries a mutated module: does anything notice?

The mutated text is imported under the module's name, and anew all kernel modules that import from it. Then these are asked, one after the
other: the compiler, the known answers that the package carries, and the project's tests of these kernels.

Kernels run as emitted Python, without its checks and with them. Compiled code takes no part, nor do tests that ask for it: other tests
compare it with these executions.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from akela import executions
from akela.catalogue import ALGORITHMS
from akela.compiler.errors import CompileErrors
from akela.compiler.frontend import Program, compile_module
from akela.compiler.modules import WORD_SIZES, kernel_names, port_names
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.lang import REGISTRY
from akela.selftest.run import check, load_cases
from tools.mutation.modules import ROOT, deciding_tests, with_dependents, with_imports

REFUSED, ANSWER, TEST, TIMEOUT, SURVIVED = "refused", "known answer", "test", "timeout", "survived"

WANTED_TESTS = "not native and not traced"

MEMORY_BYTES = 4 << 30


@dataclass(frozen=True)
class Seconds:
    """Processor time for each step of a trial."""

    compiling: float
    answers: float
    tests: float


@dataclass(frozen=True)
class Verdict:
    """What noticed a mutant: REFUSED (at import or by the compiler), ANSWER, TEST, TIMEOUT; or SURVIVED.

    `detail` says which answer or test; `used` is what the trial of a survivor took.
    """

    outcome: str
    detail: str = ""
    used: Seconds | None = None


class Executions:
    """The executions in Python, the kernels of `modules` (by default of all) being made from what is imported now.

    Raises CompileErrors where the compiler refuses one.
    """

    def __init__(self, modules: frozenset[str] | None = None, others: Executions | None = None) -> None:
        self.target = load_target("x86_64")
        self.ports = port_names(self.target)
        self.others = others
        program = Program(self.target.word_bits)
        names = [name for name in (*kernel_names(), *self.ports) if modules is None or name in modules]
        self.modules = [compile_module(name, self.target, WORD_SIZES, program) for name in names]
        self.made: dict[str, dict[str, Any]] = {}

    def compile_others(self, modules: frozenset[str]) -> None:
        """Compile those of the modules that no execution has, such as ports of chips. Raises CompileErrors where one is refused."""
        compiled = {module.name for module in self.modules}
        for name in sorted(modules - compiled):
            if name in REGISTRY:
                compile_module(name, self.target)

    def callables(self, name: str) -> dict[str, Any]:
        """The callables of the execution "python", "checked" or "traced"; "python" is without those of ports, as everywhere."""
        if name not in self.made:
            modules = [module for module in self.modules if name != "python" or module.name not in self.ports]
            self.made[name] = {**(self.others.callables(name) if self.others else {}), **load(modules, name)}
        return self.made[name]

    def execution(self, name: str) -> executions.Execution:
        """In place of `akela.executions.execution`: a test that asks for compiled code is skipped."""
        if name == "native":
            pytest.skip("compiled code takes no part in mutation testing")
        return executions.Execution(name, self.callables(name))


def judge(module: str, path: Path, unchanged: Executions, allowed: Seconds) -> Verdict:
    """Try the text of a module in this file. Leaves the process changed, and ends it when time is up: call it in a child."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    affected = with_dependents([module])
    marks = [_allow(allowed.compiling)]
    try:
        _import_from(module, path, affected)
        # The class of a struct has the kernels of all ports as methods: where one port changes, all are compiled with it.
        compiled = with_imports(affected)
        if module.startswith("akela.ports.x86_64"):
            compiled = with_imports(with_dependents(compiled))
        made = Executions(compiled, unchanged)
        made.callables("python")
        made.compile_others(affected)
    except CompileErrors as refused:
        return Verdict(REFUSED, refused.errors[0].code.name)
    except Exception as error:
        return Verdict(REFUSED, _brief(error))
    marks.append(_allow(allowed.answers))
    try:
        answer = wrong_answer(made, affected)
    except Exception as error:
        answer = _brief(error)
    if answer:
        return Verdict(ANSWER, answer)
    marks.append(_allow(allowed.tests))
    if test := failing_test(made, affected, first=module):
        return Verdict(TEST, test)
    marks.append(time.process_time())
    return Verdict(SURVIVED, used=Seconds(*(after - before for before, after in pairwise(marks))))


def wrong_answer(made: Executions, modules: frozenset[str]) -> str:
    """The first known answer of algorithms in these modules that does not come out, or an empty string."""
    namespace = made.execution("python")
    for algorithm in ALGORITHMS:
        if algorithm.module in modules:
            for case in load_cases(algorithm):
                if failure := check(case, namespace):
                    return f"{algorithm.name}: {failure.case}"
    return ""


def failing_test(made: Executions, modules: frozenset[str], first: str) -> str:
    """The first test of these modules that fails, or an empty string; those of one module are run before the others.

    Raises RuntimeError where there is none to run.
    """
    for name in [name for name in sys.modules if name.startswith(("tests.kernels", "tests.ports"))]:
        del sys.modules[name]  # they hold the kernels that they have imported
    files = list(dict.fromkeys([*deciding_tests([first]), *deciding_tests(modules)]))
    plugin = _FirstFailure()
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(ROOT), "-k", WANTED_TESTS, *map(str, files)]
    with mock.patch.object(executions, "execution", made.execution):
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


def _import_from(module: str, path: Path, affected: frozenset[str]) -> None:
    """Import the module from this file, and anew all that it affects."""
    sys.meta_path.insert(0, _OneModule(module, path))
    for name in affected:
        sys.modules.pop(name, None)
    for name in sorted(affected):
        importlib.import_module(name)


def _allow(seconds: float) -> float:
    """Let this process use so much more processor time, after which SIGXCPU ends it; gives what it has used."""
    now = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(now + seconds), resource.RLIM_INFINITY))
    return now


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
