"""The branch check on every kernel module, for every target, with every compiler that is installed, at -Os and -O2."""

from __future__ import annotations

from pathlib import Path

import pytest

from akela import kernels
from akela.compiler.branches import check_listing, check_module
from akela.compiler.inspection.disassemble import disassemble
from akela.compiler.inspection.signatures import Argument, Signature
from akela.compiler.inspection.source_facts import emitted, marked_lines
from akela.compiler.inspection.verdicts import Source
from akela.compiler.modules import ports
from akela.compiler.targets import load_target
from akela.compiler.toolchains import OPTIMISATIONS, RUNTIME, compile_c
from tests.compiler import leakage_kernels, vartime_kernels
from tests.compiler.c_code import BUILDS, CHECKED_TARGETS, need

# The compiler of the ziglang wheel makes code for this host as the extension alone, where no other compiler works. Cortex-M4 has the form
# of the kernels that Cortex-M33 has: one level is judged of it, as of aarch64.
JUDGED = [build for build in BUILDS if build != ("x86_64", "zig", "-Os")]
JUDGED += [("cortex_m4", compiler, "-Os") for compiler in load_target("cortex_m4").toolchains]
CASES = [(module, *build) for module in (*kernels.MODULES, leakage_kernels.__name__) for build in JUDGED]
CASES += [(module, "aarch64", "clang", "-O2") for module in kernels.MODULES]
for port in ports():
    CASES += [(module, *build) for module in port.modules for build in JUDGED if build[0] in port.targets]
# The cases of a target go to one process, which lowers its kernels once; x86-64 has more cases, and is two groups.
GROUPED = [pytest.param(*case, marks=pytest.mark.xdist_group(f"branches of {case[1]}")) for case in CASES]


@pytest.mark.parametrize(("module", "target", "compiler", "optimisation"), GROUPED)
def test_no_instruction_is_decided_by_a_secret(module: str, target: str, compiler: str, optimisation: str) -> None:
    need(load_target(target), compiler)
    report = check_module(module, load_target(target), compiler, optimisation)
    assert report.passed, str(report)
    assert report.instructions


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_a_leak_put_into_a_kernel_is_found(tmp_path: Path, target: str, compiler: str, optimisation: str) -> None:
    need(load_target(target), compiler)
    original = emitted("akela.kernels.sha256", load_target(target))
    head, ch, body = original.file.read_text().partition("uint32_t ch(uint32_t x, uint32_t y, uint32_t z)\n{\n")
    assert ch
    leaking = tmp_path / original.file.name
    leaking.write_text(head + ch + "    for (; x & 1u; x >>= 1) { z += 0x9e3779b9u; } " + body.lstrip())
    (compiled,) = compile_c([leaking], load_target(target), compiler, optimisation, include=[original.file.parent])
    listing = disassemble(compiled, load_target(target).toolchains[compiler].objdump)
    found = [finding for finding in check_listing(listing, load_target(target), original.source) if not finding.public]
    assert found
    assert {finding.kind for finding in found} == {"branch"}


@pytest.mark.parametrize("target", ["x86_64", "cortex_m3", "cortex_m33", "rv32imc"])
def test_without_the_barriers_a_kernel_leaks_and_that_is_found(tmp_path: Path, target: str) -> None:
    need(load_target(target), "clang")
    runtime, barrier = (RUNTIME / "akela_rt.h").read_text(), '__asm__("" : "+r"(x));'
    assert barrier in runtime
    (tmp_path / "akela_rt.h").write_text(runtime.replace(barrier, ""))
    code = emitted("akela.kernels.montgomery", load_target(target))
    (compiled,) = compile_c([code.file], load_target(target), "clang", "-O2", include=[tmp_path])
    listing = disassemble(compiled, load_target(target).toolchains["clang"].objdump)
    assert [finding for finding in check_listing(listing, load_target(target), code.source) if not finding.public]


@pytest.mark.parametrize("target", CHECKED_TARGETS)
def test_the_report_says_what_was_looked_at(target: str) -> None:
    need(load_target(target), "gcc")
    report = check_module("akela.kernels.sha256", load_target(target), "gcc", OPTIMISATIONS[0])
    first, *rest = str(report).splitlines()
    assert first.startswith(f"akela.kernels.sha256 for {target}, gcc (")
    assert f" -Os: {len(report.instructions)} functions, {len(report.findings)} instructions judged" in first
    assert rest == []
    assert report.instructions["akela_sha256_blocks"] > 100
    lengths = [finding for finding in report.findings if finding.function == "akela_sha256_blocks" and finding.kind == "branch"]
    assert any("data_len (sha256.py:" in finding.reason for finding in lengths), "the condition and its place in the source are named"


@pytest.mark.parametrize("target", CHECKED_TARGETS)
def test_a_kernel_that_may_call_variable_time_functions_is_named_and_not_judged(target: str) -> None:
    need(load_target(target), "gcc")
    report = check_module(vartime_kernels.__name__, load_target(target), "gcc", "-O2")
    assert report.passed
    assert report.exempt == ("akela_checks_a_signature",)
    assert str(report).splitlines()[1:] == ["  akela_checks_a_signature: not checked, variable in time by its own word"]


@pytest.mark.xdist_group("branches of x86_64, the extension")
@pytest.mark.parametrize("compiler", ["gcc", "clang", "zig"])
@pytest.mark.parametrize("module", kernels.MODULES)
def test_the_code_of_the_extension_calls_through_operations_only(module: str, compiler: str) -> None:
    need(load_target("x86_64"), compiler)
    report = check_module(module, load_target("x86_64"), compiler, "-O2", ("-DAKELA_DISPATCH", "-fPIC", "-fvisibility=hidden"))
    assert report.violations == (), str(report)


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_the_memory_functions_of_the_runtime(target: str, compiler: str, optimisation: str) -> None:
    need(load_target(target), compiler)
    (compiled,) = compile_c([RUNTIME / "akela_rt.c"], load_target(target), compiler, optimisation)
    listing = disassemble(compiled, load_target(target).toolchains[compiler].objdump)
    assert listing.undefined == ()
    lines = marked_lines(RUNTIME / "akela_rt.c")
    pointer = Argument(secret=False, bits=load_target(target).word_bits)
    copies = Signature((pointer, pointer, pointer), secret_result=False)
    found = check_listing(listing, load_target(target), Source(lines, frozenset(lines), {"memcpy": copies, "memset": copies}))
    assert {finding.function for finding in found} == {"memcpy", "memset"}
    assert [finding for finding in found if not finding.public] == []
