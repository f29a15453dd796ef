"""What `akela show --board` prints."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import akela.boards
from akela.cli import main
from tests.boards.programs import changed

CH = "uint32_t ch("


@pytest.mark.parametrize("name", ["stm32f217", "esp32c3", "esp8266"])
def test_counts_stand_beside_instructions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = changed(name, "akela.kernels.sha256", CH, CH)
    monkeypatch.setattr(akela.boards, "Board", lambda name, **_: board)
    run = CliRunner().invoke(main, ["show", "sha256.blocks", "--board", name, "--stack"])
    board.close()
    assert run.exit_code == 0, run.output
    assert f"Board         {board.file.title}" in run.output
    executed = re.search(r"Executed +([\d,]+) in these functions in one call of the row SHA-", run.output)
    assert executed
    counts = [int(count) for count in re.findall(r"^ *(\d+)  *(?:[\w:]*\d+)? +[0-9a-f]+  [a-z]", run.output, re.MULTILINE)]
    assert sum(counts) == int(executed[1].replace(",", ""))
    assert max(counts) % 17 == 0 and max(counts) >= 17 * 4  # 1024 bytes and their padding are 17 blocks


def test_a_board_has_its_target() -> None:
    run = CliRunner().invoke(main, ["show", "sha256.blocks", "--board", "stm32f217", "--target", "rv32imc"])
    assert "--board and --target do not go together" in run.output
