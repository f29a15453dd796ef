"""The RSA accelerator of the ESP32-C3: its driver on its model, against Python's ints."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from akela.boards.models import Fault, Misuse, Ram
from akela.boards.models.esp32_family import make_system
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.mpi import MpiModel
from akela.exceptions import AkelaError, HardwareFailed, NotSupported
from akela.ports.esp32_family.registers import EspSystem
from tests.ports.conftest import Chip

MODULES = ("akela.kernels.modular_power",)
EXECUTIONS = ("traced", "checked", "python", "board")
SMALL = (1, 2, 3)  # words, in every execution
BASE, SYSTEM = 0x6003_C000, 0x600C_0000


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("esp32c3", MODULES, request.param)


@pytest.fixture
def board(make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("esp32c3", MODULES, "board")


def words(number: int, count: int) -> bytes:
    return number.to_bytes(4 * count, "little")


def odd(count: int, top_zero: int = 0) -> int:
    """A modulus of so many words, `top_zero` of which are zero."""
    return random.Random(count).getrandbits(32 * (count - top_zero)) | 1 << 32 * (count - top_zero) - 1 | 1


def power(chip: Chip, n: int, base: int, exponent: int, count: int, base_words: int = 0, exponent_words: int = 0) -> int:
    out = chip.kernels.esp32c3_modular_power_w32(
        words(n, count), words(base, base_words or count), words(exponent, exponent_words or count)
    )
    return int.from_bytes(out, "little")


@pytest.mark.parametrize("count", SMALL)
def test_powers(chip: Chip, count: int) -> None:
    """By the accelerator: exponents 0 and 1 too, a base that is not less than the modulus, or is longer."""
    n, model = odd(count), chip.model(MpiModel)
    source = random.Random(9)
    for base in (0, 1, n - 1, n, n + 1 if n + 1 < 1 << 32 * count else 2, source.getrandbits(32 * count)):
        for exponent in (0, 1, source.getrandbits(32 * count)):
            before = model.cycles
            assert power(chip, n, base, exponent, count) == pow(base, exponent, n)
            assert model.cycles > before
    long = source.getrandbits(32 * (2 * count + 1))
    assert power(chip, n, long, 77, count, base_words=2 * count + 1, exponent_words=1) == pow(long, 77, n)


@pytest.mark.parametrize("count", range(1, 97))
def test_every_size_to_3072_bits(board: Chip, count: int) -> None:
    """By turns with leading zero words in modulus and exponent, bases that are not less than the modulus, and exponents 0 and 1."""
    source = random.Random(count)
    n = odd(count, min(2, count - 1) if count % 2 else 0)
    base = (source.getrandbits(32 * count), n, (1 << 32 * count) - 1)[count % 3]
    for exponent in (source.getrandbits(32 * max(1, count - 1)), count // 3 % 2):
        before = board.system.cycles
        assert power(board, n, base, exponent, count) == pow(base, exponent, n)
        assert board.system.cycles > before


def test_short_exponents_take_less_time(chip: Chip) -> None:
    """Whatever their bits are: only their length counts, which is no secret."""
    model, costs = chip.model(MpiModel), []
    for exponent in (0, 1, 0xFFFF_FFFF):
        before = model.cycles
        assert power(chip, odd(3), 5, exponent, 3, exponent_words=1) == pow(5, exponent, odd(3))
        costs.append(model.cycles - before)
    before = model.cycles
    power(chip, odd(3), 5, 1, 3)
    assert len({*costs}) == 1 and 2.9 < (model.cycles - before) / costs[0] < 3.1


def test_two_powers(chip: Chip) -> None:
    """As RSA takes them by the Chinese remainder theorem."""
    p, q, base, dp, dq = odd(2), odd(2) - 2, 0x1234_5678_9ABC_DEF0_1111_2222, 0x1357_9BDF_0000_0001, 3
    out = chip.kernels.esp32c3_modular_power_two_w32(words(p, 2) + words(q, 2), words(base, 4), words(dp, 2) + words(dq, 2))
    assert out == words(pow(base, dp, p), 2) + words(pow(base, dq, q), 2)


@pytest.mark.parametrize("exponent", [b"", b"\0", b"\x01", b"\x03", b"\x01\x00\x01", b"\0\0\0\xff\xff\xff\xff\x01"])
def test_public_powers(chip: Chip, exponent: bytes) -> None:
    n, factor = odd(2), 0xFEDC_BA98
    for base in (0x1234_5678_9ABC, n, (1 << 64) - 1):
        out = chip.kernels.esp32c3_modular_power_public_w32(words(n, 2), words(base, 2), exponent, words(factor, 2))
        assert int.from_bytes(out, "little") == pow(base, int.from_bytes(exponent, "big"), n) * factor % n


@pytest.mark.parametrize("count", SMALL)
def test_products(chip: Chip, count: int) -> None:
    n, source = odd(count), random.Random(count)
    a, b = source.randrange(n), source.randrange(n)
    product = chip.kernels.esp32c3_multiply_modulo_w32(words(n, count), words(a, count), words(b, count))
    assert int.from_bytes(product, "little") == a * b % n
    assert int.from_bytes(chip.kernels.esp32c3_multiply_w32(words(a, count), words(b, count)), "little") == a * b


def test_products_to_3072_bits(board: Chip) -> None:
    for count in (4, 5, 16, 31, 48):
        a, b = odd(count), odd(count) >> 3
        assert int.from_bytes(board.kernels.esp32c3_multiply_w32(words(a, count), words(b, count)), "little") == a * b
    with pytest.raises(NotSupported):
        board.kernels.esp32c3_multiply_w32(words(a, 49), words(b, 49))


def test_beyond_3072_bits(board: Chip) -> None:
    """Software."""
    before = board.system.cycles
    assert power(board, odd(97), 3, 5, 97, exponent_words=1) == 243
    assert board.system.cycles == before


def test_even_moduli(chip: Chip) -> None:
    with pytest.raises(AkelaError, match="even"):
        power(chip, 10, 3, 3, 1)
    assert chip.model(MpiModel).cycles == 0 or chip.kernels.kind == "board"


@pytest.mark.parametrize("polls", [0, 5])
def test_any_time(chip: Chip, polls: int) -> None:
    chip.model(MpiModel).polls = polls
    assert power(chip, odd(2), 3, 1000, 2) == pow(3, 1000, odd(2))


def test_nothing_stays_behind(chip: Chip) -> None:
    model, clocks = chip.model(MpiModel), chip.model(ClocksModel)
    power(chip, odd(2), 3, 12345, 2)
    assert all(model.octets(register, 96) == bytes(384) for register in ("M_MEM", "X_MEM", "Y_MEM", "Z_MEM"))
    assert (clocks.field("PERIP_CLK_EN1", "rsa"), clocks.field("RSA_PD_CTRL", "mem_pd")) == (0, 1)


def test_what_never_finishes(chip: Chip) -> None:
    """The driver alone reports it and writes nothing; behind the operation software does it. Later calls work again."""
    model, n = chip.model(MpiModel), odd(1)
    model.fault = Fault.STUCK_BUSY
    out = bytearray(b"untouched...")[:4]
    with pytest.raises(HardwareFailed):
        chip.kernels.esp32c3_multiply_modulo_w32_into(words(n, 1), words(2, 1), words(3, 1), out)
    assert out == b"unto"
    assert power(chip, n, 3, 1000, 1) == pow(3, 1000, n)
    model.fault = None
    assert int.from_bytes(chip.kernels.esp32c3_multiply_modulo_w32(words(n, 1), words(2, 1), words(3, 1)), "little") == 6


def test_a_wrong_result_shows(chip: Chip) -> None:
    chip.model(MpiModel).fault = Fault.WRONG_RESULT
    assert power(chip, odd(2), 3, 1000, 2) != pow(3, 1000, odd(2))


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Any:
    """The models with the accelerator switched on, its memory powered up and cleared."""
    system = make_system("esp32c3", Ram(0, 0))
    system.write(SYSTEM + 0x14, EspSystem.PERIP_CLK_EN1.value(rsa=1))
    system.write(SYSTEM + 0x38, 0)
    system.write(SYSTEM + 0x1C, 0)
    while not system.read(BASE + 0x808):
        pass
    return system


GOOD = [(0x804, 0), (0x000, 7), (0x800, -pow(7, -1, 1 << 32) % (1 << 32)), (0x200, pow(2, 64, 7)), (0x400, 3), (0x600, 5)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([(0x804, 96)], r"RSA.MODE.length is set to 96; this chip has numbers of up to 96 words"),
        ([*GOOD, (0x000, 8), (0x80C, 1)], r"RSA.SET_START_MODEXP: RSA.M_MEM holds an even number"),
        ([*GOOD, (0x800, 1), (0x80C, 1)], r"RSA.M_PRIME is not -1/M modulo 2\^32"),
        ([*GOOD, (0x200, 0), (0x80C, 1)], r"RSA.Z_MEM does not hold R\^2 mod M"),
        ([*GOOD, (0x600, 7), (0x810, 1)], r"RSA.SET_START_MODMULT: RSA.X_MEM holds a number that is not less than M"),
        ([*GOOD, (0x80C, 1), (0x600, 1)], r"RSA.X_MEM is used while RSA is busy"),
        ([(0x804, 0), (0x814, 1)], r"RSA.MODE.length says 1 words, which have no halves"),
    ],
)
def test_misuse(bare: Any, changes: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(Misuse, match=message):
        for offset, value in changes:
            bare.write(BASE + offset, value)


def test_memory_that_is_powered_down(bare: Any) -> None:
    bare.write(SYSTEM + 0x38, 1)
    with pytest.raises(Misuse, match=r"RSA.M_MEM is written while its memory is powered down: SYSTEM.RSA_PD_CTRL is 1"):
        bare.write(BASE, 1)


def test_too_short_a_search_shows(bare: Any) -> None:
    """What is beyond SEARCH_POS does not count, as the manual warns."""
    for offset, value in [*GOOD, (0x824, 1), (0x828, 0), (0x80C, 1)]:
        bare.write(BASE + offset, value)
    while not bare.read(BASE + 0x818):
        pass
    assert bare.read(BASE + 0x200) == pow(5, 1, 7)
