"""How arguments and results pass between functions.

`adopt` comes first, where Python code outside of the language calls a kernel: it shows bytes, bytearrays and other buffers, and lists of
ints, as views. `bind` checks a value against the type of its parameter and gives what the function sees. `separate` refuses overlaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal, cast

from akela.lang.errors import KindError, OverlapError, RangeError, SecrecyError, kind_name
from akela.lang.masks import Mask
from akela.lang.memory import ConstantTable, Element, View, begin_together, partly_overlap
from akela.lang.status import Status
from akela.lang.structs import StructValue, arrays_in, protected
from akela.lang.target import word_bits
from akela.lang.types import (
    ArrayType,
    BoolType,
    IntType,
    MaskType,
    NoneType,
    SliceType,
    StatusType,
    StructType,
    TupleType,
    Type,
    VectorType,
    WordType,
    public,
)
from akela.lang.vectors import coerce_vector
from akela.lang.words import WORD_CLASSES, coerce, integer, literal

# --- from outside -------------------------------------------------------------------------------------------------------------------------

_FORMATS: dict[int, Literal["B", "H", "I", "Q"]] = {8: "B", 16: "H", 32: "I", 64: "Q"}


def adopt(kind: Type, x: Any, where: str) -> Any:
    """An argument from ordinary Python: a buffer, list or tuple as a view of it where `kind` is an array or slice; else as it is.

    Words wider than a byte are in native order. Raises KindError for an object without a usable buffer, RangeError for an int in a list
    that does not fit.
    """
    if not isinstance(kind, ArrayType | SliceType) or isinstance(x, View | ConstantTable):
        return x
    element = cast(Element, kind.element)
    if isinstance(x, list | tuple):
        if isinstance(element, WordType):
            for i, item in enumerate(x):
                literal(WORD_CLASSES[element.bits], item, f"{where}, element {i}")
        return View(x, element, 0, len(x), "" if isinstance(x, list) else "the caller's tuple is read-only")
    if not isinstance(element, WordType) or element.bits not in _FORMATS:
        raise KindError(f"{where} is {kind}: pass a list, given {kind_name(x)}")
    try:
        memory = memoryview(x)
    except TypeError as error:
        raise KindError(f"{where} is {kind}: pass bytes, a bytearray or another buffer, given {kind_name(x)}") from error
    if not memory.c_contiguous or memory.nbytes % (element.bits // 8):
        raise KindError(f"{where} is {kind}: pass a contiguous buffer of whole words, given {memory.nbytes} bytes")
    cells: Sequence[int] = memory.cast("B").cast(_FORMATS[element.bits]) if memory.nbytes else []
    return View(cells, element, 0, len(cells), "the caller's buffer is read-only" if memory.readonly else "")


# --- inside the language ------------------------------------------------------------------------------------------------------------------


def bind(kind: Type, x: Any, where: str) -> Any:
    """`x` as a value of type `kind`; `where` names the parameter or result in errors.

    Raises KindError, RangeError or SecrecyError where `x` cannot stand there.
    """
    match kind:
        case WordType():
            return coerce(kind, x, where)
        case ArrayType() | SliceType():
            return _bind_view(kind, x, where)
        case VectorType():
            return coerce_vector(kind, x, where)
        case IntType():
            return _bind_int(x, where)
        case TupleType(items) if isinstance(x, tuple) and len(x) == len(items):
            return tuple(bind(item, value, f"{where}, item {i}") for i, (item, value) in enumerate(zip(items, x, strict=True)))
        case MaskType(WordType(bits)):
            fits = isinstance(x, Mask) and x.word.bits == bits
        case StructType(cls=cls):
            fits = isinstance(x, cls)
        case BoolType():
            fits = isinstance(x, bool)
        case StatusType():
            fits = isinstance(x, Status)
        case NoneType():
            fits = x is None
        case _:
            fits = False
    if not fits:
        raise KindError(f"{where} is {kind}, given {kind_name(x)}")
    return x


def _bind_int(x: Any, where: str) -> int:
    n = integer(x, where)
    limit = 1 << word_bits() - 1
    if not -limit <= n < limit:
        raise RangeError(f"{where} is int, which has {word_bits()} bits: {n} does not fit")
    return n


def _bind_view(kind: ArrayType | SliceType, x: Any, where: str) -> View:
    view = x.view() if isinstance(x, ConstantTable) else x
    element = cast(Element, kind.element)
    if not isinstance(view, View) or public(view.element) != public(element):
        raise KindError(f"{where} is {kind}, given {kind_name(x)}")
    if view.element.secret and not element.secret:
        raise SecrecyError(f"{where} is {kind}, given secrets; declassify each element that may be known into a public array")
    if isinstance(kind, ArrayType) and view.length != kind.length:
        raise KindError(f"{where} is {kind}, given {view.kind_name}; pass exactly {kind.length} elements, as x[a : a + {kind.length}] does")
    read_only = view.read_only
    if element.secret and not view.element.secret:
        read_only = read_only or "it is public, and the function may write secrets to it"
    if isinstance(kind, SliceType):
        if kind.writable and read_only:
            raise KindError(f"{where} is {kind}, given {view.kind_name} that cannot be written: {read_only}")
        if not kind.writable:
            read_only = read_only or "a Slice is read-only; declare the parameter a MutSlice to write it"
    return View(view.cells, element, view.start, view.length, read_only)


def separate(values: list[Any], kinds: Sequence[Type], names: Sequence[str], function: str, from_outside: bool) -> list[Any]:
    """The arguments of a call, made safe from each other: memory that overlaps in part is not written through either.

    Python code outside of the language may also pass buffers that begin at the same place, for an output longer than the input.
    Raises OverlapError at once where one is a writable slice; where both are arrays or structs, a later write raises KindError.
    """
    references = [i for i, kind in enumerate(kinds) if isinstance(kind, ArrayType | SliceType | StructType)]
    for i, j in combinations(references, 2):
        if _share_part(values[i], values[j]) and not (from_outside and _in_place(values[i], values[j])):
            reason = f"arguments {names[i]} and {names[j]} of {function} partly overlap; copy one into a local array first"
            if any(isinstance(kind, SliceType) and kind.writable for kind in (kinds[i], kinds[j])):
                raise OverlapError(reason)
            values[i], values[j] = protected(values[i], reason), protected(values[j], reason)
    return values


def _share_part(a: View | StructValue, b: View | StructValue) -> bool:
    """Whether two arguments share memory without being the same array, slice or struct."""
    if isinstance(a, View) and isinstance(b, View):
        return partly_overlap(a, b)
    if isinstance(a, StructValue) and isinstance(b, StructValue) and a._values is b._values:
        return False
    return any(one.cells is other.cells for one in arrays_in(a) for other in arrays_in(b))


def _in_place(a: View | StructValue, b: View | StructValue) -> bool:
    return isinstance(a, View) and isinstance(b, View) and begin_together(a, b)
