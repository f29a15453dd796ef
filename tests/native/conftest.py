"""Extensions to test: one made of the kernels in shapes.py, built once, and processes that load it with other settings."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from akela.compiler.native import build
from tests.kernels.ways import load

WARNINGS = "-Wconversion -Wsign-conversion -Wshadow -Werror"
MODULES = ("tests.native.shapes", "tests.native.shapes_port")


@pytest.fixture(scope="session")
def shapes_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension file made of shapes.py and shapes_port.py without a warning of the compiler's, with its stub beside it."""
    folder = tmp_path_factory.mktemp("shapes")
    path = folder / f"_native{sysconfig.get_config_var('EXT_SUFFIX')}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFLAGS", WARNINGS)
        sources = build(path, MODULES, folder / "c")
    (folder / "_native.pyi").write_text(sources.stub)
    return path


@pytest.fixture(scope="session")
def shapes(shapes_path: Path) -> Any:
    """The loaded extension."""
    return load(shapes_path)


@pytest.fixture
def run_with(shapes_path: Path) -> Callable[..., str]:
    """Runs a line of Python, where `shapes` is the extension, in a process with these environment variables. Returns what it prints."""

    def run(line: str, **settings: str) -> str:
        program = f"from pathlib import Path; from tests.kernels.ways import load; shapes = load(Path({str(shapes_path)!r})); {line}"
        environment = {name: value for name, value in os.environ.items() if name not in ("AKELA_CPU", "AKELA_PORT")} | settings
        root = Path(__file__).parents[2]
        done = subprocess.run([sys.executable, "-c", program], cwd=root, env=environment, capture_output=True, text=True)
        return (done.stdout + done.stderr).strip()

    return run
