"""The snippets of docs/how-to-add-a-kernel.md, run as a reader would run them."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from akela import catalogue, kernels
from akela.bench.jobs import Sizes, make_job
from akela.catalogue import entries
from akela.catalogue.entries import Algorithm
from akela.cli import main
from akela.compiler.errors import CompileErrors
from akela.compiler.frontend import compile_module
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.executions import Execution
from akela.lang import REGISTRY
from akela.selftest.run import check

DOCS = Path(__file__).parents[1] / "docs"
HOW_TO = (DOCS / "how-to-add-a-kernel.md").read_text(encoding="utf-8")
NAME = "akela.kernels.siphash"


def marked(mark: str) -> str:
    """The block behind a comment `<!-- mark -->`."""
    found = re.search(rf"^<!-- {re.escape(mark)} -->\n```\w+\n(.*?)^```", HOW_TO, re.MULTILINE | re.DOTALL)
    assert found, f"no block is marked {mark!r}"
    return found[1]


def install(folder: Path, text: str) -> None:
    """Make the text the module NAME, as if it lay beside the other kernels."""
    path = folder / "siphash.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(NAME, path)
    assert spec and spec.loader
    sys.modules[NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[NAME])


@pytest.fixture(autouse=True)
def siphash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kernel of the page, as one of this package's."""
    install(tmp_path, marked("file"))
    monkeypatch.setattr(kernels, "MODULES", (*kernels.MODULES, NAME))
    yield
    del sys.modules[NAME], REGISTRY[NAME]


@pytest.fixture
def emitted() -> Execution:
    """The kernel as emitted Python."""
    return Execution("python", load([compile_module(NAME, load_target("x86_64"))], "python"))


def entry() -> Algorithm:
    algorithm = eval(marked("entry"), vars(entries))
    assert isinstance(algorithm, Algorithm)
    return algorithm


def akela(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_what_is_typed_at_the_prompt() -> None:
    sessions = re.findall(r"^```pycon\n(.*?)^```", HOW_TO, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "how-to-add-a-kernel.md", None, 0)
    assert len(example.examples) >= 8
    said: list[str] = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)


def test_the_refusal(tmp_path: Path) -> None:
    place = "        v0 ^= m\n"
    bad = marked("file").replace(place, place + marked("in the loop, behind `v0 ^= m`"))
    install(tmp_path, bad)
    with pytest.raises(CompileErrors) as caught:
        compile_module(NAME, load_target("cortex_m3"))
    assert str(caught.value) == marked("refused").strip()


def test_the_commands() -> None:
    commands = [line[2:].split() for line in HOW_TO.splitlines() if line.startswith("$ akela ")]
    assert all(command[1] in main.commands for command in commands)
    shown = akela(*next(command[1:] for command in commands if command[1] == "show"))
    assert marked("contract") in shown
    assert "void akela_siphash(const uint8_t key[16], " in akela(*next(command[1:] for command in commands if command[1] == "emit"))


def test_the_row_of_the_benchmark(emitted: Execution) -> None:
    algorithm = entry()
    job = make_job(algorithm, algorithm.rows[0], emitted, Sizes(64))
    assert len(job.function(*job.arguments)) == 8
    assert algorithm.name not in {a.name for a in catalogue.ALGORITHMS}


def test_the_known_answer(emitted: Execution) -> None:
    names: dict[str, Any] = {"Case": dict}
    exec(marked("cases"), names)
    (case,) = names["siphash_cases"]()
    assert check(case, emitted) is None
    assert check({**case, "result": "00" * 8}, emitted) is not None


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
