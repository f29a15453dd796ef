"""Mutation testing of kernels: change a constant, an operator or a statement, and see whether a test fails. See docs/mutation.md.

python -m tools.mutate                              every mutant of every kernel module
python -m tools.mutate --module sha256 --sample 50  fifty mutants of one
python -m tools.mutate --only akela/kernels/sha256.py:64
python -m tools.mutate --module sha256 --answers    what the compiler and the known answers do not notice: a first look
python -m tools.mutate --list
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Sequence

from akela.progress import Progress
from tools.mutation.laboratory import Laboratory
from tools.mutation.modules import module_files
from tools.mutation.mutants import Mutant, find_mutants, read_source
from tools.mutation.survivors import LIST, Key, outdated, read_reasons
from tools.mutation.trial import ANSWER, REFUSED, SURVIVED, TEST, TIMEOUT, Verdict

COLUMNS = (REFUSED, ANSWER, TEST, TIMEOUT, SURVIVED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants; gives 1 where one survives that is not listed as equivalent."""
    options = _parser().parse_args(arguments)
    try:
        everything = _everything(options.module)
    except LookupError as error:
        _parser().error(str(error))
    mutants = [mutant for mutant in everything if not options.only or mutant.file_line in options.only]
    if options.sample is not None:
        mutants = random.Random(options.seed).sample(mutants, min(options.sample, len(mutants)))
        mutants.sort(key=lambda m: (m.source.module, m.line, m.column))
    if not mutants:
        _parser().error(f"there is no mutant at {' or '.join(options.only) or 'all'}; --list lists them")
    if options.list:
        print("\n".join(map(describe, mutants)))
        return 0
    reasons = read_reasons()
    found = _try(mutants, reasons, options)
    _write_table(found)
    survivors = [mutant for mutant, verdict in found if verdict.outcome == SURVIVED]
    unlisted = [mutant for mutant in survivors if mutant.key not in reasons]
    print(f"{len(survivors)} of {len(mutants)} mutants survive; {len(survivors) - len(unlisted)} of these are listed as equivalent")
    if unlisted:
        print(f"The other {len(unlisted)}, above, want a test that fails, or a reason in {LIST.name}")
    killed = {mutant.key for mutant in mutants} - {mutant.key for mutant in survivors}
    _write_keys(f"Listed as equivalent, and killed; remove from {LIST.name}:", [key for key in reasons if key in killed])
    _write_keys(f"Listed as equivalent, and no mutant any more; remove from {LIST.name}:", outdated(reasons, everything))
    return int(bool(unlisted))


def describe(mutant: Mutant) -> str:
    """One line: where it is and what it changes."""
    return f"{mutant.place}: {mutant.function or 'module'}: {mutant.statement}  →  {mutant.mutated}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--module", action="append", default=[], metavar="NAME", help="mutate this module (sha256, or its full name); may be repeated"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="FILE:LINE", help="the mutants of one line, each with what noticed it"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which sample (0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="trials at a time (2)")
    parser.add_argument("--answers", action="store_true", help="ask only the compiler and the known answers, not the tests")
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    return parser


def _everything(wanted: Sequence[str]) -> list[Mutant]:
    """All mutants of the wanted modules, by default of all."""
    files = module_files()
    unknown = [name for name in wanted if not any(_is_called(module, name) for module in files)]
    if unknown:
        raise LookupError(f"no kernel module is called {unknown[0]}; there are: {', '.join(files)}")
    chosen = [module for module in files if not wanted or any(_is_called(module, name) for name in wanted)]
    return [mutant for module in chosen for mutant in find_mutants(read_source(module, files[module]))]


def _is_called(module: str, name: str) -> bool:
    return name in (module, module.rpartition(".")[2])


def _try(mutants: list[Mutant], listed: Collection[Key], options: argparse.Namespace) -> list[tuple[Mutant, Verdict]]:
    """Every mutant with its verdict. Survivors that are not listed are written at once, with `--only` all."""
    progress = Progress(len(mutants))
    found = []
    for mutant, verdict in Laboratory(tests=not options.answers).try_all(mutants, options.jobs):
        found.append((mutant, verdict))
        progress.clear()
        if options.only or (verdict.outcome == SURVIVED and mutant.key not in listed):
            print(f"{verdict.outcome:<13}{describe(mutant)}{f'  ({verdict.detail})' if verdict.detail else ''}", flush=True)
        progress.show(mutant.place)
    progress.clear()
    return found


def _write_keys(title: str, keys: Sequence[Key]) -> None:
    if keys:
        print("\n".join([title, *(f"  {module}: {function or 'module'}: {was}  →  {becomes}" for module, function, was, becomes in keys)]))


def _write_table(found: list[tuple[Mutant, Verdict]]) -> None:
    counts = Counter((mutant.source.module, verdict.outcome) for mutant, verdict in found)
    modules = list(dict.fromkeys(module for module, _ in sorted(counts)))
    print(f"{'module':<40}{'mutants':>8}" + "".join(f"{column:>14}" for column in COLUMNS))
    for module in modules:
        row = [counts[module, column] for column in COLUMNS]
        print(f"{module:<40}{sum(row):>8}" + "".join(f"{number:>14}" for number in row))


if __name__ == "__main__":
    sys.exit(main())
