"""Every row of the catalogue does what its label says: it runs, and handles exactly one block, per-message cost included."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from akela.bench.jobs import Sizes, make_job, pattern
from akela.catalogue import rows
from akela.catalogue.entries import Algorithm, Data, Fresh, Row
from akela.executions import Execution, execution

ROWS = list(rows())
IDS = [f"{row.label}" for _, row in ROWS]
BLOCK = 16


@pytest.fixture(scope="module")
def python() -> Execution:
    """Emitted Python: on any machine, with or without the extension."""
    return execution("python")


def expected(algorithm: Algorithm, key: bytes) -> bytes | None:
    """The digest or tag of a block by Python's own library, where it has the algorithm."""
    name = algorithm.name.removeprefix("hmac-")
    if name not in hashlib.algorithms_available:
        return None
    return hmac.digest(key, pattern(BLOCK), name) if algorithm.family == "mac" else hashlib.new(name, pattern(BLOCK)).digest()


@pytest.mark.parametrize(("algorithm", "row"), ROWS, ids=IDS)
def test_a_row_runs_and_handles_its_block(algorithm: Algorithm, row: Row, python: Execution) -> None:
    if algorithm.name == "rsa-key-generation":
        python = execution("native")  # emitted Python searches for primes for minutes
    job = make_job(algorithm, row, python, Sizes(BLOCK))
    result = job.function(*job.arguments)
    if row.per == "ops":
        assert result is None if row.action == "verify" else result
        return
    if row.call_bytes or Data.COUNT in row.call.arguments:  # a call that makes bytes
        assert len(result) == (row.call_bytes or BLOCK)
        return
    if algorithm.family == "aead" and row.label.endswith("-dec"):
        assert result == pattern(BLOCK)
        return
    assert row.call.arguments.count(Data.BLOCK) == 1
    assert job.arguments[row.call.arguments.index(Data.BLOCK)] == pattern(BLOCK)
    match algorithm.family:
        case "cipher":
            assert len(result) == BLOCK and result != pattern(BLOCK)
        case "aead":
            assert len(result) == BLOCK + 16
        case "keywrap":
            assert len(result) == BLOCK + 8
        case _:
            key = next((pattern(argument.count) for argument in row.call.arguments if isinstance(argument, Fresh)), b"")
            wanted = expected(algorithm, key)
            assert wanted is None or result == wanted


def test_the_digests_and_tags_were_compared() -> None:
    compared = [row.label for algorithm, row in ROWS if algorithm.family in ("hash", "mac") and expected(algorithm, b"") is not None]
    assert len(compared) >= 8


@pytest.mark.parametrize("aad", [0, 13])
def test_rows_with_additional_data_say_so_where_there_is_none(aad: int, python: Execution) -> None:
    for algorithm, row in ROWS:
        if row.per == "bytes":
            job = make_job(algorithm, row, python, Sizes(BLOCK, aad))
            has_aad = Data.AAD in row.call.arguments
            assert job.label == row.label + ("-no_AAD" if has_aad and not aad else "")
            if has_aad:
                assert job.arguments[row.call.arguments.index(Data.AAD)] == pattern(aad)


def test_an_execution_that_lacks_a_kernel_is_named() -> None:
    algorithm, row = next((algorithm, row) for algorithm, row in ROWS if algorithm.name == "aes-ecb")
    empty: dict[str, Any] = {}
    with pytest.raises(LookupError, match=rf"{row.label} cannot run: the empty execution has no 'Aes'"):
        make_job(algorithm, row, Execution("empty", empty), Sizes(BLOCK))


def test_the_bytes_of_a_pattern_differ() -> None:
    assert len(set(pattern(256))) == 256
    assert pattern(3) == pattern(1024)[:3]
