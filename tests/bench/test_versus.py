"""Comparisons with other libraries: all do the same, figures are what they are said to be, and what is missing is named."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from akela.bench import versus
from akela.bench.jobs import pattern
from akela.bench.measure import Sample
from akela.bench.peers import openssl_speed
from akela.bench.peers.code import Code
from akela.bench.peers.libraries import OWN, PEERS, Library, Missing, load
from akela.bench.peers.tasks import Task, tasks
from akela.bench.versus import Comparison, Figure, Plan, Result, compare, cost
from akela.bench.versus_run import run
from akela.executions import all_executions

BY_NAME = {task.name: task for task in tasks()}
NEEDS_NATIVE = pytest.mark.skipif(
    bool(all_executions()["native"]), reason="needs the extension: emitted Python takes minutes for some rows"
)
# Of these results only the length, or nothing, is the same every time.
DRAWN = ("key gen", "sign", "agree", "verify")


def peer(name: str) -> Library:
    try:
        return load(name)
    except Missing as missing:
        pytest.skip(str(missing))


def fake(name: str, *rows: str) -> Library:
    """A library that gives its message back."""
    return Library(name, "1", {row: lambda data: Code("data[:]", data=data) for row in rows})


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two libraries in place of all."""
    made = {OWN: fake(OWN, "SHA-256", "MD5", "ED 25519 sign"), "hashlib": fake("hashlib", "SHA-256", "ED 25519 sign", "SHA-512")}
    monkeypatch.setattr(versus, "load", lambda name: made[name])


# --- rows ---------------------------------------------------------------------------------------------------------------------------------


@NEEDS_NATIVE
@pytest.mark.parametrize("name", PEERS)
def test_a_peer_does_the_same(name: str) -> None:
    """Each row of a peer is one of Akela's, and gives the same bytes."""
    own, other = load(OWN).rows, peer(name).rows
    assert set(other) <= set(own) <= set(BY_NAME)
    data = pattern(64)
    for row, make in other.items():
        if not row.endswith(DRAWN):
            assert make(data).result() == own[row](data).result(), row
        elif row.startswith(("ED", "RSA 2048 sign")) and row.endswith("sign"):  # signatures that are always the same
            assert make(b"").result() == own[row](b"").result(), row
        elif not row.startswith("RSA") or not row.endswith("key gen"):  # which takes too long to be made for nothing
            assert make(b"").run(1) > 0, row


def test_code_is_what_a_user_would_write() -> None:
    made: list[int] = []
    code = Code("made.append(1); len(made)", made=made)
    assert code.result() == 1
    assert code.run(4) >= 0
    assert len(made) == 5


def test_every_row_of_the_program_openssl_is_a_task() -> None:
    assert set(openssl_speed.ARGUMENTS) <= set(BY_NAME)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the program openssl")
def test_the_program_openssl_measures() -> None:
    """Its lines are read: of two operations at once, the second."""
    assert openssl_speed.version().startswith("OpenSSL")
    assert openssl_speed.seconds_per_call("SHA-256", 16) > 0


