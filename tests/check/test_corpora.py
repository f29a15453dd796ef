"""The checker against two corpora of tiny programs: one that must be accepted, one that must be refused with a code and a message."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from akela.compiler.errors import Code, CompileErrors
from akela.compiler.frontend import compile_module
from akela.lang import REGISTRY

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Size:
    """A target of which only the word size matters."""

    word_bits: int
    wide_mul: str = "native"
    options: Mapping[str, int] = field(default_factory=dict)


def programs(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob("*.py"))


@pytest.fixture
def load() -> Iterator[object]:
    loaded: list[str] = []

    def run(path: Path) -> str:
        name = f"corpus_{path.parent.name}_{path.stem}"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        loaded.append(name)
        spec.loader.exec_module(module)
        return name

    yield run
    for name in loaded:
        del sys.modules[name]
        REGISTRY.pop(name, None)


@pytest.mark.parametrize("word_bits", [32, 64])
@pytest.mark.parametrize("path", programs("ok"), ids=lambda p: p.stem)
def test_accepted(path: Path, word_bits: int, load) -> None:
    module = compile_module(load(path), Size(word_bits))
    assert module.functions or "helper" in path.read_text()


@pytest.mark.parametrize("path", programs("refuse"), ids=lambda p: p.stem)
def test_refused(path: Path, load) -> None:
    header = re.match(r"# refuse ((?:AK\d+ ?)+): (.+)", path.read_text())
    assert header, "the first line says `# refuse CODE: part of the message`"
    with pytest.raises(CompileErrors) as caught:
        compile_module(load(path), Size(32))
    assert " ".join(caught.value.codes) == header[1], str(caught.value)
    assert header[2] in str(caught.value)
    for error in caught.value.errors:
        assert error.src.file == path.name and error.src.line > 1


def test_every_code_has_a_program() -> None:
    refused = " ".join(path.read_text().splitlines()[0] for path in programs("refuse"))
    missing = [code.number for code in Code if code.number not in refused]
    assert missing == []
