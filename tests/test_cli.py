"""The command `akela` as a user types it. What the commands report is tested beside the code that gathers it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Sequence

import pytest
from click.testing import CliRunner, Result

from akela import __version__
from akela.bench import run as benchmark
from akela.bench.run import QUICK_SECONDS, QUICK_TOTAL, Options, quick_seconds
from akela.catalogue import ALGORITHMS, rows
from akela.cli import CONFLICTS, TARGETS, main
from akela.compiler.targets import target_names
from akela.executions import Execution, execution
from tests.bench.test_layouts import BYTES

COMMANDS = ["bench", "size", "explore", "test", "info", "audit", "show", "emit", "export", "config"]
FAST = ["poly1305", "--min-seconds", "0.001"]


@pytest.fixture(autouse=True)
def on_emitted_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """With or without the extension the commands do the same."""
    monkeypatch.setattr(benchmark, "default_execution", lambda: execution("python"))


def akela(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def ok(*arguments: str) -> str:
    result = akela(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    """What is said, on standard error and without a traceback, where the command refuses."""
    result = akela(*arguments)
    assert result.exit_code != 0
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.stderr


# --- all commands -------------------------------------------------------------------------------------------------------------------------


def test_bare_akela_lists_the_commands_in_the_order_in_which_a_newcomer_wants_them() -> None:
    commands = ok().partition("Commands:")[2]
    assert re.findall(r"^  (\w+)  +\S", commands, re.MULTILINE) == COMMANDS == list(main.commands)
    assert "..." not in commands  # no summary is cut short


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    text = ok(command, "--help")
    assert re.search(rf"Examples?: akela {command} \S", text)
    assert ok(command, "-h") == text


def test_version() -> None:
    assert __version__ in ok("--version")


def test_loading_the_command_loads_little() -> None:
    heavy = ("akela.compiler", "akela.lang", "akela.kernels", "akela.bench", "akela.catalogue", "akela.executions")
    code = f"import sys, akela.cli; print([name for name in sys.modules if name.startswith({heavy!r})])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_help_names_every_target() -> None:
    assert set(TARGETS.split(", ")) == set(target_names())


def test_a_warning_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_extension() -> Execution:
        warnings.warn("there is no extension", RuntimeWarning, stacklevel=2)
        return execution("python")

    monkeypatch.setattr(benchmark, "default_execution", without_extension)
    assert akela("bench", *FAST).stderr == "Warning: there is no extension\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bench", "sha25"], "no algorithm or family 'sha25'; did you mean sha256"),
        (["bench", "-sha25"], "did you mean -sha256"),
        (["bench", "-lng", "1"], "-lng 1: the table is printed in English only; write -lng 0"),
        (["bench", "aes-cbc", "--block-bytes", "100"], "no row can be measured with 100 bytes a call; AES-128-CBC-enc"),
        (["bench", "--compare", "native"], "'native' names fewer than two executions; write native,python"),
        (["bench", "--compare", "native,native"], "'native,native' names an execution twice; write native,python"),
        (["bench", "--compare", "python,pyton"], "no execution is called 'pyton'; there are: native, python"),
        (["bench", "--layout", "esp32"], "'esp32' is not one of 'wolfcrypt', 'stm32'"),
        (["bench", "--threads", "0"], "0 is not in the range"),
        (["bench", "--vs", "hashlip"], "no peer is called 'hashlip'; did you mean hashlib"),
        (["bench", "--plot", "a.png"], "--plot draws what --vs compares; give --vs hashlib,pyca as well"),
        (["test", "sha-265"], "no algorithm or family 'sha-265'; did you mean sha256"),
        (["test", "sha256", "--execution", "rust"], "no execution is called 'rust'; there are: native, python"),
        (["audit", "--target", "cortex_m7"], "no target 'cortex_m7'; there are: aarch64, cortex_m3"),
        (["audit", "--target", "lx106", "--compiler", "clang"], "no compiler 'clang' for lx106; there is gcc"),
        (["show", "sha256.block"], "no kernel or operation 'sha256.block' for"),
        (["show", "wibble"], ", such as aes.cbc_decrypt, "),
        (["show", "sha256.block"], "did you mean sha256.blocks"),
        (["show", "sha256.blocks", "--target", "lx106", "--compiler", "clang"], "target lx106 has no compiler 'clang'; it has gcc"),
        (["show", "sha256.blocks", "--target", "z80"], "no target 'z80'; there are: aarch64"),
        (["emit", "akela.kernels.sha25", "--target", "rv32imc"], "did you mean akela.kernels.sha256"),
        (["emit", "sha256"], "Missing option '--target'"),
        (["bensh"], "No such command 'bensh'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_name_what_was_given_what_was_expected_and_what_to_do(arguments: list[str], message: str) -> None:
    assert message in " ".join(refused(*arguments).split())


# --- akela bench --------------------------------------------------------------------------------------------------------------------------


def test_the_table() -> None:
    lines = ok("bench", *FAST).splitlines()
    assert lines[1] == f" Akela version {__version__}"
    assert lines[3] == "Akela Benchmark (block bytes 1024, min 0.001 sec each)"
    assert re.fullmatch(r"1 row on the python execution, about \d+ s", lines[4])
    assert lines[5].startswith("Cycles per byte: ")
    (row,) = [line for line in lines[6:] if (match := BYTES.fullmatch(line)) and match["label"] == "POLY1305"]
    assert lines.index(row) == 6
    assert lines[-1] == "Benchmark complete"


def test_the_spread_of_the_samples_is_shown_where_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("akela.bench.measure.calls_per_sample", lambda jobs, seconds: 1)
    assert re.search(
        r"\nSpread of the samples .*: \d+\.\d% in the middle row, \d+\.\d% at most \(POLY1305\)\n", ok("bench", "poly1305", "--quick")
    )


def test_a_family_and_a_name_in_catalogue_order() -> None:
    text = ok("bench", "mac", "sha256", "--min-seconds", "0.001", "--block-bytes", "16")
    labels = [match["label"] for line in text.splitlines() if (match := BYTES.fullmatch(line))]
    assert labels == [row.label for algorithm, row in rows() if algorithm.family == "mac" or algorithm.name == "sha256"]


def test_reference_arguments() -> None:
    assert "block bytes 64, min" in ok("bench", "-lng", "0", "64", "-poly1305", "--min-seconds", "0.001")
    assert ok("bench", "-csv", *FAST).startswith("label,")
    assert re.search(r"^POLY1305 .* [KMG]B/s$", ok("bench", "-base10", "-poly1305", "16", "--min-seconds", "0.001"), re.MULTILINE)


def test_csv() -> None:
    (row,) = csv.DictReader(io.StringIO(ok("bench", "--csv", *FAST)))
    assert row["label"] == "POLY1305"
    assert int(row["block_bytes"]) == 1024
    assert float(row["bytes_per_second"]) == pytest.approx(int(row["calls"]) * 1024 / float(row["seconds"]))
    assert float(row["min_ns"]) <= float(row["median_ns"]) <= float(row["max_ns"])


def test_json_has_all_that_comparing_two_runs_needs() -> None:
    saved = json.loads(ok("bench", "--json", "--block-bytes", "64", "-no_aad", "chacha20-poly1305", *FAST[1:]))
    assert {"schema", "how", "when", "platform", "settings", "rows"} <= saved.keys()
    assert saved["how"] == "measured"
    assert {
        "version",
        "git_commit",
        "git_clean",
        "source_digest",
        "python",
        "system",
        "cpu",
        "virtual_machine",
        "cpu_features",
        "execution",
        "compiler",
        "flags",
        "operations",
        "settings",
    } <= saved["platform"].keys()
    settings = {"block_bytes": 64, "min_seconds": 0.001, "threads": 1, "threads_note": "", "aad_bytes": 0, "layout": "wolfcrypt"}
    assert saved["settings"] == {**settings, "left_out": []}
    (row,) = saved["rows"]
    assert row["label"] == "CHA-POLY-no_AAD"
    assert len(row["samples_ns"]) >= 1
    assert {"calls", "seconds", "bytes_per_second", "median_ns", "spread", "cycles_per_byte", "parameters"} <= row.keys()


def test_operations_are_counted_in_operations() -> None:
    saved = json.loads(ok("bench", "--json", "montgomery", "--min-seconds", "0.001"))
    (row,) = saved["rows"]
    assert (row["per"], row["size"], row["action"], row["bytes_per_second"]) == ("ops", 1024, "power", None)
    assert row["parameters"]["exponent_bits"] == 1024


def test_the_oldest_layout_takes_fixed_amounts() -> None:
    text = ok("bench", "poly1305", "--layout", "stm32", "--block-bytes", str(1 << 18))
    assert re.search(r"^POLY1305 +1024 KB took +\d+\.\d{3} seconds, +\d+\.\d\d MB/s$", text, re.MULTILINE)
    assert re.search(r"1 row on the python execution, about \d+ s", text)


def test_executions_side_by_side() -> None:
    heading, row = ok("bench", "--compare", "python,checked", *FAST).splitlines()[-3:-1]
    assert heading.split() == ["python", "checked", "python", "/", "checked"]
    assert re.fullmatch(r"POLY1305 +\d+\.\d \w+/s +\d+\.\d \w+/s +\d+\.\d", row)


def test_several_threads() -> None:
    text = ok("bench", "--threads", "2", *FAST)
    assert "1 row on the python execution, 2 threads at once, about" in text
    assert "Cycles per byte: not shown (they are counted on one thread only)" in text


@pytest.mark.parametrize(
    ("name", "block_bytes", "threads", "note"),
    [
        ("native", 1024, 1, ""),
        ("native", 1024, 2, "Threads: calls on fewer than 4096 bytes keep Python's global lock, so they take turns; --block-bytes 4096"),
        ("native", 4096, 2, ""),
        ("python", 4096, 2, "Threads: Python code keeps Python's global lock, so they take turns"),
    ],
)
def test_threads_that_take_turns_are_no_secret(name: str, block_bytes: int, threads: int, note: str) -> None:
    execution = Execution(name, {"LONG_INPUT": 4096})
    said = benchmark.threads_note(Options(block_bytes=block_bytes, threads=threads), execution)
    assert said.startswith(note) and bool(said) == bool(note)


def test_without_additional_data_the_label_says_so() -> None:
    assert "\nCHA-POLY-no_AAD " in ok("bench", "--no-aad", "aead", *FAST[1:])
    assert "\nCHA-POLY " in ok("bench", "aead", *FAST[1:])


@pytest.mark.parametrize(("one", "other", "why"), CONFLICTS, ids=[f"{one} {other}" for one, other, _ in CONFLICTS])
def test_options_that_do_not_go_together(one: str, other: str, why: str) -> None:
    values = {"--min-seconds": "1", "--threads": "2", "--compare": "python,checked", "--board": "esp32c3", "--vs": "hashlib"}
    words = [
        word for option in (one, other) for word in [*option.split(" or ")[0].split(), *([values[option]] if option in values else [])]
    ]
    said = refused("bench", *words)
    assert f"{one} and {other} do not go together: {why}; leave one out" in " ".join(said.split())


def test_quick_is_a_tenth_of_a_second_a_row_or_less(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Options] = []
    monkeypatch.setattr(benchmark, "run", lambda options, write: seen.append(options))
    ok("bench", "--quick")
    ok("bench")
    assert [options.min_seconds for options in seen] == [quick_seconds(()), 1.0]
    assert quick_seconds(()) * len(list(rows())) < QUICK_TOTAL + 0.001 < 20 - 5  # what is tried first takes time as well
    assert quick_seconds(("sha256",)) == QUICK_SECONDS


# --- terminals and pipes ------------------------------------------------------------------------------------------------------------------


def test_output_in_a_pipe_is_clean() -> None:
    done = subprocess.run([sys.executable, "-m", "akela", "bench", *FAST], capture_output=True, text=True, check=True)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.stdout)
    assert "\x1b" not in done.stderr and "\r" not in done.stderr


class Terminal(io.StringIO):
    """Says that it is one."""

    def isatty(self) -> bool:
        return True


def bench_lines(algorithms: Sequence[str]) -> list[str]:
    lines: list[str] = []
    benchmark.run(Options(algorithms=tuple(algorithms), min_seconds=0.001), lines.append)
    return lines


def test_progress_is_seen_on_a_terminal_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    lines = bench_lines(["poly1305", "sha256"])
    assert "[1/2] SHA-256 on python" in terminal.getvalue()
    assert "[2/2] POLY1305 on python" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert not any("\x1b" in line for line in lines)


def test_no_progress_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    bench_lines(["poly1305"])
    assert pipe.getvalue() == ""


# --- akela test and info ------------------------------------------------------------------------------------------------------------------


def test_known_answers_a_line_an_algorithm() -> None:
    lines = ok("test", "sha256", "chacha20-poly1305", "--execution", "python").splitlines()
    assert lines[0] == "Known-answer tests on the python execution"
    assert [line.split()[0] for line in lines[1:-2]] == ["chacha20-poly1305", "sha256"]
    assert all(re.fullmatch(r"\S+ +(\d+) of \1 passed", line) for line in lines[1:-2])
    assert lines[-1] == "Return code 0"


def test_info_says_what_importing_says() -> None:
    environment = {**os.environ, "AKELA_PORT": "nonsense"}
    said = subprocess.run([sys.executable, "-m", "akela", "info"], env=environment, capture_output=True, text=True, check=True).stdout
    load = "from akela.executions import choose; print(choose()[0])"
    imported = subprocess.run([sys.executable, "-c", load], env=environment, capture_output=True, text=True)
    if imported.returncode == 0:  # there is no extension
        assert re.search(r"^Execution +python", said, re.MULTILINE)
    else:
        reason = imported.stderr.splitlines()[-1].partition(": ")[2]
        assert f"none ({reason})" in said and "AKELA_PORT=nonsense: expected software" in reason
        assert re.search(r"^\(all\) +nothing$", said, re.MULTILINE)


def test_info() -> None:
    text = ok("info")
    for fact in ("Akela version", "Source digest", "Python", "CPU features", "Execution", "Compiler", "served by"):
        assert fact in text
    names = [line.split()[0] for line in ok("info", "--algorithms").splitlines()[1:]]
    assert names == [algorithm.name for algorithm in ALGORITHMS]
