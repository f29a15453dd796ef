"""What a known answer is, and how the vectors of a package are thinned out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CASES = 12  # a file, at most: enough for empty, short, exact, long; the project's own tests read all vectors

Case = dict[str, Any]
Source = tuple[str, Callable[[], list[Case]]]  # where the vectors come from, and what makes cases of them


def spread(items: list[Any], count: int = CASES) -> list[Any]:
    """`count` items spread evenly over a list, first and last among them."""
    if len(items) <= count:
        return items
    return [items[round(i * (len(items) - 1) / (count - 1))] for i in range(count)]
