"""The catalogue against the kernels: nothing that is exported is missing, and everything that is named exists."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections import Counter
from pathlib import Path

import cryptography_vectors
import pytest

from akela import kernels
from akela.catalogue import ALGORITHMS, FAMILIES, rows, select
from akela.catalogue.entries import Algorithm
from akela.lang import REGISTRY
from akela.lang.functions import KernelFunction
from akela.selftest.run import load_cases
from tests.vectors import nist_vectors, wycheproof

EACH = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.name)


def exported() -> dict[str, KernelFunction]:
    for name in kernels.MODULES:
        importlib.import_module(name)
    return {function.name: function for name in kernels.MODULES for function in REGISTRY[name] if function.exported}


def test_every_exported_kernel_is_named() -> None:
    named = {kernel for algorithm in ALGORITHMS for kernel in algorithm.kernels}
    missing = [f.name for f in exported().values() if f.kind == "kernel" and f.name not in named]
    assert missing == []


def test_every_operation_is_named() -> None:
    named = {operation for algorithm in ALGORITHMS for operation in algorithm.operations}
    assert named == {function.operation for function in exported().values() if function.operation}


@EACH
def test_what_is_named_exists(algorithm: Algorithm) -> None:
    importlib.import_module(algorithm.module)
    assert algorithm.module in kernels.MODULES
    for name in algorithm.kernels:
        assert exported()[name].exported, name
    homes = {exported()[name].module for name in algorithm.kernels}
    assert algorithm.module in homes


@EACH
def test_the_vectors_exist(algorithm: Algorithm) -> None:
    for name in algorithm.vectors:
        kind, found, rest = name.partition(":")
        if found:
            assert kind == "wycheproof"
            assert wycheproof(f"{rest}_test.json")
        else:
            assert (Path(cryptography_vectors.__file__).parent / name).is_file()
            assert nist_vectors(name)


@EACH
def test_the_package_carries_known_answers(algorithm: Algorithm) -> None:
    assert len(load_cases(algorithm)) >= 3


def test_labels_and_names_are_unique() -> None:
    labels = Counter((row.label, row.size, row.action) for _, row in rows())
    assert max(labels.values()) == 1
    assert max(Counter(algorithm.name for algorithm in ALGORITHMS).values()) == 1
    assert not {algorithm.name for algorithm in ALGORITHMS} & set(FAMILIES) - {"chacha20"}


def test_selecting() -> None:
    assert select(()) == ALGORITHMS
    assert [a.name for a in select(["sha256", "arithmetic"])] == ["sha256", *(a.name for a in ALGORITHMS if a.family == "arithmetic")]
    assert {a.family for a in select(["mac"])} == {"mac"}
    assert [a.name for a in select(["SHA-256", "AES-128-CBC-enc", "cha-poly"])] == ["aes-cbc", "chacha20-poly1305", "sha256"]  # labels
    with pytest.raises(ValueError, match="no algorithm or family 'SHA-257'; did you mean sha256"):
        select(["sha512", "SHA-257"])


def test_the_known_answers_are_what_the_tool_writes() -> None:
    command = [sys.executable, "-m", "tools.make_known_answers", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert done.returncode == 0, f"run python -m tools.make_known_answers: {done.stdout}{done.stderr}"
