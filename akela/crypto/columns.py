"""What a method of a key is on many keys at once: one kernel, and a column for each of its arguments.

A class has `_<method>_columns(keys, *rows, **options)` for each method that can do this; `akela.batch` calls it. It gives None where the
items have to be taken one by one, since their types are mixed or wrong: each then raises what it raises alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Columns:
    """`finish` makes an item's result from the kernel's."""

    kernel: Callable[..., Any]
    columns: tuple[list[Any], ...]
    finish: Callable[[Any], Any] | None = None
