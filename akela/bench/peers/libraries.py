"""The libraries that there are, by the names that the command line takes."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from akela.bench.peers.code import Row
from akela.exceptions import ExtensionError
from akela.suggest import suggest

OWN = "akela"
OPENSSL = "openssl"

# Name -> (module with its rows, what installs it).
_MODULES = {
    OWN: ("of_akela", ""),
    "hashlib": ("of_hashlib", ""),
    "pyca": ("of_pyca", "cryptography"),
    "pycryptodome": ("of_pycryptodome", "pycryptodome"),
    "pynacl": ("of_pynacl", "pynacl"),
}
PEERS = tuple(name for name in _MODULES if name != OWN)


@dataclass(frozen=True)
class Library:
    """A library with its version and its rows."""

    name: str
    version: str
    rows: Mapping[str, Row]


class Missing(LookupError):
    """A library that is not installed. The message says what installs it."""


def load(name: str) -> Library:
    """The library of this name. Raises Missing where it is not installed."""
    module, package = _MODULES[name]
    try:
        found = importlib.import_module(f"akela.bench.peers.{module}")
    except ExtensionError:
        raise
    except ImportError as error:
        raise Missing(f"{name} is not installed and is skipped: `pip install {package}`; akela's extra `peers` has all") from error
    return Library(name, found.VERSION, found.ROWS)


def check_names(names: tuple[str, ...]) -> None:
    """Raises ValueError for one that is no peer."""
    for name in names:
        if name not in (*PEERS, OPENSSL):
            raise ValueError(f"no peer is called {name!r}; {suggest(name, (*PEERS, OPENSSL))}")
