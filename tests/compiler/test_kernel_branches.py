"""The branch check on every kernel module, for every target, with every compiler that is installed, at -Os and -O2."""

from __future__ import annotations

from pathlib import Path

import pytest

from akela import kernels
from akela.compiler.branches import check_listing, check_module
from akela.compiler.disassemble import disassemble
from akela.compiler.source_facts import emitted
from akela.compiler.targets import load_target
from akela.compiler.toolchains import OPTIMISATIONS, compile_c
from akela.ports import x86_64
from tests.compiler.c_code import BUILDS, CHECKED_TARGETS, need

CASES = [(module, *build) for module in kernels.MODULES for build in BUILDS]
CASES += [(module, *build) for module in x86_64.MODULES for build in BUILDS if build[0] == "x86_64"]


@pytest.mark.parametrize(("module", "target", "compiler", "optimisation"), CASES)
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
    assert any("akela/kernels/sha256.py" in finding.reason for finding in lengths), "the source's own condition is named"
