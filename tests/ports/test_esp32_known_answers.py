"""Known answers on the emulated ESP32-C3 with its accelerators, behind the operations that the algorithms call."""

from __future__ import annotations

import pytest

from akela.boards import Board
from akela.boards.accelerators import FAMILIES
from akela.boards.models.esp32_family.aes import AesModel
from akela.boards.models.esp32_family.mpi import MpiModel
from akela.boards.models.esp32_family.sha import ShaModel
from akela.compiler.toolchains import ToolchainMissing
from akela.selftest.run import run_on

MODULES = tuple(f"akela.kernels.{name}" for name in ("aes", "ccm", "cmac", "gcm", "hmac", "drbg", "sha1", "dh"))
SERVED_BY = {
    "aes-ecb": AesModel,
    "aes-cbc": AesModel,
    "aes-ctr": AesModel,
    "aes-gcm": AesModel,
    "aes-ccm": AesModel,
    "aes-cmac": AesModel,
    "sha1": ShaModel,
    "sha224": ShaModel,
    "sha256": ShaModel,
    "hmac-drbg": ShaModel,
    "dh": MpiModel,
}


@pytest.fixture(scope="module")
def board() -> Board:
    try:
        return Board("esp32c3", compiler="gcc", modules=MODULES, accelerators=FAMILIES)
    except ToolchainMissing as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("algorithm", SERVED_BY)
def test_known_answers(board: Board, algorithm: str) -> None:
    assert board.system
    model = next(each for each in board.system.peripherals if isinstance(each, SERVED_BY[algorithm]))
    before = model.cycles
    lines: list[str] = []
    assert run_on(board, [algorithm], lines.append) == 0, "\n".join(lines)
    assert model.cycles > before
