"""What `akela audit` reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from akela import audit
from akela.audit import facts
from akela.cli import main
from akela.compiler import branches
from akela.compiler.branches import Report
from akela.compiler.c_compiler import CompileFailed
from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.object_file import InspectionError, Place
from akela.compiler.inspection.verdicts import Finding
from akela.compiler.targets import Target, host_target, load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.digest import PACKAGE
from tests.compiler import vartime_kernels

REPORT = Report("akela.kernels.sha256", "x86_64", "gcc (test)", "-O2", (), (), (), {"akela_sha256": 7})
LEAK = Finding("branch", "akela_sha256", Instruction(0x10, 2, "jne", "0x20", Place("akela_sha256.c", 5)), False, "decided by a secret")


def only(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Audit these modules."""
    monkeypatch.setattr(audit, "module_names", lambda target: names)


def reports(monkeypatch: pytest.MonkeyPatch, outcome: Report | Exception) -> None:
    """What the branch check says, without compiling anything."""

    def check(name: str, target: Target, compiler: str, optimisation: str) -> Report:
        if isinstance(outcome, Exception):
            raise outcome
        return replace(outcome, module=name)

    monkeypatch.setattr(audit, "check_module", check)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


# --- facts --------------------------------------------------------------------------------------------------------------------------------


def test_every_declassify_is_listed_with_its_place_and_reason() -> None:
    found = {each.place: each for each in facts([load_target("rv32imc")]).declassifications}
    for place, each in found.items():
        file, _, line = place.rpartition(":")
        first, *others = (PACKAGE.parent / file).read_text(encoding="utf-8").splitlines()[int(line) - 1 :][:3]
        assert "declassify(" in first and each.why in "\n".join([first, *others])
    assert {place.rpartition(":")[0] for place in found} == {
        str(path.relative_to(PACKAGE.parent))
        for folder in ("kernels", "ports", "ports/esp32_family")
        for path in (PACKAGE / folder).glob("*.py")
        if "declassify(" in path.read_text(encoding="utf-8")
    }


def test_every_exported_kernel_has_a_contract() -> None:
    contracts = {each.kernel: each for each in facts([load_target("x86_64")]).contracts}
    assert contracts["sha256_blocks"].leaks == "the length of `data`."
    assert contracts["sha256_blocks"].operation == contracts["sha256_blocks_shani"].operation == "sha256.blocks"
    assert contracts["sha256_blocks"].by_value() == {"len(data)": ["branches", "loop bounds", "slice bounds"]}
    assert contracts["sha256_init"].steers == {}
    assert any(value.startswith("declassified at chacha20poly1305.py:") for value in contracts["chacha20poly1305_decrypt"].by_value())
    assert contracts["mont_mul"].place.startswith("akela/kernels/montgomery.py:")  # a template, once


def test_what_targets_have_alike_is_listed_once() -> None:
    one, both = facts([load_target("rv32imc")]), facts([load_target("rv32imc"), load_target("cortex_m33")])
    assert one == both


def test_variable_time_is_listed_with_the_reasons_of_those_that_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, vartime_kernels.__name__)
    found = facts([load_target("rv32imc")])
    assert [(each.function, each.why) for each in found.variable_time] == [
        ("first_zero_vartime", ""),
        ("checks_a_signature", "a signature is public"),
    ]
    lines = list(audit.fact_lines(found))
    assert any(line.endswith("first_zero_vartime") for line in lines)
    assert any(line.endswith("checks_a_signature calls such: a signature is public") for line in lines)


# --- branch check -------------------------------------------------------------------------------------------------------------------------


def test_a_clean_module_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.chacha20")
    result = run("--target", host_target().name, "--opt", "Os")
    assert result.exit_code == 0, result.output
    assert f"Branch check of the object code: {host_target().name}, " in result.output
    assert result.output.splitlines()[-2].split() == ["passed", "akela.kernels.chacha20"]
    assert result.output.splitlines()[-1] == "Modules: 1 passed, 0 failed, 0 not checked"


def test_a_leak_is_shown_and_the_return_code_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.sha256")
    reports(monkeypatch, replace(REPORT, findings=(LEAK,)))
    result = run()
    assert result.exit_code == 1
    assert "failed       akela.kernels.sha256" in result.output
    assert "VIOLATION: decided by a secret" in result.output


def test_a_compiler_that_refuses_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.sha256")
    reports(monkeypatch, CompileFailed("gcc -c x.c\nended with 1:\nx.c:1: error"))
    result = run()
    assert result.exit_code == 1
    assert "x.c:1: error" in result.output


@pytest.mark.parametrize(
    "missing",
    [
        ToolchainMissing("arm-none-eabi-gcc, gcc for cortex_m3, is not installed: apt install gcc-arm-none-eabi"),
        InspectionError("reading object files needs pyelftools, which is not installed: pip install 'akela[inspect]'"),
    ],
    ids=["compiler", "inspect extra"],
)
def test_what_is_missing_is_named_and_the_rest_shown(missing: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.sha256")
    reports(monkeypatch, missing)
    result = run()
    assert result.exit_code == 1  # nothing was checked: a script must not take that for a pass
    assert "not checked  akela.kernels.sha256" in result.output
    assert str(missing) in result.output
    assert "Leaks: the length of the message." in result.output


def test_a_reason_that_all_modules_share_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.sha256", "akela.kernels.sha512")
    reports(monkeypatch, InspectionError("reading object files needs pyelftools"))
    output = run().output
    assert output.count("reading object files needs pyelftools") == 1
    assert "not checked  akela.kernels.sha512, for the same reason as akela.kernels.sha256" in output


def test_of_several_targets_not_each_has_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.chacha20")
    checks = list(audit.branch_checks(load_target("lx106"), "clang", "-O2"))
    assert [check.result for check in checks] == ["not checked"]
    assert checks[0].details == ("lx106 has no compiler 'clang'; it has gcc",)


def test_no_compiler_at_all_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.sha256")
    branches._report.cache_clear()  # another test may have had the compiler
    monkeypatch.setenv("PATH", "")
    result = run("--target", "lx106")
    assert result.exit_code == 1, result.output
    assert "apt install gcc-xtensa-lx106" in result.output


def test_json(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.chacha20poly1305")
    reports(monkeypatch, REPORT)
    saved: dict[str, Any] = json.loads(run("--json").stdout)
    assert saved.keys() == {"schema", "declassifications", "contracts", "variable_time", "branch_checks", "ports"}
    assert [each["function"] for each in saved["declassifications"]] == ["open_sealed"]
    assert saved["branch_checks"][0]["result"] == "passed"
    assert names(saved["contracts"]) >= {"chacha20_xor", "poly1305", "chacha20poly1305_decrypt"}


def names(contracts: Sequence[dict[str, Any]]) -> set[str]:
    return {contract["kernel"] for contract in contracts}


def test_all_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "akela.kernels.chacha20")
    reports(monkeypatch, REPORT)
    output = run("--target", "all").output
    for target in ("aarch64", "cortex_m3", "cortex_m33", "lx106", "rv32imc", "x86_64"):
        assert f"Branch check of the object code: {target}, " in output
    assert output.count("chacha20_xor") == 1
