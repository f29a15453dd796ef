"""Masks: every function over all pairs of 8-bit words and edge words of the other widths, and what is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from akela.lang import (
    KindError,
    Mask,
    RangeError,
    SecrecyError,
    bit_mask,
    declassify,
    eq_mask,
    lt_mask,
    mask_word,
    ne_mask,
    nonzero_mask,
    select,
    swap_if,
    u8,
    u16,
    u32,
    u64,
    zero_mask,
)
from akela.lang.types import MaskType, WordType, as_type
from akela.lang.words import WordValue, make, u128

WHY = "a test looks at it"


def pairs() -> Iterator[tuple[WordValue, WordValue]]:
    """All pairs of bytes, and the pairs of edge words of the wider types."""
    words: dict[type[WordValue], list[int]] = {u8: list(range(256))}
    for cls in (u16, u32, u64, u128):
        top = 1 << cls.bits - 1
        words[cls] = [0, 1, 2, top - 1, top, top + 1, cls.mask - 1, cls.mask]
    for cls, values in words.items():
        secrets = [make(cls, value, secret=True) for value in values]
        yield from ((a, b) for a in secrets for b in secrets)


def as_bool(m: Mask) -> bool:
    """What the mask says; it must be all ones or all zeros."""
    word = mask_word(m)
    assert word.secret
    assert word.value in (0, word.mask)
    return word.value != 0


@pytest.mark.parametrize(("function", "meaning"), [(eq_mask, operator.eq), (ne_mask, operator.ne), (lt_mask, operator.lt)])
def test_comparing_masks(function: Callable[..., Mask], meaning: Callable[[int, int], bool]) -> None:
    for a, b in pairs():
        assert as_bool(function(a, b)) is meaning(a.value, b.value), (a, b)


def test_masks_of_one_word() -> None:
    for a, b in pairs():
        if b.value == 0:
            assert as_bool(zero_mask(a)) is (a.value == 0)
            assert as_bool(nonzero_mask(a)) is (a.value != 0)


def test_choosing() -> None:
    for a, b in pairs():
        for bit in (0, 1):
            m = bit_mask(make(type(a), bit, secret=True))
            assert as_bool(m) is bool(bit)
            assert select(m, a, b).value == (a if bit else b).value
            x, y = swap_if(m, a, b)
            assert (x.value, y.value) == ((b.value, a.value) if bit else (a.value, b.value))


def test_literals_take_the_type_of_the_words() -> None:
    x = make(u32, 7, secret=True)
    assert as_bool(eq_mask(x, 7))
    assert as_bool(lt_mask(6, x))
    assert select(eq_mask(x, 7), 1, 0).value == 1
    assert [w.value for w in swap_if(ne_mask(x, 8), 1, 2)] == [2, 1]
    with pytest.raises(RangeError, match="does not fit a u32"):
        eq_mask(x, 1 << 32)


def test_what_masks_make_is_secret() -> None:
    m = eq_mask(u32(1), u32(1))
    assert select(m, u32(1), u32(2)).secret
    assert all(word.secret for word in swap_if(m, u32(1), u32(2)))


def test_masks_combine() -> None:
    ones, zeros = (bit_mask(u8(bit)) for bit in (1, 0))
    for a in (ones, zeros):
        assert as_bool(~a) is not as_bool(a)
        for b in (ones, zeros):
            assert as_bool(a & b) is (as_bool(a) and as_bool(b))
            assert as_bool(a | b) is (as_bool(a) or as_bool(b))
            assert as_bool(a ^ b) is (as_bool(a) != as_bool(b))


def test_masks_combine_only_with_masks_of_their_width() -> None:
    with pytest.raises(KindError, match=r"Mask\[u8\] & Mask\[u32\]: both sides must be masks of one width"):
        bit_mask(u8(1)) & bit_mask(u32(1))
    with pytest.raises(KindError, match=r"Mask\[u8\] \| Public\[u8\]"):
        bit_mask(u8(1)) | u8(1)
    with pytest.raises(KindError, match="both sides"):
        bit_mask(u8(1)) ^ 1
    with pytest.raises(KindError, match=r"select: the words must have one width, given u8, Public\[u32\]"):
        select(bit_mask(u8(1)), u32(1), u32(2))


@pytest.mark.parametrize("use", [bool, hash, int, operator.index, lambda m: m == m, lambda m: m != m])
def test_uses_of_a_mask_that_show(use: Callable[[Any], Any]) -> None:
    with pytest.raises(SecrecyError, match="a mask is secret"):
        use(bit_mask(u8(1)))


def test_a_bit_is_zero_or_one() -> None:
    with pytest.raises(RangeError, match="must be 0 or 1"):
        bit_mask(u8(2))


@pytest.mark.parametrize("call", [lambda: select(u8(255), u8(1), u8(2)), lambda: swap_if(1, u8(1), u8(2)), lambda: mask_word(True)])
def test_only_a_mask_chooses(call: Callable[[], Any]) -> None:
    with pytest.raises(KindError, match=r"expected a mask, given .*make one with eq_mask"):
        call()


def test_masks_are_made_of_words() -> None:
    with pytest.raises(KindError, match=r"an operand must be a word, given int, int; write u32\(x\)"):
        eq_mask(1, 2)
    with pytest.raises(KindError, match=r"lt_mask: the words must have one width, given Public\[u8\], Public\[u32\]; widen the narrower"):
        lt_mask(u8(1), u32(2))


def test_declassify() -> None:
    word = declassify(make(u32, 5, secret=True), why=WHY)
    assert (word == 5, word.secret) == (True, False)
    assert declassify(eq_mask(u8(1), u8(1)), why=WHY) is True
    assert declassify(eq_mask(u8(1), u8(2)), why=WHY) is False
    for why in ("", "  ", 5):
        with pytest.raises(KindError, match="why must be a sentence"):
            declassify(u32(1), why=why)
    with pytest.raises(KindError, match="takes a word or a mask, given list"):
        declassify([u32(1)], why=WHY)


def test_type_and_repr() -> None:
    assert as_type(Mask[u32]) == MaskType(WordType(32))
    assert repr(bit_mask(u8(1))) == "Mask[u8](ones)"
    assert repr(bit_mask(u8(0))) == "Mask[u8](zeros)"
    with pytest.raises(KindError, match=r"Mask\[…\] takes a word type, given int"):
        Mask[int]
