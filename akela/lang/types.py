"""The types of the kernel language, as values.

Annotations in kernels (`u32`, `Public[u8]`, `Array[u32, 16]`, `Bytes` …) evaluate to, or can be turned by `as_type` into, the
frozen objects below. The compiler, the traced runtime and the wrappers all speak in these objects.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Type:
    """Base of all language types."""


@dataclass(frozen=True)
class WordType(Type):
    """An unsigned word of 8, 16, 32, 64 or 128 bits; secret unless said otherwise."""

    bits: int
    secret: bool = True

    def __str__(self) -> str:
        return f"u{self.bits}" if self.secret else f"Public[u{self.bits}]"

    @property
    def public(self) -> WordType:
        """The same word, public."""
        return WordType(self.bits, secret=False)

    @property
    def mask(self) -> int:
        """2**bits - 1."""
        return (1 << self.bits) - 1


@dataclass(frozen=True)
class TemplateWordType(Type):
    """`Word` (double=False) or `DWord` (double=True) before a word size is chosen."""

    double: bool = False
    secret: bool = True

    def __str__(self) -> str:
        name = "DWord" if self.double else "Word"
        return name if self.secret else f"Public[{name}]"


@dataclass(frozen=True)
class MaskType(Type):
    """All ones or all zeros; always secret. `word` is the word it selects."""

    word: Type

    def __str__(self) -> str:
        return f"Mask[{self.word}]"


@dataclass(frozen=True)
class IntType(Type):
    """A public, signed, pointer-sized integer."""

    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True)
class BoolType(Type):
    """A public condition."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True)
class StatusType(Type):
    """What an exported function returns."""

    def __str__(self) -> str:
        return "Status"


@dataclass(frozen=True)
class NoneType(Type):
    """The result of a function that returns nothing."""

    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True)
class ArrayType(Type):
    """`length` elements, by reference."""

    element: Type
    length: int

    def __str__(self) -> str:
        return f"Array[{self.element}, {self.length}]"


@dataclass(frozen=True)
class SliceType(Type):
    """A view of some elements of an array."""

    element: Type
    writable: bool = False

    def __str__(self) -> str:
        return f"{'MutSlice' if self.writable else 'Slice'}[{self.element}]"


@dataclass(frozen=True)
class VectorType(Type):
    """`lanes` words of `bits` bits in one register."""

    bits: int
    lanes: int
    secret: bool = True

    def __str__(self) -> str:
        name = f"u{self.bits}x{self.lanes}"
        return name if self.secret else f"Public[{name}]"

    @property
    def element(self) -> WordType:
        """The type of one lane."""
        return WordType(self.bits, self.secret)


@dataclass(frozen=True)
class StructType(Type):
    """A `@struct` class: its name, its fields in order, and the class itself."""

    name: str
    fields: tuple[tuple[str, Type], ...]
    cls: Any = field(compare=False, hash=False, repr=False, default=None)

    def __str__(self) -> str:
        return self.name

    def field_type(self, name: str) -> Type | None:
        """The type of the field `name`, or None where there is none."""
        return dict(self.fields).get(name)


@dataclass(frozen=True)
class TupleType(Type):
    """Several results of a helper."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


INT = IntType()
BOOL = BoolType()
STATUS = StatusType()
NONE = NoneType()


def as_type(annotation: object) -> Type:
    """The type that an annotation denotes.

    Raises TypeError where it denotes none, naming what was given.
    """
    if isinstance(annotation, Type):
        return annotation
    if annotation is int:
        return INT
    if annotation is bool:
        return BOOL
    if annotation is None or annotation is type(None):
        return NONE
    denoted = getattr(annotation, "__akela_type__", None)
    if isinstance(denoted, Type):
        return denoted
    origin, arguments = getattr(annotation, "__origin__", None), getattr(annotation, "__args__", ())
    if origin is tuple:
        return TupleType(tuple(as_type(item) for item in arguments))
    given = annotation.__name__ if isinstance(annotation, type) else repr(annotation)
    raise TypeError(f"{given} is not a type of the kernel language")


def resolve(kind: Type, word_bits: int) -> Type:
    """`kind` with `Word` and `DWord` replaced by words of `word_bits` and twice as many bits."""
    match kind:
        case TemplateWordType(double, secret):
            return WordType(word_bits * 2 if double else word_bits, secret)
        case MaskType(word):
            return MaskType(resolve(word, word_bits))
        case ArrayType(element, length):
            return ArrayType(resolve(element, word_bits), length)
        case SliceType(element, writable):
            return SliceType(resolve(element, word_bits), writable)
        case TupleType(items):
            return TupleType(tuple(resolve(item, word_bits) for item in items))
        case _:
            return kind


def is_template(kind: Type) -> bool:
    """Whether `Word` or `DWord` occurs in `kind`."""
    match kind:
        case TemplateWordType():
            return True
        case MaskType(inner) | ArrayType(inner, _) | SliceType(inner, _):
            return is_template(inner)
        case TupleType(items):
            return any(map(is_template, items))
        case _:
            return False


def is_secret(kind: Type) -> bool:
    """Whether a value of this type may hold a secret."""
    match kind:
        case WordType(_, secret) | TemplateWordType(_, secret) | VectorType(_, _, secret):
            return secret
        case MaskType():
            return True
        case ArrayType(element, _) | SliceType(element, _):
            return is_secret(element)
        case StructType(_, fields):
            return any(is_secret(kind) for _, kind in fields)
        case TupleType(items):
            return any(map(is_secret, items))
        case _:
            return False


def public(kind: Type) -> Type:
    """The public twin of a word or vector type; other types as they are."""
    match kind:
        case WordType(bits, _):
            return WordType(bits, secret=False)
        case TemplateWordType(double, _):
            return TemplateWordType(double, secret=False)
        case VectorType(bits, lanes, _):
            return VectorType(bits, lanes, secret=False)
        case _:
            return kind


def secret(kind: Type) -> Type:
    """The secret twin of a word or vector type; other types as they are."""
    match kind:
        case WordType(bits, _):
            return WordType(bits)
        case TemplateWordType(double, _):
            return TemplateWordType(double)
        case VectorType(bits, lanes, _):
            return VectorType(bits, lanes)
        case _:
            return kind
