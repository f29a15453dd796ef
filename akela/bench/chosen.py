"""Which rows of the catalogue a benchmark measures: those that were asked for and can take the block size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from akela.catalogue import rows, select
from akela.catalogue.entries import Algorithm, Lengths, Row


@dataclass(frozen=True)
class Chosen:
    """The rows to measure, and a sentence about each kind of those left out."""

    rows: tuple[tuple[Algorithm, Row], ...]
    left_out: tuple[str, ...] = ()


def choose(names: Sequence[str], block_bytes: int) -> Chosen:
    """The rows of algorithms and families (all where none is named) that take messages of `block_bytes`.

    Raises ValueError for an unknown name, and where no row is left.
    """
    chosen = []
    refused: dict[Lengths, list[str]] = {}
    for algorithm, row in rows(select(names)):
        if block_bytes in row.takes:
            chosen.append((algorithm, row))
        else:
            refused.setdefault(row.takes, []).append(row.name)
    left_out = tuple(f"{', '.join(labels)}: {'takes' if len(labels) == 1 else 'take'} {takes}" for takes, labels in refused.items())
    if not chosen:
        raise ValueError(f"no row can be measured with {block_bytes} bytes a call; {'; '.join(left_out)}; choose another --block-bytes")
    return Chosen(tuple(chosen), tuple(f"Left out with {block_bytes} bytes a call: {sentence}" for sentence in left_out))
