"""The cryptographic processor of the STM32F21x and F41x: its drivers on its model, against the package `cryptography`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import BlockCipherAlgorithm, Cipher, algorithms, modes

from akela.boards.models import Fault, Misuse, Ram
from akela.boards.models.stm32 import make_system
from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.cryp import CrypModel
from akela.lang import HARDWARE_FAILED
from akela.ports.stm32.registers import Stm32Cryp, Stm32Rcc
from tests.ports.conftest import Chip
from tests.ports.stm32_kernels import MODULES

EXECUTIONS = ("traced", "checked", "python", "board")
AES_KEYS = {16: bytes(range(7, 23)), 24: bytes(range(7, 31)), 32: bytes(range(7, 39))}
DES_KEYS = {8: bytes(range(3, 11)), 16: bytes(range(3, 19)), 24: bytes(range(3, 27))}
IV = bytes(range(16))
BASE, RCC = 0x5006_0000, 0x4002_3800


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("stm32f217", MODULES, request.param)


def message(length: int) -> bytes:
    return bytes(i * 31 & 0xFF for i in range(length))


def ciphered(algorithm: BlockCipherAlgorithm, mode: Any, data: bytes) -> bytes:
    context = Cipher(algorithm, mode).encryptor()
    return context.update(data) + context.finalize()


def aes(size: int, mode: Any, data: bytes) -> bytes:
    return ciphered(algorithms.AES(AES_KEYS[size]), mode, data)


def des(size: int, mode: Any, data: bytes) -> bytes:
    return ciphered(TripleDES((DES_KEYS[size] * 3)[:24] if size != 16 else DES_KEYS[16] + DES_KEYS[8]), mode, data)


@pytest.mark.parametrize("size", AES_KEYS)
def test_aes(chip: Chip, size: int) -> None:
    """All keys in ECB and CBC, both ways: by the processor alone, which prepares the key to decrypt."""
    context, model = chip.kernels.Aes(AES_KEYS[size]), chip.model(CrypModel)
    for length in (0, 16, 48):
        data, before = message(length), model.cycles
        ecb, cbc = aes(size, modes.ECB(), data), aes(size, modes.CBC(IV), data)
        assert context.stm32f217_aes_encrypt_blocks(data) == ecb
        assert context.stm32f217_aes_decrypt_blocks(ecb) == data
        assert context.stm32f217_aes_cbc_encrypt(IV, data) == cbc
        assert context.stm32f217_aes_cbc_decrypt(IV, cbc) == data
        chain = bytearray(IV)
        context.stm32f217_aes_cbc_mac(chain, data)
        assert chain == (cbc[-16:] or IV)
        assert model.cycles - before == 2 * 82 + 5 * length // 16 * {16: 14, 24: 16, 32: 18}[size]


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 40])
def test_counters(chip: Chip, length: int) -> None:
    """Both counters, with carries out of the word in which the processor counts; partial last blocks."""
    context, data = chip.kernels.Aes(AES_KEYS[16]), message(length)
    for start in (IV, b"\xff" * 16, bytes(11) + b"\xff" * 5, bytes(12) + b"\xff\xff\xff\xfe"):
        assert context.stm32f217_aes_ctr_xor(start, data) == aes(16, modes.CTR(start), data)
        count = int.from_bytes(start[12:], "big")
        blocks = [start[:12] + ((count + i) % (1 << 32)).to_bytes(4, "big") for i in range(3)]
        stream = aes(16, modes.ECB(), b"".join(blocks))
        assert context.stm32f217_aes_ctr32_xor(start, data) == bytes(a ^ b for a, b in zip(data, stream, strict=False))


@pytest.mark.parametrize("size", DES_KEYS)
def test_des(chip: Chip, size: int) -> None:
    """DES and Triple DES with two and three keys, in ECB and CBC, both ways."""
    context, model = chip.kernels.Des(DES_KEYS[size]), chip.model(CrypModel)
    for length in (0, 8, 40):
        data, before = message(length), model.cycles
        ecb, cbc = des(size, modes.ECB(), data), des(size, modes.CBC(IV[:8]), data)
        assert context.stm32f217_des_encrypt_blocks(data) == ecb
        assert context.stm32f217_des_decrypt_blocks(ecb) == data
        assert context.stm32f217_des_cbc_encrypt(IV[:8], data) == cbc
        assert context.stm32f217_des_cbc_decrypt(IV[:8], cbc) == data
        assert model.cycles - before == 4 * length // 8 * (16 if size == 8 else 48)


def test_in_place_and_unaligned(chip: Chip) -> None:
    context, single = chip.kernels.Aes(AES_KEYS[32]), chip.kernels.Des(DES_KEYS[24])
    for offset in range(4):
        memory = bytearray(offset) + message(48)
        view = memoryview(memory)[offset:]
        context.stm32f217_aes_cbc_encrypt_into(IV, view, view)
        assert view == aes(32, modes.CBC(IV), message(48))
        context.stm32f217_aes_cbc_decrypt_into(IV, view, view)
        assert view == message(48)
        single.stm32f217_des_cbc_encrypt_into(IV[:8], view, view)
        assert view == des(24, modes.CBC(IV[:8]), message(48))
        single.stm32f217_des_cbc_decrypt_into(IV[:8], view, view)
        assert view == message(48)
        context.stm32f217_aes_ctr_xor_into(IV, view[:41], view[:41])
        assert view[:41] == aes(32, modes.CTR(IV), message(41))


def test_keys_by_turns(chip: Chip) -> None:
    """Encryption after a prepared key, other lengths and ciphers: nothing of the one before is used."""
    contexts = [chip.kernels.Aes(key) for key in AES_KEYS.values()]
    single = chip.kernels.Des(DES_KEYS[8])
    for _ in range(2):
        for size, context in zip(AES_KEYS, contexts, strict=True):
            assert context.stm32f217_aes_decrypt_blocks(aes(size, modes.ECB(), message(16))) == message(16)
            assert context.stm32f217_aes_encrypt_blocks(message(16)) == aes(size, modes.ECB(), message(16))
        assert single.stm32f217_des_encrypt_blocks(message(16)) == des(8, modes.ECB(), message(16))


def test_no_key_stays_behind(chip: Chip) -> None:
    model = chip.model(CrypModel)
    chip.kernels.Aes(AES_KEYS[32]).stm32f217_aes_cbc_decrypt(IV, message(16))
    chip.kernels.Des(DES_KEYS[24]).stm32f217_des_encrypt_blocks(message(16))
    assert model.octets("K", 8) == bytes(32)
    assert model.octets("IV", 4) == bytes(16)
    assert not chip.model(RccModel).field("AHB2ENR", "cryp")


@pytest.mark.parametrize("polls", [0, 1, 7])
def test_any_time(chip: Chip, polls: int) -> None:
    chip.model(CrypModel).polls = polls
    context = chip.kernels.Aes(AES_KEYS[24])
    assert context.stm32f217_aes_cbc_decrypt(IV, aes(24, modes.CBC(IV), message(48))) == message(48)
    wraps = bytes(12) + b"\xff\xff\xff\xff"
    assert context.stm32f217_aes_ctr_xor(wraps, message(40)) == aes(24, modes.CTR(wraps), message(40))


@pytest.mark.parametrize("sound", [0, 1, 2])
def test_what_never_finishes(chip: Chip, sound: int) -> None:
    """After some blocks, or with the key being prepared, the processor hangs: software goes on from there, in place too."""
    model, data = chip.model(CrypModel), message(64)
    context, single = chip.kernels.Aes(AES_KEYS[16]), chip.kernels.Des(DES_KEYS[24])
    short, wraps = IV[:8], bytes(12) + b"\xff\xff\xff\xff"
    cases = [
        (context.stm32f217_aes_cbc_encrypt_into, IV, data, aes(16, modes.CBC(IV), data)),
        (context.stm32f217_aes_cbc_decrypt_into, IV, aes(16, modes.CBC(IV), data), data),
        (context.stm32f217_aes_ctr_xor_into, wraps, data[:50], aes(16, modes.CTR(wraps), data[:50])),
        (single.stm32f217_des_cbc_encrypt_into, short, data, des(24, modes.CBC(short), data)),
        (single.stm32f217_des_cbc_decrypt_into, short, des(24, modes.CBC(short), data), data),
    ]
    for call, vector, given, wanted in cases:
        model.fault, model.sound = Fault.STUCK_BUSY, sound
        buffer = bytearray(given)
        call(vector, buffer, buffer)
        assert buffer == wanted
    model.fault, model.sound = Fault.STUCK_BUSY, sound
    buffer = bytearray(data)
    single.stm32f217_des_encrypt_blocks_into(buffer, buffer)
    assert buffer == des(24, modes.ECB(), data)
    model.fault = None
    assert context.stm32f217_aes_encrypt_blocks(data) == aes(16, modes.ECB(), data)


def test_a_wrong_result_shows(chip: Chip) -> None:
    chip.model(CrypModel).fault = Fault.WRONG_RESULT
    assert chip.kernels.Aes(AES_KEYS[16]).stm32f217_aes_encrypt_blocks(message(16)) != aes(16, modes.ECB(), message(16))
    assert chip.kernels.Des(DES_KEYS[8]).stm32f217_des_encrypt_blocks(message(16)) != des(8, modes.ECB(), message(16))


class Taken:
    """Surroundings in which others have every engine; `served` is what drivers report."""

    def __init__(self) -> None:
        self.served_by: list[tuple[int, bool]] = []

    def acquire(self, engine: int) -> Any:
        return HARDWARE_FAILED

    def served(self, engine: int, hardware: bool) -> None:
        self.served_by.append((engine, bool(hardware)))


def test_while_others_have_the_engine(make_chip: Callable[..., Chip]) -> None:
    taken = Taken()
    chip = make_chip("stm32f217", MODULES, "python", taken)
    assert chip.kernels.Aes(AES_KEYS[16]).stm32f217_aes_cbc_encrypt(IV, message(32)) == aes(16, modes.CBC(IV), message(32))
    assert chip.kernels.Des(DES_KEYS[8]).stm32f217_des_decrypt_blocks(des(8, modes.ECB(), message(32))) == message(32)
    assert chip.model(CrypModel).accesses == 0
    assert taken.served_by == [(0, False), (0, False)]


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Any:
    """The models, the clock on."""
    system = make_system("stm32f217", Ram(0, 0))
    system.write(RCC + 0x34, Stm32Rcc.AHB2ENR.value(cryp=1))
    return system


def config(**fields: int) -> tuple[int, int]:
    """A write of CR."""
    return 0, Stm32Cryp.CR.value(**fields)


KEY = [(0x20 + 4 * i, i) for i in range(8)]
READY = [*KEY, config(algomode=4, crypen=1)]


@pytest.mark.parametrize(
    ("writes", "message"),
    [
        ([config(algomode=4, keysize=3)], r"CRYP.CR.keysize is set to 3"),
        ([(0, 1)], r"CRYP.CR: 0x1 sets reserved bits 0x1"),
        ([config(algomode=4, crypen=1)], r"CRYP.CR.crypen is set before CRYP.K\[4\] has been written"),
        ([*KEY[:6], config(algomode=0, crypen=1)], r"before CRYP.K\[6\] has been written"),
        ([*KEY, config(algomode=5, algodir=1, crypen=1)], r"CRYP.CR.algodir is 1 for AES, and the key has not been prepared"),
        (
            [*KEY, config(algomode=7, crypen=1), (0, 0), *READY[8:]],
            r"CRYP.K has been prepared for decryption, and is used for",
        ),
        ([*READY, (0x20, 1)], r"CRYP.K is written while CRYP.CR.crypen is 1"),
        ([*READY, (0x40, 1)], r"CRYP.IV is written while CRYP.CR.crypen is 1"),
        ([*READY, config(algomode=5, crypen=1)], r"CRYP.CR is changed from 0x8020 to 0x8028 while CRYP.CR.crypen is 1"),
        ([*READY, config(fflush=1)], r"CRYP.CR.fflush is set while CRYP.CR.crypen is 1"),
        ([(8, 0)] * 9, r"CRYP.DIN is written while its FIFO is full: CRYP.SR.ifnf is 0"),
        ([(4, 0)], r"CRYP.SR is written, with 0x0; it can only be read"),
    ],
)
def test_misuse(bare: Any, writes: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        for offset, value in writes:
            bare.write(BASE + offset, value)


def test_reading_too_early(bare: Any) -> None:
    with pytest.raises(Misuse, match=r"CRYP.DOUT is read while its FIFO is empty: CRYP.SR.ofne is 0"):
        bare.read(BASE + 0x0C)
    with pytest.raises(Misuse, match=r"CRYP.K is read; it can only be written"):
        bare.read(BASE + 0x20)
    bare.write(RCC + 0x34, 0)
    with pytest.raises(Misuse, match=r"CRYP.SR is read while its clock is off: RCC.AHB2ENR.cryp is 0"):
        bare.read(BASE + 4)


def test_two_blocks_in_the_fifo(bare: Any) -> None:
    """The FIFOs take two blocks, which the processor works on one after the other."""
    for offset, value in READY:
        bare.write(BASE + offset, value)
    for _ in range(8):
        bare.write(BASE + 8, 0)
    while not bare.read(BASE + 4) & Stm32Cryp.SR.mask("offu"):
        pass
    words = [bare.read(BASE + 0x0C) for _ in range(8)]
    key = b"".join(value.to_bytes(4, "big") for _, value in KEY[4:])
    assert b"".join(word.to_bytes(4, "big") for word in words) == ciphered(algorithms.AES(key), modes.ECB(), bytes(32))
