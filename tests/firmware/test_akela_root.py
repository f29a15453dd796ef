"""Where the components for Espressif's SDKs find the tree that AKELA_ROOT names: cache, component.mk, environment, here, above."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from akela.firmware.export import files
from akela.settings import Settings

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake")


@pytest.fixture(scope="module")
def script() -> str:
    return files("esp8266-rtos-sdk", None, Settings(algorithms=frozenset({"md5"})))["akela_root.cmake"]


def tree(folder: Path) -> Path:
    """What passes for an exported tree."""
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "akela_api.c").touch()
    (folder / "akela-manifest.json").touch()
    return folder


def found(component: Path, script: str, *arguments: str, **environment: str) -> str:
    """What the component's script prints."""
    component.mkdir(parents=True, exist_ok=True)
    (component / "akela_root.cmake").write_text(script)
    settings = {name: value for name, value in os.environ.items() if name != "AKELA_ROOT"} | environment
    command = ["cmake", *arguments, "-P", str(component / "akela_root.cmake")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=settings)
    return done.stdout.removeprefix("-- Akela: ").strip() if done.returncode == 0 else done.stderr


def test_order(script: str, tmp_path: Path) -> None:
    cached, named, exported, above = (tree(tmp_path / name) for name in ("cached", "named", "exported", "project/akela"))
    component = tmp_path / "project" / "deep" / "component"
    assert found(component, script) == str(above)  # beside a folder above
    assert found(component, script, AKELA_ROOT=str(exported)) == str(exported)
    assert found(tree(tmp_path / "whole"), script) == str(tmp_path / "whole")  # the component is a tree
    (component / "component.mk").write_text(f"# AKELA_ROOT := /no\nAKELA_ROOT := {named}\nAKELA_ROOT ?= $(COMPONENT_PATH)\n")
    assert found(component, script, AKELA_ROOT=str(exported)) == str(named)
    assert found(component, script, f"-DAKELA_ROOT={cached}", AKELA_ROOT=str(exported)) == str(cached)


def test_nothing_there(script: str, tmp_path: Path) -> None:
    assert "no exported tree" in " ".join(found(tmp_path / "component", script).split())
    assert str(tmp_path / "gone") in found(tmp_path / "component", script, AKELA_ROOT=str(tmp_path / "gone"))
