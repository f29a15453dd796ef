"""What `akela audit --board` says of kernels, and of such that leak."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from click.testing import CliRunner

from akela.boards import Board, audit
from akela.boards.constant_time import IDENTICAL, LEAKS, Verdict, compare
from akela.boards.trace import ADDRESS, STEP, Event, Recording, Watch
from akela.cli import main
from akela.compiler.toolchains import ToolchainMissing
from tests.boards.programs import changed

# A board of each target.
BOARDS = ("stm32f217", "stm32f417", "efr32xg21", "esp32c3", "esp8266")
SECRETS = (bytes(64), bytes(range(64)), bytes([0x80, 0x55] * 32))

CH = "uint32_t ch(uint32_t x, uint32_t y, uint32_t z)\n{\n"
BRANCH = CH + '    if (x & 1u) { __asm__ volatile(""); z += 3u; }\n'
TABLE = CH + "    static const uint32_t LEAK[16] = {1, 9, 8, 7}; z += LEAK[x & 15u];\n"
DIVISION = CH + "    z += y / (x | 1u);\n"
LONG = CH + "    z += (uint32_t)(((uint64_t)x * y) >> 32);\n"


def verdicts(name: str, new: str) -> list[Verdict]:
    board = changed(name, "akela.kernels.sha256", CH, new)
    try:
        return compare(board, [partial(board.sha256, secret) for secret in SECRETS])
    finally:
        board.close()


@pytest.mark.parametrize("name", BOARDS)
def test_a_kernel_in_constant_time(name: str) -> None:
    found = verdicts(name, CH)
    assert {verdict.result for verdict in found} == {IDENTICAL}
    assert "sha256" in {verdict.kernel for verdict in found}
    assert all(verdict.events > verdict.instructions for verdict in found if verdict.instructions > 100)


@pytest.mark.parametrize(
    ("name", "leak", "what"),
    [
        *((name, BRANCH, "goes another way") for name in BOARDS),
        *((name, TABLE, "addresses other memory") for name in BOARDS),
        *((name, DIVISION, "its time depends on that") for name in BOARDS if name != "esp8266"),  # which has no division
        ("stm32f217", LONG, "its time depends on that"),
    ],
)
def test_a_leak_is_found_and_located(name: str, leak: str, what: str) -> None:
    leaking = [verdict for verdict in verdicts(name, leak) if verdict.result == LEAKS]
    assert leaking
    lines = changed_lines(name, leak)
    for verdict in leaking:
        assert what in verdict.detail
        found = re.search(r" in \w*sha256\w* \(akela_(sha256\.c|rt\.h):(\d+)\)$", verdict.detail)
        assert found, verdict.detail
        # What clang moves belongs to no line: then it is the one before that is named.
        assert int(found[2]) in lines or (leak != BRANCH and int(found[2]) > 0)


def changed_lines(name: str, leak: str) -> list[int]:
    """The lines of the changed function."""
    board = changed(name, "akela.kernels.sha256", CH, leak)
    board.close()
    text = (board.image.path.parent / "akela_sha256.c").read_text().splitlines()
    start = text.index(leak.splitlines()[2])
    return list(range(start, start + 4))


@pytest.mark.parametrize("name", ["esp32c3", "efr32xg21", "stm32f417"])
def test_a_long_multiply_is_of_fixed_time_there(name: str) -> None:
    assert {verdict.result for verdict in verdicts(name, LONG)} == {IDENTICAL}


def test_where_two_recordings_part() -> None:
    def recording(*marks: int, stride: int = 4, events: tuple[Event, ...] = ()) -> Recording:
        return Recording(stride * len(marks), marks[-1], stride, marks, events)

    assert recording(1, 2, 3).window(recording(1, 2, 4)) == Watch(trace=True, first=8, room=4)
    assert recording(1, 2, 3).window(recording(1, 2)) == Watch(trace=True, first=8, room=4)
    assert recording(1, 2, 3, 4).window(recording(2, 5, stride=8)) == Watch(trace=True, first=8, room=8)
    here, there = Event(STEP, 2, 0), Event(ADDRESS, 2, 7)
    assert recording(1, events=(here, there)).parting(recording(1, events=(here,))) == (here, there, None)


def test_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    board = changed("stm32f217", "akela.kernels.sha256", CH, TABLE)
    monkeypatch.setattr(audit, "Board", lambda name, **_: board)
    run = CliRunner().invoke(main, ["audit", "--board", "stm32f217", "sha256"])
    assert run.exit_code == 1, run.output
    assert "Compared in runs with 3 secrets" in run.output
    assert "Operands of instructions of variable time (sdiv, smlal, smull, udiv, umlal, umull) are compared by value" in run.output
    assert "  LEAKS        SHA-256 " in run.output
    assert "sha256 LEAKS: addresses other memory at 0x" in run.output
    assert re.search(r"^  LEAKS        other kernels of sha256 .*: sha256_blocks, .*sha256_update, ", run.output, re.MULTILINE)
    assert run.output.endswith("Rows: 0 identical, 0 declassified, 0 exempt, 2 LEAKS\n")
    report = json.loads(CliRunner().invoke(main, ["audit", "--board", "stm32f217", "sha2*6", "--json"]).output)
    assert [row["row"] for row in report["rows"]] == ["SHA-256", "other kernels of sha256"]
    assert report["not_run"] == {}


def test_kernels_that_no_row_calls() -> None:
    """Contexts and methods with lengths that they take, and what cannot be called."""
    try:
        board = Board("stm32f217", compiler="gcc", modules=("akela.kernels.aes", "akela.kernels.keywrap", "akela.kernels.rsa_implicit"))
    except ToolchainMissing as error:
        pytest.skip(str(error))
    others = {each.algorithm: each for each in audit.audit_others(board, [])}
    kernels = {verdict.kernel: verdict for each in others.values() for verdict in each.verdicts}
    assert {kernels[name].result for name in ("aes_init", "aes_cbc_decrypt", "aes_ctr_xor", "aes_wrap", "aes_unwrap")} == {audit.IDENTICAL}
    assert kernels["aes_wrap"].instructions > 10_000, "it took the arguments"
    assert audit.unaudited(board, list(others.values())) == {"rsa_implicit": ["pkcs1_alternative"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sha256"], "give --board NAME as well"),
        (["--board", "stm32f217", "--target", "rv32imc"], "--board and --target do not go together"),
        (["--board", "stm32f271"], "no board is called 'stm32f271'; did you mean stm32f217"),
    ],
)
def test_what_cannot_be_asked_for(arguments: list[str], message: str) -> None:
    run = CliRunner().invoke(main, ["audit", *arguments])
    assert run.exit_code != 0
    assert message in run.output
