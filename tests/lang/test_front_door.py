"""`akela.lang` exports the language that docs/language.md describes, and `SPLIT_PRODUCTS` follows the target of the moment."""

from __future__ import annotations

import re
from pathlib import Path

from akela import lang
from akela.lang import SPLIT_PRODUCTS, split_products

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")


def test_every_export_exists() -> None:
    for name in lang.__all__:
        assert hasattr(lang, name)


def test_every_name_that_the_page_calls_or_imports_is_exported() -> None:
    imported = {name.strip() for line in re.findall(r"from akela\.lang import (.+)", PAGE) for name in line.split(",")}
    vocabulary = set(re.findall(r"`((?:load|store)_\w*\d+|\w+_mask|select|swap_if|mask_word|declassify|mul_wide|addc|subb)\(", PAGE))
    vectors = set(re.findall(r"\bu\d+x\d+\b", PAGE))
    mentioned = imported | vocabulary | vectors
    assert mentioned and mentioned <= set(lang.__all__)


def test_split_products() -> None:
    assert not SPLIT_PRODUCTS
    with split_products(True):
        assert SPLIT_PRODUCTS
        with split_products(False):
            assert not SPLIT_PRODUCTS
    assert repr(SPLIT_PRODUCTS) == "SPLIT_PRODUCTS"
