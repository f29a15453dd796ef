"""The host functions for ESP-IDF, in C, on a stand-in for the SDK (`esp_idf/`): locks balanced, clocks counted, DMA channels left alone."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

import akela.ports.esp32_family
from akela.boards.models.digests import INITIAL
from akela.boards.models.esp32_family.clocks import ClocksModel
from akela.boards.models.esp32_family.dma import DmaModel
from akela.compiler import emit_c
from akela.compiler.c_compiler import CompilerMissing, host_compiler, run
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.compiler.toolchains import RUNTIME
from akela.lang import Status
from akela.ports.host import AES, HASH, PUBLIC_KEY
from tests.ports.conftest import Chip
from tests.ports.test_esp32_sha import digest, padded, words

STAND_IN = Path(__file__).parent / "esp_idf"
FORM = Path(akela.ports.esp32_family.__file__).parent / "host" / "esp_idf.c"
NAMES = {AES: "aes", HASH: "sha", PUBLIC_KEY: "rsa"}
SDK_CHANNEL = 1


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The host functions and the stand-in, compiled without a warning."""
    folder = tmp_path_factory.mktemp("esp_idf")
    target = load_target("x86_64")
    for file in emit_c.emit(lower(compile_module("akela.ports.host", target), target), target):
        if file.name.endswith(".h"):
            (folder / file.name).write_text(file.text)
    try:
        compiler = host_compiler()
    except CompilerMissing as error:
        pytest.skip(str(error))
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror", "-fPIC", "-shared"]
    includes = [f"-I{path}" for path in (folder, RUNTIME, STAND_IN)]
    run([*compiler.command, *flags, *includes, str(FORM), str(STAND_IN / "sdk.c")], folder / "host.so")
    return ctypes.CDLL(str(folder / "host.so"))


class EspIdf:
    """Surroundings that ask the functions in C, and do to the models what the SDK would do to the chip."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        self.chip: Chip
        for name in ("sha_aes_locked", "mpi_locked", "transfers", "no_channel", "deadlocks"):
            self.set(name, 0)

    def get(self, name: str) -> int:
        return ctypes.c_int.in_dll(self.library, f"sdk_{name}").value

    def set(self, name: str, value: int) -> None:
        ctypes.c_int.in_dll(self.library, f"sdk_{name}").value = value

    def clocks(self) -> list[int]:
        return list((ctypes.c_int * 3).in_dll(self.library, "sdk_clocks"))

    def acquire(self, engine: int) -> Status:
        return self._ask("acquire", engine)

    def release(self, engine: int) -> None:
        self.library.akela_host_release(ctypes.c_ssize_t(engine))

    def clock_on(self, engine: int) -> Status:
        return self._clocked(self._ask("clock_on", engine))

    def clock_off(self, engine: int) -> Status:
        return self._clocked(self._ask("clock_off", engine))

    def dma_channel(self, channel: Any) -> Status:
        return _status(self.library.akela_host_dma_channel(None))

    def dma_stop(self, engine: int) -> Status:
        return self._ask("dma_stop", engine)

    def dma_start(self, engine: int, source: Any, target: Any) -> Status:
        """The SDK programs its own channel."""
        status = _status(self.library.akela_host_dma_start(ctypes.c_ssize_t(engine), int(source), int(target)))
        if status == Status.OK:
            dma = self.chip.model(DmaModel)
            given = [ctypes.c_void_p.in_dll(self.library, f"sdk_{name}").value or 0 for name in ("output", "input")]
            for link, select, address in zip(("IN_LINK", "OUT_LINK"), ("IN_PERI_SEL", "OUT_PERI_SEL"), given, strict=True):
                start = type(dma.block).__dict__[link].value(start=1)
                dma.values[select][SDK_CHANNEL] = self.get("peripheral")
                dma.values[link][SDK_CHANNEL] = address & 0xFFFFF | start
        return status

    def _ask(self, name: str, engine: int) -> Status:
        return _status(getattr(self.library, f"akela_host_{name}")(ctypes.c_ssize_t(engine)))

    def _clocked(self, status: Status) -> Status:
        clocks = self.chip.model(ClocksModel)
        for engine, name in NAMES.items():
            on, bit = self.clocks()[engine] > 0, type(clocks.block).__dict__["PERIP_CLK_EN1"].mask(name)
            clocks.values["PERIP_CLK_EN1"][0] = clocks.values["PERIP_CLK_EN1"][0] & ~bit | bit * on
        clocks.values["PERIP_RST_EN1"][0] = 0
        return status


def _status(code: int) -> Status:
    return next(status for status in Status if status.code == code)


@pytest.fixture(params=["traced", "python"])
def idf(request: pytest.FixtureRequest, library: ctypes.CDLL, make_chip: Callable[..., Chip]) -> EspIdf:
    surroundings = EspIdf(library)
    modules = ("akela.kernels.aes", "akela.kernels.sha1", "akela.kernels.sha256", "akela.kernels.modular_power")
    surroundings.chip = make_chip("esp32c3", modules, request.param, surroundings)
    surroundings.chip.model(DmaModel).taken = {0, 1, 2}  # for drivers, all of them
    return surroundings


def balanced(idf: EspIdf, clocks: list[int]) -> None:
    """Every lock is given back, no clock that others have on is off, and none more is on."""
    assert (idf.get("sha_aes_locked"), idf.get("mpi_locked"), idf.get("deadlocks"), idf.clocks()) == (0, 0, 0, clocks)


def test_all_engines_beside_others(idf: EspIdf) -> None:
    """Others have the SHA accelerator's clock on all the time."""
    idf.library.periph_module_enable(HASH)
    before = idf.clocks()
    kernels, data = idf.chip.kernels, bytes(range(160))
    value = words(INITIAL["sha256"])
    kernels.esp32c3_sha256_blocks(value, padded(b"abc"))
    assert digest("sha256", value) == hashlib.sha256(b"abc").digest()
    balanced(idf, before)
    cipher = Cipher(algorithms.AES(bytes(16)), modes.CBC(bytes(16))).encryptor()
    assert kernels.Aes(bytes(16)).esp32c3_aes_cbc_encrypt(bytes(16), data) == cipher.update(data)
    assert idf.get("transfers") == 1
    balanced(idf, before)
    seven, three = (n.to_bytes(4, "little") for n in (7, 3))
    assert kernels.esp32c3_multiply_modulo_w32(seven, three, three) == (2).to_bytes(4, "little")
    balanced(idf, before)
    idf.library.periph_module_disable(HASH)


def test_without_a_channel(idf: EspIdf) -> None:
    """The SDK cannot have one: data goes through the accelerator's registers, and nobody touches the controller."""
    idf.set("no_channel", 1)
    data = bytes(range(160))
    cipher = Cipher(algorithms.AES(bytes(32)), modes.CTR(bytes(16))).encryptor()
    assert idf.chip.kernels.Aes(bytes(32)).esp32c3_aes_ctr_xor(bytes(16), data) == cipher.update(data)
    assert idf.get("transfers") == 0
    balanced(idf, [0, 0, 0])
