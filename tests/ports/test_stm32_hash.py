"""The hash processor of the STM32F21x and F41x: its drivers on its model, whose digests are hashlib's."""

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
from akela.exceptions import HardwareFailed
from akela.lang import HARDWARE_FAILED, OK
from akela.ports.stm32.registers import Stm32Cryp, Stm32Hash, Stm32Rcc
from tests.ports.conftest import Chip
from tests.ports.stm32_kernels import MODULES

EXECUTIONS = ("traced", "checked", "python", "board")
HASHES = ("sha1", "md5")
BASE, CRYP, RCC = 0x5006_0400, 0x5006_0000, 0x4002_3800


@pytest.fixture(params=EXECUTIONS)
def chip(request: pytest.FixtureRequest, make_chip: Callable[..., Chip]) -> Chip:
    return make_chip("stm32f217", MODULES, request.param)


@pytest.fixture
def quick(make_chip: Callable[..., Chip]) -> Chip:
    """The execution that is quickest, for many cases."""
    return make_chip("stm32f217", MODULES, "python")


def message(length: int, seed: int = 0) -> bytes:
    return bytes((7 * i + seed) % 251 for i in range(length))


def refused(call: Callable[[], Any]) -> bool:
    """Whether a driver reports that the hardware failed."""
    try:
        return bool(call() == HARDWARE_FAILED)
    except HardwareFailed:
        return True


def context(chip: Chip, name: str, *arguments: bytes) -> Any:
    """A context of the chip's: `Stm32f217Sha1`, `Stm32f217HmacMd5`."""
    return getattr(chip.kernels, "Stm32f217" + name.title().replace("_", ""))(*arguments)


@pytest.mark.parametrize("name", HASHES)
def test_whole_messages(chip: Chip, name: str) -> None:
    """Empty, with every kind of last word, around blocks, and through hardware: the processor took the blocks."""
    for length in (0, 1, 2, 3, 4, 55, 63, 64, 65, 66, 67, 68, 69, 130, 200):
        assert getattr(chip.kernels, f"stm32f217_{name}")(message(length)) == hashlib.new(name, message(length)).digest()
    assert chip.model(HashModel).cycles > 0


@pytest.mark.parametrize("name", HASHES)
def test_every_length(quick: Chip, name: str) -> None:
    for length in range(140):
        assert getattr(quick.kernels, f"stm32f217_{name}")(message(length)) == hashlib.new(name, message(length)).digest()


@pytest.mark.parametrize("name", HASHES)
def test_unaligned(chip: Chip, name: str) -> None:
    whole = memoryview(message(140))
    for start in range(1, 4):
        assert getattr(chip.kernels, f"stm32f217_{name}")(whole[start:]) == hashlib.new(name, whole[start:]).digest()


def test_every_split(quick: Chip) -> None:
    """Two pieces, split anywhere, and three where the second is short."""
    for name in HASHES:
        for length in (3, 67, 68, 133):
            for at in range(length + 1):
                ctx = context(quick, name)
                for piece in (message(length)[:at], message(length)[at : at + 3], message(length)[at + 3 :]):
                    ctx.update(piece)
                assert ctx.final() == hashlib.new(name, message(length)).digest(), (name, length, at)


def test_contexts_interleave(chip: Chip) -> None:
    """Two hashes, an HMAC and messages that are at hand, by turns; a context can be used again."""
    for _ in range(2):
        first, second, third = context(chip, "sha1"), context(chip, "md5"), context(chip, "hmac_sha1", b"key")
        for at in range(0, 250, 50):
            for ctx, seed in ((first, 1), (second, 2), (third, 3)):
                ctx.update(message(250, seed)[at : at + 50])
            assert chip.kernels.stm32f217_md5(b"between") == hashlib.md5(b"between").digest()
        assert first.final() == hashlib.sha1(message(250, 1)).digest()
        assert second.final() == hashlib.md5(message(250, 2)).digest()
        assert third.final() == hmac.digest(b"key", message(250, 3), "sha1")


@pytest.mark.parametrize("name", HASHES)
def test_hmac(chip: Chip, name: str) -> None:
    """Keys up to a block and beyond, and messages: at hand, and in pieces, two under one key."""
    for key_bytes, length in ((0, 0), (3, 70), (64, 3), (65, 68), (130, 200)):
        key, data = message(key_bytes, 9), message(length)
        expected = hmac.digest(key, data, name)
        assert getattr(chip.kernels, f"stm32f217_hmac_{name}")(key, data) == expected
        ctx = context(chip, f"hmac_{name}", key)
        for _ in range(2):
            ctx.update(data[:50])
            ctx.update(data[50:])
            assert ctx.final() == expected