def test_what_the_program_says(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "+DTP:256:sign:ecdsa:1\n+R5:20000:256:1.00\n+DTP:256:verify:ecdsa:1\n+R6:5000:256:1.25\n+F4:3:256:20000.0:4000.0\n"

    class Ran:
        stdout, stderr, returncode = said, "", 0

    monkeypatch.setattr(openssl_speed.subprocess, "run", lambda *_, **__: Ran)
    assert openssl_speed.seconds_per_call("ECDSA [ SECP256R1] 256 sign", None) == pytest.approx(1 / 20000)
    assert openssl_speed.seconds_per_call("ECDSA [ SECP256R1] 256 verify", None) == pytest.approx(1 / 4000)
    monkeypatch.setattr(Ran, "stdout", "")
    with pytest.raises(openssl_speed.SpeedError, match=r"`openssl speed .*sha256` gives no figure for SHA-256"):
        openssl_speed.seconds_per_call("SHA-256", 16)


# --- figures ------------------------------------------------------------------------------------------------------------------------------


def result(size: int | None, **seconds: list[float]) -> Result:
    """What timing would give: seconds a call, by library and round."""
    figures = tuple(Figure(name, "", tuple(Sample(10, 10 * each) for each in taken)) for name, taken in seconds.items())
    return Result(Task("SHA-256", BY_NAME["SHA-256"].algorithm, "bytes"), size, 1, figures)


def test_a_ratio_is_the_median_of_the_rounds_ratios() -> None:
    found = result(64, akela=[1.0, 2.0, 100.0], pyca=[3.0, 4.0, 100.0])
    assert found.own.median == pytest.approx(2.0)
    assert found.ratio(found.figures[1]) == pytest.approx(2.0)
    assert found.own.spread is None


def test_the_cost_of_a_call_apart_from_its_bytes() -> None:
    """100 ns a call, and a nanosecond a byte."""
    line = [result(size, akela=[1e-9 * (100 + size)] * 5) for size in (16, 1024, 16384)]
    found = cost(line, "akela")
    assert found is not None
    assert found.call == pytest.approx(100e-9)
    assert found.bytes_per_second == pytest.approx(1e9)
    assert cost(line[:2], "akela") is None
    assert cost(line, "pyca") is None


# --- a run --------------------------------------------------------------------------------------------------------------------------------


def plan(*algorithms: str, **settings: object) -> Plan:
    return Plan(("hashlib",), algorithms, **{"sizes": (16, 64, 256), "threads": (1, 2), "figure_seconds": 1e-5, **settings})  # type: ignore[arg-type]


@pytest.mark.usefixtures("libraries")
def test_rounds_are_interleaved(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def take(codes: list[Code], count: int) -> Sample:
        order.append(codes[0].names["name"])
        return Sample(count * len(codes), 1.0)

    made = {name: Library(name, "1", {"MD5": lambda data, name=name: Code("name", name=name)}) for name in (OWN, "hashlib")}
    monkeypatch.setattr(versus, "load", lambda name: made[name])
    monkeypatch.setattr(versus, "calls_per_sample", lambda codes, seconds: 7)
    monkeypatch.setattr(versus, "take_sample", take)
    (first,) = compare(plan("md5", sizes=(16,), threads=(2,))).results()
    assert order == ["akela", "hashlib"] * 5
    assert first.own.samples == (Sample(14, 1.0),) * 5


@pytest.mark.usefixtures("libraries")
def test_the_table() -> None:
    lines: list[str] = []
    run(plan(), "table", False, None, lines.append)
    text = "\n".join(lines)
    assert "\nAkela Benchmark (against hashlib)\n" in text
    assert "5 interleaved rounds, on 1 thread and 2 threads at once" in text
    rows = [line.split()[0] for line in lines if line.startswith(("SHA-256", "ED 25519"))]
    assert rows == ["SHA-256", "SHA-256,", "ED", "ED"]
    assert [line[32:41].strip() for line in lines if "iB/s" in line] == [
        "16 B",
        "64 B",
        "256 B",
        *[""] * text.count("bytes, apart"),
        "16 B",
        "64 B",
        "256 B",
    ]
    assert "\nNot compared, as no peer here has the row: " in text
    assert " MD5, " in text
    assert lines[-1] == "Benchmark complete"


@pytest.mark.usefixtures("libraries")
def test_comma_separated_values_and_json() -> None:
    lines: list[str] = []
    run(plan("sha256", "ed25519"), "csv", False, None, lines.append)
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert [(row["row"], row["bytes"], row["threads"], row["library"]) for row in rows[:4]] == [
        ("SHA-256", "16", "1", "akela"),
        ("SHA-256", "16", "1", "hashlib"),
        ("SHA-256", "64", "1", "akela"),
        ("SHA-256", "64", "1", "hashlib"),
    ]
    assert len(rows) == 2 * (2 * 3 + 2)
    lines.clear()
    run(plan("sha256"), "json", False, None, lines.append)
    saved = json.loads("\n".join(lines))
    assert saved["schema"] == "akela-comparison-1"
    assert saved["libraries"] == {"akela": "1", "hashlib": "1"}
    assert {len(row["samples_ns"]) for row in saved["rows"]} == {5}
    assert saved["rows"][1]["code"] == "data[:]"


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_picture(tmp_path: Path, kind: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib")
    path, lines = tmp_path / f"compared.{kind}", list[str]()
    run(plan("sha256", "ed25519"), "table", False, path, lines.append)
    assert path.read_bytes().startswith(begins)
    assert lines[-1] == f"Plotted to {path}"


def test_a_row_that_a_library_cannot_do_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: bytes) -> Code:
        raise RuntimeError("no such digest here")

    made = {OWN: fake(OWN, "SHA-256"), "hashlib": Library("hashlib", "1", {"SHA-256": fail})}
    monkeypatch.setattr(versus, "load", lambda name: made[name])
    lines: list[str] = []
    run(plan("sha256"), "table", False, None, lines.append)
    assert lines.count("hashlib cannot do SHA-256: no such digest here") == 1


# --- what is not there --------------------------------------------------------------------------------------------------------------------


def test_a_library_that_is_not_installed_is_named_and_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "akela.bench.peers.of_pynacl", raising=False)
    monkeypatch.setitem(sys.modules, "nacl", None)
    comparison: Comparison = compare(Plan(("pynacl", "hashlib"), ("sha256",)))
    assert comparison.notes == ["pynacl is not installed and is skipped: `pip install pynacl`; akela's extra `peers` has all"]
    assert [task.name for task in comparison.tasks] == ["SHA-256"]


def test_the_program_openssl_is_named_and_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert compare(Plan(("openssl",), ("sha256",))).notes == [
        "the program openssl is not installed and is skipped: install your system's package openssl"
    ]


@pytest.mark.parametrize(
    ("run_it", "error", "message"),
    [
        (lambda: compare(Plan(("pycac",))), ValueError, "no peer is called 'pycac'; did you mean pyca"),
        (lambda: run(plan("rsa-encryption"), "table", False, None, print), LookupError, "no peer here has a row of rsa-encryption"),
        (lambda: run(plan("sha256"), "table", False, Path("a.pdf"), print), ValueError, "--plot a.pdf: a picture is a file .png or .svg"),
        (lambda: run(plan("sha256"), "table", False, Path("no/a.png"), print), ValueError, "--plot no/a.png: there is no folder no"),
    ],
)
def test_errors(run_it: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run_it()


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LookupError, match="pip install matplotlib"):
        run(plan("sha256"), "table", False, Path("a.png"), print)
