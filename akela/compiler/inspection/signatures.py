"""Which of a C function's arguments and results are secret, and in which registers they arrive.

The branch check follows a condition back to a register or a stack slot at the entry of a function; this says whether that may be a secret.
"""

from __future__ import annotations

from dataclasses import dataclass

from akela.compiler import ir
from akela.compiler.c.usage import calls, usage
from akela.compiler.inspection.machine.model import InstructionSet
from akela.compiler.targets import Target
from akela.lang.types import ArrayType, MaskType, SliceType, StructType, TupleType, Type, VectorType, WordType


@dataclass(frozen=True)
class Layout:
    """An array or struct in memory, or one element of a slice: size and alignment in bytes, and the bytes that hold public values."""

    size: int
    alignment: int
    public: frozenset[int]

    def is_public(self, offset: int) -> bool:
        """Whether the byte at an offset, which counts through a slice, holds a public value."""
        return offset % self.size in self.public

    @property
    def all_public(self) -> bool:
        """Whether all of it is public, padding aside."""
        return bool(self.public) and len(self.public) == self.size


@dataclass(frozen=True)
class Argument:
    """A scalar argument in C: a value, a pointer or a length. Of a pointer, `layout` says what it points to."""

    secret: bool
    bits: int
    layout: Layout | None = None


@dataclass(frozen=True)
class Signature:
    """What a caller passes, in order, and what comes back."""

    arguments: tuple[Argument, ...]
    secret_result: bool

    def places(self, machine: InstructionSet) -> dict[str | int, Argument]:
        """Register, or distance from the stack pointer at entry -> the argument that is there then."""
        places: dict[str | int, Argument] = {}
        used, stack = 0, machine.stack_arguments
        for argument in self.arguments:
            words = -(-argument.bits // (8 * machine.word_bytes))
            if machine.even_pairs and words == 2:
                used += used % 2
            if used + words <= len(machine.arguments):
                places |= dict.fromkeys(machine.arguments[used : used + words], argument)
                used += words
                continue
            used = len(machine.arguments)
            if machine.even_pairs and words == 2:
                stack = -(-stack // 8) * 8
            for _ in range(words):
                places[stack] = argument
                stack += machine.word_bytes
        return places


def c_name(function: ir.FunctionRef) -> str:
    """The function's name in C. (A helper whose name another module's has too gets another: then it counts as unknown.)"""
    return f"akela_{function.name}" if function.exported else function.name


def signatures_of(module: ir.Module, target: Target) -> dict[str, Signature]:
    """The signatures of all functions in a module's C file, as the emitter writes them, by their names in C."""
    facts = usage(module)
    functions = sorted(facts.functions, key=lambda f: f.ref.module == module.name)  # of two helpers of one name the module's own keeps it
    known = {c_name(f.ref): _signature(f, target, facts.lengths) for f in functions if not _uses_vectors(f.ref)}
    called = [ref for function in facts.functions for ref in calls(function) if ref.exported]
    # Of functions in other files only the result is wanted.
    return {c_name(ref): Signature((), _is_secret_scalar(ref.returns)) for ref in called} | known


def _signature(function: ir.Function, target: Target, lengths: frozenset[ir.Symbol]) -> Signature:
    """Slices are passed with their lengths where those are used; results of a tuple are stored through pointers that come last."""
    word = Argument(secret=False, bits=target.word_bits)
    arguments: list[Argument] = []
    for symbol in function.params:
        match symbol.type:
            case WordType(bits=bits) | MaskType(word=WordType(bits=bits)):
                arguments.append(Argument(_is_secret_scalar(symbol.type), bits))
            case ArrayType() | StructType() as kind:
                arguments.append(Argument(secret=False, bits=target.word_bits, layout=layout(kind)))
            case SliceType(element=element):
                arguments.append(Argument(secret=False, bits=target.word_bits, layout=layout(element)))
                arguments += [word] if symbol in lengths else []
            case _:  # an int, a bool, a Status
                arguments.append(word)
    if isinstance(function.ref.returns, TupleType):
        return Signature((*arguments, *(word for _ in function.ref.returns.items)), secret_result=False)
    return Signature(tuple(arguments), _is_secret_scalar(function.ref.returns))


def layout(kind: Type) -> Layout:
    """How C lays a type out, every field at a multiple of its alignment: so do the ABIs of all targets."""
    match kind:
        case WordType(bits=bits, secret=secret):
            size = bits // 8
            return Layout(size, size, frozenset() if secret else frozenset(range(size)))
        case VectorType(bits=bits, lanes=lanes, secret=secret):
            size = bits * lanes // 8
            return Layout(size, size, frozenset() if secret else frozenset(range(size)))
        case ArrayType(element=element, length=length):
            one = layout(element)
            return Layout(one.size * length, one.alignment, frozenset(one.size * i + byte for i in range(length) for byte in one.public))
        case StructType(fields=fields):
            size, alignment, public = 0, 1, set[int]()
            for _, field_kind in fields:
                field = layout(field_kind)
                size = -(-size // field.alignment) * field.alignment
                public |= {size + byte for byte in field.public}
                size, alignment = size + field.size, max(alignment, field.alignment)
            return Layout(-(-size // alignment) * alignment, alignment, frozenset(public))
        case _:
            raise TypeError(f"{kind} has no layout in memory")


def _is_secret_scalar(kind: Type) -> bool:
    return isinstance(kind, MaskType) or (isinstance(kind, WordType) and kind.secret)


def _uses_vectors(function: ir.FunctionRef) -> bool:
    """Vectors have registers of their own, which nobody asks for here: such functions count as unknown."""
    return any(isinstance(kind, VectorType) for kind in (function.returns, *(kind for _, kind in function.params)))
