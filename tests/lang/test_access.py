"""Loads and stores of words and vectors."""

from __future__ import annotations

import pytest

from akela import lang
from akela.lang import (
    Array,
    BoundsError,
    KindError,
    Public,
    RangeError,
    SecrecyError,
    UndefinedError,
    load_be16,
    load_le32,
    load_vector,
    store_be32,
    store_le16,
    store_le32,
    store_vector,
    table,
    u8,
    u32,
    u32x4,
    vector,
)
from akela.lang.memory import View
from akela.lang.words import make


def data(length: int) -> View:
    x = Array[u8, length]()
    for i in range(length):
        x[i] = i + 1
    return x


@pytest.mark.parametrize("bits", [16, 32, 64])
@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("offset", [0, 1, 8])
def test_words(bits: int, order: str, offset: int) -> None:
    load, store = getattr(lang, f"load_{order}{bits}"), getattr(lang, f"store_{order}{bits}")
    size, endian = bits // 8, "little" if order == "le" else "big"
    expected = int.from_bytes(bytes(range(offset + 1, offset + 1 + size)), endian)
    word = load(data(16), offset)
    assert (word.bits, word.value, word.secret) == (bits, expected, True)
    out = Array[u8, 16].zeros()
    store(out, offset, word)
    assert out.tolist() == [0] * offset + list(range(offset + 1, offset + 1 + size)) + [0] * (16 - offset - size)
    assert load.__name__ == f"load_{order}{bits}"
    assert endian in load.__doc__ and endian in store.__doc__


def test_vectors_have_little_endian_lanes() -> None:
    v = load_vector(u32x4, data(20), 1)
    assert v.values[0] == 0x05040302
    out = Array[u8, 20].zeros()
    store_vector(out, 4, v)
    assert out.tolist()[4:] == list(range(2, 18))


def test_public_bytes_give_public_words() -> None:
    assert load_le32(table(u8, [1, 0, 0, 0]), 0) == 1
    known = Array[Public[u8], 16].zeros()
    assert load_vector(u32x4, known, 0).secret is False
    store_le32(known, 0, u32(7))
    with pytest.raises(SecrecyError, match="store_le32: a secret cannot be stored in public bytes"):
        store_le32(known, 0, make(u32, 7, secret=True))


@pytest.mark.parametrize("offset", [-1, 13, 16])
def test_offsets_are_strict(offset: int) -> None:
    for use in (lambda: load_le32(data(16), offset), lambda: store_be32(data(16), offset, 0)):
        with pytest.raises(BoundsError, match=rf"at offset {offset}: a view of 16 u8 does not hold 4 bytes from there on"):
            use()


def test_refusals() -> None:
    with pytest.raises(SecrecyError, match="cannot be used as an index"):
        load_le32(data(8), make(u32, 1, secret=True))
    with pytest.raises(KindError, match="the offset of load_be16 is an int, given str"):
        load_be16(data(8), "1")
    with pytest.raises(KindError, match=r"expected bytes \(an array or slice of u8\), given a view of 4 u32"):
        load_le32(Array[u32, 4].zeros(), 0)
    with pytest.raises(KindError, match="given bytes"):
        load_le32(b"1234", 0)
    with pytest.raises(UndefinedError, match="byte 1 of it is read before it is written"):
        x = Array[u8, 4]()
        x[0] = 1
        load_le32(x, 0)
    with pytest.raises(RangeError, match="does not fit a u16"):
        store_le16(data(4), 0, 1 << 16)
    with pytest.raises(KindError, match="the value of store_le16 is Public"):
        store_le16(data(4), 0, u32(1))
    with pytest.raises(KindError, match="cannot be written: a table is constant"):
        store_le32(table(u8, [0] * 4), 0, 1)
    with pytest.raises(KindError, match="v must be a vector"):
        store_vector(data(16), 0, u32(1))
    with pytest.raises(KindError, match="expected a vector type"):
        load_vector(u32, data(16), 0)
    with pytest.raises(BoundsError):
        store_vector(data(16), 1, vector(u32x4, 1, 2, 3, 4))
