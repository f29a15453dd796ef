"""How an exported kernel looks from Python: one description for the native wrappers, the emitted Python and the traced execution.

`interface(function)` reads a checked `ir.Function` and says which parameters a Python caller gives, which ones the wrapper allocates,
what it has to check first, and how the callable is named. Nothing here calls or generates anything.

| parameter of the kernel | what the caller gives |
|---|---|
| a struct, first | the object: the kernel is a method of that struct's class, `<struct>_init` its constructor |
| `out`, written | nothing: the result as `bytes`; or, in the form `…_into`, a writable buffer of exactly that length, last |
| `work`, a writable slice | nothing: the wrapper allocates and wipes it |
| another written array or slice | a writable buffer |
| `Bytes` and other slices | any contiguous buffer; `aad` may be None, which is empty |
| `Array[u8, n]` | a buffer of exactly n bytes |
| arrays and slices of wider words | a buffer of whole words in native byte order |
| `int`, `bool`, words | an `int` in range, a `bool` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from enum import Enum

from akela.compiler import ir
from akela.lang.types import INT, ArrayType, BoolType, IntType, SliceType, StatusType, StructType, Type, WordType


class InterfaceError(ValueError):
    """A kernel's signature has no Python form. The message names the kernel, the parameter and the way to mend it."""


class Role(Enum):
    """What the wrapper does with a parameter."""

    CONTEXT = "context"  # the object itself
    OUT = "out"  # allocated, or the caller's buffer in the `_into` form
    WORK = "work"  # allocated and wiped
    BUFFER = "buffer"  # the caller's writable buffer
    INPUT = "input"  # the caller's buffer, read only
    SCALAR = "scalar"  # an int, bool or word


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel, seen from Python."""

    name: str
    type: Type
    role: Role

    @property
    def element_bytes(self) -> int:
        """Size of one element of an array or slice."""
        assert isinstance(self.type, ArrayType | SliceType) and isinstance(self.type.element, WordType)
        return self.type.element.bits // 8

    @property
    def fixed_bytes(self) -> int | None:
        """Size of the buffer in bytes where the type fixes it, else None."""
        return self.type.length * self.element_bytes if isinstance(self.type, ArrayType) else None

    @property
    def is_public(self) -> bool:
        """Whether messages may show the value of a scalar."""
        return not (isinstance(self.type, WordType) and self.type.secret)

    @property
    def keyword(self) -> str:
        """What a method calls it: where names of PyCA's are other ones, by these."""
        return {"aad": "associated_data", "out": "buf"}.get(self.name, self.name)

    @property
    def none_is_empty(self) -> bool:
        """Whether None stands for no bytes."""
        return self.name == "aad" and self.role is Role.INPUT and isinstance(self.type, SliceType)


@dataclass(frozen=True)
class Condition:
    """What a caller must ensure: a `requires` of the kernel."""

    expr: ir.Expr

    @property
    def text(self) -> str:
        """The condition as Python source."""
        return describe(self.expr)

    def holds(self, values: Mapping[str, int | Sized]) -> bool:
        """Whether the condition is true of these arguments, by parameter name."""
        return bool(evaluate(self.expr, values))


@dataclass(frozen=True)
class Interface:
    """The Python form of one exported kernel."""

    function: ir.Function
    name: str  # the kernel's name: also the module-level function's
    parameters: tuple[Parameter, ...]  # all of them, in the kernel's order
    context: StructType | None  # set where the kernel is a method
    method: str  # name of the method: the kernel's without the struct's prefix
    out_length: ir.Expr | None  # elements of `out`
    work_length: ir.Expr | None  # elements of `work`
    requires: tuple[Condition, ...]  # to check before the call, the lengths of `out` and `work` aside

    def may_be_same(self, a: Parameter, b: Parameter) -> bool:
        """Whether two buffers may begin at the same place: where the docstring says "`out` may be `data`". All others share nothing."""
        sentence = re.search(r"`out` may be(?:gin where)? ((?:`\w+`(?:, | or )?)+)", self.function.doc)
        allowed = re.findall(r"\w+", sentence[1]) if sentence else []
        return any(one.name == "out" and other.name in allowed for one, other in ((a, b), (b, a)))

    @property
    def arguments(self) -> tuple[Parameter, ...]:
        """What a Python caller gives, in order (`out` follows in the `_into` form)."""
        return tuple(p for p in self.parameters if p.role in (Role.INPUT, Role.BUFFER, Role.SCALAR))

    @property
    def sizes(self) -> tuple[Parameter, ...]:
        """The arguments whose sizes are the caller's choice."""
        return tuple(p for p in self.arguments if p.role is not Role.SCALAR and p.fixed_bytes is None)

    @property
    def values(self) -> tuple[Parameter, ...]:
        """The arguments whose values are public."""
        return tuple(p for p in self.arguments if p.role is Role.SCALAR and p.is_public)

    @property
    def refusals(self) -> dict[str, str]:
        """What the docstring says of each status: "BAD_LENGTH, and nothing is done, where `data` …" is {"BAD_LENGTH": "where `data` …"}."""
        text = " ".join(self.function.doc.split())
        status, end = r"\b([A-Z]+(?:_[A-Z]+)+)", r"(?=[.;:](?: |$)|,? (?:and |or )?[A-Z]+_[A-Z]|$)"
        begin = "where|for|unless|without|beyond|outside|before|after|once"
        clauses = re.finditer(rf"{status}(?:,[^,;.]*,)? ((?:{begin})\b.*?){end}", text)
        return {clause[1]: clause[2] for clause in clauses}

    @property
    def out(self) -> Parameter | None:
        """The result, where the kernel has one."""
        return next((p for p in self.parameters if p.role is Role.OUT), None)

    @property
    def work(self) -> Parameter | None:
        """The work area, where the kernel wants one."""
        return next((p for p in self.parameters if p.role is Role.WORK), None)

    @property
    def label(self) -> str:
        """What messages call it: `sha256`, `Sha256.update`, or `Sha256` for the constructor."""
        if self.context is None:
            return self.name
        return class_name(self.context) if self.is_constructor else f"{class_name(self.context)}.{self.method}"

    @property
    def is_constructor(self) -> bool:
        """Whether calling the class runs this kernel."""
        return self.context is not None and self.name == f"{self.context.name}_init"

    @property
    def returns_status(self) -> bool:
        """Whether the kernel can fail."""
        return isinstance(self.function.ref.returns, StatusType)