def test_context_in_the_middle_of_an_update(quick: Chip) -> None:
    """Pieces of every size from nothing to more than two blocks, after every beginning."""
    for start in (0, 1, 63, 67, 68, 100):
        for piece in (0, 1, 4, 63, 64, 65, 129, 196):
            ctx = context(quick, "sha1")
            ctx.update(message(start))
            ctx.update(message(piece))
            ctx.update(b"end")
            assert ctx.final() == hashlib.sha1(message(start) + message(piece) + b"end").digest()


def test_nothing_stays_behind(chip: Chip) -> None:
    """Neither digest nor context, and the clock is off again."""
    ctx = context(chip, "sha1")
    ctx.update(message(200))
    ctx.final()
    assert chip.model(HashModel).octets("HR", 5) == bytes(20)
    assert chip.model(HashModel).octets("CSR", 51) == bytes(204)
    assert not chip.model(RccModel).field("AHB2ENR", "hash")


@pytest.mark.parametrize("polls", [0, 1, 7])
def test_any_time(chip: Chip, polls: int) -> None:
    chip.model(HashModel).polls = polls
    ctx = context(chip, "md5")
    ctx.update(message(150))
    ctx.update(message(150))
    assert ctx.final() == hashlib.md5(message(150) * 2).digest()


def test_what_never_finishes(chip: Chip) -> None:
    """A driver by itself reports it and leaves everything as it was; behind the operation software goes on. Later calls work again."""
    model = chip.model(HashModel)
    ctx, tagged = context(chip, "sha1"), context(chip, "hmac_sha1", b"key")
    ctx.update(message(100))
    tagged.update(message(100))
    model.fault = Fault.STUCK_BUSY
    assert refused(lambda: ctx.update(message(100)))
    assert refused(ctx.final)
    assert refused(lambda: tagged.update(message(100)))
    assert refused(tagged.final)
    assert refused(lambda: chip.kernels.stm32f217_sha1_hardware(b"abc"))
    assert refused(lambda: chip.kernels.stm32f217_hmac_sha1_hardware(b"key", b"abc"))
    assert chip.kernels.stm32f217_sha1(b"abc") == hashlib.sha1(b"abc").digest()
    assert chip.kernels.stm32f217_hmac_md5(b"key", b"abc") == hmac.digest(b"key", b"abc", "md5")
    model.fault = None
    ctx.update(b"abc")
    assert ctx.final() == hashlib.sha1(message(100) + b"abc").digest()
    assert tagged.final() == hmac.digest(b"key", message(100), "sha1")


def test_a_wrong_result_shows(chip: Chip) -> None:
    """The answers do not come from software."""
    chip.model(HashModel).fault = Fault.WRONG_RESULT
    assert chip.kernels.stm32f217_sha1(b"abc") != hashlib.sha1(b"abc").digest()


def test_an_engine_that_is_taken(make_chip: Callable[..., Chip]) -> None:
    """Somebody else has it: nothing is touched, software serves, and contexts report it. What was taken is given back."""

    class Surroundings:
        """An operating system."""

        free = False
        held = 0

        def acquire(self, engine: int) -> Any:
            if not self.free:
                return HARDWARE_FAILED
            self.held += 1
            return OK

        def release(self, engine: int) -> None:
            self.held -= 1

    surroundings = Surroundings()
    chip = make_chip("stm32f217", MODULES, "python", surroundings)
    model = chip.model(HashModel)
    assert chip.kernels.stm32f217_sha1(b"abc") == hashlib.sha1(b"abc").digest()
    ctx = context(chip, "sha1")
    assert refused(lambda: ctx.update(message(100)))
    assert model.accesses == 0
    surroundings.free = True
    ctx.update(message(100))
    assert ctx.final() == hashlib.sha1(message(100)).digest()
    assert model.accesses > 0 and surroundings.held == 0


class Neighbour:
    """Another user of the accelerators, beside this library, who has the same lock: whenever it is given back he works, and leaves
    configuration, a message and keys in the registers, with the clocks on."""

    def __init__(self) -> None:
        self.system: Any = None
        self.turns = 0
        self.locked = False

    def acquire(self, engine: int) -> Any:
        assert not self.locked
        self.locked = True
        return OK

    def release(self, engine: int) -> None:
        self.locked = False
        self.turns += 1
        write = self.system.write
        write(RCC + 0x34, Stm32Rcc.AHB2ENR.mask("cryp", "hash"))
        while self.system.read(BASE + 0x24) & Stm32Hash.SR.mask("busy"):
            pass
        write(BASE, Stm32Hash.CR.value(init=1, datatype=1, algo=self.turns % 2))
        write(BASE + 0x08, Stm32Hash.STR.value(nblw=8))
        for word in range(20):
            write(BASE + 0x04, word)
        write(CRYP, 0)
        for i in range(8):
            write(CRYP + 0x20 + 4 * i, 0x0101_0101)
        for enable in (0, 1):
            write(CRYP, Stm32Cryp.CR.value(algomode=4, keysize=2, crypen=enable))
        write(CRYP + 0x08, 1)


