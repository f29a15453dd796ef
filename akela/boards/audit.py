"""`akela audit --board`: every constant-time kernel of the catalogue with several secrets on an emulated core (`constant_time.py`)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from akela.boards.board import Board
from akela.boards.constant_time import DECLASSIFIED, EXEMPT, IDENTICAL, LEAKS, Verdict, compare, exempt
from akela.boards.made_up import MadeUp
from akela.catalogue import rows, select
from akela.catalogue.entries import Algorithm, Argument, Call, Data, Fresh, Given, Limbs, Made, Number, Row
from akela.catalogue.finite_field import PARTS
from akela.footprint.areas import chosen_modules
from akela.progress import Progress

SECRETS = 3
BLOCK_BYTES, AAD_BYTES = 160, 13  # a message of whole blocks for every cipher

# Rows that no core is asked for: a prime is found after a number of trials that the random numbers decide.
LEFT_OUT = {"RSA 1024 key gen": "how long it takes is a matter of the random numbers, by definition", "RSA 2048 key gen": "as for 1024"}


@dataclass(frozen=True)
class Audited:
    """A row of the catalogue, and what was seen of the kernels that it calls."""

    algorithm: str
    row: str
    verdicts: tuple[Verdict, ...]

    @property
    def result(self) -> str:
        """The worst of its kernels' results."""
        results = {verdict.result for verdict in self.verdicts}
        return next((result for result in (LEAKS, DECLASSIFIED, IDENTICAL) if result in results), EXEMPT)


def audit_rows(board: Board, patterns: Sequence[str], secrets: int = SECRETS) -> Iterator[Audited]:
    """Audit the rows that patterns name: algorithms, families, or names with * and ?; without patterns all.

    Raises ValueError for a pattern that names nothing, Trap where the core stops.
    """
    chosen = [(algorithm, row) for algorithm, row in rows(_selected(patterns)) if row.name not in LEFT_OUT]
    progress = Progress(len(chosen))
    for algorithm, row in chosen:
        progress.show(f"{row.name} on {board.file.name}")
        works = [partial(_Inputs(board, secret).work, row) for secret in range(secrets)]
        verdicts = compare(board, works)
        progress.clear()
        yield Audited(algorithm.name, row.name, tuple(verdicts))


def audit_others(board: Board, found: Sequence[Audited], secrets: int = SECRETS) -> Iterator[Audited]:
    """Audit the kernels on the board that none of these rows has called, with arguments that are made up: one for each module."""
    made_up, seen = MadeUp(board), {verdict.kernel for audited in found for verdict in audited.verdicts}
    progress = Progress(len(board.image.modules))
    for module in board.image.modules:
        verdicts: list[Verdict] = []
        progress.show(f"other kernels of {module.stem} on {board.file.name}")
        for function in module.functions:
            if function.ref.exported and function.name not in seen and not exempt(function) and made_up.prepare(function.name):
                judged = compare(board, [partial(made_up.call, function.name, secret) for secret in range(secrets)])
                verdicts += [verdict for verdict in judged if verdict.kernel not in seen]
                seen |= {verdict.kernel for verdict in judged}
        progress.clear()
        if verdicts:
            yield Audited(module.stem, f"other kernels of {module.stem}", tuple(verdicts))


def unaudited(board: Board, found: Sequence[Audited]) -> dict[str, list[str]]:
    """The kernels on the board in constant time that were not run, by module: the branch check alone vouches for them."""
    seen = {verdict.kernel for audited in found for verdict in audited.verdicts}
    left: dict[str, list[str]] = {}
    for module in board.image.modules:
        for function in module.functions:
            if function.ref.exported and function.name not in seen and not exempt(function):
                left.setdefault(module.stem, []).append(function.name)
    return left


def _selected(patterns: Sequence[str]) -> tuple[Algorithm, ...]:
    names: list[str] = []
    for pattern in patterns:
        matching = [algorithm.name for algorithm in select(()) if fnmatchcase(algorithm.name, pattern)]
        names += matching or [pattern]
    return select(names)


