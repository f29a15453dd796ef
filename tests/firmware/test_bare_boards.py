"""Exported examples on every emulated board, from reset to their last line; and how long operations go without calling the hook."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from akela.boards.files import board_names, load_board
from akela.boards.image import Image
from akela.settings import Settings
from tests.firmware.bare import build, export, run

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")

HERE = Path(__file__).parent
THOROUGHLY = ("esp32c3", "esp8266", "stm32f217")  # a board of each instruction set, where more is built


def check_template(board: str, folder: Path) -> None:
    """The template's report, and its end."""
    template = run(board, build(board, folder, "template"))
    assert template.code == 0 and template.text.endswith("\nReturn code 0\n")
    assert "Random bytes: The operation was done.\n" in template.text
    assert f"Chip: {board}, revision unknown\n" in template.text and "Boot count: 1\n" in template.text
    assert f"CPU frequency = {load_board(board).clock_hz // 1_000_000} MHz" in template.text
    unused = [int(count) for count in re.findall(r"Stack never used: (\d+) bytes", template.text)]
    assert len(unused) == 2 and unused[0] >= unused[1] > 0


@pytest.mark.parametrize("board", board_names())
def test_examples_run_to_their_last_line(board: str, tmp_path: Path) -> None:
    more = {"aes-gcm": 8, "x25519": 5} if board in THOROUGHLY else {}
    export(board, tmp_path, Settings(algorithms=frozenset({"sha256", *more})))
    if board in THOROUGHLY:
        check_template(board, tmp_path)
    test = run(board, build(board, tmp_path, "test"))
    passed = dict(re.findall(r"^(\S+) +(\d+) of \2 passed$", test.text, re.MULTILINE))
    assert passed == {name: str(count) for name, count in {"sha256": 4, **more}.items()}
    assert test.code == 0 and test.text.endswith("\nReturn code 0\n")


def test_the_benchmark_runs_to_its_last_line(tmp_path: Path) -> None:
    export("stm32f217", tmp_path, Settings(algorithms=frozenset({"sha256", "x25519"}), benchmark_arguments="-lng 0 -ms 1"))
    said = run("stm32f217", build("stm32f217", tmp_path, "benchmark")).text
    assert re.search(r"^SHA-256 +\d+ KiB took 0\.\d{3} seconds, +\d+\.\d{3} [KM]iB/s Cycles per byte = +\d+\.\d{2}$", said, re.MULTILINE)
    assert re.search(r"^CURVE +25519 +agree +\d+ ops took 0\.\d{3} sec, avg \d+\.\d{3} ms, \d+\.\d{3} ops/sec$", said, re.MULTILINE)
    assert "Arguments: -lng 0 -ms 1\n" in said and "Benchmark complete\n" in said and said.endswith("Return code 0\n")


# Of the families of public-key operations one each; all sizes are less than what these take.
@pytest.mark.parametrize(
    ("board", "algorithms"),
    [
        ("esp8266", ("rsa-primitives",)),
        ("stm32f217", ("rsa-primitives",)),
        ("stm32f217", ("ecdsa-p256", "ecdh-p256")),
        ("esp8266", ("x25519", "ed25519", "pbkdf2")),
    ],
    ids=["esp8266-rsa", "stm32f217-rsa", "stm32f217-p256", "esp8266-25519"],
)
def test_the_hook_is_called_every_10_ms(board: str, algorithms: tuple[str, ...], tmp_path: Path) -> None:
    """RSA-2048 among them: it takes over a second on these chips."""
    export(board, tmp_path, Settings(algorithms=frozenset(algorithms)))
    benchmark = (tmp_path / "examples" / "benchmark.c").rename(tmp_path / "examples" / "rows.c")
    check_visits(board, tmp_path, (HERE / "watch.c").read_text().replace('"benchmark.c"', f'"{benchmark.name}"'))


