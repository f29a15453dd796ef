"""Everything that a reader would type from docs/tutorial.md and docs/how-to/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import akela
from tests.pages import DOCS, code_blocks, run_page

PAGES = [DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page)


def test_names_to_choose_from() -> None:
    """A page may name only what there is."""
    names = re.findall(r"`(\w+)`", (DOCS / "how-to" / "choose-an-algorithm.md").read_text(encoding="utf-8"))
    assert len(names) >= 15
    assert [name for name in names if not hasattr(akela, name)] == []


def test_there_is_something_to_run() -> None:
    assert len(PAGES) >= 6
    assert len(code_blocks(DOCS / "tutorial.md")) >= 12
