"""Everything that a reader would type from docs/tutorial.md and docs/how-to/."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages import DOCS, code_blocks, run_page

PAGES = [DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page)


def test_there_is_something_to_run() -> None:
    assert len(PAGES) >= 5
    assert len(code_blocks(DOCS / "tutorial.md")) >= 12
