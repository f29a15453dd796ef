"""Blocks of code on the pages of docs/, in order, and what runs them as a reader would."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from akela.cli import main

DOCS = Path(__file__).parents[1] / "docs"
INSTALLING = ("pip", "python")  # commands on a page that a test does not run


@dataclass(frozen=True)
class Code:
    """A fenced block: its language, its text, and the line on which that begins."""

    language: str
    text: str
    line: int


def code_blocks(page: Path) -> list[Code]:
    text = page.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [Code(block[1], block[2], text.count("\n", 0, block.start(2)) + 1) for block in found]


def run_page(page: Path) -> None:
    """Run everything on a page in one namespace and in the current folder. Skips where a program is missing that a reader would need."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in code_blocks(page):
        match block.language:
            case "python":
                exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
            case "pycon":
                run_session(block, page, names)
            case "console":
                for command in re.findall(r"^\$ (.+)", block.text, re.MULTILINE):
                    run_command(shlex.split(command))


def run_session(block: Code, page: Path, names: dict[str, Any]) -> None:
    """What is typed at the prompt prints what stands below it; `...` stands for anything."""
    example = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    example.globs = names  # get_doctest has made a copy
    said: list[str] = []
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append, clear_globs=False).failed == 0, "".join(said)


def run_command(arguments: list[str]) -> None:
    program = arguments[0]
    if program in INSTALLING:
        return
    if program == "akela":
        result = CliRunner().invoke(main, arguments[1:])
        assert result.exit_code == 0, result.output
        return
    if shutil.which(program) is None:
        pytest.skip(f"the program {program} is not installed")
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
