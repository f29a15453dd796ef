"""Words: arithmetic modulo 2**bits, widths, literals, and what is refused for a secret."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.lang import WORD_BITS, DWord, KindError, Public, RangeError, SecrecyError, Word, truncate, u8, u16, u32, u64, word_size
from akela.lang.types import TemplateWordType, WordType, as_type
from akela.lang.words import WORD_CLASSES, WordValue, make, u128

WORDS = [u8, u16, u32, u64, u128]


def secret(cls: type[WordValue], value: int) -> WordValue:
    return make(cls, value, secret=True)


@pytest.mark.parametrize("cls", WORDS)
@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor])
@given(data=st.data())
def test_binary_operators_wrap(cls: type[WordValue], op: Callable[[Any, Any], Any], data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(0, cls.mask)) for _ in range(2))
    expected = op(a, b) % (1 << cls.bits)
    for result in (op(cls(a), cls(b)), op(cls(a), b), op(a, cls(b))):
        assert type(result) is cls
        assert result.value == expected


@pytest.mark.parametrize("cls", WORDS)
def test_unary_operators_and_shifts(cls: type[WordValue]) -> None:
    for value in (0, 1, cls.mask >> 1, cls.mask):
        assert (~cls(value)).value == cls.mask - value
        assert (-cls(value)).value == -value % (1 << cls.bits)
        for count in (0, 1, cls.bits - 1):
            assert (cls(value) << count).value == value << count & cls.mask
            assert (cls(value) >> count).value == value >> count


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor])
def test_a_result_is_secret_as_soon_as_one_side_is(op: Callable[[Any, Any], WordValue]) -> None:
    known, hidden = u32(5), secret(u32, 3)
    assert op(known, known).secret is False
    assert op(known, 3).secret is False
    assert op(known, hidden).secret is True
    assert op(hidden, known).secret is True
    assert op(7, hidden).secret is True


def test_unary_operators_shifts_and_conversions_keep_secrecy() -> None:
    for x in (u32(5), secret(u32, 5)):
        assert {(~x).secret, (-x).secret, (x << 1).secret, (x >> 1).secret, u64(x).secret, truncate(u8, x).secret} == {x.secret}


def test_mixed_widths_are_refused_with_the_way_to_widen() -> None:
    with pytest.raises(KindError, match=r"Public\[u8\] \+ Public\[u32\]: .*u32\(x\)"):
        u8(1) + u32(1)
    with pytest.raises(KindError, match=r"u64\(x\)"):
        u64(1) == u32(1)  # noqa: B015


@pytest.mark.parametrize("other", [True, 1.0, "1", None])
def test_other_operands_are_refused(other: object) -> None:
    with pytest.raises(KindError, match="expected a u32 or an int"):
        u32(1) + other


@pytest.mark.parametrize("value", [-1, 256])
def test_literals_must_fit(value: int) -> None:
    with pytest.raises(RangeError, match=r"does not fit a u8"):
        u8(1) + value
    with pytest.raises(RangeError, match=r"does not fit a u8"):
        u8(value)
    with pytest.raises(RangeError, match=r"does not fit a u8"):
        u8(1) == value  # noqa: B015


def test_conversions() -> None:
    assert u32(u8(200)).value == 200
    assert u32(u32(7)).value == 7
    assert truncate(u8, u32(0x1234)).value == 0x34
    assert int(u16(0x1234)) == 0x1234
    with pytest.raises(KindError, match=r"truncate\(u8, x\)"):
        u8(u32(1))
    with pytest.raises(KindError, match=r"u32\(x\) to widen"):
        truncate(u32, u8(1))
    with pytest.raises(KindError, match="takes a word"):
        truncate(u8, 5)
    with pytest.raises(KindError, match="expected a word type"):
        truncate(5, u8(1))


@pytest.mark.parametrize("count", [-1, 32, 100])
def test_shift_counts_are_below_the_width(count: int) -> None:
    for shift in (operator.lshift, operator.rshift):
        with pytest.raises(RangeError, match="less than the width, 32"):
            shift(u32(1), count)


def test_shift_counts_are_ints() -> None:
    for shift in (operator.lshift, operator.rshift):
        with pytest.raises(SecrecyError, match="secret"):
            shift(u32(1), secret(u32, 1))
        with pytest.raises(KindError, match=r"int\(x\)"):
            shift(u32(1), u32(1))
        with pytest.raises(KindError, match="is an int, given str"):
            shift(u32(1), "1")
        with pytest.raises(KindError, match="a shift count is an int"):
            shift(1, u32(1))


@pytest.mark.parametrize("op", [operator.floordiv, operator.mod, operator.truediv, operator.pow])
def test_division_is_refused(op: Callable[[Any, Any], Any]) -> None:
    for a, b in ((u32(6), 2), (6, u32(2)), (secret(u32, 6), u32(2))):
        with pytest.raises(KindError, match="words have no /"):
            op(a, b)


COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


@pytest.mark.parametrize("op", COMPARISONS)
def test_public_words_compare(op: Callable[[Any, Any], bool]) -> None:
    for a in range(3):
        for b in range(3):
            assert op(u8(a), u8(b)) is op(a, b)
            assert op(u8(a), b) is op(a, b)


@pytest.mark.parametrize("op", COMPARISONS)
def test_secrets_do_not_compare(op: Callable[[Any, Any], bool]) -> None:
    for a, b in ((secret(u8, 1), u8(1)), (u8(1), secret(u8, 1)), (secret(u8, 1), 1)):
        with pytest.raises(SecrecyError, match=r"compares a secret \(u8\); use eq_mask"):
            op(a, b)


@pytest.mark.parametrize("use", [bool, hash, operator.index, int, range, "abc".__getitem__])
def test_uses_of_a_secret_that_show(use: Callable[[Any], Any]) -> None:
    with pytest.raises(SecrecyError, match=r"a secret \(u32\) cannot be .*declassify"):
        use(secret(u32, 1))


def test_a_public_word_is_no_condition_and_no_index() -> None:
    with pytest.raises(KindError, match="write x != 0"):
        bool(u32(1))
    with pytest.raises(KindError, match=r"write int\(x\)"):
        operator.index(u32(1))
    assert hash(u32(1)) == hash(u32(1))


def test_repr_shows_type_and_value() -> None:
    assert repr(secret(u32, 0x6A09E667)) == "u32(0x6a09e667)"
    assert repr(u8(7)) == "Public[u8](0x07)"


def test_types() -> None:
    assert as_type(u32) == WordType(32)
    assert as_type(Public[u32]) == WordType(32, secret=False)
    assert as_type(Word) == TemplateWordType()
    assert as_type(Public[DWord]) == TemplateWordType(double=True, secret=False)
    assert repr((Word, DWord)) == "(Word, DWord)"
    with pytest.raises(KindError, match=r"Public\[…\] takes a word type, given int"):
        Public[int]
    assert set(WORD_CLASSES) == {8, 16, 32, 64, 128}


@pytest.mark.parametrize(("bits", "word", "double"), [(32, u32, u64), (64, u64, u128)])
def test_word_and_double_word_follow_the_word_size(bits: int, word: type[WordValue], double: type[WordValue]) -> None:
    with word_size(bits):
        assert type(Word(1)) is word
        assert type(DWord(Word(1))) is double
        assert type(truncate(Word, DWord(1))) is word
        assert (DWord(1) << WORD_BITS).value == 1 << bits
        assert (Word(0) + WORD_BITS).value == bits


@pytest.mark.parametrize("bits", [32, 64])
def test_word_bits_counts_like_an_int(bits: int) -> None:
    with word_size(bits):
        n = WORD_BITS
        assert list(range(n)) == list(range(bits))
        assert (n + 1, 1 + n, n - 1, 99 - n) == (bits + 1, bits + 1, bits - 1, 99 - bits)
        assert (n * 2, 3 * n, n // 8, 256 // n) == (bits * 2, 3 * bits, bits // 8, 256 // bits)
        assert (n % 7, 100 % n, 1 << n) == (bits % 7, 100 % bits, 1 << bits)
        assert (n == 32) is (bits == 32)
        assert (n > 32) is (bits > 32)
        assert {n: 1}[n] == 1
        assert repr(n) == "WORD_BITS"


def test_other_word_sizes_are_refused() -> None:
    with pytest.raises(RangeError, match="32 or 64, not 16"), word_size(16):
        pass
