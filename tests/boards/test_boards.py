"""Kernels on emulated cores: they give the same results as on this machine, what they cost is counted, and traps name their place."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from akela.boards import Board, Trap, board_names, load_board
from akela.boards.abi import Arguments, place
from akela.boards.files import BoardFileError, parse_board
from akela.boards.image import board_modules
from akela.boards.machine import STACK_BYTES
from akela.boards.trace import NOTHING, Watch
from akela.catalogue import ALGORITHMS
from akela.catalogue.entries import Algorithm
from akela.compiler.targets import load_target
from akela.exceptions import InvalidTag
from akela.executions import execution
from akela.selftest.run import applies, check, load_cases
from tests.boards.programs import CORES, opened


# Each board is built once: its tests stay on one of the processes that share the tests.
@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CORES])
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    made = opened(request.param)
    yield made
    made.close()


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.name)
def test_known_answers(board: Board, algorithm: Algorithm) -> None:
    cases = [case for case in load_cases(algorithm) if applies(case, board)]
    assert cases
    assert [failure for case in cases if (failure := check(case, board))] == []


def test_a_call_is_counted(board: Board) -> None:
    one, two = board.call("sha256", bytes(1024)), board.call("sha256", bytes(2048))
    assert one.value == execution("python").sha256(bytes(1024))
    assert 30 * 1024 < two.instructions - one.instructions < 120 * 1024
    assert 100 < one.stack_bytes == two.stack_bytes < 2000
    assert one == board.call("sha256", bytes(1024))  # the same every time
    assert one.work_bytes == 0


def test_an_object_keeps_its_state(board: Board) -> None:
    mac = board.HmacSha256(b"key")
    board.call("HmacSha256.update", mac, b"mess")
    twin = mac.copy()
    mac.update(b"age")
    twin.update(b"ages")
    assert mac.final() == execution("python").hmac_sha256(b"key", b"message")
    assert twin.final() == execution("python").hmac_sha256(b"key", b"messages")


def test_errors_are_those_of_any_execution(board: Board) -> None:
    cipher = board.ChaCha20Poly1305(bytes(32))
    sealed = cipher.encrypt(bytes(12), b"text", b"data")
    assert cipher.decrypt(bytes(12), sealed, b"data") == b"text"
    out = bytearray(b"untouched"[:4])
    with pytest.raises(InvalidTag):
        cipher.decrypt_into(bytes(12), sealed, b"other", out)
    assert out == b"unto"


def test_output_may_be_input(board: Board) -> None:
    buffer = bytearray(b"x" * 100)
    board.chacha20_xor_into(bytes(32), 1, bytes(12), buffer, buffer)
    assert buffer == execution("python").chacha20_xor(bytes(32), 1, bytes(12), b"x" * 100)


def test_arguments_that_do_not_fit(board: Board) -> None:
    with pytest.raises(Trap, match=r"do not fit into the \d+ bytes"):
        board.sha256(bytes(1 << 20))


def test_arguments_that_fill_the_memory(board: Board) -> None:
    data = board.file.region(board.file.data)
    room = data.end - board.image.first_free(data) - STACK_BYTES
    message = bytes(range(256)) * (room // 256 - 2)
    assert board.sha256(message) == hashlib.sha256(message).digest()
    assert board.call("sha256", message).stack_bytes == board.call("sha256", message[:256]).stack_bytes


def test_multiplies_are_counted(board: Board) -> None:
    one, two = board.call("poly1305", bytes(range(32)), bytes(160)), board.call("poly1305", bytes(range(32)), bytes(320))
    assert 10 * 4 <= two.multiplies - one.multiplies <= 10 * 200  # ten blocks, each a product of 130 by 128 bits
    assert board.estimated_cycles(one) > 0


def test_how_often_each_instruction_is_executed(board: Board) -> None:
    board.watch = lambda call: Watch(hits=True)
    try:
        called = board.call("sha256", b"abc")
        (run,) = board.runs
    finally:
        board.watch = lambda call: NOTHING
    assert sum(run.hits.values()) == called.instructions
    assert board.image.place(min(run.hits)).file.startswith("akela_")
    board.sha256(b"abc")
    assert board.runs[-1].hits == {}


def test_an_access_where_no_memory_is(board: Board) -> None:
    data = board.file.region(board.file.data)
    call = place(load_target(board.file.target).instruction_set, [(0x1234_5670, 32), (100, 32), (data.begin, 32)])
    with pytest.raises(Trap, match=r"0x1234567\d.* in \w+ \(akela_\w+\.[ch]:\d+\)") as caught:
        board._machine.run(board.image.symbols["akela_sha256"], call, data.end - 16)
    assert caught.value.line > 0
    assert board.sha256(b"") == execution("python").sha256(b"")  # it goes on


def test_a_jump_to_where_no_code_is(board: Board) -> None:
    with pytest.raises(Trap):
        board._machine.run(0x1234_5670, Arguments((), ()), board.file.region(board.file.data).end - 16)


def test_every_board_has_its_facts() -> None:
    assert {
        "esp8266",
        "esp32",
        "esp32s2",
        "esp32s3",
        "esp32c2",
        "esp32c3",
        "esp32c6",
        "esp32h2",
        "stm32f217",
        "stm32f417",
        "stm32f437",
        "efr32xg21",
    } <= {*board_names()}
    for name in board_names():
        file = load_board(name)
        assert load_target(file.target).word_bits == 32
        assert file.region(file.code).access.replace("w", "") == "rx"
        assert "rw" in file.region(file.data).access
        assert file.source and file.cost.source


def test_a_board_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no board is called 'esp32c4'; did you mean"):
        load_board("esp32c4")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("speed = 3\n", "unknown speed; known are name, title"),
        ('emulator = "bochs"\n', "emulator = 'bochs', expected 'unicorn' or 'qemu'"),
        ('code = "rom"\n', "code = 'rom' is no memory of this board; it has flash, ram"),
    ],
)
def test_a_file_that_is_not_in_order(change: str, complaint: str) -> None:
    facts: dict[str, Any] = {line.partition(" = ")[0]: line for line in HEAD.splitlines()}
    facts[change.partition(" = ")[0]] = change.strip()
    with pytest.raises(BoardFileError, match=complaint):
        parse_board("odd", "\n".join(facts.values()) + MEMORY)


HEAD = """title = "T"
target = "rv32imc"
core = "C"
clock_hz = 1
emulator = "unicorn"
emulated_core = "X"
difference = ""
unaligned = true
code = "flash"
data = "ram"
source = "S"
"""
MEMORY = """
[memory.flash]
start = 0
bytes = 4096
access = "rx"
[memory.ram]
start = 4096
bytes = 4096
access = "rw"
[cost]
other = 1.0
multiply = 1.0
low = 1.0
high = 1.0
source = "S"
"""


@pytest.mark.parametrize(
    ("isa", "values", "registers", "stack"),
    [
        ("thumb", [(1, 32), (2, 64)], (1, 0, 2, 0), ()),
        ("thumb", [(1, 32), (2, 32), (3, 32), (4, 64), (5, 32)], (1, 2, 3, 0), (4, 0, 5)),
        ("thumb", [(1, 32)] * 5 + [(2, 64)], (1, 1, 1, 1), (1, 0, 2, 0)),
        ("riscv32", [(1, 32)] * 7 + [(2 << 32 | 3, 64), (4, 32)], (1,) * 7 + (3,), (2, 4)),
        ("xtensa", [(1, 32)] * 5 + [(2, 64)], (1, 1, 1, 1, 1, 0), (2, 0)),
        ("thumb", [(-1, 32)], (0xFFFFFFFF,), ()),
    ],
)
def test_where_arguments_go(isa: str, values: list[tuple[int, int]], registers: tuple[int, ...], stack: tuple[int, ...]) -> None:
    arguments = place(isa, values)
    assert (arguments.registers, arguments.stack) == (registers, stack)


def test_kernels_have_the_form_that_the_target_takes() -> None:
    """Without a long multiply of fixed time: products of limbs, and of halves of words."""
    functions = {function.name for module in board_modules(load_target("cortex_m3")) for function in module.functions}
    assert {"blocks_by_limbs", "ghash_absorb_16"} <= functions
    assert not {"blocks_by_words", "ghash_absorb_32"} & functions
