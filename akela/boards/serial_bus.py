"""Registers of a chip of the ESP32 family by its ROM loader's commands over a serial port, with the library of `esptool`.

The chip has to be in download mode, which `esptool` sees to where the board has the wires for it. Every access is an exchange of packets
and takes about a millisecond: what matters here is that the drivers meet the hardware, not how long that takes.
"""

from __future__ import annotations

from typing import Any

from akela.boards.bus_failed import BusFailed


class SerialBus:
    """Loads and stores of words on a chip. port: `/dev/ttyUSB0`, `COM3`, or a URL of pyserial. chip: what `esptool` calls it.

    Raises BusFailed where nothing answers, or another chip does, or `esptool` is not installed.
    """

    def __init__(self, port: str, chip: str) -> None:
        try:
            from esptool.targets import CHIP_DEFS
            from esptool.util import FatalError
        except ImportError:
            raise BusFailed("a serial bus speaks through esptool, which is not installed: pip install 'akela[serial]'") from None
        self._failed: type[Exception] = FatalError
        self._loader: Any = self._tried(lambda: CHIP_DEFS[chip](port))
        self._tried(lambda: self._loader.connect(attempts=3))

    def read(self, address: int) -> int:
        """The word at an address. Raises BusFailed."""
        return int(self._tried(lambda: self._loader.read_reg(address)))

    def write(self, address: int, value: int) -> None:
        """Store a word. Raises BusFailed."""
        self._tried(lambda: self._loader.write_reg(address, value))

    def close(self) -> None:
        """Close the port."""
        self._loader._port.close()

    def _tried(self, step: Any) -> Any:
        try:
            return step()
        except self._failed as error:
            raise BusFailed(str(error)) from None
