"""Measurements with chosen figures, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence

from akela.bench.jobs import Job
from akela.bench.measure import Measurement, Sample
from akela.catalogue.entries import Algorithm, Call, Row


def measurement(row: Row, samples: Sequence[Sample], block_bytes: int = 1024) -> Measurement:
    """What timing a row would give."""
    algorithm = Algorithm("test", "Test", "hash", "none", "akela.kernels.test", (), (row,))
    return Measurement(Job(algorithm, row, row.label, print, ()), block_bytes, tuple(samples))


def of_bytes(label: str, kib: float, seconds: float, cycles: int | None = None) -> Measurement:
    """A row that handled this many KiB, a block of 1 KiB at a time where that comes out even."""
    block = 1024 if kib == int(kib) else 1
    return measurement(Row(label, Call("test", ())), [Sample(round(kib * 1024) // block, seconds, cycles)], block)


def of_ops(label: str, size: int, action: str, calls: int, seconds: float) -> Measurement:
    """A row that counts operations."""
    return measurement(Row(label, Call("test", ()), per="ops", size=size, action=action), [Sample(calls, seconds)])
