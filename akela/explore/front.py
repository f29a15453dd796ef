"""The Pareto front: the points that no other beats in speed, flash and RAM at once."""

from __future__ import annotations

from collections.abc import Iterable

from akela.explore.measure import Measured


def costs(measured: Measured) -> tuple[float, int, int]:
    """Speed, flash and RAM: less is better in each."""
    return measured.speed, measured.flash, measured.ram


def front(measured: Iterable[Measured]) -> list[Measured]:
    """Those that no other is at least as good as in everything and better in something, the fastest first. Of equals the first stays."""
    kept: list[Measured] = []
    for each in sorted((m for m in measured if not m.error), key=lambda m: (costs(m), len(m.point.title))):
        if not any(all(a <= b for a, b in zip(costs(other), costs(each), strict=True)) for other in kept):
            kept.append(each)
    return kept
