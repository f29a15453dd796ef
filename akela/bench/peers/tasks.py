"""What libraries are compared at: the rows of the catalogue by name, and what users call where rows are kernels'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from akela.catalogue import ALGORITHMS, rows, select
from akela.catalogue.entries import Algorithm


@dataclass(frozen=True)
class Task:
    """Something that a library does.

    `per` is "bytes" where it handles a message of any size, "ops" where it is one operation.
    """

    name: str
    algorithm: Algorithm
    per: str


# RSA as users call it, with hash, padding and blinding, where the catalogue's rows are the bare operations.
SIGNATURES = {"RSA 2048 sign": "rsa-signatures", "RSA 2048 verify": "rsa-signatures"}


def tasks(algorithms: Sequence[str] = ()) -> list[Task]:
    """The tasks of the algorithms and families named, by default of all.

    Raises ValueError for an unknown one.
    """
    chosen = select(algorithms)
    of_rows = {
        row.name: Task(row.name, algorithm, "ops" if row.call_bytes else row.per)
        for algorithm, row in rows(chosen)
        if row.name not in ("RSA 2048 public", "RSA 2048 private")
    }
    by_name = {algorithm.name: algorithm for algorithm in ALGORITHMS}
    signatures = [Task(name, by_name[owner], "ops") for name, owner in SIGNATURES.items() if by_name[owner] in chosen]
    return [*of_rows.values(), *signatures]
