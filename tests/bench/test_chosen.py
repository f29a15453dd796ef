"""Which rows a benchmark measures with a block size."""

import pytest

from akela.bench.chosen import choose
from akela.bench.jobs import Sizes, make_job
from akela.catalogue import rows
from akela.executions import default_execution


@pytest.mark.parametrize("count", [1, 8, 15, 16, 17, 24, 65536, 65537])
def test_rows_take_what_they_say(count: int) -> None:
    execution = default_execution()
    for algorithm, row in rows():
        if row.per != "bytes":
            continue
        try:
            make_job(algorithm, row, execution, Sizes(count)).run(1)
        except ValueError:
            assert count not in row.takes, row.name
        else:
            assert count in row.takes, row.name


def test_what_does_not_fit_is_left_out_and_named() -> None:
    chosen = choose(["aes-cbc", "keywrap", "sha256", "random"], 65544)
    assert [row.name for _, row in chosen.rows] == ["AES-128-KW", "AES-192-KW", "AES-256-KW", "SHA-256"]
    assert chosen.left_out == (
        "Left out with 65544 bytes a call: RNG: takes 65536 bytes or fewer",
        "Left out with 65544 bytes a call: AES-128-CBC-enc, AES-128-CBC-dec, AES-192-CBC-enc, AES-192-CBC-dec, "
        "AES-256-CBC-enc, AES-256-CBC-dec: take multiples of 16 bytes",
    )
    assert choose(["sha256"], 1).left_out == ()


def test_nothing_left() -> None:
    with pytest.raises(ValueError, match="no row can be measured with 9 bytes a call; DES: takes multiples of 8 bytes; choose another"):
        choose(["des"], 9)
