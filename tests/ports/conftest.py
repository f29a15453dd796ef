"""Fixtures for the tests of drivers, traced, checked, as emitted Python and compiled for the emulated chip, on register models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from akela.boards import Board, load_board
from akela.boards.accelerators import FAMILIES, make_system
from akela.boards.image import board_modules
from akela.boards.models import Peripheral, Ram, System
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.executions import Execution
from akela.lang import bus, host

DMA_MEMORY = (0x3FC8_0000, 0x6_0000)


@dataclass
class Chip:
    """A chip to test: its kernels, and the models of its accelerators."""

    kernels: Execution
    system: System

    def model(self, kind: type[Peripheral]) -> Any:
        """The model of this kind."""
        return next(each for each in self.system.peripherals if isinstance(each, kind))


@cache
def kernels_of(board: str, modules: tuple[str, ...], execution: str) -> Execution:
    """The kernels of modules and of the board's ports, operations being served by software unless a driver is called by its name."""
    file = load_board(board)
    return Execution(execution, load(board_modules(load_target(file.target), modules, file.ports), execution, 32))


@cache
def emulated(board: str, modules: tuple[str, ...]) -> Board:
    """The same, compiled."""
    try:
        return Board(board, compiler="gcc", modules=modules, accelerators=FAMILIES)
    except ToolchainMissing as error:
        pytest.skip(str(error))


@pytest.fixture
def make_chip() -> Iterator[Callable[..., Chip]]:
    """`make_chip(board, modules, execution)`: a chip whose registers are there until the test ends; `surroundings` are its host."""
    with ExitStack() as stack:

        def make(board: str, modules: tuple[str, ...], execution: str, surroundings: object = None) -> Chip:
            if execution == "board":
                machine = emulated(board, modules)
                assert machine.system
                for peripheral in machine.system.peripherals:
                    peripheral.fault, peripheral.sound, peripheral.polls = None, 0, 2
                return Chip(machine, machine.system)
            system = make_system(load_board(board), Ram(*DMA_MEMORY))
            stack.enter_context(bus(system))
            stack.enter_context(host(surroundings or object()))
            return Chip(kernels_of(board, modules, execution), system)

        yield make
