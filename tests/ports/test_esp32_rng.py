"""The random register of the ESP32 chips, driven on a model of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from akela.crypto import entropy
from akela.exceptions import HardwareFailed, NotSupported, WrongState
from akela.kernels.random import random_fill
from akela.lang import HARDWARE_FAILED, NOT_SUPPORTED, OK, bus, host
from akela.ports import seeding
from akela.ports.esp32_family import esp32c3, rng
from akela.ports.esp32_family.registers import EspRng
from tests.ports.conftest import kernels_of

# Kernel, address of the register, cycles of the peripheral bus that a word takes.
CHIPS = [
    (rng.esp32_random_fill, 0x6003_5144, 16),
    (rng.esp32s2_random_fill, 0x6003_5110, 16),
    (rng.esp32s3_random_fill, 0x6003_507C, 1778),
    (rng.esp32c2_random_fill, 0x6002_60B0, 16),
    (esp32c3.esp32c3_random_fill, 0x6002_60B0, 16),
]
IDS = [kernel.name for kernel, _, _ in CHIPS]


class Register:
    """One read-only register that gives a sequence of values."""

    def __init__(self, address: int, values: Iterator[int]) -> None:
        self.address = address
        self.values = values
        self.reads = 0

    def read(self, address: int) -> int:
        """The next value. Raises AssertionError for any other register."""
        assert address == self.address, f"read of {address:#x}"
        self.reads += 1
        return next(self.values)

    def write(self, address: int, value: int) -> None:
        """Never allowed."""
        raise AssertionError(f"write of {value:#x} to {address:#x}")


def noise() -> Iterator[int]:
    """Words that do not repeat: a linear congruential generator."""
    x = 1
    while True:
        x = (x * 1664525 + 1013904223) % (1 << 32)
        yield x


def mixed_words(count: int, reads: int) -> list[int]:
    """The words that a driver makes of that noise, each of so many reads."""
    source = noise()
    result = []
    for _ in range(count):
        word = 0
        for _ in range(reads):
            word ^= next(source)
        result.append(word)
    return result


@pytest.mark.parametrize(("kernel", "address", "cycles"), CHIPS, ids=IDS)
@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 8])
def test_fills(kernel: Callable[..., object], address: int, cycles: int, length: int) -> None:
    """Every byte comes from the register, none twice, after as many reads as the noise needs; one word more is read to compare with."""
    words = (length + 3) // 4
    register = Register(address, noise())
    buffer = bytearray(length)
    with bus(register):
        assert kernel(buffer) == OK
    assert register.reads == cycles * (words + 1)
    _, *made = mixed_words(words + 1, cycles)
    assert buffer == b"".join(word.to_bytes(4, "little") for word in made)[:length]


@pytest.mark.parametrize(("kernel", "address", "cycles"), CHIPS, ids=IDS)
@pytest.mark.parametrize("value", [0, 0xFFFF_FFFF, 0x1234_5678], ids=hex)
def test_stuck(kernel: Callable[..., object], address: int, cycles: int, value: int) -> None:
    """A register that stands still is reported, and nothing of it is handed out."""

    def stuck() -> Iterator[int]:
        while True:
            yield value

    buffer = bytearray(b"x" * 12)
    with bus(Register(address, stuck())):
        assert kernel(buffer) == HARDWARE_FAILED
    assert buffer == bytes(12)


def test_repeated_word_wipes_the_buffer() -> None:
    """Where the repetition comes late, the words before it are taken back too."""
    source = noise()
    values = [next(source) for _ in range(16 * 3)]
    repeating = iter(values + values[-16:])
    buffer = bytearray(b"x" * 16)
    with bus(Register(0x6002_60B0, repeating)):
        assert esp32c3.esp32c3_random_fill(buffer) == HARDWARE_FAILED
    assert buffer == bytes(16)


def test_secret() -> None:
    """What the register gives is secret."""
    assert EspRng.DATA.secret


def test_without_a_port() -> None:
    """Software has no randomness: the operation says so, and leaves zeros."""
    buffer = bytearray(b"x" * 5)
    assert random_fill(buffer) == NOT_SUPPORTED
    assert buffer == bytes(5)


@pytest.mark.parametrize(("kernel", "address", "cycles"), CHIPS, ids=IDS)
def test_serves_the_operation(kernel: Any, address: int, cycles: int) -> None:
    """A driver has the signature of the operation that it provides."""
    assert kernel.provides == random_fill.operation
    assert (kernel.params, kernel.returns) == (random_fill.params, random_fill.returns)


# --- seeding a DRBG -----------------------------------------------------------------------------------------------------------------------


def test_cutoffs() -> None:
    """Those of SP 800-90B for a bit of entropy a byte."""
    assert (entropy.repetition_cutoff(1), entropy.proportion_cutoff(1)) == (seeding.REPETITIONS, seeding.PROPORTION)
    assert (entropy.WINDOW, entropy.STARTUP_SAMPLES) == (seeding.WINDOW, seeding.SAMPLES)


class Samples:
    """A random register whose words are these bytes, behind one that is only compared with; sixteen reads make a word."""

    def __init__(self, content: bytes) -> None:
        self.words = [b"\xa5\x5a\xa5\x5b", *(content[i : i + 4] for i in range(0, len(content), 4))]
        self.reads = 0

    def read(self, address: int) -> int:
        """The word, once in sixteen reads, else 0."""
        self.reads += 1
        return int.from_bytes(self.words[self.reads // 16], "little") if self.reads % 16 == 1 else 0

    def write(self, address: int, value: int) -> None:
        """Never allowed."""
        raise AssertionError


SOUND = random.Random(5).randbytes(1024)
OFTEN = b"".join(bytes([7, 7, 8 + i]) for i in range(168)) + SOUND[:8]  # a window that begins with a 7 and has 336 of them


@pytest.mark.parametrize(
    ("content", "healthy"),
    [
        (SOUND, True),
        (SOUND[:512] + OFTEN[:9] + b"\x06" + OFTEN[10:], True),
        (SOUND[:512] + OFTEN, False),
        (OFTEN[:2] + SOUND[:510] + b"\x06" + OFTEN[1:], True),
    ],
    ids=["sound", "335 in a window", "336 in a window", "not what the window begins with"],
)
def test_seeding_tests_health(content: bytes, healthy: bool) -> None:
    """What passes seeds the DRBG, as if these bytes had been given to it; what does not leaves no instance."""
    execution = load_drbg()
    drbg = execution.HmacDrbg(bytes(48), b"", b"")
    with bus(Samples(content)):
        if not healthy:
            with pytest.raises(HardwareFailed):
                drbg.esp32c3_hmac_drbg_seed(b"who")
            with pytest.raises(WrongState):
                drbg.generate(b"", 16)
            return
        drbg.esp32c3_hmac_drbg_seed(b"who")
    assert drbg.generate(b"", 40) == execution.HmacDrbg(content, b"", b"who").generate(b"", 40)


def test_refreshing() -> None:
    execution = load_drbg()
    drbg, other = (execution.HmacDrbg(bytes(48), b"", b"") for _ in range(2))
    with bus(Samples(SOUND)):
        drbg.esp32c3_hmac_drbg_refresh(b"more")
    other.reseed(SOUND, b"more")
    assert drbg.generate(b"", 16) == other.generate(b"", 16)


class Quiet:
    """Surroundings that know that no noise feeds the register."""

    def noise(self) -> object:
        return HARDWARE_FAILED


def test_without_noise() -> None:
    """The status says so, and no DRBG is seeded; without a host nobody can tell."""
    execution = load_drbg()
    drbg = execution.HmacDrbg(bytes(48), b"", b"")
    with pytest.raises(NotSupported):
        execution.esp32c3_random_status()
    with host(Quiet()), bus(Samples(SOUND)):
        with pytest.raises(HardwareFailed):
            execution.esp32c3_random_status()
        with pytest.raises(HardwareFailed):
            drbg.esp32c3_hmac_drbg_seed(b"")


def load_drbg() -> Any:
    return kernels_of("esp32c3", ("akela.kernels.drbg",), "python")
