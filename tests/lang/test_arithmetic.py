"""Rotations, wide products and carries, over all bytes where that is few enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.lang import KindError, RangeError, SecrecyError, addc, mul_wide, rotl, rotr, subb, u8, u16, u32, u64
from akela.lang.words import WordValue, make, u128

EDGES = {cls: [0, 1, 2, (cls.mask >> 1), (cls.mask >> 1) + 1, cls.mask - 1, cls.mask] for cls in (u16, u32, u64, u128)}
PAIRS = [(cls, a, b) for cls, values in {u8: range(256), **EDGES}.items() for a in values for b in values]


def test_carries() -> None:
    for cls, a, b in PAIRS:
        for carry in (0, 1):
            total, out = addc(cls(a), cls(b), cls(carry))
            assert out.value << cls.bits | total.value == a + b + carry, (cls, a, b, carry)


def test_borrows() -> None:
    for cls, a, b in PAIRS:
        for borrow in (0, 1):
            difference, out = subb(cls(a), cls(b), cls(borrow))
            assert difference.value - (out.value << cls.bits) == a - b - borrow, (cls, a, b, borrow)


def test_wide_products() -> None:
    for cls, a, b in PAIRS:
        high, low = mul_wide(cls(a), cls(b))
        assert high.value << cls.bits | low.value == a * b, (cls, a, b)


@pytest.mark.parametrize("cls", [u8, u16, u32, u64])
@given(data=st.data())
def test_rotations(cls: type[WordValue], data: st.DataObject) -> None:
    value, n = data.draw(st.integers(0, cls.mask)), data.draw(st.integers(0, cls.bits - 1))
    digits = f"{value:0{cls.bits}b}"
    assert rotl(cls(value), n).value == int(digits[n:] + digits[:n], 2)
    assert rotr(cls(value), n).value == int(digits[cls.bits - n :] + digits[: cls.bits - n], 2)


def test_secrecy_flows_through() -> None:
    hidden = make(u32, 1, secret=True)
    assert rotl(hidden, 3).secret and rotr(hidden, 3).secret
    for a, b, carry in ((hidden, 1, 0), (u32(1), hidden, 0), (u32(1), 1, hidden)):
        assert all(word.secret for word in (*addc(a, b, carry), *subb(a, b, carry)))
    assert all(word.secret for word in mul_wide(3, hidden))
    assert not any(word.secret for word in (*addc(u32(1), 2, 0), *subb(u32(1), 2, 0), *mul_wide(u32(1), 2), rotl(u32(1), 1)))


def test_refusals() -> None:
    with pytest.raises(RangeError, match="less than the width, 8"):
        rotl(u8(1), 8)
    with pytest.raises(RangeError, match="rotr by -1"):
        rotr(u8(1), -1)
    with pytest.raises(SecrecyError):
        rotl(u8(1), make(u8, 1, secret=True))
    with pytest.raises(KindError, match=r"x must be a word or a vector, given int; write u32\(x\)"):
        rotl(1, 1)
    with pytest.raises(RangeError, match="carry must be 0 or 1"):
        addc(u8(1), u8(1), u8(2))
    with pytest.raises(RangeError, match="carry must be 0 or 1"):
        subb(u8(1), u8(1), 2)
    with pytest.raises(KindError, match=r"addc: the words must have one width, given Public\[u8\], Public\[u32\], int"):
        addc(u8(1), u32(1), 0)
    with pytest.raises(KindError, match="an operand must be a word"):
        mul_wide(2, 3)
