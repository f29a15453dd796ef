"""Units of data."""

from __future__ import annotations

import pytest

from akela.bench.units import BINARY, DECIMAL, unit_for


@pytest.mark.parametrize(
    ("amount", "binary", "decimal"),
    [
        (0, "KiB", "KB"),
        (5 * 1024, "KiB", "KB"),
        (5 * 10**6 - 1, "KiB", "KB"),
        (5 * 10**6, "KiB", "MB"),
        (5 * 1024**2, "MiB", "MB"),
        (5 * 1024**3 - 1, "MiB", "GB"),
        (5 * 1024**3, "GiB", "GB"),
        (10**15, "GiB", "GB"),
    ],
)
def test_there_are_at_least_five_of_a_unit(amount: int, binary: str, decimal: str) -> None:
    assert unit_for(amount, base10=False).name == binary
    assert unit_for(amount, base10=True).name == decimal


def test_sizes() -> None:
    assert {unit.name: unit.size for unit in BINARY} == {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
    assert {unit.name: unit.size for unit in DECIMAL} == {"KB": 10**3, "MB": 10**6, "GB": 10**9}
