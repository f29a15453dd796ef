"""What `akela show` prints: a kernel and the helpers that it is made of, in Python, in C, and as machine code.

Machine code needs a compiler for the target and the `inspect` extra; where one is missing, the rest is shown and what to install is said.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from akela.audit import KernelContract, contract_lines
from akela.compiler import ir
from akela.compiler.c.usage import calls
from akela.compiler.inspection.disassemble import Function as MachineFunction
from akela.compiler.inspection.disassemble import Instruction, Listing, disassemble
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.inspection.signatures import c_name
from akela.compiler.inspection.source_facts import EmittedSource, emitted
from akela.compiler.leakage import Contracts, checked_modules
from akela.compiler.targets import Target
from akela.compiler.toolchains import ToolchainMissing, compile_c, find_compiler, installed_compilers
from akela.kernel_source import at_word_size, exported, find_kernel, python_text, registered
from akela.lang.functions import KernelFunction
from akela.side_by_side import beside, column_widths


@dataclass(frozen=True)
class ShownFunction:
    """A function in its three forms, line by line. `instructions` is None where it has no code of its own: it is inlined in others."""

    name: str
    python: tuple[str, ...]
    c: tuple[str, ...]
    machine: tuple[str, ...]
    instructions: int | None


@dataclass(frozen=True)
class Shown:
    """All that there is to see of a kernel. `missing` says why there is no machine code, else it is empty."""

    heading: tuple[str, ...]
    functions: tuple[ShownFunction, ...]
    missing: str


def show(name: str, target: Target, compiler: str | None, optimisation: str) -> Shown:
    """Gather what there is to see of a kernel or operation; `compiler` None is the first one that is installed.

    Raises LookupError for a name or compiler that the target does not have.
    """
    kernel = find_kernel(name, target)
    target = at_word_size(name, kernel, target)
    modules = checked_modules([kernel.module], target)
    functions = _with_helpers(_checked(kernel, modules), modules[0])
    code = emitted(kernel.module, target)
    chosen = compiler or next(iter(installed_compilers(target)), next(iter(target.toolchains)))
    listing, command, missing = _machine_code(code, target, chosen, optimisation)
    # What only decides about pauses is not there where code does not pause, as in all that this shows.
    shown = tuple(each for f in functions if (each := _function(f, code, listing)).c or f.ref.intrinsic)
    contract = Contracts(modules).of(functions[0].ref).named()
    heading = tuple(_heading(kernel, target, functions, contract, command, shown))
    return Shown(heading, shown, missing)


def _checked(kernel: KernelFunction, modules: Sequence[ir.Module]) -> ir.Function:
    return next(f for f in modules[0].functions if f.ref.exported and registered(f) is kernel)


def _with_helpers(kernel: ir.Function, module: ir.Module) -> list[ir.Function]:
    """The kernel, then the helpers that it is made of in the order in which they are first called."""
    by_name = {(f.ref.module, f.name): f for f in module.functions if not f.ref.exported}
    found = [kernel]
    for function in found:  # grows
        for ref in calls(function):
            helper = by_name.get((ref.module, ref.name))
            if helper is not None and helper not in found:
                found.append(helper)
    return found


def _machine_code(code: EmittedSource, target: Target, compiler: str, optimisation: str) -> tuple[Listing | None, str, str]:
    """(the disassembly, how it was compiled, why there is none)."""
    try:
        found = find_compiler(target, compiler)
        (compiled,) = compile_c([code.file], target, compiler, optimisation, flags=code.flags)
        listing = disassemble(compiled, found.toolchain.objdump)
    except (ToolchainMissing, InspectionError) as missing:
        return None, "", str(missing)
    flags = shlex.join([optimisation, *(flag for flag in (*found.command[1:], *code.flags) if flag.startswith("-"))])
    return listing, f"{compiler} ({found.version}), {flags}", ""


# --- one function -------------------------------------------------------------------------------------------------------------------------


def _function(function: ir.Function, code: EmittedSource, listing: Listing | None) -> ShownFunction:
    name = c_name(function.ref)
    text = python_text(registered(function))
    names = {} if listing is None else listing.names
    parts = [] if listing is None else [f for f in listing.functions if f.name.partition(".")[0] == name]  # f.part.0 is a part of f
    return ShownFunction(
        name=function.name,
        python=tuple(f"{number:>4}  {line}" for number, line in enumerate(text.lines, start=text.first)),
        c=tuple(c_lines(code.file.read_text(encoding="utf-8").splitlines(), name)),
        machine=tuple(line for part in parts for line in _machine_lines(part, code.file.name, names)),
        instructions=sum(len(part.instructions) for part in parts) if parts else None,
    )


def c_lines(file: Sequence[str], name: str) -> Iterator[str]:
    """The definition of a function in an emitted file, with the numbers of its lines."""
    for opening in (i for i, line in enumerate(file) if line == "{"):
        first = opening
        while first > 0 and re.match(r"\w|    ", file[first - 1]):
            first -= 1
        if re.search(rf"\b{name}\(", " ".join(file[first:opening])):
            last = file.index("}", opening)
            yield from (f"{number:>4}  {line}" for number, line in enumerate(file[first : last + 1], start=first + 1))


def _machine_lines(function: MachineFunction, file: str, names: Mapping[int, str]) -> Iterator[str]:
    """The instructions; before those that come from another line of C than the one above, its number (`rt:` is akela_rt.h)."""
    before = None
    for instruction in function.instructions:
        place = instruction.place
        stem = "" if place.file == file else place.file.removeprefix("akela_").removesuffix(".h") + ":"
        line = f"{stem}{place.line}" if place.line and place != before else ""
        before = place
        yield f"{line:>7} {instruction.address - function.address:>5x}  {instruction}{_goes_to(instruction, function, names)}"


def _goes_to(instruction: Instruction, function: MachineFunction, names: Mapping[int, str]) -> str:
    """Where a jump or call goes, and what a loaded address is of; `names` are the functions of the object by address."""
    target = instruction.target
    if target is not None and 0 < target - function.address < function.size:
        return f" -> {target - function.address:x}"
    symbol = names.get(target, "") if target is not None else instruction.symbol
    return f" <{symbol}>" if symbol and not symbol.startswith(".L") else ""


# --- printing -----------------------------------------------------------------------------------------------------------------------------


def _heading(
    kernel: KernelFunction,
    target: Target,
    functions: Sequence[ir.Function],
    steers: dict[str, list[str]],
    command: str,
    shown: Sequence[ShownFunction],
) -> Iterator[str]:
    operation = kernel.operation or kernel.provides or ""
    place = python_text(kernel).place
    yield f"{kernel.name}, {place}{f', serves {operation}' if operation else ''}"
    for line in contract_lines(KernelContract(kernel.name, operation, kernel.module, place, functions[0].leaks, steers)):
        yield f"  {line}"
    others = [f for f in exported(target) if operation and operation in (f.operation, f.provides) and f is not kernel]
    for other in others:
        where = f" where there is {', '.join(other.needs)}" if other.needs else ""
        yield f"  {operation} is also served by {other.name}{where}"
    if callees := dict.fromkeys(ref.name for function in functions for ref in calls(function) if ref.exported):
        yield f"  Calls {', '.join(callees)}"
    yield f"Target        {target.name}, {target.description}"
    if command:
        counts = [f"{each.name} {each.instructions}" for each in shown if each.instructions is not None]
        yield f"Compiler      {command}"
        yield f"Instructions  {sum(each.instructions or 0 for each in shown)} in the code, not counted as they run: {', '.join(counts)}"


def lines(shown: Shown, width: int, stack: bool) -> Iterator[str]:
    """The kernel in columns that fit `width`, or, where they do not or `stack` is set, one form below the other."""
    yield from shown.heading
    if shown.missing:
        yield f"No machine code: {shown.missing}"
    for function in shown.functions:
        yield ""
        texts = {"Python": function.python, "C": function.c, "machine code": function.machine}
        if not function.machine:
            del texts["machine code"]
        inlined = not shown.missing and function.instructions is None
        yield f"--- {function.name}{', inlined where it is called' if inlined else ''} ".ljust(width, "-")
        widths = None if stack else column_widths(list(texts.values()), width)
        if widths is not None:
            yield from beside(list(texts.values()), widths)
            continue
        for title, text in texts.items():
            yield f"{title}:"
            yield from text
