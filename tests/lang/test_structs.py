"""Structs: fields, what is undefined, what may be assigned."""

from typing import Any

import pytest

from akela.lang import (
    Array,
    KindError,
    Mask,
    Public,
    RangeError,
    SecrecyError,
    Slice,
    UndefinedError,
    Word,
    declassify,
    struct,
    u8,
    u32,
    u64,
)
from akela.lang.structs import protected
from akela.lang.types import ArrayType, StructType, WordType, as_type
from akela.lang.words import make


@struct
class Inner:
    """A struct within."""

    h: Array[u32, 4]


@struct(name="outer_state")
class Outer:
    """A struct with every kind of field."""

    key: u32
    total: Public[u64]
    block: Array[u8, 8]
    inner: Inner


def test_type() -> None:
    kind = as_type(Outer)
    assert isinstance(kind, StructType)
    assert (kind.name, kind.cls) == ("outer_state", Outer)
    assert kind.fields == (
        ("key", WordType(32)),
        ("total", WordType(64, secret=False)),
        ("block", ArrayType(WordType(8), 8)),
        ("inner", as_type(Inner)),
    )
    assert as_type(Inner) == StructType("inner", (("h", ArrayType(WordType(32), 4)),))
    assert Outer.__doc__ == "A struct with every kind of field."
    assert Outer.__akela_home__ == __name__


def test_fields_keep_their_secrecy() -> None:
    x = Outer()
    x.key = 5
    x.total = 7
    x.total += 1
    assert (x.key.secret, x.key.value, x.total == 8) == (True, 5, True)
    x.inner.h[2] = x.key
    assert x.inner.h[2].value == 5
    x.total = declassify(u64(x.key), why="a test looks at it")
    with pytest.raises(SecrecyError, match=r"field total of struct Outer is Public\[u64\], given a secret"):
        x.total = make(u64, 1, secret=True)


def test_contents_are_undefined_until_they_are_written() -> None:
    x = Outer()
    with pytest.raises(UndefinedError, match="field key of struct Outer is read before it is written"):
        _ = x.key
    with pytest.raises(UndefinedError, match="element 0"):
        x.inner.h[0]
    assert "key=None" in repr(x)


def test_instances_are_apart() -> None:
    x, y = Outer(), Outer()
    x.block[0] = 1
    assert y.block.tolist() == [None] * 8


@pytest.mark.parametrize(
    ("field", "value", "error", "message"),
    [
        ("block", Array[u8, 8].zeros(), KindError, r"cannot be exchanged; copy the elements: x.block\[:\] = source"),
        ("inner", Inner(), KindError, "cannot be exchanged"),
        ("missing", 1, KindError, "struct Outer has no field missing; its fields are key, total, block, inner"),
        ("key", u64(1), KindError, r"truncate\(u32, x\)"),
        ("key", 1 << 32, RangeError, "does not fit a u32"),
    ],
)
def test_assignments_that_are_refused(field: str, value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        setattr(Outer(), field, value)


def test_a_protected_struct_is_read_and_not_written() -> None:
    x = Outer()
    x.key = 5
    x.inner.h[0] = 7
    y = protected(x, "it must not")
    assert (y.key.value, y.inner.h[0].value) == (5, 7)
    for write in (lambda: setattr(y, "key", 1), lambda: y.block.__setitem__(0, 1), lambda: y.inner.h.__setitem__(0, 1)):
        with pytest.raises(KindError, match="cannot be written: it must not"):
            write()


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (int, "a field is a word, a Public word, an Array or a struct"),
        (Slice[u8], "a field is"),
        (Mask[u32], "a field is"),
        (Word, "a struct has one layout on all targets"),
        (Array[Word, 4], "a struct has one layout"),
    ],
)
def test_fields_that_do_not_exist(annotation: Any, message: str) -> None:
    with pytest.raises(KindError, match=f"field x of struct Bad is .*{message}"):
        struct(type("Bad", (), {"__annotations__": {"x": annotation}, "__module__": __name__}))


def test_a_struct_has_fields() -> None:
    with pytest.raises(KindError, match="struct Empty has no fields"):

        @struct
        class Empty:
            pass
