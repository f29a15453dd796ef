"""A board's kernels and drivers in Python: registers go to models in this process, or to a real chip behind a serial port.

`akela test --board esp32c3 --bus model` and `--bus serial:/dev/ttyUSB0`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from akela.boards.accelerators import bindings, make_system
from akela.boards.files import BoardFile, load_board
from akela.boards.image import board_modules
from akela.boards.models import Ram
from akela.boards.serial_bus import SerialBus
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.executions import Execution
from akela.lang.registers import Bus, bus
from akela.selftest.run import run_on


class Uncompiled(Execution):
    """Kernels as emitted Python, the operations of these families served by the board's drivers: to be called within `with bus(…):`."""

    kind = "board, its drivers uncompiled,"

    def __init__(self, file: BoardFile, families: Collection[str], modules: tuple[str, ...] = ()) -> None:
        target = load_target(file.target)
        checked = board_modules(target, modules, file.ports)
        self.word_sizes = (target.word_bits,)
        super().__init__(file.name, load(checked, "python", target.word_bits, served=bindings(checked, families)))


def make_bus(file: BoardFile, name: str) -> Bus:
    """The bus of this name: `model`, or `serial:` and a port. Raises ValueError for any other."""
    kind, _, port = name.partition(":")
    if name == "model":
        end = max(memory.end for memory in file.memory)
        start = file.region(file.data).start
        return make_system(file, Ram(start, end - start))
    if kind == "serial" and port:
        return SerialBus(port, file.name)
    raise ValueError(f"no bus is called {name!r}; there are model and serial:PORT, such as serial:/dev/ttyUSB0")


def run(board: str, bus_name: str, families: Collection[str], algorithms: Sequence[str], write: Callable[[str], None]) -> int:
    """Run the known-answer tests, as `akela.selftest.run.run`.

    Raises ValueError for a board without accelerators or a bus that there is not, BusFailed where a chip does not answer.
    """
    file = load_board(board)
    if not file.ports:
        raise ValueError(f"{file.title} has no accelerators that Akela drives: there is nothing to do on a bus")
    registers = make_bus(file, bus_name)
    with bus(registers):
        return run_on(Uncompiled(file, families), algorithms, write)
