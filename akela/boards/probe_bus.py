"""Registers of a chip with an Arm core by its debug port and a debug probe (ST-LINK, CMSIS-DAP, J-Link …), with the library `pyocd`.

The core is halted as long as the bus is open, so that no firmware uses the peripherals at the same time, and goes on afterwards. Every
access takes about a millisecond by USB: what matters here is that the drivers meet the hardware, not how long that takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from akela.boards.bus_failed import BusFailed
from akela.boards.files import Identity

T = TypeVar("T")

# Of a chip nothing is needed but what every Cortex-M has. Settings of a project of the user's do not take part.
OPTIONS = {"target_override": "cortex_m", "connect_mode": "halt", "resume_on_disconnect": True, "no_config": True}


class ProbeBus:
    """Loads and stores of words on a chip.

    probe: the probe's unique id, as `pyocd list` shows it, or a part of it; `remote:HOST:PORT` for one that `pyocd server` shares;
    empty for the only one. identity: how the chip is told from others; title: what it is called.
    Raises BusFailed where there is no such probe, nothing answers, or another chip does, or `pyocd` is not installed.
    """

    def __init__(self, probe: str, identity: Identity, title: str) -> None:
        try:
            from pyocd.core.exceptions import Error
            from pyocd.core.helpers import ConnectHelper
            from pyocd.core.session import Session
        except ImportError:
            raise BusFailed("a debug probe is spoken to by pyocd, which is not installed: pip install 'akela[probe]'") from None
        self._failures: tuple[type[Exception], ...] = (Error, OSError)
        found = self._tried(lambda: ConnectHelper.get_all_connected_probes(blocking=False, unique_id=probe or None))
        if len(found) != 1:
            names = ", ".join(each.unique_id for each in found)
            there = f"several debug probes ({names}); write which one: --bus probe:ID" if found else "no debug probe; plug it in"
            raise BusFailed(f"there is {there}" if not probe else f"{probe!r} names {there}; `pyocd list` shows them")
        self._session: Any = Session(found[0], options=OPTIONS)
        self._tried(self._session.open)
        said = self.read(identity.register) & identity.mask
        if said != identity.value:
            self.close()
            raise BusFailed(
                f"this chip is no {title}: the word at {identity.register:#010x} says {said:#x}, expected {identity.value:#x} "
                f"({identity.source}); choose its board, or connect the other chip"
            )

    def read(self, address: int) -> int:
        """The word at an address. Raises BusFailed."""
        return int(self._tried(lambda: self._session.target.read32(address)))

    def write(self, address: int, value: int) -> None:
        """Store a word. Raises BusFailed."""
        self._tried(lambda: self._session.target.write32(address, value))

    def close(self) -> None:
        """Let the core go on, and the probe go. Raises BusFailed."""
        self._tried(self._session.close)

    def _tried(self, step: Callable[[], T]) -> T:
        try:
            return step()
        except self._failures as error:
            raise BusFailed(f"the debug probe: {error}") from None
