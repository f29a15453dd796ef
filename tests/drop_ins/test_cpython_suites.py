"""CPython's own tests of hashlib, hmac and secrets, with the drop-ins in the place of these modules."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.drop_ins.cpython import LEFT_OUT

# How many tests at least the suites hold: fewer would mean that they were not found.
LEAST = {"hashlib": 60, "hmac": 15, "secrets": 11}


def test_the_snippet_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "drop-ins.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    exec(snippet, {})


@pytest.mark.parametrize("name", LEFT_OUT)
def test_suite(name: str) -> None:
    if importlib.util.find_spec("test") is None or importlib.util.find_spec(f"test.test_{name}") is None:
        pytest.skip(f"this Python comes without its test suite: there is no test.test_{name} (Debian has it in libpython3-testsuite)")
    command = [sys.executable, "-m", "tests.drop_ins.cpython", name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) >= LEAST[name], done.stdout
