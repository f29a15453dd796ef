"""What surrounds a driver: an operating system, an SDK, or nothing. `with host(object):` installs it for drivers that run in Python.

A host function `host_acquire` is then the method `acquire` of that object; one that it does not have does what its body says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_host: ContextVar[object | None] = ContextVar("host", default=None)


@contextmanager
def host(surroundings: object) -> Iterator[object]:
    """Within this context, host functions are methods of `surroundings`."""
    token = _host.set(surroundings)
    try:
        yield surroundings
    finally:
        _host.reset(token)


def installed_host(function: str) -> Callable[..., Any] | None:
    """The method that serves the host function of this name; None where there is none, and its body is run."""
    return getattr(_host.get(), function.removeprefix("host_"), None)
