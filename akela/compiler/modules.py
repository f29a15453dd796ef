"""Which kernel modules there are, and at which word sizes their templates are made."""

from __future__ import annotations

import importlib

from akela.compiler.targets import Target
from akela.digest import PACKAGE

WORD_SIZES = (32, 64)  # on hosts templates are there in both


def kernel_names() -> tuple[str, ...]:
    """Kernel modules in build order."""
    names: tuple[str, ...] = importlib.import_module("akela.kernels").MODULES
    return names


def port_names(target: Target) -> tuple[str, ...]:
    """Modules of the target's ports in build order. A port is for the targets in its TARGETS, by default its folder's name."""
    names: tuple[str, ...] = ()
    for folder in sorted(path.parent.name for path in (PACKAGE / "ports").glob("*/__init__.py")):
        port = importlib.import_module(f"akela.ports.{folder}")
        if target.name in getattr(port, "TARGETS", (folder,)):
            names += port.MODULES
    return names
