"""How the vectors of packages become the known answers of each algorithm: a file a family, as in the catalogue."""

from __future__ import annotations

from tools.known_answers import aeads, arithmetic, ciphers, finite_field, hashes, kdfs, macs, nist_curves, public_key, random
from tools.known_answers.case import Source

SOURCES: dict[str, Source] = {
    **random.SOURCES,
    **ciphers.SOURCES,
    **aeads.SOURCES,
    **hashes.SOURCES,
    **macs.SOURCES,
    **kdfs.SOURCES,
    **finite_field.SOURCES,
    **nist_curves.SOURCES,
    **public_key.SOURCES,
    **arithmetic.SOURCES,
}