class _Inputs:
    """Arguments of the catalogue's calls. What is any bytes there is a secret; lengths, numbers and public values stay as they are."""

    def __init__(self, board: Board, secret: int) -> None:
        self.board, self.secret = board, secret

    def work(self, row: Row) -> Any:
        """Do what a row measures, and what it needs before that: key schedules are made of secrets, too."""
        return self._called(row.call, row.context)

    def _called(self, call: Call, context: Call | None) -> Any:
        owner = self.board if context is None else self._called(context, None)
        name = call.name
        if name.endswith("_w64"):  # rows name the kernels of 64-bit hosts
            name = f"{name[:-4]}_w{self.board.word_sizes[0]}"
        return getattr(owner, name)(*(self._value(argument) for argument in call.arguments))

    def _value(self, argument: Argument) -> Any:
        match argument:
            case Made(call, context):
                return self._called(call, context)
            case Given(value):
                return self._given(value)
            case Fresh(count):
                return self._octets(count)
            case Number(value):
                return value
            case Data.BLOCK:
                return self._octets(BLOCK_BYTES)
            case Data.AAD:
                return self._octets(AAD_BYTES)
            case Data.COUNT:
                return BLOCK_BYTES
            case Limbs(bits, odd):
                octets = bytearray(self._octets(bits // 8))
                octets[0] |= odd
                octets[-1] |= odd << 7
                return bytes(octets)

    def _octets(self, count: int) -> bytes:
        """Bytes that are different for each secret. Every third secret is mostly zeros: instructions that end early do so on such."""
        source = random.Random(f"{self.secret} {count}")
        octets = source.randbytes(count)
        return bytes(octet if self.secret % 3 != 2 or source.random() < 0.25 else 0 for octet in octets)

    def _given(self, value: bytes) -> bytes:
        if value == PARTS.value and self.secret % 2:  # an RSA key of the same modulus: its primes change places
            size = len(value) // 5
            p, q, dp, dq, _ = (value[at : at + size] for at in range(0, len(value), size))
            coefficient = pow(int.from_bytes(p, "big"), -1, int.from_bytes(q, "big"))
            return q + p + dq + dp + coefficient.to_bytes(size, "big")
        return self._octets(len(value)) if value == b"passwordpassword" else value


# --- printing -----------------------------------------------------------------------------------------------------------------------------


def heading(board: Board, secrets: int) -> Iterator[str]:
    """What is compared, and by what."""
    file = board.file
    yield f"{file.title}: {file.core}, emulated by {file.emulator} ({file.emulated_core}); {board.image.compiler} {board.optimisation}"
    if file.difference:
        yield f"The emulated core differs: {file.difference}."
    yield f"Compared in runs with {secrets} secrets: the address of every instruction executed, and what it addresses data with."
    if board.target.vartime and file.emulator == "unicorn":
        names = ", ".join(sorted(board.target.vartime))
        yield f"Operands of instructions of variable time ({names}) are compared by value: one that is alike in all runs holds no secret."
    else:
        yield "This core has no instruction whose time depends on its operands; code that held one of another core would stop as illegal."


def lines(audited: Audited) -> Iterator[str]:
    """A row, then each kernel of which there is more to say than that its runs are alike."""
    count = sum(verdict.instructions for verdict in audited.verdicts)
    kernels = ", ".join(dict.fromkeys(verdict.kernel for verdict in audited.verdicts))
    yield f"  {audited.result:<13}{audited.row:<32}{count:>12,} instructions: {kernels}"
    for kernel, result, detail in dict.fromkeys((v.kernel, v.result, v.detail) for v in audited.verdicts if v.detail):
        yield f"      {kernel} {result}: {detail}"


def run(name: str, compiler: str | None, optimisation: str, patterns: Sequence[str], as_json: bool, write: Callable[[str], None]) -> int:
    """Audit on a board and write the report; gives 1 where a kernel leaks, else 0.

    Raises ValueError for an unknown board or pattern, ToolchainMissing and EmulatorMissing for what is not installed.
    """
    modules = chosen_modules(patterns, _selected(patterns), name)
    board = Board(name, compiler=compiler, optimisation=optimisation, modules=modules, accelerators=())
    found: list[Audited] = []
    if not as_json:
        for line in heading(board, SECRETS):
            write(line)
    for audit in (audit_rows(board, patterns), audit_others(board, found)):
        for audited in audit:
            found.append(audited)
            if not as_json:
                for line in lines(audited):
                    write(line)
    board.close()
    left = unaudited(board, found)
    results = {result: sum(each.result == result for each in found) for result in (IDENTICAL, DECLASSIFIED, EXEMPT, LEAKS)}
    if as_json:
        report = {"schema": "akela-board-audit-1", "board": name, "rows": [asdict(each) for each in found], "not_run": left}
        write(json.dumps(report, indent=2))
    else:
        if not patterns:
            for row, why in LEFT_OUT.items():
                write(f"  not run      {row}: {why}")
            for module, names in left.items():
                write(f"  not run      kernels of {module}: {', '.join(names)}")
        write(f"Rows: {', '.join(f'{count} {result}' for result, count in results.items())}")
    return int(results[LEAKS] > 0)
