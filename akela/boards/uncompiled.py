"""A board's kernels and drivers in Python: registers go to models in this process, or to a real chip behind a serial port or debug probe.

`akela test --board esp32c3 --bus model`, `--bus serial:/dev/ttyUSB0`, and `akela test --board stm32f217 --bus probe`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager

from akela.boards.accelerators import bindings, make_system
from akela.boards.files import BoardFile, load_board
from akela.boards.image import board_modules
from akela.boards.models import Ram
from akela.boards.probe_bus import ProbeBus
from akela.boards.serial_bus import SerialBus
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.executions import Execution
from akela.lang.registers import Bus, bus
from akela.selftest.run import run_on
from akela.settings.model import Settings


class Uncompiled(Execution):
    """Kernels as emitted Python, the operations of these families served by the board's drivers: to be called within `with bus(…):`.

    software: operations of theirs that are not.
    """

    kind = "board, its drivers uncompiled,"

    def __init__(self, file: BoardFile, families: Collection[str], modules: tuple[str, ...] = (), software: Collection[str] = ()) -> None:
        target = load_target(file.target)
        checked = board_modules(target, modules, file.ports)
        self.word_sizes = (target.word_bits,)
        super().__init__(file.name, load(checked, "python", target.word_bits, served=bindings(checked, families, software)))


@contextmanager
def open_bus(file: BoardFile, name: str) -> Iterator[Bus]:
    """The bus of this name: `model`; `serial:` and a port; `probe`, or that and `:` and which one.

    Raises ValueError for any other, and where the chip has no such port, BusFailed where it does not answer.
    """
    kind, _, place = name.partition(":")
    if name == "model":
        end = max(memory.end for memory in file.memory)
        start = file.region(file.data).start
        yield make_system(file, Ram(start, end - start))
        return
    if kind not in ("serial", "probe") or (kind == "serial" and not place):
        known = "model, serial:PORT, such as serial:/dev/ttyUSB0, and probe, or probe:ID where there are several"
        raise ValueError(f"no bus is called {name!r}; there are {known}")
    by_probe = file.identity is not None
    if by_probe != (kind == "probe"):
        way = "a debug probe: write --bus probe" if by_probe else "its serial port: write --bus serial:/dev/ttyUSB0, or whichever it is"
        raise ValueError(f"{file.title} is reached by {way}")
    chip = ProbeBus(place, file.identity, file.title) if file.identity is not None else SerialBus(place, file.name)
    with closing(chip):
        yield chip


def run(board: str, bus_name: str, settings: Settings, algorithms: Sequence[str], write: Callable[[str], None]) -> int:
    """Run the known-answer tests, as `akela.selftest.run.run`, with the accelerators that the settings leave on.

    Raises ValueError for a board without accelerators or a bus that there is not, BusFailed where a chip does not answer.
    """
    file = load_board(board)
    if not file.ports:
        raise ValueError(f"{file.title} has no accelerators that Akela drives: there is nothing to do on a bus")
    with open_bus(file, bus_name) as registers, bus(registers):
        kernels = Uncompiled(file, settings.accelerate, software=settings.software_operations)
        return run_on(kernels, algorithms, write)
