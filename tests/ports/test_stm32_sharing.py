"""Accelerators of the STM32F21x that two tasks use at once: a switch before every access of a driver."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from akela.boards.accelerators import make_system
from akela.boards.files import load_board
from akela.boards.models import Ram
from akela.boards.models.stm32.cryp import CrypModel
from akela.boards.models.stm32.hash import HashModel
from akela.executions import Execution
from akela.lang import bus, host
from tests.ports.conftest import kernels_of
from tests.ports.stm32_kernels import MODULES
from tests.ports.two_tasks import Tasks

DATA = bytes(range(48))


def cbc(kernels: Execution, key: bytes) -> None:
    cipher = Cipher(algorithms.AES(key), modes.CBC(bytes(16))).encryptor()
    assert kernels.Aes(key).stm32f217_aes_cbc_encrypt(bytes(16), DATA) == cipher.update(DATA)


def back(kernels: Execution, key: bytes) -> None:
    cipher = Cipher(algorithms.AES(key), modes.CBC(bytes(16))).decryptor()
    assert kernels.Aes(key).stm32f217_aes_cbc_decrypt(bytes(16), DATA) == cipher.update(DATA)


def sha1(kernels: Execution, message: bytes) -> None:
    assert kernels.stm32f217_sha1(message) == hashlib.sha1(message).digest()


def pieces(kernels: Execution, message: bytes) -> None:
    ctx = kernels.Stm32f217Md5()
    for at in range(0, len(message), 40):
        ctx.update(message[at : at + 40])
    assert ctx.final() == hashlib.md5(message).digest()


Task = Callable[[Execution, bytes], None]


@pytest.mark.parametrize(
    ("first", "second", "model"),
    [(cbc, back, CrypModel), (back, cbc, CrypModel), (sha1, sha1, HashModel), (pieces, sha1, HashModel), (pieces, cbc, HashModel)],
)
def test_two_tasks(first: Task, second: Task, model: type[CrypModel | HashModel]) -> None:
    """Who finds an engine taken computes in software; two engines do not disturb one another.

    (The second task has no context of the processor's: that reports that the hardware failed, where its lock does not wait.)
    """
    kernels = kernels_of("stm32f217", MODULES, "python")

    def run(at: int) -> int:
        came = []
        system = make_system(load_board("stm32f217"), Ram(0x2000_0000, 0x2_0000))

        def switch() -> None:
            came.append(at)
            second(kernels, bytes(range(32)))

        tasks = Tasks(system, at, switch)
        with bus(tasks), host(tasks):
            first(kernels, bytes(range(1, 33)) if first in (cbc, back) else bytes(100))
        assert came == [at] * (0 < at <= tasks.seen)
        assert next(each for each in system.peripherals if isinstance(each, model)).cycles > 0
        return tasks.seen

    accesses = run(0)
    assert accesses > 30
    for at in range(1, accesses + 1):
        run(at)
