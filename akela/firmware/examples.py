"""What the examples of an export say of themselves: settings and macros, the source that they were made from, how much stack to give."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from akela.digest import PACKAGE, in_checkout
from akela.firmware.api import stack_bytes
from akela.firmware.tree import LICENCE, Tree
from akela.settings.model import Loaded
from akela.settings.report import macro_table, settings_table

OWN_STACK = 1024  # of the examples, above the algorithms
LEAST_STACK = 4096


def example_values(made: Tree, read: Loaded | None) -> dict[str, str]:
    """The values of templates that are about examples."""
    loaded = Loaded(made.settings, "defaults", defined=read.defined if read else frozenset())
    table = macro_table(loaded) if loaded.defined else settings_table(loaded)
    lines = [line if len(line) < 200 else f"{line[:196]} ..." for line in table]
    return {
        "REPORT_LINES": "\n".join(f'    "{_quoted(line)}",' for line in lines),
        "STACK": str(stack_wanted(made)),
        "BENCHMARK_ARGUMENTS": made.settings.benchmark_arguments,
    }


def stack_wanted(made: Tree) -> int:
    """Bytes of stack for a task that runs the examples: what was measured for the algorithm that takes most, and half of that again."""
    names = {entry.algorithm.name for entry in made.kernels.entries}
    most = max((stack_bytes(name, made.kernels.target.name) or 0 for name in names), default=0)
    return max(LEAST_STACK, -(-(most * 3 // 2 + OWN_STACK) // 1024) * 1024)


def build_header(made: Tree, chip: str, read: Loaded | None) -> str:
    """`build.h`: facts of this export as strings."""
    git = source()
    facts = {
        "CHIP": chip,
        "SETTINGS": Path(read.source).name if read else "defaults",
        "ACCELERATION": made.acceleration,
        "GIT_ORIGIN": git[0],
        "GIT_BRANCH": git[1],
        "GIT_HASH": git[2],
        "GIT_SHORT_HASH": git[2][:9],
        "GIT_DATE": git[3],
    }
    lines = ["/* What this export was made from, for the report of the examples.", f" * {LICENCE}", " */", ""]
    lines += ["#ifndef AKELA_BUILD_H", "#define AKELA_BUILD_H", ""]
    lines += [f'#define BUILD_{name} "{_quoted(text)}"' for name, text in facts.items()]
    return "\n".join([*lines, "", "#endif", ""])


@cache
def source() -> tuple[str, str, str, str]:
    """Origin, branch, commit and its date of the checkout that exports; "none" for an installed package."""
    asked = (("remote", "get-url", "origin"), ("rev-parse", "--abbrev-ref", "HEAD"), ("rev-parse", "HEAD"), ("log", "-1", "--format=%cI"))
    answers = tuple(_git(*arguments) or "none" for arguments in asked) if in_checkout() else ("none",) * 4
    return answers[0], answers[1], answers[2], answers[3]


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(PACKAGE), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
