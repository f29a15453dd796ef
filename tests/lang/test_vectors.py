"""Vectors: the operators lane by lane, taking apart and putting together."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.lang import KindError, RangeError, SecrecyError, lane, rotl, rotr, shuffle, splat, u8, u8x16, u32, u32x4, u32x8, u64x2, vector
from akela.lang.types import VectorType, as_type
from akela.lang.vectors import VECTOR_CLASSES, VectorValue, coerce_vector
from akela.lang.words import WORD_CLASSES, make


@pytest.mark.parametrize("cls", VECTOR_CLASSES.values())
@given(data=st.data())
def test_operators_are_those_of_words_lane_by_lane(cls: type[VectorValue], data: st.DataObject) -> None:
    word = WORD_CLASSES[cls.bits]
    a, b = (data.draw(st.lists(st.integers(0, word.mask), min_size=cls.count, max_size=cls.count)) for _ in range(2))
    n = data.draw(st.integers(0, cls.bits - 1))
    v, w = vector(cls, *a), vector(cls, *b)
    for op in (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor):
        assert op(v, w).values == tuple(op(word(x), word(y)).value for x, y in zip(a, b, strict=True))
        assert op(v, b[0]).values == tuple(op(word(x), b[0]).value for x in a)
        assert op(b[0], v).values == tuple(op(b[0], word(x)).value for x in a)
    for count in (operator.lshift, operator.rshift, rotl, rotr):
        assert count(v, n).values == tuple(count(word(x), n).value for x in a)
    for unary in (operator.invert, operator.neg):
        assert unary(v).values == tuple(unary(word(x)).value for x in a)


def test_parts() -> None:
    v = vector(u32x4, 10, 11, 12, 13)
    assert lane(v, 2) == 12
    assert shuffle(v, 1, 2, 3, 0).values == (11, 12, 13, 10)
    assert shuffle(v, 0, 0, 0, 0).values == splat(u32x4, 10).values
    assert as_type(u32x4) == VectorType(32, 4)


def test_a_vector_is_secret_as_soon_as_one_lane_is() -> None:
    known, hidden = vector(u32x4, 1, 2, 3, 4), vector(u32x4, 1, 2, 3, make(u32, 4, secret=True))
    assert (known.secret, hidden.secret, (known + hidden).secret, (known + 1).secret) == (False, True, True, False)
    assert lane(hidden, 0).secret and shuffle(hidden, 0, 0, 0, 0).secret and rotl(hidden, 1).secret
    assert repr(known) == "Public[u32x4](0x00000001, 0x00000002, 0x00000003, 0x00000004)"


def test_coercion() -> None:
    assert coerce_vector(VectorType(32, 4), splat(u32x4, 1), "x").secret
    with pytest.raises(SecrecyError, match=r"x is Public\[u32x4\].*secret vector"):
        coerce_vector(VectorType(32, 4, secret=False), splat(u32x4, make(u32, 1, secret=True)), "x")


V = splat(u32x4, 1)


@pytest.mark.parametrize(
    ("use", "error", "message"),
    [
        (lambda: u32x4(1), KindError, r"make a vector with splat\(u32x4, x\)"),
        (lambda: V + splat(u32x8, 1), KindError, "both sides must be one vector type"),
        (lambda: V + u32(1), KindError, r"splat\(u32x4, x\) spreads a word"),
        (lambda: V + (1 << 32), RangeError, "does not fit a u32"),
        (lambda: V << 32, RangeError, "less than the width, 32"),
        (lambda: V << u32(1), KindError, r"int\(x\)"),
        (lambda: rotl(V, 32), RangeError, "rotl by 32"),
        (lambda: vector(u32x4, 1, 2, 3), KindError, "u32x4 has 4 lanes, given 3"),
        (lambda: vector(u64x2, u32(1), 2), KindError, "a lane of u64x2 is"),
        (lambda: vector(u32, 1), KindError, "expected a vector type such as u32x4"),
        (lambda: splat(u8x16, 256), RangeError, "does not fit a u8"),
        (lambda: lane(V, 4), RangeError, "must be at least 0 and less than 4"),
        (lambda: lane(V, u8(1)), KindError, r"int\(x\)"),
        (lambda: lane(u32(1), 0), KindError, r"v must be a vector, given Public\[u32\]"),
        (lambda: shuffle(V, 0, 1), KindError, "and 2 numbers"),
        (lambda: shuffle(V, 0, 1, 2, 4), RangeError, "lane 4"),
        (lambda: bool(V), SecrecyError, "is not compared"),
        (lambda: V == V, SecrecyError, "is not compared"),
        (lambda: hash(V), SecrecyError, "is not compared"),
    ],
)
def test_refusals(use: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        use()
