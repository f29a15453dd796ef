"""The build backend: setuptools, with one addition.

Where no C compiler works, the `ziglang` package, which holds one, becomes a build requirement.
AKELA_NATIVE=0 builds without the extension, and then wants no compiler.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """PEP 517: what to install before `build_wheel`."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_compiler()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """PEP 660: what to install before `build_editable`."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_compiler()]


def _compiler() -> list[str]:
    """Nothing where a C compiler works or none is wanted."""
    if os.environ.get("AKELA_NATIVE") == "0":
        return []
    detection = _load(Path(__file__).parents[1] / "akela" / "compiler" / "c_compiler.py")
    try:
        detection.host_compiler()
    except detection.CompilerMissing:
        return ["ziglang>=0.13"]
    return []


def _load(path: Path) -> Any:
    """A module by its file: the package itself may not be importable before its dependencies are installed."""
    spec = importlib.util.spec_from_file_location(f"akela_build_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
