"""Every algorithm, described once: the benchmark, the self-test, `akela info` and the documentation read this and nothing else.

Adding a primitive is a kernel file and an entry in the file of its family. Kernels are named by their names in the language, as
`akela.executions` offers them. Labels of rows are those of the published benchmark logs, to the letter, so that results can be put
beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from akela.catalogue.aeads import AEADS
from akela.catalogue.arithmetic import ARITHMETIC
from akela.catalogue.ciphers import CIPHERS
from akela.catalogue.entries import Algorithm, Row
from akela.catalogue.finite_field import FINITE_FIELD
from akela.catalogue.hashes import HASHES
from akela.catalogue.kdfs import KDFS
from akela.catalogue.macs import MACS
from akela.catalogue.public_key import PUBLIC_KEY
from akela.catalogue.random import RANDOM
from akela.suggest import suggest

# In the order of the published logs.
ALGORITHMS: tuple[Algorithm, ...] = (
    *RANDOM,
    *CIPHERS,
    *AEADS,
    *HASHES,
    *MACS,
    *KDFS,
    *FINITE_FIELD,
    *PUBLIC_KEY,
    *ARITHMETIC,
)

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(algorithm.family for algorithm in ALGORITHMS))


def rows(algorithms: tuple[Algorithm, ...] = ALGORITHMS) -> Iterator[tuple[Algorithm, Row]]:
    """Every benchmark row with its algorithm, in the order of the logs."""
    for algorithm in algorithms:
        for row in algorithm.rows:
            yield algorithm, row


def select(names: Sequence[str]) -> tuple[Algorithm, ...]:
    """The algorithms that names, families and row labels (SHA-256, AES-128-CBC-enc) denote, in catalogue order; case does not matter.

    Raises ValueError naming what is unknown and the nearest known name.
    """
    known = {a.name for a in ALGORITHMS} | set(FAMILIES)
    labels = {row.label.lower(): algorithm.name for algorithm, row in rows()}
    wanted = {labels.get(name.lower(), name.lower()) for name in names}
    for name in names:
        if labels.get(name.lower(), name.lower()) not in known:
            raise ValueError(f"no algorithm or family {name!r}; {suggest(name, known)}")
    return tuple(a for a in ALGORITHMS if not wanted or a.name in wanted or a.family in wanted)
