"""Exports built for bare boards, with whatever compiler for them is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from akela.boards.files import load_board
from akela.boards.program import Ended, run_program
from akela.boards.traps import EmulatorMissing
from akela.compiler.targets import load_target
from akela.compiler.toolchains import find_compiler, installed_compilers
from akela.firmware.export import files, write
from akela.settings import Settings

WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-command-line-argument")


def export(board: str, folder: Path, settings: Settings) -> None:
    """An export for a bare board."""
    write(files("make", board, settings), folder)


def build(board: str, folder: Path, program: str, compiler: str = "", optimisation: str = "-Os") -> Path:
    """Build one of its programs with make. compiler: "gcc" or "clang"; by default the first that is installed."""
    target = load_target(load_board(board).target)
    compilers = installed_compilers(target)
    if not compilers or (compiler and compiler not in compilers):
        pytest.skip(f"no {compiler or 'compiler'} for {target.name} is installed")
    found = find_compiler(target, compiler or compilers[0])
    first = 1 if found.toolchain.command else found.command.index("cc") + 1
    command, processor = " ".join(found.command[:first]), " ".join(found.command[first:])
    libraries = "-lgcc" if found.toolchain.name == "gcc" else ""
    make = ["make", "-s", f"CC={command}", "AR=ar", f"CFLAGS={optimisation} {processor} {' '.join(WARNINGS)}", f"LIBS={libraries}", program]
    done = subprocess.run(make, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stdout + done.stderr
    return folder / program


def run(board: str, program: Path, mark: str = "") -> Ended:
    """Run it on the board's emulated core."""
    try:
        return run_program(load_board(board), program, mark)
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
