"""Arrays, views, tables and copies: bounds, undefined elements, secrecy of what is stored, overlap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from akela.lang import (
    WORD_BITS,
    Array,
    BoundsError,
    Buffer,
    Bytes,
    KindError,
    MutSlice,
    OverlapError,
    Public,
    PublicBuffer,
    PublicBytes,
    RangeError,
    SecrecyError,
    Slice,
    UndefinedError,
    Word,
    fill,
    limbs,
    splat,
    table,
    u8,
    u32,
    u32x4,
    u64,
    word_size,
)
from akela.lang.memory import View
from akela.lang.types import ArrayType, SliceType, TemplateWordType, WordType, as_type
from akela.lang.words import make

SECRET = make(u32, 5, secret=True)


def filled(length: int) -> View:
    x = Array[u32, length]()
    for i in range(length):
        x[i] = i
    return x


def test_elements_are_secret_words_unless_declared_public() -> None:
    assert repr(filled(2)[1]) == "u32(0x00000001)"
    x = Array[Public[u32], 2].zeros()
    assert repr(x[0]) == "Public[u32](0x00000000)"
    x[0] = 7
    assert x[0] == 7
    with pytest.raises(SecrecyError, match=r"an element of a view of 2 Public\[u32\] is Public\[u32\], given a secret"):
        x[0] = SECRET


def test_elements_are_undefined_until_they_are_written() -> None:
    x = Array[u32, 4]()
    x[1] = SECRET
    assert x[1].value == 5
    assert x.tolist() == [None, 5, None, None]
    with pytest.raises(UndefinedError, match=r"element 0 of a view of 2 u32 is read before it is written.*zeros"):
        x[2:4][0]
    with pytest.raises(UndefinedError, match="element 1 of a view of 3 u32 is copied before it is written"):
        Array[u32, 3]()[:] = x[1:]
    assert Array[u32, 3].zeros().tolist() == [0, 0, 0]


def test_augmented_assignment() -> None:
    x = filled(4)
    x[3] += 10
    x[3] ^= SECRET
    assert x[3].value == 13 ^ 5


@pytest.mark.parametrize("index", [-1, 4, 100])
def test_indices_are_strict(index: int) -> None:
    x = filled(4)
    with pytest.raises(BoundsError, match=rf"index {index} of a view of 4 u32: must be at least 0 and less than 4"):
        x[index]
    with pytest.raises(BoundsError):
        x[index] = 0


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (0, 5), (3, 2), (5, 5), (2, -1)])
def test_slice_bounds_are_strict(start: int, stop: int) -> None:
    with pytest.raises(BoundsError, match=rf"\[{start}:{stop}\] of a view of 4 u32: bounds are strict"):
        filled(4)[start:stop]


def test_slices_are_views() -> None:
    x = filled(6)
    y = x[1:5]
    z = y[2:]
    assert (len(y), len(z), z[0].value) == (4, 2, 3)
    z[0] = 99
    assert x[3].value == 99
    assert len(x[:]) == 6
    assert len(x[6:6]) == 0
    assert [w.value for w in x[4:]] == [4, 5]
    with pytest.raises(KindError, match="a slice has no step"):
        x[::2]


@pytest.mark.parametrize("use", [lambda x, i: x[i], lambda x, i: x[i:], lambda x, i: x[:i], lambda x, i: x.__setitem__(i, 0)])
def test_indices_and_bounds_are_ints(use: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(SecrecyError, match="cannot be used as an index"):
        use(filled(8), SECRET)
    with pytest.raises(KindError, match=r"write int\(x\)"):
        use(filled(8), u32(1))
    with pytest.raises(KindError, match="is an int, given bool"):
        use(filled(8), True)
    with word_size(32):
        use(filled(40), WORD_BITS)


def test_stored_values_have_the_type_of_the_elements() -> None:
    x = filled(2)
    with pytest.raises(KindError, match=r"is u32, given a Public\[u64\]"):
        x[0] = u64(1)
    with pytest.raises(RangeError, match="does not fit a u32"):
        x[0] = 1 << 32
    with pytest.raises(KindError, match="expected a u32 or an int"):
        x[0] = x


def test_copies() -> None:
    x, y = Array[u32, 4](), filled(4)
    x[:] = y
    x[2:4] = x[0:2]
    x[0:2] = x[0:2]
    x[0:1] = table(u32, [77])
    assert x.tolist() == [77, 1, 0, 1]
    for target, source, error, message in (
        (x, y[1:], RangeError, "the lengths must be equal"),
        (x, Array[u8, 4].zeros(), KindError, "the elements must have one type"),
        (Array[Public[u32], 4](), y, SecrecyError, "declassify each"),
        (x, [1, 2, 3, 4], KindError, r"given list; fill\(x, value\)"),
        (x, 0, KindError, "given int"),
        (x[0:3], x[1:4], OverlapError, "copy through a local array"),
    ):
        with pytest.raises(error, match=message):
            target[:] = source


def test_fill() -> None:
    x = filled(4)
    fill(x[1:3], SECRET)
    assert x.tolist() == [0, 5, 5, 3]
    fill(x, 0)
    assert x.tolist() == [0, 0, 0, 0]
    with pytest.raises(KindError, match="must be an array or a writable slice, given int"):
        fill(5, 0)
    with pytest.raises(SecrecyError):
        fill(Array[Public[u32], 4](), SECRET)


def test_views_are_no_conditions_and_do_not_compare() -> None:
    with pytest.raises(KindError, match=r"write len\(x\) > 0"):
        bool(filled(1))
    for use in (lambda x: x == x, lambda x: x != x):
        with pytest.raises(SecrecyError, match="zero_mask"):
            use(filled(1))
    with pytest.raises(TypeError):
        hash(filled(1))


def test_arrays_of_vectors() -> None:
    x = Array[u32x4, 2].zeros()
    x[1] = splat(u32x4, SECRET)
    assert (x[0] + x[1]).values == (5, 5, 5, 5)
    assert x.tolist() == [(0, 0, 0, 0), (5, 5, 5, 5)]
    with pytest.raises(KindError, match=r"is u32x4, given Public\[u32\]"):
        x[0] = u32(1)


def test_types() -> None:
    assert as_type(Array[u32, 16]) == Array[u32, 16].as_type() == ArrayType(WordType(32), 16)
    assert repr(Array[u32, 16]) == "Array[u32, 16]"
    assert as_type(Slice[u8]) == as_type(Bytes) == SliceType(WordType(8))
    assert as_type(MutSlice[u8]) == as_type(Buffer) == SliceType(WordType(8), writable=True)
    assert as_type(Slice[Public[u8]]) == as_type(PublicBytes) == SliceType(WordType(8, secret=False))
    assert as_type(MutSlice[Public[u8]]) == as_type(PublicBuffer) == SliceType(WordType(8, secret=False), writable=True)
    assert as_type(Slice[Word]) == SliceType(TemplateWordType())


def test_arrays_of_words_follow_the_word_size() -> None:
    kind = Array[Word, 2]
    with word_size(32):
        assert repr(kind.zeros()[0]) == "u32(0x00000000)"
    assert repr(kind.zeros()[0]) == "u64(0x0000000000000000)"


@pytest.mark.parametrize(
    ("make_type", "error", "message"),
    [
        (lambda: Array[u32], KindError, "an element type and a length"),
        (lambda: Array[u32, 0], RangeError, "at least one element"),
        (lambda: Array[u32, u32(4)], KindError, r"int\(x\)"),
        (lambda: Array[int, 4], KindError, "holds words, such as u8"),
        (lambda: Slice[bool], KindError, "holds words"),
        (lambda: MutSlice[Array[u8, 4]], KindError, "holds words"),
        (lambda: table(u8, [256]), RangeError, "element 0 of a table of"),
        (lambda: table(u8, ["a"]), KindError, "expected a u8 or an int"),
        (lambda: table(Word, [1]), KindError, r"limbs\(n, bits\)"),
        (lambda: limbs(16, 4), RangeError, "it has 5 bits"),
        (lambda: limbs(-1, 4), RangeError, "at least 0"),
    ],
)
def test_types_and_tables_that_do_not_exist(make_type: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make_type()


def test_tables_are_public_and_constant() -> None:
    K = table(u32, [3, 1, 4])
    assert (len(K), K[2] == 4, K.element, K.values) == (3, True, WordType(32, secret=False), (3, 1, 4))
    assert [int(w) for w in K[1:]] == [1, 4]
    with pytest.raises(KindError, match="cannot be written: a table is constant"):
        K[0:1][0] = 5
    with pytest.raises(BoundsError):
        K[3]
    with pytest.raises(SecrecyError):
        K[SECRET]
    assert repr(K) == "table(Public[u32], (3, 1, 4))"


@pytest.mark.parametrize(("bits", "words"), [(32, (0x89ABCDEF, 0x01234567, 0xF)), (64, (0x0123456789ABCDEF, 0xF))])
def test_limbs(bits: int, words: tuple[int, ...]) -> None:
    n = limbs(0xF_01234567_89ABCDEF, 80)
    with word_size(bits):
        assert n.values == words
        assert len(n) == len(words)
        assert n[0] == words[0]
    assert repr(n) == "limbs(0xf0123456789abcdef, 80)"
