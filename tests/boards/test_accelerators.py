"""Boards with accelerators: what is bound, counted and reported."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from akela.bench import accelerated
from akela.boards import Board
from akela.boards.accelerators import FAMILIES, bindings, checked_families, family_of
from akela.boards.files import load_board
from akela.boards.image import board_modules
from akela.boards.traps import Trap
from akela.cli import main
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing

BOARD = "esp32c3"
MODULES = ("akela.kernels.sha256", "akela.kernels.md5", "akela.kernels.aes")


def small(name: str, **choices: Any) -> Board:
    """A board with a few kernels only."""
    try:
        return Board(name, **{**choices, "compiler": "gcc", "modules": MODULES, "accelerators": choices.get("accelerators", ())})
    except ToolchainMissing as error:
        pytest.skip(str(error))


def akela(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_families() -> None:
    assert (family_of("aes.ctr"), family_of("modular.power"), family_of("chacha20.blocks")) == ("aes", "rsa", "")
    with pytest.raises(ValueError, match="no accelerators are called 'sha'; there are: aes, des, hash, rsa, ecc, rng"):
        checked_families(["aes", "sha"])


def test_settings_choose_what_is_bound() -> None:
    file = load_board(BOARD)
    modules = board_modules(load_target(file.target), MODULES, file.ports)
    assert bindings(modules, {"hash"}) == {"sha1_blocks": "esp32c3_sha1_blocks", "sha256_blocks": "esp32c3_sha256_blocks"}
    assert {kernel for kernel in bindings(modules, {"aes"})} >= {"aes_ctr_xor", "aes_encrypt_blocks"}
    assert bindings(modules, ()) == {}
    assert bindings(modules, {"hash"}, {"sha256.blocks"}) == {"sha1_blocks": "esp32c3_sha1_blocks"}


def test_work_of_core_and_accelerator_is_counted_apart() -> None:
    software, hardware = small(BOARD), small(BOARD, accelerators=FAMILIES)
    data = bytes(1000)
    slow, fast = software.call("sha256", data), hardware.call("sha256", data)
    assert slow.value == fast.value
    assert slow.accelerator_cycles == 0 and fast.accelerator_cycles == 16 * 66
    assert fast.instructions < slow.instructions / 10
    assert hardware.served == {("hashes", True): 2}  # whole blocks, then the padding
    assert software.served == {}


def test_misuse_stops_the_core_where_it_happens() -> None:
    board = small(BOARD, accelerators=FAMILIES)
    assert board.system
    clocks = board.system.peripherals[0]
    clocks.on_write_PERIP_CLK_EN1 = lambda index, value: None  # type: ignore[attr-defined]  # a clock that does not come on
    with pytest.raises(Trap, match=r"SHA.MODE is written while its clock is off: .* in \w*sha256\w* \(akela_esp32c3.c:\d+\)"):
        board.sha256(b"abc")


def test_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accelerated, "Board", small)
    arguments = ("bench", "sha256", "aes-cbc", "--board", BOARD, "--compare", "software,hardware")
    result = akela(*arguments)
    assert result.exit_code == 0, result.output
    heads = [line.split() for line in result.output.splitlines() if line.split()[:1] == ["instructions"]]
    assert heads == [
        [
            "instructions",
            "rate",
            "or",
            "time",
            "rate",
            "or",
            "time",
            "instructions",
            "engine",
            "cycles",
            *["rate", "or", "time"] * 2,
            "speed-up",
        ]
    ]
    (line,) = (line for line in result.output.splitlines() if line.startswith("SHA-256"))
    assert "1,438.5 KiB/s" in line and float(line.split()[-1]) > 5
    found = json.loads(akela(*arguments, "--json").output)
    assert found[0]["hardware"]["accelerator_cycles"] > 0 == found[0]["software"]["accelerator_cycles"]
    by_row = {pair["software"]["row"]: pair for pair in found}
    assert by_row["AES-192-CBC-enc"]["hardware"]["accelerator_cycles"] == 0
    assert by_row["AES-128-CBC-enc"]["speed_up"] > 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bench", "--board", "esp8266", "--compare", "software,hardware"), "has no accelerators that Akela drives"),
        (("bench", "--board", BOARD, "--settings", "any.toml"), "give --board NAME --compare software,hardware as well"),
        (("bench", "--board", BOARD, "--compare", "native,python"), "boards compare software,hardware"),
        (("bench", "--board", f"{BOARD},esp32c6", "--compare", "software,hardware"), "one board at one level"),
        (("test", "--software"), "give --board NAME as well"),
        (("info", "--settings", "x"), "give --board NAME as well"),
        (("info", "--count", "aes-ecb"), "give --board NAME as well"),
        (("info", "--board", BOARD, "--algorithms"), "leave one out"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accelerated, "Board", lambda name, **_: type("Board", (), {"file": load_board(name)}))
    result = akela(*arguments)
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())


def test_known_answers_say_who_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("akela.boards.Board", small)
    shown = akela("test", "aes-cbc", "--board", BOARD)
    assert shown.exit_code == 0, shown.output
    assert "Served by the accelerator: AES, " in shown.output and "Served by software, in whole or in part: AES, " in shown.output
    assert "Served" not in akela("test", "aes-cbc", "--board", BOARD, "--software").output


def test_report(tmp_path: Path) -> None:
    lines = akela("info", "--board", BOARD).output.splitlines()
    assert "Accelerators driven       aes, hash, rng, rsa" in lines
    rows = {line.split()[0]: line.split(maxsplit=2)[1:] for line in lines if "ware" in line}
    assert rows["aes.ctr"] == ["hardware", "esp32c3_aes_ctr_xor: keys of 128 and 256 bits; others in software"]
    assert rows["md5.blocks"] == ["software", "unsupported: no accelerator of this chip serves it"]
    settings = tmp_path / "user_settings.h"
    settings.write_text("#define NO_WOLFSSL_ESP32_CRYPT_AES\n")
    assert "by setting: accelerate leaves out 'aes'" in akela("info", "--board", BOARD, "--settings", str(settings)).output
    settings.write_text("#define NO_ESP32_CRYPT\n")
    without = akela("info", "--board", BOARD, "--settings", str(settings)).output
    assert "Switched on               rng" in without


def test_single_operations_stay_in_software(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accelerated, "Board", small)
    settings = tmp_path / "settings.toml"
    settings.write_text('software_operations = ["sha256.blocks"]\n')
    report = akela("info", "--board", BOARD, "--settings", str(settings)).output
    assert re.search(r"^sha256\.blocks +software +by setting: software_operations names it$", report, re.M)
    assert re.search(r"^sha1\.blocks +hardware ", report, re.M)
    result = akela("test", "sha256", "--board", BOARD, "--bus", "model", "--settings", str(settings))
    assert result.exit_code == 0, result.output
    compared = akela("bench", "sha256", "--board", BOARD, "--compare", "software,hardware", "--settings", str(settings), "--json")
    (row,) = json.loads(compared.output)
    assert row["hardware"]["accelerator_cycles"] == 0
    assert row["speed_up"] == pytest.approx(1, abs=0.01)


def test_calls_are_counted() -> None:
    counted = akela("info", "--board", BOARD, "--count", "aes-ecb").output
    assert re.search(r"^Served by the accelerator: AES, \d+ calls$", counted, re.M)
    assert re.search(r"^Served by software, in whole or in part: AES, \d+ calls$", counted, re.M), "keys of 192 bits"
