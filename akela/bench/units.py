"""Units of size and throughput, spelled out: KiB and MiB are powers of 1024, KB and MB powers of 1000."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Unit:
    """A unit of data."""

    name: str
    size: int


BINARY = (Unit("KiB", 1 << 10), Unit("MiB", 1 << 20), Unit("GiB", 1 << 30))
DECIMAL = (Unit("KB", 10**3), Unit("MB", 10**6), Unit("GB", 10**9))


def unit_for(amount: float, base10: bool) -> Unit:
    """The largest unit of which there are at least five, so that a rounded amount still says something; or else the smallest."""
    units = DECIMAL if base10 else BINARY
    return next((unit for unit in reversed(units) if amount >= 5 * unit.size), units[0])
