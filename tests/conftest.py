"""Fixtures that all tests share."""

from __future__ import annotations

import difflib
import gc
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from akela.exceptions import ExtensionError
from akela.executions import native_module
from akela.providers import running, running_lines

# The compiler's results are kept, millions of small objects: searching them for garbage again and again takes an eighth of the time.
gc.set_threshold(200_000, 50, 1000)

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the files of tests/golden anew instead of comparing with them")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which kernels of ports the tests could run, and how: by the machine's instructions, in soft form, or not."""
    try:
        how = running(native_module())
    except ExtensionError:
        return
    terminalreporter.section("kernels of ports")
    for line in running_lines(how):
        terminalreporter.line(line)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)`: the text is that of the file in tests/golden, digests of sources aside."""

    def check(name: str, text: str) -> None:
        text = re.sub(r"(SHA-256: +)[0-9a-f]{64}", r"\1…", text)
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        changes = list(difflib.unified_diff(known.splitlines(), text.splitlines(), f"tests/golden/{name}", "emitted now", lineterm="", n=2))
        assert not changes, "\n".join([*changes[:80], "If this is intended: pytest --update-golden, and read the diff."])

    return check
