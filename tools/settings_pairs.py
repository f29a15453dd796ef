"""Compile every pair of settings on every processor that a GCC is installed for: `python -m tools.settings_pairs`, which takes hours.

`--targets cortex_m3,lx106` and `--sample 20` take less. A pair that Akela refuses with a sentence is no failure.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from akela.compiler.targets import load_target, target_names
from akela.compiler.toolchains import ToolchainMissing, compile_c, find_compiler
from akela.firmware.tree import tree
from akela.settings import SETTINGS, Settings, SettingsError
from akela.settings.model import loops

SIZED = {"stack_limit": (1 << 16,), "benchmark_arguments": ("-cipher",)}


def values(name: str) -> tuple[Any, ...]:
    """Values of a setting that are not the default: every choice, all names of a set, and each of few."""
    setting = next(s for s in SETTINGS if s.name == name)
    if setting.kind == "choice":
        return tuple(choice for choice in setting.choices if choice != setting.default)
    if setting.kind == "names":
        names = loops() if name in ("rolled", "unrolled") else setting.choices
        if name == "algorithms":
            return tuple(frozenset({n}) for n in names)
        return (frozenset() if frozenset(names) == setting.default else frozenset(names),)
    return SIZED[name]


def pairs() -> Iterator[dict[str, Any]]:
    """Two settings that are not the default, in every combination."""
    for first, second in combinations([s.name for s in SETTINGS], 2):
        for one in values(first):
            for other in values(second):
                yield {first: one, second: other}


def compiles(changes: dict[str, Any], target: str) -> str:
    """ "ok", or the sentence with which the pair is refused. Raises CompileFailed where the compiler refuses."""
    processor = load_target(target)
    try:
        made = tree(Settings(**changes), processor)
    except SettingsError as refused:
        return str(refused)
    find_compiler(processor, "gcc")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in made.files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        compile_c([Path(folder) / name for name in made.sources], processor, "gcc", "-Os", include=[Path(folder)])
    return "ok"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--targets", default=",".join(target_names()))
    parser.add_argument("--sample", type=int, default=0, help="so many pairs, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = list(pairs())
    if given.sample:
        found = random.Random(given.seed).sample(found, given.sample)
    for target in given.targets.split(","):
        for changes in found:
            try:
                print(target, changes, compiles(changes, target), flush=True)
            except ToolchainMissing as missing:
                print(f"{target} is left out: {missing}", file=sys.stderr)
                break
    return 0


if __name__ == "__main__":
    sys.exit(main())
