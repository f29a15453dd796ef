"""Runs trials: each in a child that is forked from a process in which everything has been imported, compiled and tested once."""

from __future__ import annotations

import gc
import json
import os
import signal
import tempfile
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import hypothesis

from tools.mutation.modules import with_dependents
from tools.mutation.mutants import Mutant
from tools.mutation.trial import TIMEOUT, Executions, Verdict, failing_test, judge, wrong_answer

STUCK_SECONDS = 3600  # a child that waits for something uses no processor time


class Laboratory:
    """What the mutants of some modules are tried with.

    Raises RuntimeError where a test fails although nothing is mutated.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        # The same examples for every mutant, and no file that remembers failing ones.
        hypothesis.settings.register_profile("mutation", database=None, derandomize=True)
        hypothesis.settings.load_profile("mutation")
        affected = with_dependents(modules)
        self.unchanged = Executions()
        with _silence():
            failed = wrong_answer(self.unchanged, affected) or failing_test(self.unchanged, affected)
        if failed:
            raise RuntimeError(f"with no mutant at all this fails: {failed}; mend it first")
        gc.collect()
        gc.freeze()

    def try_all(self, mutants: Iterable[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
        """Every mutant with its verdict, in the order in which they are found; `jobs` trials at a time."""
        waiting = iter(mutants)
        running: dict[int, _Trial] = {}
        while True:
            while len(running) < jobs and (mutant := next(waiting, None)) is not None:
                trial = _Trial(mutant, self.unchanged)
                running[trial.pid] = trial
            if not running:
                return
            pid, status = os.wait()
            yield running[pid].mutant, running.pop(pid).finish(status)


class _Trial:
    """A child at work on a mutant."""

    def __init__(self, mutant: Mutant, unchanged: Executions) -> None:
        self.mutant = mutant
        self.folder = tempfile.TemporaryDirectory(prefix="akela_mutant_")
        path = Path(self.folder.name) / mutant.source.path.name
        path.write_text(mutant.text(), encoding="utf-8")
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _report(writing, mutant, path, unchanged)
        os.close(writing)

    def finish(self, status: int) -> Verdict:
        """What the child, which has ended with this status, found. Raises RuntimeError where it broke down."""
        with os.fdopen(self.reading, "rb") as pipe:
            result = pipe.read().decode()
        self.folder.cleanup()
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM):
            return Verdict(TIMEOUT)
        if os.WIFSIGNALED(status) or "error" in (found := json.loads(result)):
            raise RuntimeError(f"{self.mutant.place}: {self.mutant.mutated}: the trial ended with status {status}\n{result}")
        return Verdict(**found)


def _report(writing: int, mutant: Mutant, path: Path, unchanged: Executions) -> None:
    """The child: write what is found into the pipe, and end."""
    signal.alarm(STUCK_SECONDS)
    try:
        with _silence():
            result = asdict(judge(mutant.source.module, path, unchanged))
    except BaseException:
        result = {"error": traceback.format_exc()}
    os.write(writing, json.dumps(result).encode())
    os._exit(0)


@contextmanager
def _silence() -> Iterator[None]:
    """What is printed meanwhile goes nowhere, whoever prints it."""
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for descriptor in (1, 2):
            os.dup2(nowhere, descriptor)
        yield
    finally:
        for descriptor, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, descriptor)
            os.close(copy)
        os.close(nowhere)
