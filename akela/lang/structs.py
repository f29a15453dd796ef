"""`@struct`: classes of fields, passed by reference.

A field is a word, a public word, an array or another struct. Words are undefined until they are assigned. Arrays and structs are part of
the struct that has them: their elements are written, they are not exchanged.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar, cast, overload

from akela.lang.errors import KindError, UndefinedError
from akela.lang.homes import home_namespace
from akela.lang.memory import ArrayAnnotation, View
from akela.lang.types import ArrayType, StructType, Type, WordType, as_type, is_template
from akela.lang.words import coerce

C = TypeVar("C", bound=type[Any])


class StructValue:
    """Base of struct classes. An instance is a local struct whose contents are undefined."""

    __akela_type__: ClassVar[StructType]
    __akela_home__: ClassVar[str]  # home module

    _values: dict[str, Any]  # by field; None where a word is undefined
    _types: dict[str, Type]
    _read_only: str  # why no field may be written, or empty

    def __init__(self) -> None:
        types = dict(self.__akela_type__.fields)
        self.__dict__.update(_values={field: _undefined(kind) for field, kind in types.items()}, _types=types, _read_only="")

    @property
    def kind_name(self) -> str:
        """`struct Sha256`."""
        return f"struct {type(self).__name__}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{field}={value!r}' for field, value in self._values.items())})"

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._types:
            raise KindError(f"{self.kind_name} has no field {name}; its fields are {', '.join(self._types)}")
        object.__setattr__(self, name, value)


class _Field:
    """Access to one field of a struct's instances."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: StructValue | None, owner: type) -> Any:
        if instance is None:
            return self
        value = instance._values[self.name]
        if value is None:
            raise UndefinedError(f"field {self.name} of {instance.kind_name} is read before it is written; write it first")
        return protected(value, instance._read_only) if instance._read_only else value

    def __set__(self, instance: StructValue, value: Any) -> None:
        where = f"field {self.name} of {instance.kind_name}"
        kind = instance._types[self.name]
        if not isinstance(kind, WordType):
            raise KindError(f"{where} is {kind} and cannot be exchanged; copy the elements: x.{self.name}[:] = source")
        if instance._read_only:
            raise KindError(f"{where} cannot be written: {instance._read_only}")
        instance._values[self.name] = coerce(kind, value, where)


def _undefined(kind: Type) -> Any:
    """The contents of a field that was not written yet."""
    match kind:
        case ArrayType():
            return ArrayAnnotation(kind)()
        case StructType(cls=cls):
            return cls()
        case _:
            return None


def protected(value: Any, reason: str) -> Any:
    """The same array or struct, through which nothing can be written; words as they are."""
    if isinstance(value, View):
        return View(value.cells, value.element, value.start, value.length, value.read_only or reason)
    if isinstance(value, StructValue):
        twin = object.__new__(type(value))
        twin.__dict__.update(value.__dict__, _read_only=value._read_only or reason)
        return twin
    return value


def arrays_in(value: View | StructValue) -> Iterator[View]:
    """A view itself, or all arrays in a struct: the memory that something else may refer to."""
    if isinstance(value, View):
        yield value
        return
    for part in value._values.values():
        if isinstance(part, View | StructValue):
            yield from arrays_in(part)


# --- the decorator ------------------------------------------------------------------------------------------------------------------------


@overload
def struct(cls: C) -> C: ...
@overload
def struct(*, name: str) -> Callable[[C], C]: ...
def struct(cls: C | None = None, *, name: str | None = None) -> C | Callable[[C], C]:
    """Make a class of annotated fields a struct. `name` is what C and Python call it; without one, the class's name in lower case.

    Raises KindError where a field has a type that fields do not have.
    """

    def decorate(cls: C) -> C:
        return _make_struct(cls, name or cls.__name__.lower())

    return decorate if cls is None else decorate(cls)


def _make_struct(cls: C, name: str) -> C:
    fields = tuple((field, _field_type(cls, field, annotation)) for field, annotation in inspect.get_annotations(cls).items())
    if not fields:
        raise KindError(f"struct {cls.__name__} has no fields; write lines such as `h: Array[u32, 8]`")
    kept = {key: value for key, value in vars(cls).items() if key not in ("__dict__", "__weakref__")}
    made: Any = type(cls.__name__, (StructValue,), {**kept, **{field: _Field(field) for field, _ in fields}})
    made.__akela_type__ = StructType(name, fields, made)
    made.__akela_home__ = home_namespace(vars(sys.modules[cls.__module__]))["__name__"]
    return cast(C, made)


def _field_type(cls: type, field: str, annotation: object) -> Type:
    kind = as_type(annotation)
    if is_template(kind):
        raise KindError(f"field {field} of struct {cls.__name__} is {kind}; a struct has one layout on all targets: take u32 or u64")
    if not isinstance(kind, WordType | ArrayType | StructType):
        raise KindError(f"field {field} of struct {cls.__name__} is {kind}; a field is a word, a Public word, an Array or a struct")
    return kind