def test_beside_another_user(make_chip: Callable[..., Chip]) -> None:
    """Two hashes, an HMAC and AES by turns with him: nothing of his is used."""
    neighbour = Neighbour()
    chip = make_chip("stm32f217", MODULES, "python", neighbour)
    neighbour.system = chip.system
    first, second = context(chip, "sha1"), context(chip, "hmac_md5", b"key")
    key = chip.kernels.Aes(bytes(16))
    for at in range(0, 300, 75):
        first.update(message(300)[at : at + 75])
        second.update(message(300)[at : at + 75])
        assert key.stm32f217_aes_decrypt_blocks(key.stm32f217_aes_encrypt_blocks(message(32))) == message(32)
    assert first.final() == hashlib.sha1(message(300)).digest()
    assert second.final() == hmac.digest(b"key", message(300), "md5")
    assert neighbour.turns > 15 and not neighbour.locked


def test_more_context_registers(make_chip: Callable[..., Chip]) -> None:
    """The STM32F417 has more of them."""
    chip = make_chip("stm32f417", MODULES, "python")
    ctx = chip.kernels.Stm32f417Sha1()
    ctx.update(message(100))
    ctx.update(message(100))
    assert ctx.final() == hashlib.sha1(message(100) * 2).digest()


# --- what the model refuses ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare() -> Any:
    """The models, the clock on."""
    system = make_system("stm32f217", Ram(0, 0))
    system.write(RCC + 0x34, Stm32Rcc.AHB2ENR.value(hash=1))
    return system


def test_a_gated_block(bare: Any) -> None:
    bare.write(RCC + 0x14, Stm32Rcc.AHB2RSTR.value(hash=1))
    with pytest.raises(Misuse, match=r"HASH.CR is written while it is held in reset: RCC.AHB2RSTR.hash is 1"):
        bare.write(BASE, 0)
    bare.write(RCC + 0x34, 0)
    with pytest.raises(Misuse, match=r"HASH.SR is read while its clock is off: RCC.AHB2ENR.hash is 0"):
        bare.read(BASE + 0x24)


@pytest.mark.parametrize(
    ("offset", "value", "message"),
    [
        (0x00, 0x40, "HASH.CR.mode is set; this model hashes"),
        (0x00, 1, "HASH.CR: 0x1 sets reserved bits 0x1"),
        (0x04, 0, "HASH.DIN is written before HASH.CR.init has begun a message"),
        (0x08, 0x100, "HASH.STR.dcal is set before HASH.CR.init has begun a message"),
        (0x0C, 0, "HASH.HR is written, with 0x0; it can only be read"),
        (0xF8, 0, "HASH.CSR is restored before HASH.CR.init has been set"),
        (0xF8 + 4 * 51, 0, r"HASH.CSR\[51\] does not exist on this chip, which has 51"),
        (0x28, 0, "HASH has no register at 0x50060428, which is written"),
    ],
)
def test_misuse(bare: Any, offset: int, value: int, message: str) -> None:
    with pytest.raises(Misuse, match=message):
        bare.write(BASE + offset, value)


def test_out_of_order(bare: Any) -> None:
    """The digest before the end, the end in the middle of a byte, a context in the middle of a block, and one that was never saved."""
    bare.write(BASE, Stm32Hash.CR.value(init=1, datatype=2))
    with pytest.raises(Misuse, match=r"HASH.HR is read before HASH.STR.dcal has ended the message"):
        bare.read(BASE + 0x0C)
    with pytest.raises(Misuse, match=r"HASH.STR.nblw is 8 after 0 words"):
        bare.write(BASE + 0x08, 0x108)
    bare.write(BASE + 0x04, 0)
    with pytest.raises(Misuse, match=r"HASH.CSR is saved after 1 words"):
        bare.read(BASE + 0xF8)
    bare.write(BASE, Stm32Hash.CR.value(init=1, datatype=2))
    with pytest.raises(Misuse, match=r"HASH.CSR is given what was never saved"):
        for i in range(51):
            bare.write(BASE + 0xF8 + 4 * i, i)


@pytest.mark.parametrize("datatype", range(4))
def test_data_types(bare: Any, datatype: int) -> None:
    """How a word has to be written that the message `abcd` comes out: section "Data type"."""
    swapped = {0: 0x61626364, 1: 0x63646162, 2: 0x64636261, 3: int(f"{0x61626364:032b}"[::-1], 2)}
    bare.write(BASE, Stm32Hash.CR.value(init=1, datatype=datatype))
    bare.write(BASE + 0x04, swapped[datatype])
    bare.write(BASE + 0x08, 0x100)
    while bare.read(BASE + 0x24) & 8:
        pass
    digest = b"".join(bare.read(BASE + 0x0C + 4 * i).to_bytes(4, "big") for i in range(5))
    assert digest == hashlib.sha1(b"abcd").digest()
