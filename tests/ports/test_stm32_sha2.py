"""SHA-224 and SHA-256 by the hash processor of the STM32F43x: what differs there from the STM32F21x."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import pytest

from akela.boards.models import Fault, Misuse
from akela.boards.models.stm32 import make_system
from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.hash import HashModel
from akela.boards.models.system import Ram
from akela.ports.stm32.registers import Stm32Hash, Stm32Rcc
from akela.selftest.run import run_on
from tests.ports.conftest import Chip, emulated
from tests.ports.stm32_kernels import MODULES
from tests.ports.test_stm32_hash import BASE, EXECUTIONS, RCC, message, refused

BOARD = "stm32f437"
HASHES = ("sha224", "sha256")


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip(BOARD, MODULES, request.param)


@pytest.fixture
def quick(make_chip: Callable[..., Chip]) -> Chip:
    """The execution that is quickest, for many cases."""
    return make_chip(BOARD, MODULES, "python")


def context(chip: Chip, name: str, *arguments: bytes) -> Any:
    """A context of the chip's: `Stm32f437Sha256`, `Stm32f437HmacSha224`."""
    return getattr(chip.kernels, "Stm32f437" + name.title().replace("_", ""))(*arguments)


@pytest.mark.parametrize("name", HASHES)
def test_whole_messages(chip: Chip, name: str) -> None:
    """Empty, with every kind of last word, around blocks and unaligned; the processor took the blocks."""
    for length in (0, 1, 3, 4, 55, 56, 64, 65, 68, 130):
        whole = memoryview(message(length + 1))
        assert getattr(chip.kernels, f"stm32f437_{name}")(whole[1:]) == hashlib.new(name, whole[1:]).digest()
    assert chip.model(HashModel).cycles > 0


@pytest.mark.parametrize("name", HASHES)
def test_every_split(quick: Chip, name: str) -> None:
    for length in (3, 68, 133):
        for at in range(length + 1):
            ctx = context(quick, name)
            for piece in (message(length)[:at], message(length)[at : at + 3], message(length)[at + 3 :]):
                ctx.update(piece)
            assert ctx.final() == hashlib.new(name, message(length)).digest(), (length, at)


def test_contexts_interleave(chip: Chip) -> None:
    """All hashes that the chip has, and HMAC, by turns: a context comes back under its own algorithm."""
    names = ("sha224", "sha256", "sha1", "md5")
    contexts = [context(chip, name) for name in names]
    tagged = context(chip, "hmac_sha256", b"key")
    for at in range(0, 250, 50):
        for seed, ctx in enumerate((*contexts, tagged)):
            ctx.update(message(250, seed)[at : at + 50])
        assert chip.kernels.stm32f437_sha224(b"between") == hashlib.sha224(b"between").digest()
    for seed, (name, ctx) in enumerate(zip(names, contexts, strict=True)):
        assert ctx.final() == hashlib.new(name, message(250, seed)).digest()
    assert tagged.final() == hmac.digest(b"key", message(250, len(names)), "sha256")


@pytest.mark.parametrize("name", HASHES)
def test_hmac(chip: Chip, name: str) -> None:
    """Keys up to a block and beyond, at hand and in pieces, two messages under one key."""
    for key_bytes, length in ((0, 0), (64, 3), (65, 68), (130, 200)):
        key, data = message(key_bytes, 9), message(length)
        expected = hmac.digest(key, data, name)
        assert getattr(chip.kernels, f"stm32f437_hmac_{name}")(key, data) == expected
        ctx = context(chip, f"hmac_{name}", key)
        for _ in range(2):
            ctx.update(data[:50])
            ctx.update(data[50:])
            assert ctx.final() == expected


def test_what_never_finishes(chip: Chip) -> None:
    """Contexts report it and stay as they were; behind the operation software goes on."""
    model, ctx = chip.model(HashModel), context(chip, "sha256")
    ctx.update(message(100))
    model.fault = Fault.STUCK_BUSY
    assert refused(lambda: ctx.update(message(100)))
    assert refused(ctx.final)
    assert refused(lambda: chip.kernels.stm32f437_sha224_hardware(b"abc"))
    assert chip.kernels.stm32f437_sha256(b"abc") == hashlib.sha256(b"abc").digest()
    assert chip.kernels.stm32f437_hmac_sha224(b"key", b"abc") == hmac.digest(b"key", b"abc", "sha224")
    model.fault = None
    assert ctx.final() == hashlib.sha256(message(100)).digest()


def test_a_wrong_result_shows(chip: Chip) -> None:
    chip.model(HashModel).fault = Fault.WRONG_RESULT
    assert chip.kernels.stm32f437_sha256(b"abc") != hashlib.sha256(b"abc").digest()


def test_nothing_stays_behind(chip: Chip) -> None:
    ctx = context(chip, "sha256")
    ctx.update(message(200))
    ctx.final()
    model = chip.model(HashModel)
    assert model.octets("HR", 5) == bytes(20)
    assert model.octets("DIGEST", 8) == bytes(32)
    assert model.octets("CSR", 54) == bytes(216)
    assert not chip.model(RccModel).field("AHB2ENR", "hash")


@pytest.mark.parametrize("algorithm", ["sha224", "sha256", "hmac-sha224", "hmac-sha256", "sha1", "aes-cbc"])
def test_known_answers(algorithm: str) -> None:
    """On the emulated chip, behind the operations that the algorithms call."""
    board = emulated(BOARD, MODULES)
    assert board.system
    for each in board.system.peripherals:
        each.fault, each.polls = None, 2
    before = sum(each.cycles for each in board.system.peripherals)
    board.served.clear()
    lines: list[str] = []
    assert run_on(board, [algorithm], lines.append) == 0, "\n".join(lines)
    assert sum(each.cycles for each in board.system.peripherals) > before
    assert board.served and all(hardware for _, hardware in board.served)


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


def bare(board: str) -> Any:
    """The models, the clock on."""
    system = make_system(board, Ram(0, 0))
    system.write(RCC + 0x34, Stm32Rcc.AHB2ENR.value(hash=1))
    return system


@pytest.mark.parametrize("board", ["stm32f217", "stm32f417"])
def test_chips_without(board: str) -> None:
    system = bare(board)
    with pytest.raises(Misuse, match=r"HASH.CR.algo_1 is set; this chip has SHA-1 and MD5 alone"):
        system.write(BASE, Stm32Hash.CR.value(algo_1=1, init=1))
    with pytest.raises(Misuse, match=r"HASH.DIGEST is read; this chip has HASH.HR alone"):
        system.read(BASE + 0x310)


def test_the_digest_before_the_end() -> None:
    system = bare(BOARD)
    system.write(BASE, Stm32Hash.CR.value(algo=1, algo_1=1, init=1))
    with pytest.raises(Misuse, match=r"HASH.DIGEST is read before HASH.STR.dcal has ended the message"):
        system.read(BASE + 0x310)


def test_both_rows_of_digest_words() -> None:
    """HR has the first five of eight words."""
    system = bare(BOARD)
    system.write(BASE, Stm32Hash.CR.value(algo=1, algo_1=1, init=1))
    system.write(BASE + 0x04, 0x61626364)
    system.write(BASE + 0x08, 0x100)
    while system.read(BASE + 0x24) & Stm32Hash.SR.mask("busy"):
        pass
    digest = hashlib.sha256(b"abcd").digest()
    for offset, words in ((0x0C, 5), (0x310, 8)):
        assert b"".join(system.read(BASE + offset + 4 * i).to_bytes(4, "big") for i in range(words)) == digest[: 4 * words]
