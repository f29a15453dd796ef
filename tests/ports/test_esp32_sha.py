"""The SHA accelerator of the ESP32-C3: its driver on its model, and the model against hashlib."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from akela.boards.models import Fault, Misuse
from akela.boards.models.digests import INITIAL, sha1_compress, sha256_compress
from akela.boards.models.esp32_family import make_system
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.sha import ShaModel
from akela.boards.models.system import Ram
from akela.exceptions import HardwareFailed
from akela.lang import HARDWARE_FAILED
from akela.ports.esp32_family.registers import EspSystem
from tests.ports.conftest import Chip

MODULES = ("akela.kernels.sha1", "akela.kernels.sha256")
EXECUTIONS = ("traced", "checked", "python", "board")
HASHES = {"sha1": (5, "sha1"), "sha256": (8, "sha256"), "sha224": (8, "sha256")}
BASE, SYSTEM = 0x6003_B000, 0x600C_0000


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("esp32c3", MODULES, request.param)


def words(value: tuple[int, ...]) -> bytearray:
    """A hash value as kernels take it."""
    return bytearray(b"".join(word.to_bytes(4, "little") for word in value))


def padded(message: bytes) -> bytes:
    return message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")


def digest(name: str, value: bytearray) -> bytes:
    return b"".join(value[i : i + 4][::-1] for i in range(0, len(value), 4))[: hashlib.new(name).digest_size]


@pytest.mark.parametrize("name", HASHES)
def test_the_model_hashes(name: str) -> None:
    compress = sha1_compress if name == "sha1" else sha256_compress
    for length in (0, 3, 55, 56, 64, 130):
        message = bytes(range(length))
        value = INITIAL[name]
        for at in range(0, len(padded(message)), 64):
            value = compress(value, padded(message)[at : at + 64])
        assert digest(name, words(value)) == hashlib.new(name, message).digest()


@pytest.mark.parametrize("name", HASHES)
def test_blocks(chip: Chip, name: str) -> None:
    hardware = getattr(chip.kernels, f"esp32c3_{HASHES[name][1]}_blocks")
    for length in (0, 3, 55, 56, 119, 120, 200):
        message = bytes(range(length))
        value = words(INITIAL[name])
        hardware(value, padded(message))
        assert digest(name, value) == hashlib.new(name, message).digest()


def test_no_blocks_change_nothing(chip: Chip) -> None:
    value = words(INITIAL["sha256"])
    chip.kernels.esp32c3_sha256_blocks(value, b"")
    assert value == words(INITIAL["sha256"])


def test_contexts_interleave(chip: Chip) -> None:
    """Messages of three hashes, a block of each at a time."""
    messages = {name: padded(bytes([i]) * 247) for i, name in enumerate(HASHES)}
    values = {name: words(INITIAL[name]) for name in HASHES}
    for at in range(0, 256, 64):
        for name, message in messages.items():
            getattr(chip.kernels, f"esp32c3_{HASHES[name][1]}_blocks")(values[name], message[at : at + 64])
    for i, name in enumerate(HASHES):
        assert digest(name, values[name]) == hashlib.new(name, bytes([i]) * 247).digest()


def test_nothing_stays_behind(chip: Chip) -> None:
    """Neither message nor hash value, and the clock is off again."""
    model = chip.model(ShaModel)
    chip.kernels.esp32c3_sha256_blocks(words(INITIAL["sha256"]), b"k" * 64)
    assert model.octets("M", 16) == bytes(64)
    assert model.octets("H", 8) == bytes(32)
    assert not chip.model(ClocksModel).field("PERIP_CLK_EN1", "sha")


@pytest.mark.parametrize("polls", [0, 1, 7])
def test_any_time(chip: Chip, polls: int) -> None:
    chip.model(ShaModel).polls = polls
    value = words(INITIAL["sha256"])
    chip.kernels.esp32c3_sha256_blocks(value, padded(b"abc"))
    assert digest("sha256", value) == hashlib.sha256(b"abc").digest()


def test_what_never_finishes(chip: Chip) -> None:
    """The driver by itself reports it and leaves the value alone; behind the operation software goes on. Later calls work again."""
    model = chip.model(ShaModel)
    model.fault = Fault.STUCK_BUSY
    value = words(INITIAL["sha256"])
    assert refused(lambda: chip.kernels.esp32c3_sha256_hardware(value, padded(b"abc")))
    assert value == words(INITIAL["sha256"])
    chip.kernels.esp32c3_sha256_blocks(value, padded(b"abc"))
    assert digest("sha256", value) == hashlib.sha256(b"abc").digest()
    model.fault = None
    value = words(INITIAL["sha256"])
    assert not refused(lambda: chip.kernels.esp32c3_sha256_hardware(value, padded(b"abc")))
    assert digest("sha256", value) == hashlib.sha256(b"abc").digest()


def refused(call: Callable[[], Any]) -> bool:
    """Whether a driver reports that the hardware failed."""
    try:
        return call() == HARDWARE_FAILED
    except HardwareFailed:
        return True


def test_a_wrong_result_shows(chip: Chip) -> None:
    """The answers do not come from software."""
    chip.model(ShaModel).fault = Fault.WRONG_RESULT
    value = words(INITIAL["sha256"])
    chip.kernels.esp32c3_sha256_blocks(value, padded(b"abc"))
    assert digest("sha256", value) != hashlib.sha256(b"abc").digest()


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Any:
    """The models, nothing switched on."""
    return make_system("esp32c3", Ram(0, 0))


def power_up(system: Any) -> None:
    system.write(SYSTEM + 0x14, EspSystem.PERIP_CLK_EN1.value(sha=1))
    system.write(SYSTEM + 0x1C, 0)


def test_a_gated_block(bare: Any) -> None:
    with pytest.raises(Misuse, match=r"SHA.MODE is written while its clock is off: SYSTEM.PERIP_CLK_EN1.sha is 0"):
        bare.write(BASE, 2)
    bare.write(SYSTEM + 0x14, EspSystem.PERIP_CLK_EN1.value(sha=1))
    bare.write(SYSTEM + 0x1C, EspSystem.PERIP_RST_EN1.value(hmac=1))
    with pytest.raises(Misuse, match=r"it is held in reset: SYSTEM.PERIP_RST_EN1.hmac is 1"):
        bare.read(BASE + 0x18)


@pytest.mark.parametrize(
    ("offset", "value", "message"),
    [
        (0x00, 3, "SHA.MODE.mode is set to 3; this chip has 0: sha1, 1: sha224, 2: sha256"),
        (0x00, 8, "SHA.MODE: 0x8 sets reserved bits 0x8"),
        (0x18, 0, "SHA.BUSY is written, with 0x0; it can only be read"),
        (0x3C, 0, "SHA has no register at 0x6003b03c, which is written"),
    ],
)
def test_misuse(bare: Any, offset: int, value: int, message: str) -> None:
    power_up(bare)
    with pytest.raises(Misuse, match=message):
        bare.write(BASE + offset, value)


def test_reading_too_early(bare: Any) -> None:
    power_up(bare)
    bare.write(BASE, 2)
    bare.write(BASE + 0x10, 1)
    with pytest.raises(Misuse, match=r"SHA.H is used while SHA is busy"):
        bare.read(BASE + 0x40)
    with pytest.raises(Misuse, match=r"SHA.START is read; it can only be written"):
        bare.read(BASE + 0x10)
