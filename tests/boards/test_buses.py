"""Drivers in Python on a bus: models in this process, and chips behind a serial port or a debug probe, whose protocols stand-ins speak."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from akela.boards import load_board
from akela.boards.accelerators import FAMILIES, make_system
from akela.boards.bus_failed import BusFailed
from akela.boards.models import Ram
from akela.boards.models.esp32_family.sha import ShaModel
from akela.boards.serial_bus import SerialBus
from akela.boards.uncompiled import Uncompiled, open_bus
from akela.cli import main
from akela.lang import bus
from tests.boards.debug_probe import DebugProbe
from tests.boards.rom_loader import READ_REG, WRITE_REG, RomLoader

BOARD = "esp32c3"
MODULES = ("akela.kernels.sha256", "akela.kernels.aes", "akela.kernels.gcm")
UART_WHICH = 0x3FCD_F07C  # memory of the ROM that esptool reads once it is connected


class Chip:
    """The models, and the ROM's memory, of which only a word is looked at."""

    def __init__(self) -> None:
        self.system: Any = make_system(load_board(BOARD), Ram(0x3FC8_0000, 0x6_0000))

    def read(self, address: int) -> int:
        return 0 if address == UART_WHICH else self.system.read(address)

    def write(self, address: int, value: int) -> None:
        self.system.write(address, value)


@pytest.fixture
def loader() -> Iterator[RomLoader]:
    pytest.importorskip("esptool", reason="a serial bus speaks through esptool: pip install 'akela[serial]'")
    far_end = RomLoader(Chip(), chip_id=5)
    yield far_end
    far_end.close()


def test_operations_are_served_by_drivers_on_models() -> None:
    kernels = Uncompiled(load_board(BOARD), FAMILIES, MODULES)
    system: Any
    with open_bus(load_board(BOARD), "model") as system, bus(system):
        assert kernels.sha256(b"abc") == hashlib.sha256(b"abc").digest()
        sealed = kernels.AesGcm(bytes(16)).encrypt(bytes(12), b"message", b"aad")
        assert kernels.AesGcm(bytes(16)).decrypt(bytes(12), sealed, b"aad") == b"message"
    assert all(each.cycles > 0 for each in system.peripherals if each.block.name in ("AES", "SHA"))
    software = Uncompiled(load_board(BOARD), (), MODULES)
    assert software.sha256(b"abc") == hashlib.sha256(b"abc").digest()  # without a bus


def test_a_chip_behind_a_serial_port(loader: RomLoader) -> None:
    chip = SerialBus(loader.url, BOARD)
    with bus(chip):
        digest = Uncompiled(load_board(BOARD), {"hash"}, MODULES).sha256(b"abc")
    chip.close()
    assert digest == hashlib.sha256(b"abc").digest()
    model = next(each for each in loader.registers.system.peripherals if isinstance(each, ShaModel))  # type: ignore[attr-defined]
    assert model.cycles == 66
    assert {READ_REG, WRITE_REG} <= {*loader.requests}


def test_another_chip(loader: RomLoader) -> None:
    loader.chip_id = 9
    with pytest.raises(BusFailed, match="This chip is ESP32-S3, not ESP32-C3"):
        SerialBus(loader.url, BOARD)


def test_what_the_chip_refuses(loader: RomLoader) -> None:
    chip = SerialBus(loader.url, BOARD)
    with pytest.raises(BusFailed, match="Failed to read target memory"):
        chip.read(0x6003_B000)  # its clock is off
    chip.close()


def test_no_port() -> None:
    pytest.importorskip("esptool", reason="a serial bus speaks through esptool: pip install 'akela[serial]'")
    with pytest.raises(BusFailed, match="Could not open"):
        SerialBus("/dev/there-is-no-such-port", BOARD)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--board", BOARD, "--bus", "usb"), "no bus is called 'usb'; there are model, serial:PORT"),
        (("--board", BOARD, "--bus", "serial:"), "no bus is called 'serial:'"),
        (("--board", BOARD, "--bus", "probe"), "ESP32-C3 is reached by its serial port: write --bus serial:/dev/ttyUSB0"),
        (("--board", "stm32f217", "--bus", "serial:/dev/ttyUSB0"), "STM32F217 is reached by a debug probe: write --bus probe"),
        (("--board", "esp8266", "--bus", "model"), "has no accelerators that Akela drives"),
        (("--board", BOARD, "--bus", "model", "--software"), "leave one out"),
        (("--bus", "model"), "give --board NAME as well"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(main, ["test", *arguments])
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())


def test_known_answers_on_models() -> None:
    result = CliRunner().invoke(main, ["test", "sha224", "aes-cbc", "--board", BOARD, "--bus", "model"])
    assert result.exit_code == 0, result.output
    assert f"Known-answer tests on the {BOARD} board, its drivers uncompiled," in result.output


# --- a debug probe ------------------------------------------------------------------------------------------------------------------------

DBGMCU_IDCODE = 0xE004_2000


@pytest.fixture
def probe() -> Iterator[DebugProbe]:
    pytest.importorskip("pyocd", reason="a debug probe is spoken to by pyocd: pip install 'akela[probe]'")
    far_end = DebugProbe(make_system(load_board("stm32f217"), Ram(0x2000_0000, 0x2_0000)), {DBGMCU_IDCODE: 0x2000_6411})
    yield far_end
    far_end.close()


def test_known_answers_by_a_debug_probe(probe: DebugProbe) -> None:
    result = CliRunner().invoke(main, ["test", "sha1", "aes-ecb", "--board", "stm32f217", "--bus", f"probe:{probe.name}"])
    assert result.exit_code == 0, result.output
    assert "sha1                     12 of 12 passed" in result.output
    models = {each.block.name: each for each in probe.registers.peripherals}  # type: ignore[attr-defined]
    assert models["HASH"].cycles > 0
    assert models["CRYP"].cycles > 0
    assert not probe.halts[-1], "the core goes on afterwards"
    assert probe.requests[-1] == "close"


def test_another_chip_by_a_debug_probe(probe: DebugProbe) -> None:
    probe.words[DBGMCU_IDCODE] = 0x1000_6413
    says = r"this chip is no STM32F217: the word at 0xe0042000 says 0x413, expected 0x411 \(RM0033"
    with pytest.raises(BusFailed, match=says), open_bus(load_board("stm32f217"), f"probe:{probe.name}"):
        pass
    assert probe.requests[-1] == "close"


def test_what_faults_behind_a_debug_probe(probe: DebugProbe) -> None:
    with open_bus(load_board("stm32f217"), f"probe:{probe.name}") as chip, pytest.raises(BusFailed, match="the debug probe: "):
        chip.read(0x5006_0000)  # CRYP, whose clock is off


def test_no_probe() -> None:
    pytest.importorskip("pyocd", reason="a debug probe is spoken to by pyocd: pip install 'akela[probe]'")
    with pytest.raises(BusFailed, match="the debug probe: "), open_bus(load_board("stm32f217"), "probe:remote:127.0.0.1:1"):
        pass
    says = "'there-is-no-such-one' names no debug probe; plug it in; `pyocd list` shows them"
    with pytest.raises(BusFailed, match=says), open_bus(load_board("stm32f217"), "probe:there-is-no-such-one"):
        pass
