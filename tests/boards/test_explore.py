"""`akela explore`: the points, their front, and that none is lost: not to an error, a lost worker or an interruption."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from akela.boards import Board
from akela.boards.traps import EmulatorMissing
from akela.catalogue import ALGORITHMS, select
from akela.cli import main
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.modules import kernel_names
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.explore import run as running
from akela.explore.front import front
from akela.explore.measure import Measured, in_form, measure, shown_rows
from akela.explore.points import Point, choices, forms, points
from akela.explore.run import INTERRUPTED, Options, run
from akela.explore.runners import locally, on_dask
from akela.kernels.table_sizes import OPTIONS

BOARD = "esp32c3"
TARGET = load_target("rv32imc")

pytestmark = pytest.mark.xdist_group(BOARD)


@pytest.fixture
def board() -> None:
    try:
        Board(BOARD, modules=("akela.kernels.sha256",)).close()
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))


def akela(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def point(level: str = "Os") -> Point:
    return Point(BOARD, "sha256", level)


def measured(cycles: float, flash: int, ram: int, level: str = "Os") -> Measured:
    return Measured(point(level), {"SHA-256": cycles}, {"SHA-256": cycles}, flash, 0, ram, 0)


# --- what is tried ------------------------------------------------------------------------------------------------------------------------


def test_choices_are_of_algorithms_and_kernels_that_there_are() -> None:
    sources = "".join(Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py").read_text() for name in kernel_names())
    names = {algorithm.name for algorithm in ALGORITHMS}
    for choice in {choice for name in names for choice in choices(name)}:
        assert set(choice.algorithms) <= names
        assert bool(choice.unroll) != bool(choice.option)
        assert not choice.option or set(choice.values) <= set(OPTIONS[choice.option].choices)
        assert choice.default(TARGET) >= 0
    assert '"sha256.rounds"' in sources


def test_one_choice_at_a_time_or_all_together() -> None:
    (algorithm,) = select(("ecdsa-p256",))
    alone = list(points(algorithm, BOARD, TARGET, ("Os", "O2"), None, False))
    assert len(alone) == 2 * (1 + 2 + 1 + 2)  # the default, and teeth, blocks and width each changed
    assert all(len(p.options) + len(p.unroll) <= 1 for p in alone)
    full = list(points(algorithm, BOARD, TARGET, ("Os",), None, True))
    assert len(full) == 3 * 2 * 3
    assert Point(BOARD, "ecdsa-p256", "Os", options={"weierstrass.teeth": 6, "weierstrass.width": 3}) in full


def test_forms() -> None:
    (algorithm,) = select(("aes-gcm",))
    assert {p.form for p in points(algorithm, BOARD, TARGET, ("Os",), None, False)} == {form.name for form in forms("aes-gcm")}
    rows = shown_rows(algorithm)
    assert [row.label for row in rows] == ["AES-128-GCM-enc", "AES-128-GCM-dec"]
    table = in_form(rows[1], forms("aes-gcm")[2])
    assert table.context and table.context.name == "AesGcmTable4" and table.call.name == "decrypt_vartime"


def test_the_front() -> None:
    fast, small, worse, equal = measured(10, 900, 50), measured(30, 300, 60), measured(31, 300, 60), measured(30, 300, 60, "O2")
    assert front([worse, equal, small, fast, Measured(point(), error="no")]) == [fast, equal]
    assert front([]) == []
    thrifty = measured(40, 1000, 40)
    assert front([thrifty, fast]) == [fast, thrifty]


# --- measuring ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("board")
def test_a_point_is_built_with_its_choices() -> None:
    rolled = measure(Point(BOARD, "sha256", "Os", unroll={"sha256.rounds": 1}))
    unrolled = measure(Point(BOARD, "sha256", "Os", unroll={"sha256.rounds": 0}))
    assert rolled.flash < unrolled.flash and rolled.speed > unrolled.speed
    assert 30 < unrolled.rows["SHA-256"] < 120 and rolled.ram >= rolled.stack > 64


@pytest.mark.usefixtures("board")
def test_the_command(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "out.svg"
    result = akela("explore", "sha256", "--board", BOARD, "--opt", "Os", "--plot", str(picture))
    assert result.exit_code == 0, result.output
    assert "3 points, 3 measured" in result.output and "sha256.rounds x1" in result.output
    assert picture.read_text().count("Pareto front") == 1


def test_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "locally", lambda wanted, jobs: iter([measured(10, 900, 50), measured(11, 900, 50, "O2")]))
    written: list[str] = []
    assert run(Options(BOARD, ("sha256",), ("Os", "O2"), output="json"), written.append) == 0
    assert [(each["point"]["level"], each["front"]) for each in json.loads(written[0])] == [("Os", True), ("O2", False)]


def test_a_point_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Measured(point("O3"), error="CompileFailed: no such thing")
    monkeypatch.setattr(running, "locally", lambda wanted, jobs: iter([bad, measured(10, 900, 50)]))
    written: list[str] = []
    assert run(Options(BOARD, ("sha256",), ("Os", "O3")), written.append) == 1
    assert any("failed: -O3: CompileFailed: no such thing" in line for line in written)
    written.clear()
    run(Options(BOARD, ("sha256",), ("Os", "O3"), output="csv"), written.append)
    assert [line[-1] for line in csv.reader(written)] == ["error", "", "CompileFailed: no such thing"]


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(wanted: list[Point], jobs: int | None) -> object:
        yield measured(10, 900, 50)
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "locally", interrupted)
    written: list[str] = []
    assert run(Options(BOARD, ("sha256",), ("Os",)), written.append) == INTERRUPTED
    assert "Interrupted: 1 of 3 points." in written and any(line.endswith("-Os") for line in written)


def test_what_goes_wrong_in_a_process_is_the_points_error() -> None:
    (result,) = locally([Point("esp32c4", "sha256", "Os")])
    assert "no board is called 'esp32c4'" in result.error


# --- a cluster ----------------------------------------------------------------------------------------------------------------------------


def measure_or_die(given: Point) -> Measured:
    """A stand-in for measuring: the first worker that takes -O3 is lost with what it was doing."""
    marker = Path(given.form)
    if given.level == "O3" and not marker.exists():
        marker.touch()
        os._exit(1)
    return Measured(given, {"SHA-256": 1.0}, {"SHA-256": 1.0})


def test_a_lost_worker_loses_no_point(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    levels = ("Os", "O2", "O3", "Og") * 3
    wanted = [Point(BOARD, "sha256", level, options={"n": i}, form=str(tmp_path / "lost")) for i, level in enumerate(levels)]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        found = list(on_dask(cluster.scheduler_address, wanted, measure_or_die))
    assert sorted(m.point.options["n"] for m in found) == list(range(len(wanted)))
    assert not any(m.error for m in found) and (tmp_path / "lost").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sha256", "--board", "esp32c4"), "no board is called 'esp32c4'"),
        (("--board", BOARD), "Missing argument 'ALGORITHMS...'"),
        (("sha256", "--board", BOARD, "--opt", "O9"), "'O9' is none of"),
        (("sha256", "--board", BOARD, "--plot", "front.pdf"), "front.pdf ends in none of .png, .svg; write front.svg"),
        (("compare", "--board", BOARD), "has no row in the benchmark"),
        (("sha256", "--board", BOARD, "--jobs", "2", "--dask", "tcp://host:8786"), "do not go together"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    result = akela("explore", *arguments)
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())
