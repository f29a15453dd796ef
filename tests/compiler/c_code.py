"""Hand-written C for the tests of the branch check, judged as emitted C is.

Lines that compute public values only carry a comment `/* public: why */`. Parameters that are pointers, `size_t` or `int` are public, words
are secret.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from akela.compiler.branches import check_listing
from akela.compiler.inspection.disassemble import Listing, disassemble
from akela.compiler.inspection.signatures import Argument, Signature
from akela.compiler.inspection.source_facts import marked_lines, runtime_lines
from akela.compiler.inspection.verdicts import Finding, Source
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import OPTIMISATIONS, ToolchainMissing, compile_c, find_compiler

PRELUDE = '#include "akela_rt.h"\n'

CHECKED_TARGETS = ("x86_64", "cortex_m3", "cortex_m33", "rv32imc", "lx106")

# Every target with each of its compilers at each level.
BUILDS = [(name, compiler, level) for name in CHECKED_TARGETS for compiler in load_target(name).toolchains for level in OPTIMISATIONS]


def need(target: Target, compiler: str) -> None:
    """Skip the test, naming the package, where the compiler is not installed."""
    try:
        find_compiler(target, compiler)
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


def build(code: str, folder: Path, target_name: str, compiler: str, optimisation: str) -> tuple[Listing, Path]:
    """Compile C and disassemble it."""
    target = load_target(target_name)
    need(target, compiler)
    source = folder / "code.c"
    source.write_text(PRELUDE + code)
    (compiled,) = compile_c([source], target, compiler, optimisation)
    return disassemble(compiled, target.toolchains[compiler].objdump), source


def judge(code: str, folder: Path, target_name: str, compiler: str, optimisation: str) -> list[Finding]:
    """What the branch check says of some C."""
    listing, source = build(code, folder, target_name, compiler, optimisation)
    return check_listing(listing, load_target(target_name), facts(source, target_name))


def violations(code: str, folder: Path, target_name: str, compiler: str, optimisation: str) -> list[Finding]:
    """What the branch check objects to in some C."""
    return [finding for finding in judge(code, folder, target_name, compiler, optimisation) if not finding.public]


def facts(source: Path, target_name: str, declassifying: str = "") -> Source:
    """What the comments and declarations of a C file say."""
    lines = runtime_lines() | marked_lines(source)
    return Source(lines, frozenset(lines), _signatures(source.read_text(), load_target(target_name)), frozenset({declassifying}))


def _signatures(code: str, target: Target) -> dict[str, Signature]:
    """The signatures of the functions in some C."""
    found = {}
    for result, name, parameters in re.findall(r"^(\w[\w ]*?) (\w+)\(([^)]*)\)\s*\{", code, re.MULTILINE):
        arguments = tuple(_argument(parameter.strip(), target) for parameter in parameters.split(",") if parameter.strip() != "void")
        found[name] = Signature(arguments, result.startswith("uint"))
    return found


def _argument(declaration: str, target: Target) -> Argument:
    width = re.match(r"uint(\d+)_t \w+$", declaration)
    return Argument(secret=True, bits=int(width[1])) if width else Argument(secret=False, bits=target.word_bits)
