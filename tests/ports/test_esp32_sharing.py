"""Accelerators that are shared: contexts by turns, two tasks on one engine, others that use it in between, every split of a message."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from akela.boards import Board
from akela.boards.accelerators import FAMILIES, make_system
from akela.boards.files import load_board
from akela.boards.models import Ram, System
from akela.boards.models.digests import INITIAL
from akela.compiler.toolchains import ToolchainMissing
from akela.lang import bus, host
from akela.ports.esp32_family.registers import EspSystem
from akela.ports.host import HASH
from tests.ports.conftest import DMA_MEMORY, kernels_of
from tests.ports.test_esp32_known_answers import MODULES
from tests.ports.test_esp32_sha import digest, padded, words
from tests.ports.two_tasks import Tasks

SHA, SYSTEM = 0x6003_B000, 0x600C_0000


@pytest.fixture(scope="module")
def board() -> Board:
    try:
        return Board("esp32c3", compiler="gcc", modules=MODULES, accelerators=FAMILIES)
    except ToolchainMissing as error:
        pytest.skip(str(error))


# --- on the emulated core, behind the operations ------------------------------------------------------------------------------------------


def test_contexts_by_turns(board: Board) -> None:
    """Two hashes, an HMAC inside of them, a DRBG and AES-GCM in the middle of their messages."""
    one, two = board.Sha256(), board.Sha1()
    drbg, alone = board.HmacDrbg(bytes(48), b"", b""), board.HmacDrbg(bytes(48), b"", b"")
    pieces = [bytes([i]) * (37 * i + 5) for i in range(5)]
    generated = b""
    for i, piece in enumerate(pieces):
        one.update(piece)
        two.update(piece[::-1])
        generated += drbg.generate(b"", 20)
        assert board.hmac_sha256(b"key", piece) == hmac.digest(b"key", piece, "sha256")
        nonce = bytes([i]) * 12
        assert board.AesGcm(bytes(16)).encrypt(nonce, piece, b"aad") == AESGCM(bytes(16)).encrypt(nonce, piece, b"aad")
    assert one.final() == hashlib.sha256(b"".join(pieces)).digest()
    assert two.final() == hashlib.sha1(b"".join(piece[::-1] for piece in pieces)).digest()
    assert generated == b"".join(alone.generate(b"", 20) for _ in pieces)
    assert board.served["hashes", True] and not board.served["hashes", False]


def test_every_split(board: Board) -> None:
    """A message in two pieces, the second of which begins at any address."""
    message = bytes(range(131))
    for split in range(132):
        ctx = board.Sha256()
        ctx.update(message[:split])
        ctx.update(message[split:])
        assert ctx.final() == hashlib.sha256(message).digest(), split


@pytest.mark.parametrize("nonce_bytes", [1, 8, 12, 13, 16, 60])
def test_gcm_with_any_nonce(board: Board, nonce_bytes: int) -> None:
    for key in (bytes(16), bytes(24), bytes(32)):
        for length in (0, 1, 15, 16, 17, 63, 64, 100):
            nonce, data = bytes(range(nonce_bytes)), bytes(range(length))
            if nonce_bytes >= 8:  # the least that the peer takes
                assert board.AesGcm(key).encrypt(nonce, data, b"") == AESGCM(key).encrypt(nonce, data, b"")
            assert board.AesGcm(key).decrypt(nonce, board.AesGcm(key).encrypt(nonce, data, b"a"), b"a") == data


# --- two tasks ----------------------------------------------------------------------------------------------------------------------------


def test_two_tasks_on_one_accelerator() -> None:
    """A switch before every access of a driver: the other task finds the engine taken, and computes in software."""
    kernels = kernels_of("esp32c3", ("akela.kernels.sha1", "akela.kernels.sha256"), "python")
    first, second = padded(b"first"), padded(b"second")

    def run(at: int) -> int:
        other = words(INITIAL["sha1"])
        tasks = Tasks(make_system(load_board("esp32c3"), Ram(*DMA_MEMORY)), at, lambda: kernels.esp32c3_sha1_blocks(other, second))
        value = words(INITIAL["sha256"])
        with bus(tasks), host(tasks):
            kernels.esp32c3_sha256_blocks(value, first)
        assert digest("sha256", value) == hashlib.sha256(b"first").digest()
        assert not 0 < at <= tasks.seen or digest("sha1", other) == hashlib.sha1(b"second").digest()
        return tasks.seen

    accesses = run(0)
    assert accesses > 60
    for at in range(1, accesses + 1):
        run(at)


class Foreign:
    """Others who, whenever the engine is given back, take the same lock, use it, and leave their values in its registers."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.used = 0

    def release(self, engine: int) -> None:
        """Their turn."""
        assert engine == HASH
        self.used += 1
        for address, value in ((0x14, EspSystem.PERIP_CLK_EN1.value(sha=1)), (0x1C, 0)):
            self.system.write(SYSTEM + address, value)
        for address, value in [
            (0, 0),
            *((0x40 + 4 * i, 0xDEAD0000 + i) for i in range(8)),
            *((0x80 + 4 * i, i) for i in range(16)),
            (0x14, 1),
        ]:
            self.system.write(SHA + address, value)
        while self.system.read(SHA + 0x18):
            pass


@pytest.mark.parametrize("execution", ["traced", "python"])
def test_others_in_between(execution: str) -> None:
    system = make_system(load_board("esp32c3"), Ram(*DMA_MEMORY))
    foreign = Foreign(system)
    kernels = kernels_of("esp32c3", ("akela.kernels.sha1", "akela.kernels.sha256"), execution)
    value, message = words(INITIAL["sha256"]), padded(bytes(200))
    with bus(system), host(foreign):
        for at in range(0, len(message), 64):
            kernels.esp32c3_sha256_blocks(value, message[at : at + 64])
    assert digest("sha256", value) == hashlib.sha256(bytes(200)).digest()
    assert foreign.used == 4
