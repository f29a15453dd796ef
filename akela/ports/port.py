"""The declaration of a port: what it is for, and what its kernels provide.

Which operation a kernel serves, and which CPU features it needs, stands at the kernel itself,
`@provides("aes.ctr", needs=("aes", "ssse3"))`; a port's `PORT` lists its modules and gathers that.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from akela.lang import REGISTRY


@dataclass(frozen=True)
class Provider:
    """A kernel of a port."""

    operation: str
    kernel: str
    needs: frozenset[str]  # CPU features, all of them; a peripheral's kernels need none, the board says whether it is there


@dataclass(frozen=True)
class Port:
    """Kernels that replace operations where a CPU or a chip can do better. One stands as `PORT` in the folder of each port.

    Of several kernels that provide one operation the last serves whose needs are met, in the order of the modules.
    """

    name: str  # of the folder
    title: str  # what serves, in words
    targets: tuple[str, ...]  # names of the targets whose code the kernels can be
    modules: tuple[str, ...]  # in the order in which they are built

    def providers(self) -> tuple[Provider, ...]:
        """What it provides, in the order in which later ones are preferred. Loads the modules."""
        found = []
        for name in self.modules:
            importlib.import_module(name)
            found += [Provider(each.provides, each.name, frozenset(each.needs)) for each in REGISTRY[name] if each.provides]
        return tuple(found)
