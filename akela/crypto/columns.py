"""What a method of a key is on many keys at once: one kernel, and a column for each of its arguments.

A class has `_<method>_columns(keys, *rows, **options)` for each method that can do this; `akela.batch` calls it. It may give `Together`
in place of columns, and gives None where the items have to be taken one by one, since their types are mixed or wrong, or their keys are
not one: each then raises what it raises alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Columns:
    """`finish` makes an item's result from the kernel's."""

    kernel: Callable[..., Any]
    columns: tuple[list[Any], ...]
    finish: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Together:
    """For methods whose items share a key, and with it work: `run(start, stop)` gives of each of these items its result or, of one that
    fails, the exception. `least` is how many items are worth a thread.
    """

    run: Callable[[int, int], Sequence[Any]]
    least: int
