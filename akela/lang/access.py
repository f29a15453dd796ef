"""Words and vectors from bytes and to bytes, in either order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from akela.lang.errors import BoundsError, KindError, SecrecyError, UndefinedError, kind_name
from akela.lang.memory import ConstantTable, View, writable_cells
from akela.lang.types import WordType
from akela.lang.vectors import VectorValue, make_vector, vector_class
from akela.lang.words import WordValue, coerce, integer, make, u16, u32, u64

V = TypeVar("V", bound=VectorValue)
W = TypeVar("W", bound=WordValue)

_BYTE_ORDERS: dict[str, Literal["little", "big"]] = {"le": "little", "be": "big"}


def _place(name: str, x: Any, offset: Any, size: int) -> View:
    """The `size` bytes of `x` at `offset`."""
    view = x.view() if isinstance(x, ConstantTable) else x
    if not isinstance(view, View) or view.element not in (WordType(8), WordType(8, secret=False)):
        raise KindError(f"{name}: expected bytes (an array or slice of u8), given {kind_name(x)}")
    start = integer(offset, f"the offset of {name}")
    if start < 0 or start + size > view.length:
        raise BoundsError(f"{name} at offset {start}: {view.kind_name} does not hold {size} bytes from there on")
    return View(view.cells, view.element, view.start + start, size, view.read_only)


def _load(name: str, x: Any, offset: Any, size: int) -> tuple[list[int], bool]:
    place = _place(name, x, offset, size)
    values = place.tolist()
    if None in values:
        raise UndefinedError(f"{name} at offset {offset}: byte {values.index(None)} of it is read before it is written")
    return values, place.element.secret


def _store(name: str, x: Any, offset: Any, data: bytes, secret: bool) -> None:
    place = _place(name, x, offset, len(data))
    if secret and not place.element.secret:
        raise SecrecyError(f'{name}: a secret cannot be stored in public bytes; declassify(x, why="…") if it may be known')
    cells = writable_cells(place)
    for i, byte in enumerate(data):
        cells[place.start + i] = byte


def _loader(cls: type[W], order: str) -> Callable[[Any, int], W]:
    name, byteorder = f"load_{order}{cls.bits}", _BYTE_ORDERS[order]

    def load(x: Any, offset: int) -> W:
        values, secret = _load(name, x, offset, cls.bits // 8)
        return make(cls, int.from_bytes(bytes(values), byteorder), secret)

    load.__name__ = load.__qualname__ = name
    load.__doc__ = f"The {cls.__name__} at byte `offset` of `x`, {byteorder}-endian. Raises BoundsError where it does not fit."
    return load


def _storer(cls: type[W], order: str) -> Callable[[Any, int, W | int], None]:
    name, byteorder = f"store_{order}{cls.bits}", _BYTE_ORDERS[order]

    def store(x: Any, offset: int, word: W | int) -> None:
        secret = isinstance(word, WordValue) and word.secret
        value = coerce(WordType(cls.bits, secret), word, f"the value of {name}").value
        _store(name, x, offset, value.to_bytes(cls.bits // 8, byteorder), secret)

    store.__name__ = store.__qualname__ = name
    store.__doc__ = f"Store a {cls.__name__} at byte `offset` of `x`, {byteorder}-endian. Raises BoundsError where it does not fit."
    return store


load_le16, load_le32, load_le64 = _loader(u16, "le"), _loader(u32, "le"), _loader(u64, "le")
load_be16, load_be32, load_be64 = _loader(u16, "be"), _loader(u32, "be"), _loader(u64, "be")
store_le16, store_le32, store_le64 = _storer(u16, "le"), _storer(u32, "le"), _storer(u64, "le")
store_be16, store_be32, store_be64 = _storer(u16, "be"), _storer(u32, "be"), _storer(u64, "be")


def load_vector(kind: type[V], x: Any, offset: int) -> V:
    """The vector at byte `offset` of `x`: lane 0 first, each lane little-endian. Raises BoundsError where it does not fit."""
    cls = vector_class(kind)
    size = cls.bits // 8
    values, secret = _load("load_vector", x, offset, size * cls.count)
    data = bytes(values)
    return make_vector(kind, (int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)), secret)


def store_vector(x: Any, offset: int, v: VectorValue) -> None:
    """Store a vector at byte `offset` of `x`: lane 0 first, each lane little-endian. Raises BoundsError where it does not fit."""
    if not isinstance(v, VectorValue):
        raise KindError(f"store_vector(x, offset, v): v must be a vector, given {kind_name(v)}")
    _store("store_vector", x, offset, b"".join(value.to_bytes(v.bits // 8, "little") for value in v.values), v.secret)
