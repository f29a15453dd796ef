"""Known answers on the emulated STM32F217 with its accelerators, behind the operations that the algorithms call, and without them."""

from __future__ import annotations

from collections import Counter

import pytest

from akela.boards import Board
from akela.boards.models.stm32.cryp import CrypModel
from akela.boards.models.stm32.hash import HashModel
from akela.compiler.toolchains import ToolchainMissing
from akela.selftest.run import run_on
from tests.ports.conftest import emulated
from tests.ports.stm32_kernels import MODULES

SERVED_BY = {
    "aes-ecb": CrypModel,
    "aes-cbc": CrypModel,
    "aes-ctr": CrypModel,
    "aes-gcm": CrypModel,
    "aes-ccm": CrypModel,
    "aes-cmac": CrypModel,
    "des": CrypModel,
    "3des": CrypModel,
    "md5": HashModel,
    "sha1": HashModel,
    "hmac-md5": HashModel,
    "hmac-sha1": HashModel,
}


@pytest.fixture(scope="module")
def board() -> Board:
    return emulated("stm32f217", MODULES)


@pytest.mark.parametrize("algorithm", SERVED_BY)
def test_with_accelerators(board: Board, algorithm: str) -> None:
    assert board.system
    model = next(each for each in board.system.peripherals if isinstance(each, SERVED_BY[algorithm]))
    model.fault, model.polls, before = None, 2, model.cycles
    board.served.clear()
    lines: list[str] = []
    assert run_on(board, [algorithm], lines.append) == 0, "\n".join(lines)
    assert model.cycles > before
    assert all(hardware for _, hardware in board.served)


def test_without_accelerators() -> None:
    """The same, where software serves: none of the models is there."""
    try:
        board = Board("stm32f217", compiler="gcc", modules=("akela.kernels.aes", "akela.kernels.des"), accelerators=())
    except ToolchainMissing as error:
        pytest.skip(str(error))
    assert board.system is None
    assert run_on(board, ["aes-cbc", "3des"], lambda line: None) == 0
    assert board.served == Counter()


def test_sha256_stays_software(board: Board) -> None:
    """The chip has no SHA-256."""
    board.served.clear()
    assert len(board.sha256(b"abc")) == 32
    assert board.served == Counter()
