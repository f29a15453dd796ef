"""Host functions: answered by what is installed, else by their bodies, in every execution."""

from __future__ import annotations

from typing import Any

import pytest

from akela.boards import load_board
from akela.boards.image import board_modules
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.exceptions import HardwareFailed
from akela.lang import HARDWARE_FAILED, OK, KindError, host, host_function
from akela.ports.host import host_acquire

EXECUTIONS = ("traced", "checked", "python")


class Busy:
    """Surroundings in which every engine is taken, and nothing else is answered."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def acquire(self, engine: int) -> Any:
        """Never."""
        self.asked.append(engine)
        return HARDWARE_FAILED


def test_traced() -> None:
    assert host_acquire(2) == OK
    with host(Busy()) as busy:
        assert host_acquire(2) == HARDWARE_FAILED
    assert (busy.asked, host_acquire(2)) == ([2], OK)  # type: ignore[attr-defined]


@pytest.mark.parametrize("execution", EXECUTIONS)
def test_drivers_ask_the_host(execution: str) -> None:
    kernels = load(board_modules(load_target("rv32imc"), ("akela.kernels.sha1",), load_board("esp32c3").ports), execution, 32)
    busy = Busy()
    value = bytearray(range(20))
    with host(busy), pytest.raises(HardwareFailed, match="the accelerator is not to be had"):  # and no bus: nothing may be accessed
        kernels["esp32c3_sha1_hardware"](value, bytes(64))
    assert busy.asked == [1]
    assert value == bytearray(range(20))


def test_names() -> None:
    with pytest.raises(KindError, match="a host function is called host_…, not acquire"):

        @host_function
        def acquire(engine: int) -> None:
            """Leaks: nothing."""
