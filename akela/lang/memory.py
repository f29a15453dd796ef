"""Arrays, slices and tables: views of cells with strict bounds.

A cell holds an int, or None where nothing was written yet. A view shows some consecutive cells; slicing gives a view of the same cells. How
views are passed to functions is in `arguments.py`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from typing import Any, cast

from akela.lang.errors import BoundsError, KindError, OverlapError, RangeError, SecrecyError, UndefinedError, kind_name
from akela.lang.target import word_bits
from akela.lang.types import ArrayType, SliceType, TemplateWordType, Type, VectorType, WordType, as_type, public, resolve
from akela.lang.vectors import VECTOR_CLASSES, coerce_vector, make_vector
from akela.lang.words import WORD_CLASSES, WordValue, coerce, integer, literal, make

Cells = Sequence[Any]  # int or, for vectors, tuple of int; None: undefined
Element = WordType | VectorType


class View:
    """`length` elements of type `element` from cell `start`. `read_only` says why nothing may be written, or is empty."""

    __slots__ = ("cells", "element", "length", "read_only", "start")

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cells: Cells, element: Element, start: int, length: int, read_only: str = "") -> None:
        self.cells = cells
        self.element = element
        self.start = start
        self.length = length
        self.read_only = read_only

    @property
    def kind_name(self) -> str:
        """`a view of 16 u32`."""
        return f"a view of {self.length} {self.element}"

    def __repr__(self) -> str:
        return f"{self.kind_name}: {self.tolist()}"

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Any]:
        """The elements, for Python code outside of the language (a kernel loops over `range(len(x))`)."""
        return (self[i] for i in range(self.length))

    def __bool__(self) -> bool:
        raise KindError(f"{self.kind_name} is not a condition; write len(x) > 0")

    def __eq__(self, other: object) -> bool:
        raise SecrecyError("arrays and slices are not compared with ==; collect the differences of their elements and use zero_mask")

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.part(index)
        position = self._position(index)
        value = self.cells[position]
        if value is None:
            n = position - self.start
            raise UndefinedError(f"element {n} of {self.kind_name} is read before it is written; write it first, or use .zeros()")
        if isinstance(self.element, VectorType):
            return make_vector(VECTOR_CLASSES[self.element.bits, self.element.lanes], value, self.element.secret)
        return make(WORD_CLASSES[self.element.bits], value, self.element.secret)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            copy(self.part(index), value)
            return
        position = self._position(index)
        writable_cells(self)[position] = _cell(self, value)

    def part(self, bounds: slice) -> View:
        """The view `self[start:stop]`. Raises BoundsError unless `0 <= start <= stop <= len(self)`."""
        if bounds.step is not None:
            raise KindError("a slice has no step; index in a loop")
        start = 0 if bounds.start is None else integer(bounds.start, "a slice bound")
        stop = self.length if bounds.stop is None else integer(bounds.stop, "a slice bound")
        if not 0 <= start <= stop <= self.length:
            raise BoundsError(f"[{start}:{stop}] of {self.kind_name}: bounds are strict, 0 <= start <= stop <= {self.length}")
        return View(self.cells, self.element, self.start + start, stop - start, self.read_only)

    def tolist(self) -> list[Any]:
        """The elements as ints (vectors as tuples of ints), None where undefined; for tests and debuggers."""
        return list(self.cells[self.start : self.start + self.length])

    def _position(self, index: Any) -> int:
        n = integer(index, "an index")
        if not 0 <= n < self.length:
            raise BoundsError(f"index {n} of {self.kind_name}: must be at least 0 and less than {self.length}")
        return self.start + n


def _cell(view: View, value: Any) -> Any:
    """A value as it is kept in the cells of a view."""
    if isinstance(value, WordValue) and WordType(value.bits, value.secret) == view.element:  # the common case, without a message
        return value.value
    if isinstance(view.element, VectorType):
        return coerce_vector(view.element, value, f"an element of {view.kind_name}").values
    return coerce(view.element, value, f"an element of {view.kind_name}").value


def writable_cells(view: View) -> MutableSequence[Any]:
    """The cells of a view that may be written. Raises KindError where it may not."""
    if view.read_only:
        raise KindError(f"{view.kind_name} cannot be written: {view.read_only}")
    return cast(MutableSequence[Any], view.cells)


def partly_overlap(a: View, b: View) -> bool:
    """Whether two views share memory without showing exactly the same.

    A read-only buffer of the caller that is a second face of a writable one is not recognised.
    """
    (space_a, start_a, stop_a), (space_b, start_b, stop_b) = _region(a), _region(b)
    return space_a == space_b and (start_a, stop_a) != (start_b, stop_b) and max(start_a, start_b) < min(stop_a, stop_b)


def begin_together(a: View, b: View) -> bool:
    """Whether two views begin at the same place."""
    return _region(a)[:2] == _region(b)[:2]


def _region(view: View) -> tuple[int, int, int]:
    """Where a view lies: a space (0 for the memory of the process), its start and its end in it."""
    cells, start, stop = view.cells, view.start, view.start + view.length
    if isinstance(cells, memoryview) and not cells.readonly and view.length:
        base = ctypes.addressof(ctypes.c_char.from_buffer(cells))
        return 0, base + start * cells.itemsize, base + stop * cells.itemsize
    return id(cells), start, stop


def copy(target: View, source: Any) -> None:
    """`target[:] = source`: both have the same length and element type, and do not partly overlap.

    Raises KindError, RangeError, SecrecyError, OverlapError or UndefinedError where that does not hold.
    """
    if isinstance(source, ConstantTable):
        source = source.view()
    if not isinstance(source, View):
        raise KindError(f"an array, slice or table is copied to {target.kind_name}, given {kind_name(source)}; fill(x, value) sets all")
    if source.length != target.length:
        raise RangeError(f"{source.kind_name} cannot be copied to {target.kind_name}: the lengths must be equal")
    if public(source.element) != public(target.element):
        raise KindError(f"{source.kind_name} cannot be copied to {target.kind_name}: the elements must have one type")
    if source.element.secret and not target.element.secret:
        raise SecrecyError(f"secrets ({source.kind_name}) cannot be copied to {target.kind_name}; declassify each that may be known")
    if partly_overlap(target, source):
        raise OverlapError("source and target of a copy partly overlap; copy through a local array")
    cells = writable_cells(target)
    for i, value in enumerate(source.tolist()):
        if value is None:
            raise UndefinedError(f"element {i} of {source.kind_name} is copied before it is written")
        cells[target.start + i] = value


def fill(x: View, value: WordValue | int) -> None:
    """Set every element of an array or slice to `value`."""
    if not isinstance(x, View):
        raise KindError(f"fill(x, value): x must be an array or a writable slice, given {kind_name(x)}")
    cells = writable_cells(x)
    cell = _cell(x, value)
    for i in range(x.start, x.start + x.length):
        cells[i] = cell


# --- types --------------------------------------------------------------------------------------------------------------------------------


def _element(word: object, of: str) -> Type:
    kind = as_type(word)
    if not isinstance(kind, WordType | TemplateWordType | VectorType):
        raise KindError(f"{of} holds words, such as u8 or Public[u32]; given {kind}")
    return kind


class ArrayAnnotation:
    """`Array[u32, 16]`: a type, and what makes a local of it."""

    def __init__(self, kind: ArrayType) -> None:
        self.__akela_type__ = kind

    def as_type(self) -> ArrayType:
        """The type, before a word size is chosen."""
        return self.__akela_type__

    def __call__(self) -> View:
        """A local array whose contents are undefined."""
        return self._local(None)

    def zeros(self) -> View:
        """A local array filled with zeros."""
        kind = self.__akela_type__.element
        return self._local((0,) * kind.lanes if isinstance(kind, VectorType) else 0)

    def _local(self, value: Any) -> View:
        length = self.__akela_type__.length
        return View([value] * length, cast(Element, resolve(self.__akela_type__.element, word_bits())), 0, length)

    def __repr__(self) -> str:
        return str(self.__akela_type__)


class Array:
    """`Array[u32, 16]`: 16 words, by reference."""

    def __class_getitem__(cls, parameters: tuple[object, int]) -> ArrayAnnotation:
        if not isinstance(parameters, tuple) or len(parameters) != 2:
            raise KindError("Array takes an element type and a length: Array[u32, 16]")
        element, length = _element(parameters[0], "Array[…]"), integer(parameters[1], "the length of an array")
        if length < 1:
            raise RangeError(f"an array has at least one element, not {length}")
        return ArrayAnnotation(ArrayType(element, length))


class Slice:
    """`Slice[u32]`: a read-only view of any length."""

    def __class_getitem__(cls, word: object) -> Type:
        return SliceType(_element(word, "Slice[…]"))


class MutSlice:
    """`MutSlice[u32]`: a writable view of any length."""

    def __class_getitem__(cls, word: object) -> Type:
        return SliceType(_element(word, "MutSlice[…]"), writable=True)


Bytes = SliceType(WordType(8))
Buffer = SliceType(WordType(8), writable=True)
PublicBytes = SliceType(WordType(8, secret=False))
PublicBuffer = SliceType(WordType(8, secret=False), writable=True)


# --- tables -------------------------------------------------------------------------------------------------------------------------------


class ConstantTable:
    """A constant public array at module level: `element` is its type, `values` its elements as ints."""

    def __init__(self, element: Type, values: tuple[int, ...]) -> None:
        self.element = element
        self._values = values

    @property
    def values(self) -> tuple[int, ...]:
        """The elements as ints."""
        return self._values

    @property
    def kind_name(self) -> str:
        """`a table of 64 Public[u32]`."""
        return f"a table of {len(self.values)} {self.element}"

    def view(self) -> View:
        """A read-only view of the elements."""
        values = self.values
        return View(values, cast(WordType, resolve(self.element, word_bits())), 0, len(values), read_only="a table is constant")

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: Any) -> Any:
        return self.view()[index]

    def __repr__(self) -> str:
        return f"table({self.element}, {self.values})"


class LimbTable(ConstantTable):
    """The words of an integer, least significant first. `values` are those for the current word size."""

    def __init__(self, n: int, bits: int) -> None:
        super().__init__(TemplateWordType(secret=False), ())
        self.n = n
        self.bits = bits
        self._words: dict[int, tuple[int, ...]] = {}  # word size -> values

    @property
    def values(self) -> tuple[int, ...]:
        """The words as ints, for the current word size."""
        size = word_bits()
        if size not in self._words:
            self._words[size] = tuple(self.n >> shift & (1 << size) - 1 for shift in range(0, self.bits, size))
        return self._words[size]

    def __repr__(self) -> str:
        return f"limbs({self.n:#x}, {self.bits})"


def table(word: object, values: Iterable[int]) -> ConstantTable:
    """A constant public array of words. Raises KindError or RangeError where a value is no int or does not fit."""
    kind = public(_element(word, "table(…)"))
    if not isinstance(kind, WordType):
        raise KindError(f"a table holds words of a fixed width, such as u32; given {kind}. limbs(n, bits) makes tables of Word")
    cls = WORD_CLASSES[kind.bits]
    return ConstantTable(kind, tuple(literal(cls, value, f"element {i} of a table of {kind}") for i, value in enumerate(values)))


def limbs(n: int, bits: int) -> LimbTable:
    """The words of `n`, least significant first, as many as `bits` bits need. Raises RangeError unless `0 <= n < 2**bits`."""
    if not 0 <= n < 1 << bits:
        raise RangeError(f"limbs(n, {bits}): n must be at least 0 and less than 2**{bits}; it has {n.bit_length()} bits")
    return LimbTable(n, bits)
