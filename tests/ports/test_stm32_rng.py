"""The random number generator of the STM32F21x and F41x, driven on its model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from akela.boards.models import Fault, Misuse, Ram
from akela.boards.models.stm32 import make_system
from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.rng import RngModel
from akela.exceptions import HardwareFailed
from akela.lang import HARDWARE_FAILED
from akela.ports.stm32.registers import Stm32Rcc, Stm32Rng
from tests.ports.conftest import Chip
from tests.ports.stm32_kernels import MODULES

BASE, RCC = 0x5006_0800, 0x4002_3800


@pytest.fixture(params=("traced", "checked", "python", "board"))
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("stm32f217", MODULES, request.param)


def filled(chip: Chip, length: int) -> bytes | None:
    """So many bytes; None where the hardware failed, which has to leave zeros."""
    buffer = bytearray(b"x" * length)
    try:
        if chip.kernels.stm32f217_random_fill(buffer) == HARDWARE_FAILED:
            raise HardwareFailed
    except HardwareFailed:
        assert buffer == bytes(length)
        return None
    return bytes(buffer)


def test_fills(chip: Chip) -> None:
    """All lengths, never the same words, and the clock is off again."""
    seen: set[bytes] = set()
    for length in (0, 1, 3, 4, 5, 40):
        buffer = filled(chip, length)
        assert buffer is not None and len(buffer) == length
        if length > 3:
            assert not {buffer[i : i + 4] for i in range(0, length - 3, 4)} & seen
            seen |= {buffer[i : i + 4] for i in range(0, length - 3, 4)}
    assert not chip.model(RccModel).field("AHB2ENR", "rng")


@pytest.mark.parametrize("fault", [Fault.STUCK_BUSY, Fault.SEED_ERROR, Fault.CLOCK_ERROR, Fault.WRONG_RESULT], ids=lambda f: f.name)
def test_what_does_not_mend(chip: Chip, fault: Fault) -> None:
    """No words, errors that come back, and words that repeat are reported, and nothing is handed out; later calls work again."""
    model = chip.model(RngModel)
    model.fault = fault
    assert filled(chip, 8) is None
    model.fault = None
    assert filled(chip, 8) is not None


@pytest.mark.parametrize("fault", [Fault.SEED_ERROR, Fault.CLOCK_ERROR], ids=lambda f: f.name)
def test_what_mends(make_chip: Callable[..., Chip], fault: Fault) -> None:
    """The generator is begun anew: off, its errors taken back, on; what it gave before is thrown away."""
    chip = make_chip("stm32f217", MODULES, "python")
    model, starts = chip.model(RngModel), []
    start = model.on_write_CR

    def counted(index: int, value: int) -> None:
        starts.append(value)
        if len(starts) > 2:
            model.fault = None
        start(index, value)

    model.on_write_CR = counted
    model.fault, model.sound = fault, 2
    assert filled(chip, 16) is not None
    assert starts == [0, Stm32Rng.CR.value(rngen=1)] * 2
    assert model.values["SR"][0] == 0


def test_feeds_the_drbg(make_chip: Callable[..., Chip]) -> None:
    """It serves the operation that the DRBG is seeded by on boards."""
    chip = make_chip("stm32f217", MODULES, "board")
    assert chip.kernels.image.served["random_fill"] == "stm32f217_random_fill"
    buffer = bytearray(48)
    chip.kernels.random_fill(buffer)
    assert len(set(buffer)) > 24


@pytest.fixture
def bare() -> Any:
    """The models, the clock on."""
    system = make_system("stm32f217", Ram(0, 0))
    system.write(RCC + 0x34, Stm32Rcc.AHB2ENR.value(rng=1))
    return system


def test_misuse(bare: Any) -> None:
    with pytest.raises(Misuse, match=r"RNG.DR is read while RNG.SR.drdy is 0"):
        bare.read(BASE + 8)
    with pytest.raises(Misuse, match=r"RNG.CR: 0x1 sets reserved bits 0x1"):
        bare.write(BASE, 1)
    bare.peripherals[-1].fault = Fault.SEED_ERROR
    bare.write(BASE, Stm32Rng.CR.value(rngen=1))
    while not bare.read(BASE + 4) & Stm32Rng.SR.mask("drdy"):
        pass
    with pytest.raises(Misuse, match=r"RNG.DR is read while RNG.SR reports an error, 0x40"):
        bare.read(BASE + 8)
    bare.peripherals[-1].fault = None
    bare.write(BASE + 4, 0)
    bare.read(BASE + 8)
    bare.write(RCC + 0x34, 0)
    with pytest.raises(Misuse, match=r"RNG.SR is read while its clock is off: RCC.AHB2ENR.rng is 0"):
        bare.read(BASE + 4)
