"""The AES accelerator of the ESP32-C3: its driver on its model, against the package `cryptography`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from akela.boards import Board, load_board
from akela.boards.accelerators import FAMILIES
from akela.boards.models import Fault, Misuse, Ram
from akela.boards.models.esp32_family import make_system
from akela.boards.models.esp32_family.aes import AesModel
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.dma import DmaModel
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.lang import HARDWARE_FAILED, NOT_SUPPORTED, OK
from akela.ports.esp32_family.aes_dma import DMA_BLOCKS
from akela.ports.esp32_family.chips import ESP32C3
from akela.ports.esp32_family.registers import EspSystem
from tests.ports.conftest import Chip

MODULES = ("akela.kernels.aes",)
EXECUTIONS = ("traced", "checked", "python", "board")
KEYS = {size: bytes(range(7, 7 + size)) for size in (16, 24, 32)}
IV = bytes(range(16))
LENGTHS = (0, 16, 48)
BASE, SYSTEM = 0x6003_A000, 0x600C_0000


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("esp32c3", MODULES, request.param)


def message(length: int) -> bytes:
    return bytes(i * 31 & 0xFF for i in range(length))


def expected(key: bytes, mode: Any, data: bytes, decrypt: bool = False) -> bytes:
    cipher = Cipher(algorithms.AES(key), mode)
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return context.update(data) + context.finalize()


@pytest.mark.parametrize("size", KEYS)
def test_modes(chip: Chip, size: int) -> None:
    """Right for all lengths of keys, by the accelerator or, where it lacks the length, in software."""
    key, model = KEYS[size], chip.model(AesModel)
    aes = chip.kernels.Aes(key)
    for length in LENGTHS:
        data, before = message(length), model.cycles
        ecb, cbc = expected(key, modes.ECB(), data), expected(key, modes.CBC(IV), data)
        assert aes.esp32c3_aes_encrypt_blocks(data) == ecb
        assert aes.esp32c3_aes_decrypt_blocks(ecb) == data
        assert aes.esp32c3_aes_cbc_encrypt(IV, data) == cbc
        assert aes.esp32c3_aes_cbc_decrypt(IV, cbc) == data
        chain = bytearray(IV)
        aes.esp32c3_aes_cbc_mac(chain, data)
        assert chain == (cbc[-16:] or IV)
        assert model.cycles - before == (0 if size == 24 else length // 16 * 5 * (11 if size == 16 else 15))


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 40])
def test_counters(chip: Chip, length: int) -> None:
    """Both counters, with carries."""
    aes, data = chip.kernels.Aes(KEYS[16]), message(length)
    for start in (IV, b"\xff" * 16, bytes(11) + b"\xff" * 5):
        assert aes.esp32c3_aes_ctr_xor(start, data) == expected(KEYS[16], modes.CTR(start), data)
        count = int.from_bytes(start[12:], "big")
        blocks = [start[:12] + ((count + i) % (1 << 32)).to_bytes(4, "big") for i in range(3)]
        stream = expected(KEYS[16], modes.ECB(), b"".join(blocks))
        assert aes.esp32c3_aes_ctr32_xor(start, data) == bytes(a ^ b for a, b in zip(data, stream, strict=False))


def test_in_place(chip: Chip) -> None:
    aes, data = chip.kernels.Aes(KEYS[32]), message(48)
    for encrypt, mode in ((aes.esp32c3_aes_cbc_encrypt_into, modes.CBC(IV)), (aes.esp32c3_aes_ctr_xor_into, modes.CTR(IV))):
        buffer = bytearray(data)
        encrypt(IV, buffer, buffer)
        assert buffer == expected(KEYS[32], mode, data)
    buffer = bytearray(expected(KEYS[32], modes.CBC(IV), data))
    aes.esp32c3_aes_cbc_decrypt_into(IV, buffer, buffer)
    assert buffer == data


def test_no_key_stays_behind(chip: Chip) -> None:
    model = chip.model(AesModel)
    chip.kernels.Aes(KEYS[32]).esp32c3_aes_encrypt_blocks(message(16))
    assert model.octets("KEY", 8) == bytes(32)
    assert not chip.model(ClocksModel).field("PERIP_CLK_EN1", "aes")


@pytest.mark.parametrize("sound", [0, 1, 2])
def test_what_never_finishes(chip: Chip, sound: int) -> None:
    """After some blocks the accelerator hangs: software goes on from there, in place too."""
    model, data = chip.model(AesModel), message(64)
    aes = chip.kernels.Aes(KEYS[16])
    cases = [
        (aes.esp32c3_aes_cbc_encrypt_into, data, expected(KEYS[16], modes.CBC(IV), data)),
        (aes.esp32c3_aes_cbc_decrypt_into, expected(KEYS[16], modes.CBC(IV), data), data),
        (aes.esp32c3_aes_ctr_xor_into, data[:50], expected(KEYS[16], modes.CTR(IV), data[:50])),
    ]
    for call, given, wanted in cases:
        model.fault, model.sound = Fault.STUCK_BUSY, sound
        buffer = bytearray(given)
        call(IV, buffer, buffer)
        assert buffer == wanted
    model.fault, model.sound = Fault.STUCK_BUSY, sound
    chain = bytearray(IV)
    aes.esp32c3_aes_cbc_mac(chain, data)
    assert chain == expected(KEYS[16], modes.CBC(IV), data)[-16:]


def test_a_wrong_result_shows(chip: Chip) -> None:
    chip.model(AesModel).fault = Fault.WRONG_RESULT
    aes = chip.kernels.Aes(KEYS[16])
    assert aes.esp32c3_aes_encrypt_blocks(message(16)) != expected(KEYS[16], modes.ECB(), message(16))


# --- DMA ----------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [64, 80, 2048, 2064])
def test_long_messages(chip: Chip, length: int) -> None:
    """Through DMA, in pieces of 2048 bytes; what is left goes block by block. Nothing stays in the memory in between."""
    aes, data, dma = chip.kernels.Aes(KEYS[32]), message(length), chip.model(DmaModel)
    cbc = expected(KEYS[32], modes.CBC(IV), data)
    moved = dma.accesses
    assert aes.esp32c3_aes_cbc_encrypt(IV, data) == cbc
    assert dma.accesses > moved
    assert aes.esp32c3_aes_cbc_decrypt(IV, cbc) == data
    assert aes.esp32c3_aes_encrypt_blocks(data) == expected(KEYS[32], modes.ECB(), data)
    for start in (IV, bytes(11) + b"\xff" * 4 + b"\xfe"):
        assert aes.esp32c3_aes_ctr_xor(start, data + b"tail") == expected(KEYS[32], modes.CTR(start), data + b"tail")
    buffer = bytearray(b"?" + data)[1:]
    aes.esp32c3_aes_cbc_encrypt_into(IV, buffer, buffer)
    assert buffer == cbc
    assert chip.system.memory.read(ESP32C3.dma_memory + 0x20, 2 * 2048) == bytes(2 * 2048)
    assert chip.model(AesModel).octets("IV", 4) == bytes(16)
    assert dma.values["IN_PERI_SEL"] == dma.values["OUT_PERI_SEL"] == [0x3F] * 3


@pytest.mark.parametrize("sound", [0, 1])
def test_what_never_finishes_with_dma(chip: Chip, sound: int) -> None:
    """The first piece, or the second: software goes on from there, in place."""
    model, data = chip.model(AesModel), message(2048 + 128)
    aes = chip.kernels.Aes(KEYS[16])
    for call, mode in ((aes.esp32c3_aes_cbc_encrypt_into, modes.CBC(IV)), (aes.esp32c3_aes_ctr_xor_into, modes.CTR(IV))):
        model.fault, model.sound = Fault.STUCK_BUSY, sound
        buffer = bytearray(data)
        call(IV, buffer, buffer)
        assert buffer == expected(KEYS[16], mode, data)


class Sdk:
    """An SDK that owns the DMA controller; channels 0 and 1 are for others. `offers` says what it gives to drivers."""

    def __init__(self, offers: int | None) -> None:
        self.offers = offers

    def dma_channel(self, channel: Any) -> Any:
        if self.offers is None:
            return NOT_SUPPORTED
        channel[0] = self.offers
        return OK


@pytest.mark.parametrize("execution", ["traced", "checked", "python"])
@pytest.mark.parametrize("offers", [None, 2])
def test_channels_of_others_stay_untouched(make_chip: Callable[..., Chip], execution: str, offers: int | None) -> None:
    """The model reports whoever touches them. Where the SDK has no channel to give, data goes block by block."""
    chip = make_chip("esp32c3", MODULES, execution, Sdk(offers))
    dma = chip.model(DmaModel)
    dma.taken = {0, 1}
    data = message(160)
    assert chip.kernels.Aes(KEYS[16]).esp32c3_aes_cbc_encrypt(IV, data) == expected(KEYS[16], modes.CBC(IV), data)
    assert (dma.accesses > 0) == (offers is not None)
    with pytest.raises(Misuse, match=r"DMA.IN_CONF0\[1\] is written, with 0x1; channel 1 is used by others"):
        dma.powered = lambda: ""
        dma.write(0x6003_F000 + 0x70 + 0xC0, 1)


def test_dma_begins_where_it_is_faster() -> None:
    """By counted instructions and modelled cycles, both ways compiled for the board."""
    file = load_board("esp32c3")
    costs = []
    for least in DMA_BLOCKS.choices[0], DMA_BLOCKS.choices[-1]:
        target = replace(load_target(file.target), options={DMA_BLOCKS.name: least})
        try:
            board = Board("esp32c3", compiler="gcc", modules=MODULES, accelerators=FAMILIES, target=target)
        except ToolchainMissing as error:
            pytest.skip(str(error))
        aes = board.Aes(KEYS[16])
        called = [board.measured(partial(aes.esp32c3_aes_cbc_encrypt, IV, bytes(16 * blocks))) for blocks in range(1, 9)]
        costs.append([board.estimated_cycles(each) + each.accelerator_cycles for each in called])
    faster = [with_dma < without for with_dma, without in zip(*costs, strict=True)]
    assert not faster[0] and all(faster[DMA_BLOCKS - 1 :])


class Taken:
    """Surroundings in which others have every engine; `served` is what drivers report."""

    def __init__(self) -> None:
        self.served_by: list[tuple[int, bool]] = []

    def acquire(self, engine: int) -> Any:
        return HARDWARE_FAILED

    def served(self, engine: int, hardware: bool) -> None:
        self.served_by.append((engine, bool(hardware)))


@pytest.mark.parametrize("execution", ["traced", "checked", "python"])
def test_while_others_have_the_engine(make_chip: Callable[..., Chip], execution: str) -> None:
    taken = Taken()
    chip = make_chip("esp32c3", MODULES, execution, taken)
    aes = chip.kernels.Aes(KEYS[16])
    assert aes.esp32c3_aes_cbc_encrypt(IV, message(32)) == expected(KEYS[16], modes.CBC(IV), message(32))
    assert chip.model(AesModel).accesses == 0
    assert taken.served_by == [(0, False)]


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Any:
    """The models with the accelerator switched on."""
    system = make_system("esp32c3", Ram(0, 0))
    system.write(SYSTEM + 0x14, EspSystem.PERIP_CLK_EN1.value(aes=1))
    system.write(SYSTEM + 0x1C, 0)
    return system


@pytest.mark.parametrize(
    ("writes", "message"),
    [
        ([(0x40, 1)], r"AES.MODE.mode is set to 1; this chip has 0, 2, 4, 6"),
        ([(0x48, 1)], r"AES.TRIGGER is set before AES.KEY\[0\] has been written"),
        ([(0x00, 1), (0x04, 1), (0x08, 1), (0x48, 1)], r"before AES.KEY\[3\] has been written"),
        ([*((4 * i, 1) for i in range(4)), (0x48, 1), (0x20, 1)], r"AES.TEXT_IN is used while AES is busy"),
        ([*((4 * i, 1) for i in range(4)), (0x90, 1), (0x48, 1)], r"AES.TRIGGER is set while AES.BLOCK_NUM is 0"),
        ([*((4 * i, 1) for i in range(4)), (0x90, 1), (0x98, 1), (0x48, 1)], r"DMA.OUT_LINK.start is set for 0 channels"),
        ([(0x30, 1)], r"AES.TEXT_OUT is written, with 0x1; it can only be read"),
    ],
)
def test_misuse(bare: Any, writes: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        for offset, value in writes:
            bare.write(BASE + offset, value)