BULK = ("sha256", "sha512", "sha3_256", "blake2s", "hmac-sha1", "aes-cmac", "aes-cbc", "aes-ctr", "aes-gcm", "chacha20-poly1305")
BULK += ("3des", "hmac-drbg")


@pytest.mark.parametrize("board", ["esp32c3", "esp8266"])
def test_the_hook_is_called_within_long_messages(board: str, tmp_path: Path) -> None:
    """8 KiB, with which many take an ESP8266 over 10 ms; on the ESP32-C3 accelerators serve what they can."""
    export(board, tmp_path, Settings(algorithms=frozenset(BULK)))
    check_visits(board, tmp_path, (HERE / "bulk.c").read_text())


def check_visits(board: str, folder: Path, program: str) -> None:
    """The program ends well, and never goes longer than 10 ms without a visit of the hook."""
    facts = load_board(board)
    (folder / "examples" / "benchmark.c").write_text(program)
    ended = run(board, build(board, folder, "benchmark"), mark="akela_port_yield")
    assert ended.code == 0
    assert ended.visits > 20
    cycles = ended.longest * facts.cost.other
    assert cycles <= facts.clock_hz / 100, f"{ended.longest} instructions, about {1000 * cycles / facts.clock_hz:.1f} ms"


def test_drivers_serve_and_software_does_where_the_settings_say_so(tmp_path: Path) -> None:
    """On the models of the ESP32-C3's accelerators: the same known answers, by other functions."""
    calls = {}
    for name, settings in (
        ("hardware", {}),
        ("software", {"accelerate": frozenset()}),
        ("one", {"software_operations": {"sha256.blocks"}}),
    ):
        export("esp32c3", tmp_path / name, Settings(algorithms=frozenset({"sha256", "aes-cbc"}), **settings))
        test = run("esp32c3", build("esp32c3", tmp_path / name, "test"), mark="akela_k_sha256_blocks")
        assert test.code == 0 and "aes-cbc                   4 of 4 passed" in test.text
        served = re.search(r"Hardware acceleration: (.*)", test.text)
        counted = re.search(r"^Accelerator of hashes: served (\d+) operations, software 0$", test.text, re.MULTILINE)
        assert (counted is not None and int(counted[1]) > 0) == (name == "hardware")
        assert served is not None
        calls[name] = test.visits, served[1]
    assert calls["hardware"] == (0, "aes.cbc_decrypt, aes.cbc_encrypt, sha256.blocks")
    assert calls["software"][0] > 0 and calls["software"][1] == "none in this export"
    assert calls["one"][0] == calls["software"][0] and calls["one"][1] == "aes.cbc_decrypt, aes.cbc_encrypt"


@pytest.mark.parametrize("board", ["esp32c3", "esp8266"])
def test_fast_memory_is_where_code_is(board: str, tmp_path: Path) -> None:
    export(board, tmp_path, Settings(algorithms=frozenset({"sha256", "md5"}), fast_memory=frozenset({"md5"}), accelerate=frozenset()))
    program = build(board, tmp_path, "test")
    if load_board(board).emulator == "unicorn":  # the plugin for QEMU knows of code in one memory
        assert run(board, program).code == 0
    symbols, iram = Image(program, (), "").symbols, load_board(board).region("iram")
    assert iram.begin <= symbols["akela_k_md5_blocks"] < iram.end
    assert not iram.begin <= symbols["akela_k_sha256_blocks"] < iram.end


def test_tables_of_bytes_are_in_ram_where_flash_gives_words(tmp_path: Path) -> None:
    export("esp8266", tmp_path, Settings(algorithms=frozenset({"ed25519"})))
    assert "const uint8_t AKELA_TABLE_OF_BYTES" in "".join(path.read_text() for path in tmp_path.glob("src/*.c"))
    assert "AKELA_TABLE_OF_BYTES __attribute__((section" in (tmp_path / "include" / "akela_settings.h").read_text()
    assert run("esp8266", build("esp8266", tmp_path, "test")).code == 0
