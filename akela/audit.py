"""What whoever answers for this code has to look at: every declassify with its reason, the leakage contract of every exported kernel, what
varies in time by name, which kernels of ports run on this machine and how, and what the branch check says of the object code.

`facts` and `branch_checks` gather, the rest prints. Facts are read from the checked kernels and need nothing but this package; the branch
check needs a compiler for the target and the `inspect` extra, and says what to install where one is missing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from akela.compiler import ir
from akela.compiler.branches import check_module
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.leakage import Contracts, checked_modules
from akela.compiler.targets import Target, host_target
from akela.compiler.toolchains import CompileFailed, ToolchainMissing, installed_compilers
from akela.exceptions import ExtensionError
from akela.executions import native_module
from akela.kernel_source import module_names, python_text, registered, relative
from akela.progress import Progress
from akela.providers import Running, running, running_lines


@dataclass(frozen=True)
class Declassification:
    """A secret that becomes public: where, in which function, and why that is all right."""

    place: str  # file:line
    function: str
    why: str


@dataclass(frozen=True)
class KernelContract:
    """What an exported kernel lets an observer learn: as its docstring says, and as its text shows."""

    kernel: str
    operation: str  # that it defines or serves, else empty
    module: str
    place: str
    leaks: str  # the docstring's `Leaks:` line
    steers: dict[str, list[str]]  # kind -> the public values that decide there: {"loop bounds": ["len(data)"]}

    def by_value(self) -> dict[str, list[str]]:
        """The same the other way round: {"len(data)": ["loop bounds"]}."""
        values = sorted({value for values in self.steers.values() for value in values})
        return {value: [kind for kind, found in self.steers.items() if value in found] for value in values}


@dataclass(frozen=True)
class VariableTime:
    """A function that may take a time that depends on secrets (`why` is empty), or one that may call such and says why."""

    place: str
    function: str
    why: str


@dataclass(frozen=True)
class BranchCheck:
    """What the branch check says of one module, compiled in one way."""

    module: str
    target: str
    compiler: str
    optimisation: str
    result: str  # "passed", "failed", or "not checked"
    details: tuple[str, ...]  # violations and functions left out, or what to install


@dataclass(frozen=True)
class Facts:
    """What the kernels' text shows. It is the same for all targets, but for the ports and for what depends on the word size."""

    declassifications: tuple[Declassification, ...]
    contracts: tuple[KernelContract, ...]
    variable_time: tuple[VariableTime, ...]


def facts(targets: Sequence[Target]) -> Facts:
    """Read the kernels of these targets; what several have alike is there once.

    Raises CompileErrors where the front end refuses a kernel.
    """
    found: list[Declassification | KernelContract | VariableTime] = []
    for target in targets:
        modules = checked_modules(module_names(target), target)
        contracts = Contracts(modules)
        for module in modules:
            for function in module.functions:
                found += [entry for entry in _entries(module, function, contracts) if entry not in found]
    return Facts(
        tuple(entry for entry in found if isinstance(entry, Declassification)),
        tuple(entry for entry in found if isinstance(entry, KernelContract)),
        tuple(entry for entry in found if isinstance(entry, VariableTime)),
    )


def _entries(module: ir.Module, function: ir.Function, contracts: Contracts) -> Iterator[Declassification | KernelContract | VariableTime]:
    kernel = registered(function)
    text = python_text(kernel)
    for expr in function.nodes:
        match expr:
            case ir.Builtin(name="declassify", attributes=(why,)):
                yield Declassification(f"{relative(text.path)}:{expr.src.line}", kernel.name, str(why))
    if kernel.vartime or kernel.calls_vartime:
        yield VariableTime(text.place, kernel.name, kernel.calls_vartime)
    if function.ref.exported:
        operation = function.ref.operation or function.provides or ""
        yield KernelContract(kernel.name, operation, module.name, text.place, function.leaks, contracts.of(function.ref).named())


def branch_checks(target: Target, compiler: str | None, optimisation: str) -> Iterator[BranchCheck]:
    """Check the object code of every module for a target; `compiler` None is the first one that is installed."""
    names = module_names(target)
    progress = Progress(len(names))
    chosen = compiler or next(iter(installed_compilers(target)), next(iter(target.toolchains)))
    for name in names:
        progress.show(f"{name}, {target.name}, {chosen}")
        result = _branch_check(name, target, chosen, optimisation)
        progress.clear()
        yield result


