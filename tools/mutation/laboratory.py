"""Runs trials: each in a child that is forked from a process in which everything has been imported and compiled once."""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import hypothesis

from akela.compiler.modules import kernel_names
from tools.mutation.modules import module_files
from tools.mutation.mutants import Mutant, Source
from tools.mutation.trial import PORTS, SURVIVED, TEST, TIMEOUT, Kernels, Verdict, ask_answers, ask_tests

# Processor time for a module as it stands; its mutants get so many times what that took, and so much more.
MOST, TIMES, MORE = 300, 3, 2
STUCK_SECONDS = 3600  # a child that waits for something uses no processor time


# A trial of the text of a module in a file, given the processor time that it may take.
Judge = Callable[[str, Path, float], Verdict]


class Laboratory:
    """Where mutants are tried; with `tests`, those that no known answer notices a second time, by the tests."""

    def __init__(self, tests: bool = True) -> None:
        self.tests = tests
        # The same examples for every mutant, and no file that remembers failing ones.
        hypothesis.settings.register_profile("mutation", database=None, derandomize=True)
        hypothesis.settings.load_profile("mutation")
        self.kernels: Kernels | None = None
        for module in module_files():
            importlib.import_module(module)

    def try_all(self, mutants: Iterable[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
        """Every mutant with its verdict; `jobs` trials at a time. Mutants of a module come together.

        Raises RuntimeError where something fails although a module is as it stands.
        """
        for source, group in groupby(mutants, key=lambda mutant: mutant.source):
            unnoticed = []
            for mutant, verdict in self.ask(ask_answers, source, group, jobs):
                if verdict.outcome == SURVIVED and self.tests:
                    unnoticed.append(mutant)
                else:
                    yield mutant, verdict
            if unnoticed:
                yield from self.ask(self._ask_tests(), source, iter(unnoticed), jobs)

    def ask(self, judge: Judge, source: Source, mutants: Iterator[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
        """What `judge` finds of each mutant of a module. Raises RuntimeError where it finds something in the module as it stands."""
        gc.collect()
        gc.freeze()
        trial = _Trial(judge, source, source.text.decode(), MOST)
        verdict = trial.finish(os.waitpid(trial.pid, 0)[1])
        if verdict.seconds is None:
            raise RuntimeError(f"{source.module} fails as it stands: {verdict.outcome} {verdict.detail}; mend that first")
        allowed = TIMES * verdict.seconds + MORE
        running: dict[int, tuple[Mutant, _Trial]] = {}
        while True:
            while len(running) < jobs and (mutant := next(mutants, None)) is not None:
                trial = _Trial(judge, source, mutant.text(), allowed)
                running[trial.pid] = mutant, trial
            if not running:
                return
            pid, status = os.wait()
            mutant, trial = running.pop(pid)
            yield mutant, trial.finish(status)

    def _ask_tests(self) -> Judge:
        """What runs the tests, for which everything is compiled once."""
        kernels = self.kernels = self.kernels or Kernels((*kernel_names(), *PORTS))
        return lambda module, path, allowed: ask_tests(module, path, kernels, allowed)


class _Trial:
    """A child at work on a text of a module."""

    def __init__(self, judge: Judge, source: Source, text: str, allowed: float) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="akela_mutant_")
        path = Path(self.folder.name) / source.path.name
        path.write_text(text, encoding="utf-8")
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _report(writing, lambda: judge(source.module, path, allowed))
        os.close(writing)

    def finish(self, status: int) -> Verdict:
        """What the child, which has ended with this status, found. Raises RuntimeError where it broke down."""
        with os.fdopen(self.reading, "rb") as pipe:
            result = pipe.read().decode()
        self.folder.cleanup()
        if os.WIFSIGNALED(status):
            end = signal.Signals(os.WTERMSIG(status))
            timeout = end in (signal.SIGXCPU, signal.SIGALRM)
            return Verdict(TIMEOUT) if timeout else Verdict(TEST, end.name)  # a test that compiles C may crash
        if "error" in (found := json.loads(result)):
            raise RuntimeError(f"the trial broke down\n{found['error']}")
        return Verdict(found["outcome"], found["detail"], found["seconds"])


def _report(writing: int, run: Callable[[], Verdict]) -> None:
    """The child: write what is found into the pipe, and end."""
    signal.alarm(STUCK_SECONDS)
    try:
        with _silence():
            result = asdict(run())
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
