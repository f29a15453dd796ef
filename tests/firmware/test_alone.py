"""Each algorithm exported alone brings what its benchmark rows and known answers call."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from akela.catalogue import ALGORITHMS
from akela.compiler.targets import load_target
from akela.firmware.api import Api
from akela.firmware.benchmark import Benchmark
from akela.firmware.export import files, write
from akela.firmware.kernels import chosen, kernels
from akela.firmware.known_answers import KnownAnswers
from akela.settings import Settings
from tests.firmware.test_export import c

ROW = re.compile(r"^static akela_status_t prepare_", re.MULTILINE)
CASE = re.compile(r"^static int test_", re.MULTILINE)
TOO_LARGE = {"scrypt": 1}  # rows that want more memory than chips have: 16 MiB
# Those whose rows or answers call for more than an algorithm's own kernels, or for what has its name from elsewhere.
SAMPLE = ("des", "scrypt", "rsa-key-generation", "ecdsa-p521", "ed448")


@pytest.mark.parametrize("name", SAMPLE)
def test_rows_and_answers(name: str) -> None:
    settings = Settings(algorithms=frozenset({name}))
    api = Api(kernels(settings, load_target("rv32imc")), settings)
    algorithm = next(a for a in ALGORITHMS if a.name == name)
    assert len(ROW.findall(Benchmark(api).source())) == len(algorithm.rows) - TOO_LARGE.get(name, 0)
    assert CASE.search(KnownAnswers(api).source())


@pytest.mark.parametrize("form", ["small", "table8"])
def test_a_form_of_ghash_has_the_rows_of_the_other(form: str) -> None:
    settings = Settings(algorithms=frozenset({"aes-gcm", "gmac"}), ghash=form)
    api = Api(kernels(settings, load_target("rv32imc")), settings)
    assert [algorithm.name for algorithm in api.algorithms()] == ["aes-gcm", "gmac"]
    assert len(ROW.findall(Benchmark(api).source())) == sum(len(algorithm.rows) for algorithm in chosen(settings))
    assert len(CASE.findall(KnownAnswers(api).source())) == 12


def test_they_run(tmp_path: Path) -> None:
    if shutil.which("make") is None or shutil.which("gcc") is None:
        pytest.skip("needs make and gcc")
    names = frozenset({"des", "gmac", "ed25519"})
    write(files("make", "host", Settings(algorithms=names, ghash="table4", benchmark_arguments="-ms 1")), tmp_path)
    c("make", "-s", "CFLAGS=-O0", folder=tmp_path)
    assert "FAILED" not in c(tmp_path / "test")
    assert len(re.findall(r"took", c(tmp_path / "benchmark"))) == sum(len(a.rows) for a in ALGORITHMS if a.name in names)