def _branch_check(name: str, target: Target, compiler: str, optimisation: str) -> BranchCheck:
    if compiler not in target.toolchains:  # of several targets not each has every compiler
        has = f"{target.name} has no compiler {compiler!r}; it has {', '.join(target.toolchains)}"
        return BranchCheck(name, target.name, compiler, optimisation, "not checked", (has,))
    try:
        report = check_module(name, target, compiler, optimisation)
    except (ToolchainMissing, InspectionError) as missing:
        return BranchCheck(name, target.name, compiler, optimisation, "not checked", (str(missing),))
    except CompileFailed as refused:
        return BranchCheck(name, target.name, compiler, optimisation, "failed", tuple(str(refused).splitlines()))
    result = "passed" if report.passed else "failed"
    return BranchCheck(name, target.name, report.compiler, optimisation, result, tuple(map(str.strip, str(report).splitlines()[1:])))


# --- printing -----------------------------------------------------------------------------------------------------------------------------


def fact_lines(found: Facts) -> Iterator[str]:
    """The report on the kernels' text."""
    yield f"Secrets that are made public: {len(found.declassifications)}"
    reasons = dict.fromkeys((each.place, each.why) for each in found.declassifications)
    for place, why in reasons:
        functions = ", ".join(each.function for each in found.declassifications if (each.place, each.why) == (place, why))
        yield f"  {place}  {functions}: {why}"
    yield ""
    yield f"Functions that may vary in time by secrets, and those that call them: {len(found.variable_time)}"
    for entry in found.variable_time:
        yield f"  {entry.place}  {entry.function}" + (f" calls such: {entry.why}" if entry.why else "")
    yield ""
    yield f"What an observer of branches and addresses learns of a call: {len(found.contracts)} exported kernels"
    for contract in found.contracts:
        yield f"  {contract.place}  {contract.kernel}{f' ({contract.operation})' if contract.operation else ''}"
        yield from (f"      {line}" for line in contract_lines(contract))


def contract_lines(contract: KernelContract) -> Iterator[str]:
    """A kernel's own `Leaks:` line, then what steers it."""
    yield f"Leaks: {contract.leaks}"
    for value, kinds in contract.by_value().items():
        yield f"{value} decides {', '.join(kinds)}"


def check_lines(check: BranchCheck, said: BranchCheck | None = None) -> Iterator[str]:
    """The report on one module's object code. Where `said` was not checked for the same reason, that is not said again."""
    if check.result == "not checked" and said is not None:
        yield f"  {check.result:<13}{check.module}, for the same reason as {said.module}"
        return
    yield f"  {check.result:<13}{check.module}"
    yield from (f"      {detail}" for detail in check.details)


def on_this_machine(targets: Sequence[Target]) -> Running | None:
    """How kernels of ports run in the extension that is installed, where one of the targets is this machine's."""
    if host_target().name not in {target.name for target in targets}:
        return None
    try:
        return running(native_module())
    except ExtensionError:
        return running(None)


def as_json(found: Facts, checks: Sequence[BranchCheck], here: Running | None) -> dict[str, object]:
    """The audit as plain data."""
    ways = {} if here is None else {"natively": here.natively, "in soft form": here.softly, "not at all": here.lacking}
    ports = {way: [each.kernel for each in kernels] for way, kernels in ways.items()}
    return {"schema": "akela-audit-1", **asdict(found), "branch_checks": [asdict(check) for check in checks], "ports": ports}


def run(targets: Sequence[Target], compiler: str | None, optimisation: str, json_output: bool, write: Callable[[str], None]) -> int:
    """Audit and write the report, what is known at once first; gives 1 where a branch check failed or none could be made, else 0.

    Raises LookupError where none of the targets has the compiler, and what `facts` raises.
    """
    known = dict.fromkeys(name for target in targets for name in target.toolchains)
    if compiler is not None and compiler not in known:
        raise LookupError(f"no compiler {compiler!r} for {', '.join(target.name for target in targets)}; there is {', '.join(known)}")
    text = (lambda line: None) if json_output else write
    found = facts(targets)
    for line in fact_lines(found):
        text(line)
    if here := on_this_machine(targets):
        text("")
        for line in running_lines(here):
            text(line)
    checks: list[BranchCheck] = []
    for target in targets:
        for check in branch_checks(target, compiler, optimisation):
            if not checks or checks[-1].target != target.name:
                text("")
                text(f"Branch check of the object code: {target.name}, {check.compiler}, {optimisation}")
            said = next((each for each in checks if each.result == "not checked" and each.details == check.details), None)
            checks.append(check)
            for line in check_lines(check, said):
                text(line)
    counts = Counter(check.result for check in checks)
    text(f"Modules: {', '.join(f'{counts[result]} {result}' for result in ('passed', 'failed', 'not checked'))}")
    if json_output:
        write(json.dumps(as_json(found, checks, here), indent=2))
    return int(counts["failed"] > 0 or counts["passed"] == 0)
