"""Which kernel modules there are, and at which word sizes their templates are made."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from akela.compiler.targets import Target
from akela.digest import PACKAGE

if TYPE_CHECKING:
    from akela.ports.port import Port

WORD_SIZES = (32, 64)  # on hosts templates are there in both


def kernel_names() -> tuple[str, ...]:
    """Kernel modules in build order."""
    names: tuple[str, ...] = importlib.import_module("akela.kernels").MODULES
    return names


def port_names(target: Target) -> tuple[str, ...]:
    """Modules of the target's ports in build order."""
    return tuple(name for port in ports() if target.name in port.targets for name in port.modules)


def ports() -> tuple[Port, ...]:
    """All ports, in the order of their names."""
    folders = sorted(path.parent.name for path in (PACKAGE / "ports").glob("*/__init__.py"))
    return tuple(importlib.import_module(f"akela.ports.{folder}").PORT for folder in folders)
