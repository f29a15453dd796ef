"""The list of mutants that nothing can tell from the original, each with the reason: `tools/mutation_survivors.toml`.

[[equivalent]]
module = "akela.kernels.sha256"
function = "primes"
reason = "why no input tells them from the original"
mutants = [
    ["the statement as it stands", "as the mutant has it"],
]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tools.mutation.mutants import Mutant

LIST = Path(__file__).resolve().parents[1] / "mutation_survivors.toml"

Key = tuple[str, str, str, str]


def read_reasons(path: Path = LIST) -> dict[Key, str]:
    """Mutant's key -> reason. Raises ValueError where a mutant is listed twice or a reason is missing."""
    reasons: dict[Key, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"]:
        if not entry["reason"].strip():
            raise ValueError(f"{path.name}: {entry['module']}, {entry['function']}: say why these mutants are equivalent")
        for statement, mutated in entry["mutants"]:
            key = (entry["module"], entry["function"], statement, mutated)
            if key in reasons:
                raise ValueError(f"{path.name}: listed twice: {' | '.join(key)}")
            reasons[key] = entry["reason"]
    return reasons


def outdated(reasons: Iterable[Key], mutants: Iterable[Mutant]) -> list[Key]:
    """What is listed of these mutants' modules although there is no such mutant any more."""
    mutants = list(mutants)
    modules, keys = {mutant.source.module for mutant in mutants}, {mutant.key for mutant in mutants}
    return [key for key in reasons if key[0] in modules and key not in keys]
