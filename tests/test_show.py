"""What `akela show` prints."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from akela import show as showing
from akela.cli import main
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.targets import host_target, load_target
from akela.compiler.toolchains import ToolchainMissing, find_compiler
from akela.kernel_source import find_kernel
from akela.show import lines, show
from akela.side_by_side import beside, column_widths, folded

HOST = host_target()
WIDE = 200


def run(*arguments: str, columns: int = WIDE) -> str:
    result = CliRunner().invoke(main, ["show", *arguments], env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return result.output


# --- what is shown ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("sha256.blocks", "sha256_blocks"),
        ("sha256_blocks", "sha256_blocks"),
        ("chacha20_xor", "chacha20_xor"),
        ("hmac_sha256", "hmac_sha256"),
        ("mont_mul", "mont_mul"),
        ("mont_mul_w32", "mont_mul"),
        ("montgomery.mul", "mont_mul"),
        ("montgomery.mul[32]", "mont_mul"),
    ],
)
def test_names(name: str, kernel: str) -> None:
    assert find_kernel(name, load_target("rv32imc")).name == kernel


@pytest.mark.parametrize(("bits", "type_"), [(32, "uint32_t"), (64, "uint64_t")])
def test_the_word_size_that_the_name_asks_for(bits: int, type_: str) -> None:
    for name in (f"mont_mul_w{bits}", f"montgomery.mul[{bits}]"):
        shown = show(name, load_target("x86_64"), "gcc", "-O2")
        assert f"const {type_} *n" in " ".join(shown.functions[0].c)
    with pytest.raises(LookupError, match="mont_mul_w64"):
        find_kernel("mont_mul_w64", load_target("rv32imc"))


def test_the_kernel_comes_first_then_its_helpers_in_order_of_call() -> None:
    shown = show("sha256.blocks", HOST, "gcc", "-O2")
    assert [function.name for function in shown.functions[:2]] == ["sha256_blocks", "compress"]
    assert {"big_sigma0", "ch", "maj", "small_sigma1"} <= {function.name for function in shown.functions}
    kernel = shown.functions[0]
    assert re.fullmatch(r" *\d+  @operation\(\"sha256.blocks\"\)", kernel.python[0])
    assert re.match(r" *\d+  void akela_sha256_blocks\(uint32_t value\[8\], ", kernel.c[0])
    assert kernel.c[-1].endswith("  }")
    assert shown.functions[2].instructions is None  # a helper this small is inlined


def test_instructions_are_counted_and_name_their_lines() -> None:
    shown = show("chacha20.blocks", HOST, "gcc", "-O2")
    own = [function for function in shown.functions if function.instructions is not None]
    assert all(function.instructions == len(function.machine) for function in own)
    counts = ", ".join(f"{function.name} {function.instructions}" for function in own)
    total = sum(function.instructions or 0 for function in own)
    assert f"Instructions  {total} in the code, not counted as they run: {counts}" in shown.heading
    numbers = {int(line.split()[0]) for line in shown.functions[0].c}
    named = {int(match[1]) for line in shown.functions[0].machine if (match := re.match(r" *(\d+) +[0-9a-f]+  ", line))}
    assert named and named <= numbers
    assert any(re.match(r" +rt:\d+ ", line) for function in own for line in function.machine)


def test_the_heading_has_compiler_flags_and_contract() -> None:
    heading = "\n".join(show("chacha20_xor", HOST, "gcc", "-Os").heading)
    assert "chacha20_xor, akela/kernels/chacha20.py:" in heading
    assert "Leaks: the counter and the length of `data`." in heading
    assert "counter decides branches" in heading
    assert "Calls chacha20_blocks" in heading
    assert find_compiler(HOST, "gcc").version in heading
    assert "-Os -std=c99 -ffreestanding" in heading


def test_other_kernels_that_serve_the_operation_are_named() -> None:
    heading = "\n".join(show("sha256.blocks", load_target("x86_64"), "gcc", "-O2").heading)
    assert "sha256.blocks is also served by sha256_blocks_shani where there is sha, sse4.1" in heading


@pytest.mark.parametrize("target", ["rv32imc", "cortex_m3", "lx106"])
def test_other_targets(target: str) -> None:
    try:
        find_compiler(load_target(target), "gcc")
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    output = run("chacha20.blocks", "--target", target)
    assert f"Target        {target}, " in output
    assert re.search(r"Instructions  \d{3,} in the code", output)


@pytest.mark.parametrize(
    "missing",
    [ToolchainMissing("gcc is not installed: apt install gcc"), InspectionError("pip install 'akela[inspect]'")],
    ids=["gcc", "inspect"],
)
def test_without_tools_the_rest_is_shown(missing: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise missing

    monkeypatch.setattr(showing, "compile_c", fail)
    output = run("chacha20.blocks")
    assert f"No machine code: {missing}" in output
    assert "void akela_chacha20_blocks(" in output and "def chacha20_blocks(" in output
    assert "inlined" not in output and "Instructions" not in output


# --- columns ------------------------------------------------------------------------------------------------------------------------------


def test_columns_where_they_fit() -> None:
    output = run("chacha20.blocks")
    assert max(map(len, output.partition("\n---")[2].splitlines())) <= WIDE
    assert re.search(r"def chacha20_blocks\(.* │ .*size_t data_len.* │ ", output)


@pytest.mark.parametrize(("arguments", "columns"), [(["--stack"], WIDE), ([], 80)])
def test_one_below_the_other_where_they_do_not_or_on_demand(arguments: list[str], columns: int) -> None:
    output = run("chacha20.blocks", *arguments, columns=columns)
    assert "│" not in output
    for title in ("Python:", "C:", "machine code:"):
        assert f"\n{title}\n" in output


def test_widths() -> None:
    long, short = ["x" * 100], ["x" * 10]
    assert column_widths([long, long], 203) == [100, 100]
    assert column_widths([short, long], 80) == [10, 67]  # what the narrow one leaves
    assert column_widths([long, long], 90) == [43, 44]
    assert column_widths([long, long], 80) is None
    assert column_widths([[], short], 20) == [0, 10]


def test_lines_are_folded_and_nothing_is_lost() -> None:
    text = "    first second third fourth fifth"
    pieces = list(folded(text, 20))
    assert [piece.strip() for piece in pieces] == ["first second", "third", "fourth", "fifth"]
    assert max(map(len, pieces)) <= 20
    unbroken = list(folded("a" * 50, 20))
    assert "".join(piece.strip() for piece in unbroken) == "a" * 50 and max(map(len, unbroken)) <= 20
    assert list(folded("", 20)) == [""]


def test_columns_go_on_below_the_shortest() -> None:
    assert list(beside([["a"], ["b", "c"]], [2, 1])) == ["a  │ b", "   │ c"]


def test_printing_asks_for_nothing_more() -> None:
    shown = show("chacha20.blocks", HOST, "gcc", "-O2")
    assert len(list(lines(shown, 80, stack=True))) > sum(len(function.c) for function in shown.functions)
