"""What emitted C looks like, and that every compiler of every target takes it without a warning and without foreign symbols."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from akela.compiler.c.usage import small_helpers
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.inspection.disassemble import disassemble
from akela.compiler.inspection.symbols import foreign_symbols
from akela.compiler.ir import Call, Expr, For, Function, Return
from akela.compiler.passes import lower
from akela.compiler.spec import PassError
from akela.compiler.targets import Target, load_target, target_names
from akela.compiler.toolchains import OPTIMISATIONS, RUNTIME, ToolchainMissing, compile_c, find_compiler
from akela.lang import REGISTRY
from akela.lang.status import Status
from akela.lang.types import INT, StructType
from tests.compiler.emitting import CAUTIOUS, WARNINGS, emitted, write_files
from tests.compiler.trees import U32, binary, const, declare, function, local, module

CORPUS = Path(__file__).parents[1] / "check" / "ok"

PORTABLE = ("narrow", "words", "masks", "carries", "ints", "memory", "tuples", "effects", "unrolled", "registers", "edges", "awkward_names")
PROGRAMS = {name: PORTABLE for name in target_names()}
PROGRAMS["x86_64"] += ("lanes", "instructions")
PROGRAMS["aarch64"] += ("lanes",)
PROGRAMS["cortex_m33"] += ("lanes",)
PROGRAMS["rv32imc"] += ("lanes",)

BUILDS = [(name, compiler) for name in target_names() for compiler in load_target(name).toolchains]


def on(target: Target, program: str) -> Target:
    """The target with the factors that the program `unrolled` asks for."""
    return replace(target, unroll={"test.rounds": 3, "test.plain": 1}) if program == "unrolled" else target


# --- what is inlined ----------------------------------------------------------------------------------------------------------


def test_a_sparing_target_counts_what_is_inside_of_a_helper() -> None:
    def helper(name: str, *values: Expr) -> Function:
        made = function(*(declare(local(f"{name}_{i}"), value) for i, value in enumerate(values)), name=name, returns=U32)
        return replace(made, ref=replace(made.ref, exported=False))

    def call(callee: Function) -> Call:
        return Call(type=U32, function=callee.ref, arguments=())

    one = binary("add", const(1, U32), const(2, U32))
    short = helper("short", *[one] * 12)
    twice, thrice = helper("twice", call(short), call(short)), helper("thrice", *[call(short)] * 3)
    loop = For(symbol=local("i", INT), start=const(0), stop=const(3), step=1, body=())
    looping = replace(short, ref=replace(short.ref, name="looping"), body=(loop,))
    by_name = {(f.ref.module, f.name): f for f in (short, twice, thrice, looping, helper("long", *[one] * 40))}
    for sparing, expected in [(False, {"short", "twice", "thrice"}), (True, {"short", "twice"})]:
        assert {name for _, name in small_helpers(by_name, sparing=sparing)} == expected


# --- every compiler takes it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("optimisation", OPTIMISATIONS)
@pytest.mark.parametrize(("name", "compiler"), BUILDS)
def test_compiles_everywhere(name: str, compiler: str, optimisation: str, tmp_path: Path) -> None:
    target = load_target(name)
    try:
        find_compiler(target, compiler)
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    sources = [source for program in PROGRAMS[name] for source in write_files(emitted(program, on(target, program)), tmp_path)]
    for flags in ((), ("-DAKELA_CHECKED", "-DAKELA_DISPATCH")):
        objects = compile_c(sources, target, compiler, optimisation, flags=[*WARNINGS, *flags])
        for compiled in objects:
            assert foreign_symbols(compiled) == []


@pytest.mark.parametrize(("name", "compiler"), BUILDS)
def test_runtime_compiles(name: str, compiler: str) -> None:
    target = load_target(name)
    try:
        (compiled,) = compile_c([RUNTIME / "akela_rt.c"], target, compiler, "-O2", flags=WARNINGS)
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    listing = disassemble(compiled, target.toolchains[compiler].objdump)
    assert {function.name for function in listing.functions} >= {"memcpy", "memset"}
    assert listing.undefined == (), "memcpy and memset must not call themselves"


@pytest.mark.parametrize("program", PROGRAMS["x86_64"])
def test_soft_intrinsics_and_headers_in_cpp(program: str, tmp_path: Path) -> None:
    files = emitted(program, on(load_target("x86_64"), program))
    sources = write_files(files, tmp_path)
    compile_c(sources, load_target("x86_64"), "gcc", "-O2", flags=[*WARNINGS, "-DAKELA_SOFT_INTRINSICS"])
    unit = tmp_path / "unit.cpp"
    unit.write_text("".join(f'#include "{file.name}"\n#include "{file.name}"\n' for file in files if file.name.endswith(".h")))
    flags = ["-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{RUNTIME}"]
    subprocess.run(["g++", *flags, "-c", str(unit), "-o", str(tmp_path / "unit.o")], check=True)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.py")), ids=lambda path: path.stem)
def test_what_the_checker_accepts_can_be_emitted(path: Path, tmp_path: Path) -> None:
    name = f"emitted_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    for target in map(load_target, target_names()):
        files = emit(lower(compile_module(name, target), target), target)
        if target.name == "x86_64":
            compile_c(write_files(files, tmp_path), target, "gcc", "-O2", flags=WARNINGS)
    del sys.modules[name]
    REGISTRY.pop(name)


@pytest.mark.parametrize("program", ["words", "memory", "lanes"])
def test_nothing_rules_out_big_endian(program: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="no compiler for a big-endian processor: pip install ziglang")
    (source,) = write_files(emitted(program, load_target("x86_64")), tmp_path)
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "powerpc64-linux-musl", "-std=c99", "-O2", "-fno-sanitize=undefined"]
    subprocess.run([*command, *WARNINGS, f"-I{RUNTIME}", "-c", str(source), "-o", str(tmp_path / "big.o")], check=True)


# --- what it looks like -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ["narrow", "masks", "memory", "tuples", "effects", "unrolled", "lanes", "instructions", "registers"])
def test_golden_x86_64(program: str, golden: Callable[[str, str], None]) -> None:
    for file in emitted(program, on(load_target("x86_64"), program)):
        golden(f"x86_64/{file.name}", file.text)


@pytest.mark.parametrize("program", ["words", "carries", "ints"])
@pytest.mark.parametrize("name", ["x86_64", "cortex_m3", "lx106"])
def test_golden_targets(program: str, name: str, golden: Callable[[str, str], None]) -> None:
    for file in emitted(program, load_target(name)):
        golden(f"{name}/{file.name}", file.text)


@pytest.mark.parametrize("kernel", ["sha256", "chacha20"])
def test_golden_kernels(kernel: str, golden: Callable[[str, str], None]) -> None:
    target = load_target("rv32imc")
    for file in emit(lower(compile_module(f"akela.kernels.{kernel}", target), target), target):
        golden(f"rv32imc/{file.name}", file.text)


@pytest.mark.parametrize("program", PROGRAMS["x86_64"])
def test_deterministic_and_tidy(program: str) -> None:
    target = on(load_target("x86_64"), program)
    files = emitted(program, target)
    assert files == emitted(program, target)
    for file in files:
        lines = file.text.splitlines()
        assert max(map(len, lines)) < 120
        assert not any(line != line.rstrip() or "\t" in line for line in lines)
        assert not re.search(r";.*;", re.sub(r"for \(.*\) \{|/\*.*\*/|\".*\"", "", file.text)), "one statement a line"
        assert file.text.endswith("\n") and not file.text.endswith("\n\n")


def test_banner_explains_the_file() -> None:
    (header, source) = emitted("ints", CAUTIOUS)
    for file in (header, source):
        assert "akela emit tests.compiler.programs.ints --target cautious" in file.text
        assert re.search(r"SHA-256: [0-9a-f]{64}\n", file.text)
        assert re.search(r"Unroll:  .*\btest\.rounds = 3\b", file.text)


def test_branches_are_at_their_lines() -> None:
    (_, source) = emitted("ints", load_target("x86_64"))
    lines = source.text.splitlines()
    for number, reason in source.branches.items():
        assert re.search(r"ints\.py:\d+:\d+\)$", reason)
        assert re.search(r"if|for|while|[<>=!]|akela_", lines[number - 1]), lines[number - 1]
    for number, line in enumerate(lines, start=1):
        if re.match(r" +(if|for|while|\} else if) ", line):
            assert number in source.branches, line


def test_secret_lines_have_no_reason() -> None:
    (_, source) = emitted("masks", load_target("x86_64"))
    lines = source.text.splitlines()
    assert {re.split(r"[ (]", lines[number - 1].strip())[0] for number in source.branches} == {"if", "for", "AKELA_REQUIRE"}


@pytest.mark.parametrize(
    ("kernel", "other"),
    [("wipe", "the run time"), ("load_le32", "the run time"), ("u128", "the run time"), ("f", "made_up.py:1:1: kernel f")],
)
def test_c_names_are_no_one_else_s(kernel: str, other: str) -> None:
    functions = [function(Return(), name=name) for name in ("f", kernel)]
    with pytest.raises(PassError, match=f"^made_up.py:1:1: kernel {kernel}: its C name akela_{kernel} is that of {other}; rename one"):
        emit(module(*functions), load_target("x86_64"))


def test_two_structs_of_one_name() -> None:
    structs = [StructType("st", (("x", U32),), type(name, (), {})) for name in "AB"]
    with pytest.raises(PassError, match=r"^struct B: its C name akela_st_ctx is that of struct A"):
        emit(replace(module(), structs=structs), load_target("x86_64"))


def test_status_codes_are_those_of_the_language() -> None:
    text = (RUNTIME / "akela_status.h").read_text()
    assert {name: int(code) for name, code in re.findall(r"AKELA_(\w+) = (-?\d+)", text)} == {status.name: status.code for status in Status}
