"""Where what is being defined belongs.

The *home* of a function or struct is the module that defines it or, where a kernel maker makes it, the module that called the (outermost)
maker. A home is kept as the module's globals, so that a module imported anew is a home of its own.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

Namespace = dict[str, Any]

MAKER_HOME: ContextVar[Namespace | None] = ContextVar("MAKER_HOME", default=None)  # while a maker runs


def home_namespace(defining: Namespace) -> Namespace:
    """The globals of the home of what is being defined in the module with the globals `defining`."""
    maker_home = MAKER_HOME.get()
    return defining if maker_home is None else maker_home
