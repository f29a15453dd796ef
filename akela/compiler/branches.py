"""The branch check: in the machine code of constant-time functions, nothing that takes time by its operands may depend on a secret.

Looked at are
- conditional branches, and what counts as such: a conditional return, string instructions that stop at a datum;
- loads, stores and instructions of several cycles that are executed conditionally (inside a Thumb IT block): whether can be observed;
- addresses: which memory is used can be observed too;
- instructions that the target's data calls variable in time;
- indirect jumps and calls, other than through the pointers of operations (`akela_op_…`), which are set once; calls of functions that are
  not Akela's; how many bytes memcpy and memset take.

Conditional moves, and other arithmetic executed conditionally, are not: both outcomes take the same instruction and the same time (on
Cortex-M3 an instruction whose condition fails takes one cycle, as long as a simple one that is executed), so they move data and do not
decide where control goes. If what they choose is an address, it is seen where that address is used, and that is checked.

Each of these is judged twice. *By line*: the emitted C has one statement a line, and the emitter lists the lines on which there is a
public condition; the debug information says which line an instruction comes from. *By origin*: what decides is followed back through the
machine code (`inspection/origins.py`), to public parameters and memory or to secrets. A secret origin convicts whatever the line says;
that is how a branch is found that a compiler moved to the line of a public loop. Public origins acquit where the line says nothing:
compilers merge branches (clang says line 0 then) and make minima of conditional assignments (GCC gives those no line of their own).

What remains: a load that GCC creates without a line passes for part of the line before; conditions in functions that declassify are
judged by line alone, as the origin of what was declassified is secret and rightly so; an address computed from a declassified value is
reported; a value that a branch chooses (`x = 1` or `x = 0`) counts as constant, the branch being judged by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from akela.compiler.inspection.disassemble import Function, Listing, disassemble, instruction_counts
from akela.compiler.inspection.source_facts import emitted
from akela.compiler.inspection.symbols import is_foreign
from akela.compiler.inspection.verdicts import Finding, FunctionCheck, Source, source_name
from akela.compiler.targets import Target
from akela.compiler.toolchains import Compiler, compile_c, find_compiler


@dataclass(frozen=True)
class Report:
    """What the check says of one kernel module, compiled in one way."""

    module: str
    target: str
    compiler: str  # its name and version
    optimisation: str
    findings: tuple[Finding, ...]
    exempt: tuple[str, ...]  # functions that say that they vary in time
    foreign: tuple[str, ...]  # symbols that the object should not ask for
    instructions: dict[str, int]  # function -> instructions in its code

    @property
    def violations(self) -> tuple[Finding, ...]:
        """What leaks, or cannot be shown not to."""
        return tuple(finding for finding in self.findings if not finding.public)

    @property
    def passed(self) -> bool:
        """Whether there is nothing to object to."""
        return not self.violations and not self.foreign

    def __str__(self) -> str:
        counts = f"{len(self.instructions)} functions, {len(self.findings)} instructions judged"
        lines = [f"{self.module} for {self.target}, {self.compiler}, {self.optimisation}: {counts}"]
        lines += [f"  {finding}" for finding in self.violations]
        lines += [f"  symbol {name}: VIOLATION: none of Akela's, nor memcpy or memset" for name in self.foreign]
        lines += [f"  {name}: not checked, variable in time by its own word" for name in self.exempt]
        return "\n".join(lines if len(lines) > 1 else [f"{lines[0]}, all public"])


def check_module(module_name: str, target: Target, compiler: str, optimisation: str, flags: tuple[str, ...] = ()) -> Report:
    """Compile a kernel module from its Python source to an object and check that.

    `compiler` is a name in the target's file, `optimisation` one of `toolchains.OPTIMISATIONS`; `flags` are added, for instance
    "-DAKELA_DISPATCH". A report is made once in a process.
    Raises what the stages raise: CompileErrors, ToolchainMissing, CompileFailed, InspectionError.
    """
    return _report(module_name, target, find_compiler(target, compiler), optimisation, flags)


@cache
def _report(module_name: str, target: Target, compiler: Compiler, optimisation: str, flags: tuple[str, ...]) -> Report:
    code, toolchain = emitted(module_name, target), compiler.toolchain
    (compiled,) = compile_c([code.file], target, toolchain.name, optimisation, flags=(*code.flags, *flags))
    listing = disassemble(compiled, toolchain.objdump)
    return Report(
        module=module_name,
        target=target.name,
        compiler=f"{toolchain.name} ({compiler.version})",
        optimisation=optimisation,
        findings=tuple(check_listing(listing, target, code.source)),
        exempt=tuple(function.name for function in listing.functions if is_vartime(function, code.source)),
        foreign=tuple(filter(is_foreign, listing.undefined)),
        instructions=instruction_counts(listing),
    )


def check_listing(listing: Listing, target: Target, source: Source) -> list[Finding]:
    """Judge every function of an object that is not variable in time. Where one has no signature only the line acquits."""
    functions = [function for function in listing.functions if not is_vartime(function, source)]
    return [finding for function in functions for finding in FunctionCheck(function, listing, target, source).run()]


def is_vartime(function: Function, source: Source) -> bool:
    """Whether a function is not held to the rule: its name ends in `_vartime` (a template's size may follow), or it calls such a helper."""
    name = source_name(function)
    return re.search(r"_vartime(_w\d+)?$", name) is not None or name in source.vartime
