"""`akela size`: what algorithms take of a board, checked against what is known of SHA-256 and of GHASH's tables."""

from __future__ import annotations

import csv
import json

import pytest
from click.testing import CliRunner, Result

from akela.boards import Board
from akela.boards.traps import EmulatorMissing
from akela.cli import main
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.toolchains import ToolchainMissing

BOARD = "esp32c3"

pytestmark = pytest.mark.xdist_group(BOARD)


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    try:
        Board(BOARD, modules=("akela.kernels.sha256",)).close()
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))


def akela(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_flash_ram_and_stack() -> None:
    result = akela("size", "sha256", "--board", BOARD, "--json")
    assert result.exit_code == 0, result.output
    (size,) = json.loads(result.output)
    assert size["algorithm"] == "sha256" and size["board"] == BOARD and size["optimisation"] == "-Os"
    assert size["tables"] == 256 + 32  # K and the first hash value
    assert size["tables"] + 500 < size["flash"] < 20_000
    assert size["copied"] == 0 and size["context"] == 104 and size["work"] == 0 and size["library"] == []
    assert 64 < size["stack"] < 2_000  # the message schedule alone is 64
    assert size["ram"] == size["context"] + size["work"] + size["stack"]


def test_tables_of_bytes_are_in_ram_where_flash_gives_whole_words() -> None:
    try:
        Board("esp8266", modules=("akela.kernels.keywrap",)).close()
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))
    wrap, sha = json.loads(akela("size", "sha256", "aes-kw", "--board", "esp8266", "--json").output)
    assert sha["tables"] == 256 + 32 and sha["copied"] == 0  # words
    assert wrap["copied"] == 8  # RFC 3394's initial value, in bytes
    assert wrap["ram"] == wrap["copied"] + wrap["context"] + wrap["work"] + wrap["stack"]


def test_a_table_and_csv() -> None:
    shown = akela("size", "sha256", "--board", BOARD).output
    (line,) = (line for line in shown.splitlines() if line.startswith("SHA-256"))
    heading, values = csv.reader(akela("size", "sha256", "--board", BOARD, "--csv").output.splitlines())
    found = dict(zip(heading, values, strict=True))
    assert line.split() == ["SHA-256", *(found[name] for name in ("flash", "tables", "copied", "context", "work", "stack", "ram"))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--board", "esp32c4"), "no board is called 'esp32c4'; did you mean"),
        (("--board", ","), "',' names nothing"),
        ((), "Missing option '--board'"),
        (("--board", BOARD, "--csv", "--json"), "do not go together"),
        (("--board", BOARD, "--compiler", "icc"), "has no compiler 'icc'; it has gcc, clang"),
        (("sha257", "--board", BOARD), "no algorithm or family 'sha257'; did you mean"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    result = akela("size", *arguments)
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())


def test_an_unknown_board_is_refused_before_any_other_is_begun() -> None:
    assert akela("size", "sha256", "--board", f"{BOARD},esp32c4").output.startswith("Error: no board is called 'esp32c4'")


def test_a_board_of_some_modules() -> None:
    board = Board(BOARD, modules=("akela.kernels.sha256",))
    assert [module.stem for module in board.image.modules] == ["sha256"]
    assert board.sha256(b"abc").hex().startswith("ba7816bf")
    with pytest.raises(AttributeError, match="has no 'sha512'"):
        board.sha512(b"abc")
    board.close()
