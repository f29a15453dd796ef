"""Known answers on the emulated ESP32-C3 with its accelerators, behind the operations that the algorithms call."""

from __future__ import annotations

import pytest

from akela.boards import Board
from akela.boards.accelerators import FAMILIES
from akela.boards.models import Fault
from akela.boards.models.esp32_family.aes import AesModel
from akela.boards.models.esp32_family.mpi import MpiModel
from akela.boards.models.esp32_family.sha import ShaModel
from akela.catalogue import select
from akela.compiler.toolchains import ToolchainMissing
from akela.exceptions import InvalidKey
from akela.selftest.run import load_cases, run_on

MODULES = tuple(f"akela.kernels.{name}" for name in ("aes", "ccm", "cmac", "gcm", "hmac", "drbg", "sha1", "dh", "rsa"))
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
    "rsa-primitives": MpiModel,
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


def test_a_private_operation_that_goes_wrong_is_not_released(board: Board) -> None:
    """By the accelerator with the Chinese remainder theorem; what a disturbed one gives is found before it leaves."""
    assert board.system
    case = next(case for case in load_cases(select(["rsa-primitives"])[0]) if case["call"] == "rsa_private_w32" and "result" in case)
    model = next(each for each in board.system.peripherals if isinstance(each, MpiModel))
    arguments = [bytes.fromhex(value) for value in case["arguments"]]
    before = model.cycles
    assert bytes(board.rsa_private_w32(*arguments)).hex() == case["result"].lower()
    assert model.cycles > before
    model.fault = Fault.WRONG_RESULT
    try:
        with pytest.raises(InvalidKey):
            board.rsa_private_w32(*arguments)
        for sound in (0, 1, 3):  # one product or power alone
            model.sound = sound
            with pytest.raises(InvalidKey):
                board.rsa_private_w32(*arguments)
    finally:
        model.fault = None
