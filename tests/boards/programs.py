"""Small programs for boards, beside the kernels' own."""

from __future__ import annotations

import hashlib

import pytest

from akela.boards import Board, load_board
from akela.boards.image import Image, board_modules, choose_compiler, link, sources
from akela.boards.traps import EmulatorMissing
from akela.compiler import ir
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing

# One board of each core; boards of the same core differ in data only.
CORES = ("stm32f217", "stm32f417", "efr32xg21", "esp32c3", "esp8266")


def opened(name: str, image: Image | None = None) -> Board:
    """The board, or a skipped test."""
    try:
        return Board(name, image=image, accelerators=())
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))


def program(name: str, c: str) -> Board:
    """A board with a program in C and no kernels."""
    try:
        return opened(name, linked(name, {"program.c": c}, ()))
    except (ToolchainMissing, InspectionError) as missing:
        pytest.skip(str(missing))


def changed(name: str, module: str, old: str, new: str) -> Board:
    """A board with the kernels of one module only, in whose C a text is replaced."""
    target = load_target(load_board(name).target)
    modules = board_modules(target, (module,))
    files = sources(modules, target)
    (file,) = (file for file, text in files.items() if old in text and file.endswith(".c"))
    files[file] = files[file].replace(old, new, 1)
    try:
        return opened(name, linked(name, files, modules))
    except (ToolchainMissing, InspectionError) as missing:
        pytest.skip(str(missing))


def linked(name: str, files: dict[str, str], modules: tuple[ir.Module, ...]) -> Image:
    """The image of these files. Raises ToolchainMissing and InspectionError."""
    board = load_board(name)
    found = choose_compiler(load_target(board.target))
    version = hashlib.sha256(repr(files).encode()).hexdigest()
    return Image(link(board, found, "-Os", version, lambda: files), modules, found.toolchain.name)
