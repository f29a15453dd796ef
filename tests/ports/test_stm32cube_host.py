"""The exports' host functions for ST's HAL, in C, on a stand-in for HAL and CMSIS-RTOS2 (`stm32cube/`): mutexes, handles, clocks."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from akela.boards.models.stm32.clocks import RccModel
from akela.boards.models.stm32.hash import HashModel
from akela.compiler.c_compiler import CompilerMissing, host_compiler, run
from akela.firmware.export import SHARED, files, write
from akela.lang import HARDWARE_FAILED, NOT_SUPPORTED, OK, Status
from akela.ports.host import AES, HASH, RANDOM
from akela.settings.model import Settings
from tests.ports.conftest import Chip
from tests.ports.stm32_kernels import MODULES

STAND_IN = Path(__file__).parent / "stm32cube"
FORM = SHARED / "port_stm32_accelerators.c"
READY, BUSY = 1, 2  # of all handles and phases
CLOCKS = {AES: ("cryp", 0), HASH: ("hash", 1), RANDOM: ("rng", 2)}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export's host functions and the stand-in, compiled without a warning."""
    folder = tmp_path_factory.mktemp("stm32cube")
    made = files("stm32cube", "stm32f217", Settings(algorithms=frozenset({"sha1"})))
    assert FORM.name in made
    write(made, folder)
    try:
        compiler = host_compiler()
    except CompilerMissing as error:
        pytest.skip(str(error))
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror", "-fPIC", "-shared"]
    includes = [f"-I{path}" for path in (STAND_IN, folder / "include", folder / "src")]
    run([*compiler.command, *flags, *includes, str(folder / FORM.name), str(STAND_IN / "sdk.c")], folder / "host.so")
    return folder / "host.so"


class Stm32Cube:
    """Surroundings that ask the functions in C, and do to the models what the HAL would do to the chip."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.chip: Chip
        self["running"] = 1

    def __getitem__(self, name: str) -> int:
        return ctypes.c_int.in_dll(self.library, f"sdk_{name}").value

    def __setitem__(self, name: str, value: int) -> None:
        ctypes.c_int.in_dll(self.library, f"sdk_{name}").value = value

    def handle(self, name: str, *fields: int) -> None:
        """Set a handle's state, and its phase."""
        (ctypes.c_int * len(fields)).in_dll(self.library, name)[:] = fields

    def acquire(self, engine: int) -> Status:
        return OK if self.library.akela_port_lock(engine) == 0 else HARDWARE_FAILED

    def release(self, engine: int) -> None:
        self.library.akela_port_unlock(engine)

    def clock_on(self, engine: int) -> Status:
        status = self.library.akela_k_host_clock_on(ctypes.c_ssize_t(engine))
        clocks = self.chip.model(RccModel)
        for name, at in CLOCKS.values():
            if (ctypes.c_int * 3).in_dll(self.library, "sdk_clocks")[at]:
                clocks.values["AHB2ENR"][0] |= type(clocks.block).__dict__["AHB2ENR"].mask(name)
        return OK if status == 0 else NOT_SUPPORTED

    def clock_off(self, engine: int) -> Status:
        return OK if self.library.akela_k_host_clock_off(ctypes.c_ssize_t(engine)) == 0 else NOT_SUPPORTED


@pytest.fixture
def cube(shared: Path, make_chip: Callable[..., Chip]) -> Iterator[Stm32Cube]:
    surroundings = Stm32Cube(ctypes.CDLL(str(shared)))
    surroundings.chip = make_chip("stm32f217", MODULES, "python", surroundings)
    yield surroundings
    surroundings.handle("hhash", READY, READY)
    surroundings.handle("hcryp", READY)
    assert (surroundings["held"], surroundings["deadlocks"], surroundings["scheduler_locked"]) == (0, 0, 0)


def by_hal(cube: Stm32Cube, message: bytes) -> None:
    """What a task does with the HAL, under the same mutex: another hash, from INIT to its digest."""
    assert cube.library.akela_port_lock(HASH) == 0
    cube.handle("hhash", BUSY, READY)
    cube.chip.model(HashModel).reset()
    assert cube.chip.kernels.md5(message) == hashlib.md5(message).digest()
    cube.handle("hhash", READY, READY)
    cube.library.akela_port_unlock(HASH)


def test_a_user_of_the_hal_comes_between(cube: Stm32Cube) -> None:
    message = bytes(range(200))
    ctx = cube.chip.kernels.Stm32f217Sha1()
    for at in range(0, 200, 50):
        ctx.update(message[at : at + 50])
        by_hal(cube, message[at:])
    assert ctx.final() == hashlib.sha1(message).digest()
    assert cube.chip.model(HashModel).cycles > 0
    assert cube.chip.model(RccModel).field("AHB2ENR", "hash"), "the clock stays on, for the HAL"
    assert cube["mutexes"] >= 1


@pytest.mark.parametrize("busy", [(BUSY, READY), (READY, BUSY)])
def test_while_a_handle_is_in_the_middle_of_something_software_works(cube: Stm32Cube, busy: tuple[int, int]) -> None:
    cube.handle("hhash", *busy)
    before = cube.chip.model(HashModel).cycles
    assert cube.chip.kernels.stm32f217_sha1(bytes(100)) == hashlib.sha1(bytes(100)).digest()
    assert cube.chip.model(HashModel).cycles == before
    assert cube["held"] == 0


def test_before_the_kernel_runs_there_is_no_mutex(cube: Stm32Cube) -> None:
    cube["running"] = 0
    made = cube["mutexes"]
    assert cube.chip.kernels.stm32f217_sha1(b"abc") == hashlib.sha1(b"abc").digest()
    assert cube["mutexes"] == made


def test_each_accelerator_has_a_mutex_of_its_own(cube: Stm32Cube) -> None:
    assert cube.library.akela_port_lock(AES) == 0
    assert cube.chip.kernels.stm32f217_sha1(b"abc") == hashlib.sha1(b"abc").digest()
    assert cube["held"] == 1
    cube.library.akela_port_unlock(AES)