def class_name(struct: StructType) -> str:
    """The Python class of a struct: spelt as in the kernel module; one that has a name of its own is named after that: HmacSha256."""
    spelt: str = struct.cls.__name__
    return spelt if spelt.lower() == struct.name else "".join(part.capitalize() for part in struct.name.split("_"))


def interfaces(module: ir.Module) -> list[Interface]:
    """The Python forms of a module's exported kernels, in order."""
    return [interface(function) for function in module.functions if function.ref.exported]


def interface(function: ir.Function) -> Interface:
    """The Python form of an exported kernel.

    Raises InterfaceError where a parameter has none.
    """
    parameters = tuple(_parameter(function, position, symbol) for position, symbol in enumerate(function.params))
    requires = tuple(s.condition for s in function.body if isinstance(s, ir.Contract) and s.kind == "requires")
    out_length, requires = _length(function, parameters, Role.OUT, "eq", requires)
    work_length, requires = _length(function, parameters, Role.WORK, "ge", requires)
    context = parameters[0].type if parameters and parameters[0].role is Role.CONTEXT else None
    assert context is None or isinstance(context, StructType)
    return Interface(
        function=function,
        name=function.name,
        parameters=parameters,
        context=context,
        method=_method_name(function.name, context),
        out_length=out_length,
        work_length=work_length,
        requires=tuple(map(Condition, requires)),
    )


def _parameter(function: ir.Function, position: int, symbol: ir.Symbol) -> Parameter:
    """The role of a parameter follows from its type, its name and whether the kernel writes it."""
    match symbol.type:
        case StructType() if position == 0:
            role = Role.CONTEXT
        case IntType() | BoolType() | WordType(bits=8 | 16 | 32 | 64):
            role = Role.SCALAR
        case ArrayType(element=WordType()) if symbol.written:
            role = Role.OUT if symbol.name == "out" else Role.BUFFER
        case SliceType(element=WordType(), writable=True):
            role = {"out": Role.OUT, "work": Role.WORK}.get(symbol.name, Role.BUFFER)
        case ArrayType(element=WordType()) | SliceType(element=WordType()):
            role = Role.INPUT
        case _:
            raise InterfaceError(
                f"{symbol.src}: {function.name}: parameter {symbol.name}: {symbol.type} cannot come from Python; "
                "take a struct first, words, ints, or arrays and slices of words, or make the function a @helper"
            )
    return Parameter(symbol.name, symbol.type, role)


def _length(
    function: ir.Function, parameters: tuple[Parameter, ...], role: Role, op: str, requires: tuple[ir.Expr, ...]
) -> tuple[ir.Expr | None, tuple[ir.Expr, ...]]:
    """The length of `out` or `work`, and the conditions without the one that states it."""
    parameter = next((p for p in parameters if p.role is role), None)
    if parameter is None:
        return None, requires
    if isinstance(parameter.type, ArrayType):
        return ir.Const(type=INT, value=parameter.type.length), requires
    for condition in requires:
        match condition:
            case ir.Compare(op=found, left=ir.Len(operand=ir.Var(symbol=symbol)), right=length):
                if (found, symbol.name) == (op, parameter.name):
                    return length, tuple(c for c in requires if c is not condition)
    wanted = f"requires(len({parameter.name}) {_OPERATORS[op][0]} …)"
    raise InterfaceError(f"{function.src}: {function.name}: no length is stated for {parameter.name}; begin the kernel with {wanted}")


