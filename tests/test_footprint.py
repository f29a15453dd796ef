"""The figures of docs/footprint.md: the tool that makes them, on one module, and its arithmetic on a program checked by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from akela.boards import Board, load_board
from akela.boards.image import board_modules
from akela.boards.traps import EmulatorMissing
from akela.catalogue import ALGORITHMS
from akela.compiler.targets import load_target
from akela.compiler.toolchains import Compiler, ToolchainMissing, find_compiler
from akela.firmware.api import STACK, stack_bytes
from akela.footprint.areas import home_modules, interfaces, kernels, work_areas
from akela.footprint.boards import Sizer
from akela.footprint.build import FLAGS, compiled
from akela.footprint.reach import Program
from tools import stack_bounds
from tools.footprint import INTRODUCTION, PAGE, costs_table, measure, memory_table

BY_NAME = {algorithm.name: algorithm for algorithm in ALGORITHMS}


@pytest.fixture
def compiler() -> Compiler:
    try:
        return find_compiler(load_target("x86_64"), "gcc")
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


PROGRAM = """
const unsigned char table[64] = {1};
const unsigned char unused[1000] = {1};
extern int elsewhere(int);
__attribute__((noinline)) static int leaf(int i) { volatile char buffer[200]; buffer[i] = 1; return buffer[0] + table[i]; }
__attribute__((noinline)) static int shallow(int i) { volatile char buffer[300]; buffer[i] = 2; return buffer[0]; }
int root(int i) { volatile char buffer[100]; buffer[i] = 3; return leaf(i) + shallow(i) + buffer[0]; }
int other(int i) { return elsewhere(i) + 1; }
"""


def test_what_is_reached(compiler: Compiler, tmp_path: Path) -> None:
    """Flash counts what is referred to, once; stack follows the deepest call; what the linker would have to find is named."""
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    program = Program([compiled(compiler, source)])
    root, leaf = program.footprint(["root"]), program.sections["program", ".text.leaf"]
    assert 300 < root.stack < 500  # root's 100 and shallow's 300, and not leaf's 200 as well
    names = (".text.root", ".text.leaf", ".text.shallow", ".rodata.table")
    assert root.flash == sum(program.sections["program", name].size for name in names) > leaf.size + 64
    assert root.foreign == ()
    assert program.footprint(["other"]).foreign == ("elsewhere",)
    assert program.footprint(["root", "root"]) == root
    with pytest.raises(KeyError):
        program.footprint(["missing"])


@pytest.mark.parametrize("target", ["cortex_m3", "x86_64"])
def test_one_module(target: str) -> None:
    try:
        measured = measure(target, [BY_NAME["sha256"]], ("akela.kernels.sha256",))
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    footprint = measured.footprints["sha256"]
    assert 256 < footprint.flash < 20_000  # K alone is 256 bytes
    assert 64 < footprint.stack < 2_000  # the message block alone is 64
    assert footprint.foreign == (() if target == "x86_64" else ("akela_pause",))  # chips are counted as exported
    assert measured.contexts["sha256"] == {"Sha256": 104}
    assert f"| SHA-256 | {footprint.flash} / {footprint.stack} |" in costs_table([measured])
    assert any("Sha256 104" in line for line in memory_table(measured))


def test_the_c_api_states_the_stack_of_the_page() -> None:
    """For every algorithm of the page."""
    text = stack_bounds.text(PAGE.read_text(encoding="utf-8"))
    assert STACK.read_text(encoding="utf-8") == text, "run `python -m tools.stack_bounds`"
    assert all(stack_bytes(algorithm.name, "cortex_m4") for algorithm in ALGORITHMS)


@pytest.mark.parametrize("name", ["esp32c3", "stm32f217"])
def test_no_call_takes_more_stack_than_stated(name: str) -> None:
    """Of rows on the emulated core."""
    algorithms = [BY_NAME[each] for each in ("sha512", "aes-gcm", "chacha20-poly1305", "hmac-drbg", "x25519")]
    try:
        board = Board(name, compiler="gcc", modules=home_modules(algorithms, load_target(load_board(name).target)))
    except (ToolchainMissing, EmulatorMissing) as missing:
        pytest.skip(str(missing))
    sizer = Sizer(board)
    for algorithm in algorithms:
        stated = stack_bytes(algorithm.name, board.target.name)
        assert stated is not None and 64 < sizer.size(algorithm).stack <= stated
    board.close()


def test_work_areas() -> None:
    """In words of the target, and in bytes for the key of the benchmark's row."""
    target = load_target("cortex_m3")
    algorithm = BY_NAME["montgomery"]
    found = kernels(algorithm, target, interfaces(board_modules(target, home_modules((algorithm,), target))))
    areas = {area.kernel: area for area in work_areas(algorithm, found)}
    assert (areas["mont_sqr_w32"].length, areas["mont_sqr_w32"].element_bytes) == ("2 * len(n) + 1", 4)
    (example,) = {area.example for area in areas.values() if area.example}
    assert re.fullmatch(r"\d+ bytes for 1024 bits", example)
    assert int(example.split()[0]) > 1024 // 8


def test_the_page_says_how_it_was_made() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.startswith(INTRODUCTION)
    assert all(flag in text for flag in FLAGS)
