"""benchmarks/chips.py: the table that comes with it, and what it says of a row."""

from __future__ import annotations

import pytest

from akela.boards.traps import EmulatorMissing
from akela.catalogue import rows
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.toolchains import ToolchainMissing
from benchmarks.chips import BOARDS, Compared, compare, figures, lines


def test_the_table_names_rows_and_cores_that_there_are() -> None:
    known = {row.name for _, row in rows()}
    found = figures()
    assert len(found) >= 30 and {figure.row for figure in found} <= known
    assert all(figure.bar.keys() <= BOARDS.keys() for figure in found)
    assert all(figure.code in ("", "tables", "constant time", "long multiply") for figure in found)
    assert next(figure for figure in found if figure.title == "X25519").rv32imc == 2_070_000


def test_verdicts() -> None:
    figure = next(figure for figure in figures() if figure.title == "SHA-256")
    met, missed, none = (
        Compared(figure, "rv32imc", "SHA-256", 60.0, ours, "gcc-O2", bar) for ours, bar in ((60.0, 1.0), (66.0, 1.0), (66.0, None))
    )
    assert met.verdict == "meets 1.00" and missed.verdict == "misses 1.00 by 10 %" and none.verdict == ""
    assert [line.split()[-5:] for line in lines([missed])][1] == ["misses", "1.00", "by", "10", "%"]


def test_a_row_on_a_core() -> None:
    chosen = [figure for figure in figures() if figure.title == "Poly1305"]
    try:
        off, default = compare("cortex_m3", chosen, ["gcc-O2"])
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))
    assert off.ratio < 1 < default.ratio  # UMULL is worth that much
    assert off.bar == 1.0 and default.bar is None


def test_a_hash_is_counted_without_its_padding() -> None:
    chosen = [figure for figure in figures() if figure.title == "SHA-512"]
    try:
        (found,) = compare("cortex_m3", chosen, ["gcc-Os"])
    except (ToolchainMissing, EmulatorMissing, InspectionError) as missing:
        pytest.skip(str(missing))
    assert found.verdict == "meets 1.00"
    assert {figure.title for figure in figures() if figure.update} == {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256", "RIPEMD-160"}
