"""docs/reference.md has every public name, with what its docstring says."""

from __future__ import annotations

import akela
from tools.reference import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "the page is out of date: run `python -m tools.reference`"


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in akela.__all__ if f"| `{name}" not in text] == []


def test_every_public_name_has_a_docstring() -> None:
    assert [line for line in page().splitlines() if line.endswith("|  |")] == []
