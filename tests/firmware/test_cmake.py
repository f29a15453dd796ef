"""Exports for CMake, built as their README says: for boards, for a processor alone, for this machine, and within a project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from akela.boards import load_board
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing, find_compiler
from akela.firmware.export import files, write
from akela.settings.model import Settings
from tests.firmware.bare import run

SETTINGS = Settings(algorithms=frozenset({"sha256"}))
COMMAND = re.compile(r"^cmake .*$", re.MULTILINE)


@pytest.fixture(autouse=True)
def needs() -> None:
    for program in ("cmake", "make"):
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}: apt install {program}")


def cmake(command: str, folder: Path) -> str:
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "warning" not in (done.stdout + done.stderr).lower(), done.stdout + done.stderr
    return done.stdout


def commands(folder: Path, preset: str, more: str = "") -> str:
    """What the README says to type, for one preset."""
    (found,) = (line for line in COMMAND.findall((folder / "README.md").read_text()) if f"--preset {preset} " in line)
    return found.replace(" &&", f" {more} &&")


@pytest.mark.parametrize(("board", "preset"), [("stm32f217", "gcc"), ("stm32f217", "zig"), ("esp32c3", "gcc"), ("esp8266", "gcc")])
def test_boards(board: str, preset: str, tmp_path: Path) -> None:
    try:
        find_compiler(load_target(load_board(board).target), "clang" if preset == "zig" else "gcc")
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    write(files("cmake", board, SETTINGS), tmp_path)
    cmake(commands(tmp_path, preset, f"-DAKELA_PYTHON={sys.executable}" if preset == "zig" else ""), tmp_path)
    test = run(board, tmp_path / "build" / preset / "akela_test")
    assert test.code == 0 and re.search(r"^sha256 +4 of 4 passed$", test.text, re.MULTILINE)


def test_a_processor_alone(tmp_path: Path) -> None:
    """Of which nobody knows the memory: the library."""
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("needs arm-none-eabi-gcc: apt install gcc-arm-none-eabi")
    write(files("cmake", "cortex_m33", SETTINGS), tmp_path)
    cmake(commands(tmp_path, "gcc"), tmp_path)
    assert [path.name for path in (tmp_path / "build" / "gcc").glob("*akela*")] == ["libakela.a"]


def test_this_machine_and_a_project(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("needs cc")
    made = files("cmake", None, SETTINGS)
    assert "CMakePresets.json" not in made
    write(made, tmp_path / "akela")
    (command,) = COMMAND.findall(made["README.md"])
    cmake(command, tmp_path / "akela")
    test = subprocess.run([tmp_path / "akela" / "build" / "akela_test"], capture_output=True, text=True, check=True)
    assert test.stdout.endswith("Return code 0\n")
    text = "cmake_minimum_required(VERSION 3.13)\nproject(firmware LANGUAGES C)\nadd_subdirectory(akela)\n"
    text += "add_executable(firmware main.c)\ntarget_link_libraries(firmware PRIVATE akela)\n"
    (tmp_path / "CMakeLists.txt").write_text(text)
    main = '#include "akela.h"\nint main(void)\n{\n    uint8_t out[32];\n\n    return (int)akela_sha256("", 0, out);\n}\n'
    (tmp_path / "main.c").write_text(main)
    cmake("cmake -B build && cmake --build build", tmp_path)
    assert subprocess.run([tmp_path / "build" / "firmware"], check=False).returncode == 0
