"""The benchmark on emulated boards: counted figures, estimates apart from them, published ones beside them."""

from __future__ import annotations

import csv
import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from akela.bench.boards import Count, table
from akela.boards import Board, board_names, load_board
from akela.boards.published import logs
from akela.boards.traps import EmulatorMissing
from akela.catalogue import rows
from akela.cli import BOARDS, main
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


def test_the_table_keeps_kinds_of_figures_apart() -> None:
    result = akela("bench", "sha256", "--board", BOARD)
    assert result.exit_code == 0, result.output
    heads, units = next(
        (a, b) for a, b in zip(result.output.splitlines(), result.output.splitlines()[1:], strict=False) if a.split()[:1] == ["counted"]
    )
    assert heads.split() == ["counted", "stack", "work", "estimated", "estimated", "published", "published"]
    assert units.split() == ["instructions", "bytes", "bytes", "cycles", "rate", "or", "time", "software", "hardware"]
    (line,) = (line for line in result.output.splitlines() if line.startswith("SHA-256"))
    assert "1,438.5 KiB/s" in line
    assert "Published (software): wolfCrypt 5.6.4, ESP32-C3" in result.output


def test_levels_side_by_side() -> None:
    result = akela("bench", "sha256", "--board", BOARD, "--opt", "Os,O2")
    assert result.exit_code == 0, result.output
    assert f"{BOARD} -Os" in result.output and f"{BOARD} -O2" in result.output
    (line,) = (line for line in result.output.splitlines() if line.startswith("SHA-256"))
    assert 0.3 < float(line.split()[-1]) < 1.5


def test_json_and_csv() -> None:
    (found,) = json.loads(akela("bench", "sha256", "--board", BOARD, "--json").output)
    assert found["board"] == BOARD and found["optimisation"] == "-Os" and found["per"] == "byte"
    assert found["estimated_rate"] == pytest.approx(160e6 / found["estimated_cycles"] / 1024)
    heading, values = csv.reader(akela("bench", "sha256", "--board", BOARD, "--csv").output.splitlines())
    assert float(dict(zip(heading, values, strict=True))["instructions"]) == found["instructions"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--board", "esp32c4"), "no board is called 'esp32c4'; did you mean"),
        (("--board", BOARD, "--opt", "O9"), "'O9' is none of Os, Og, O1, O2, O3"),
        (("--board", BOARD, "--threads", "2"), "a board's core is one"),
        (("--opt", "O2"), "say how a board's code is compiled; give --board NAME"),
        (("--board", ","), "',' names nothing"),
        (("--board", BOARD, "--compiler", "icc"), "target rv32imc has no compiler 'icc'; it has gcc, clang"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    result = akela("bench", "sha256", *arguments)
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())


def test_an_unknown_board_is_refused_before_any_other_is_begun() -> None:
    assert akela("bench", "sha256", "--board", f"{BOARD},esp32c4").output.startswith("Error: no board is called 'esp32c4'")


@pytest.mark.parametrize(
    "command", [("bench", "sha256"), ("test", "sha256"), ("audit", "sha256"), ("size", "sha256"), ("show", "sha256.blocks")]
)
def test_a_missing_compiler_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    result = akela(*command, "--board", "esp8266")
    assert result.exit_code == 1 and not isinstance(result.exception, ToolchainMissing)
    assert result.output.endswith("is not installed: apt install gcc-xtensa-lx106\n")


def test_rows_that_name_a_word_size_are_counted_with_the_boards() -> None:
    public, _ = json.loads(akela("bench", "rsa-primitives", "--board", BOARD, "--json").output)
    assert public["row"] == "RSA 2048 public" and 1e6 < public["instructions"] < 1e7
    shown = akela("bench", "rsa-key-generation", "--board", BOARD).output
    assert "Left out: RSA 2048 key gen" in shown and "RSA 1024 key gen" in shown


def test_known_answers_on_a_board() -> None:
    result = akela("test", "sha256", "--board", BOARD, "--software")
    assert result.exit_code == 0, result.output
    assert f"Known-answer tests on the {BOARD} board" in result.output
    assert akela("test", "--board", BOARD, "--execution", "python").exit_code != 0


def test_a_log_that_contradicts_itself_is_marked() -> None:
    small, debug = logs("esp8266", "-Os")[0], logs("esp8266", "-Og")[0]
    assert (small.level, debug.level) == ("-Os", "-Og") and logs("esp8266", "-O2") == (small,)
    assert small.cycles_from_rate("SHA-256", 160_000_000) == pytest.approx(106.8, abs=0.1)
    assert small.implausible("SHA-256", 160_000_000) and not small.implausible("RSA 2048 public", 160_000_000)
    assert not any(log.implausible(label, 160_000_000) for log in logs("esp32c3") for label in log.figures)
    why = "it states 13.4 cycles a byte, but its 1,463.3 KiB/s are 107 at 160 MHz"
    title = f"{small.title} (software)"
    count = Count("esp8266", "gcc", "-Os", "SHA-256", "byte", 60, 400, 0, 0, 80, 2000, {title: 1463.294}, {title: why})
    board = SimpleNamespace(file=load_board("esp8266"), image=SimpleNamespace(compiler="gcc"), optimisation="-Os")
    shown = list(table(board, [count]))
    assert (
        shown[-2].endswith("1,463.3 KiB/s!               -")
        and shown[-1] == f"! Implausible: {title} contradicts itself. Of SHA-256 {why}."
    )


def test_the_help_lists_all_boards() -> None:
    assert sorted(BOARDS.split(", ")) == list(board_names())


def test_published_figures_name_rows_of_the_logs() -> None:
    known = {row.name for _, row in rows()}
    for board in board_names():
        for log in logs(board):
            assert log.code in ("software", "hardware") and all(figure > 0 for figure in log.figures.values())
            assert known & log.figures.keys()