def _method_name(name: str, context: StructType | None) -> str:
    """`sha256_update` of struct sha256 is `update`; where no identifier would be left (`sha512_224_init`) the name stays whole."""
    short = name.removeprefix(f"{context.name}_") if context else name
    return short if short.isidentifier() else name


# --- conditions and lengths ---

# op -> (Python operator, binding strength, meaning on ints)
_OPERATORS: dict[str, tuple[str, int, Callable[[int, int], int]]] = {
    "or": ("or", 1, lambda a, b: a or b),
    "and": ("and", 2, lambda a, b: a and b),
    "eq": ("==", 4, lambda a, b: a == b),
    "ne": ("!=", 4, lambda a, b: a != b),
    "lt": ("<", 4, lambda a, b: a < b),
    "le": ("<=", 4, lambda a, b: a <= b),
    "gt": (">", 4, lambda a, b: a > b),
    "ge": (">=", 4, lambda a, b: a >= b),
    "shl": ("<<", 8, lambda a, b: a << b),
    "shr": (">>", 8, lambda a, b: a >> b),
    "add": ("+", 9, lambda a, b: a + b),
    "sub": ("-", 9, lambda a, b: a - b),
    "mul": ("*", 10, lambda a, b: a * b),
    "floordiv": ("//", 10, lambda a, b: a // b),
    "mod": ("%", 10, lambda a, b: a % b),
}
_NOT, _ATOM = 3, 12


def describe(expr: ir.Expr) -> str:
    """A condition or length as Python source, for messages and comments."""
    return _describe(expr)[0]


def _describe(expr: ir.Expr) -> tuple[str, int]:
    """Source text and how strongly its outermost operator binds."""

    def inside(operand: ir.Expr, level: int) -> str:
        text, own = _describe(operand)
        return text if own >= level else f"({text})"

    match expr:
        case ir.Const(value=value):
            return str(value), _ATOM
        case ir.Var(symbol=symbol):
            return symbol.name, _ATOM
        case ir.Len(operand=ir.Var(symbol=symbol)):
            return f"len({symbol.name})", _ATOM
        case ir.Cast(operand=operand):
            return _describe(operand)
        case ir.Choose(condition=condition, then=then, other=other):
            return f"{inside(then, 1)} if {inside(condition, 1)} else {inside(other, 0)}", 0
        case ir.Logic(op="not", operands=(operand,)):
            return f"not {inside(operand, _NOT)}", _NOT
        case ir.Logic(op=op, operands=operands):
            sign, level, _ = _OPERATORS[op]
            return f" {sign} ".join(inside(operand, level) for operand in operands), level
        case ir.Binary(op=op, left=left, right=right) | ir.Compare(op=op, left=left, right=right) if op in _OPERATORS:
            sign, level, _ = _OPERATORS[op]
            return f"{inside(left, level)} {sign} {inside(right, level + 1)}", level
        case _:
            raise _not_a_condition(expr)


def evaluate(expr: ir.Expr, values: Mapping[str, int | Sized]) -> int:
    """The value of a condition or length, given the arguments by parameter name.

    `values` holds an int for a scalar and, for an array or slice, anything whose len() counts elements.
    """
    match expr:
        case ir.Const(value=value):
            return value
        case ir.Var(symbol=symbol):
            scalar = values[symbol.name]
            assert isinstance(scalar, int)
            return scalar
        case ir.Len(operand=ir.Var(symbol=symbol)):
            sized = values[symbol.name]
            assert isinstance(sized, Sized)
            return len(sized)
        case ir.Cast(operand=operand):
            return _wrap(evaluate(operand, values), expr.type)
        case ir.Choose(condition=condition, then=then, other=other):
            return evaluate(then if evaluate(condition, values) else other, values)
        case ir.Logic(op="not", operands=(operand,)):
            return not evaluate(operand, values)
        case ir.Logic(op=op, operands=operands):
            each = (evaluate(operand, values) for operand in operands)
            return any(each) if op == "or" else all(each)
        case ir.Binary(op=op, left=left, right=right) | ir.Compare(op=op, left=left, right=right) if op in _OPERATORS:
            return _wrap(_OPERATORS[op][2](evaluate(left, values), evaluate(right, values)), expr.type)
        case _:
            raise _not_a_condition(expr)


def _wrap(value: int, kind: Type) -> int:
    """Words wrap; ints and bools do not."""
    return value & kind.mask if isinstance(kind, WordType) else value


def _not_a_condition(expr: ir.Expr) -> InterfaceError:
    return InterfaceError(
        f"{expr.src}: a requires() of an exported kernel may use parameters, len(), literals, comparisons, and, or, not, + - * // % << >>; "
        f"found {type(expr).__name__}"
    )
