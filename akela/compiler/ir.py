"""The intermediate representation: every node, with a line of meaning.

Rules of this file: nodes are data, know where they came from (`src`), and carry their type. Trees, not graphs: control flow is structured.
Symbols are objects compared by identity. What is legal at which stage is in `spec.py`; how trees are rewritten is in `passes.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter, is_
from pathlib import Path
from typing import Any, TypeVar

from akela.lang.types import BOOL, INT, StructType, Type


@dataclass(frozen=True)
class Src:
    """A place in a kernel module."""

    file: str = "<generated>"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column + 1}"


NOWHERE = Src()
T = TypeVar("T")
Kind = type[Any]  # a class of nodes


@dataclass(eq=False)
class Symbol:
    """A parameter, local or loop variable. Compared by identity."""

    name: str
    type: Type
    kind: str  # "param" | "local" | "loop"
    src: Src = NOWHERE
    written: bool = False  # by-reference parameter (array, struct, writable slice) that the function writes
    length_used: bool = False  # slice parameter or view whose len() is read

    def __repr__(self) -> str:
        return f"{self.name}: {self.type}"


@dataclass(frozen=True)
class Table:
    """A constant public array of a module."""

    name: str  # unique in the C file
    element: Type
    values: tuple[int, ...]


# --- expressions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Expr:
    """Base of expressions."""

    type: Type
    src: Src = NOWHERE

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of expression in it, its own too."""
        return frozenset(map(type, walk(self)))


@dataclass(frozen=True, kw_only=True)
class Const(Expr):
    """A literal word (already reduced), int, bool (0/1) or status code."""

    value: int


@dataclass(frozen=True, kw_only=True)
class Var(Expr):
    """The value of a symbol, or the array, slice or struct that it names."""

    symbol: Symbol


@dataclass(frozen=True, kw_only=True)
class TableRef(Expr):
    """A constant table; its type is ArrayType of a public word."""

    table: Table


@dataclass(frozen=True, kw_only=True)
class Unary(Expr):
    """`invert` (words, masks, ints, vectors) or `neg` (ints, words modulo 2**n, vectors)."""

    op: str
    operand: Expr


@dataclass(frozen=True, kw_only=True)
class Binary(Expr):
    """`add sub mul and or xor shl shr` on words, masks (and or xor), vectors, ints; `floordiv mod` on ints.

    Both sides have the type of the result (secrecy aside), except that the right side of `shl` and `shr` is an int.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, kw_only=True)
class Compare(Expr):
    """`eq ne lt le gt ge` of ints, public words, bools or statuses; a bool."""

    op: str
    left: Expr
    right: Expr
    type: Type = BOOL


@dataclass(frozen=True, kw_only=True)
class Logic(Expr):
    """`and or` of two bools (short-circuit), `not` of one."""

    op: str
    operands: tuple[Expr, ...]
    type: Type = BOOL


@dataclass(frozen=True, kw_only=True)
class Choose(Expr):
    """`a if condition else b` with a public condition."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, kw_only=True)
class Cast(Expr):
    """Between words and ints: `widen` (also int to word), `truncate`, `to_int`, `publish` (public word used as secret: no code)."""

    kind: str
    operand: Expr


@dataclass(frozen=True, kw_only=True)
class Index(Expr):
    """One element of an array, slice or table."""

    base: Expr
    index: Expr


@dataclass(frozen=True, kw_only=True)
class Field(Expr):
    """A field of a struct."""

    base: Expr
    name: str


@dataclass(frozen=True, kw_only=True)
class View(Expr):
    """`base[start:stop]`. Its type is a SliceType, or an ArrayType where the length is plainly constant."""

    base: Expr
    start: Expr
    stop: Expr


@dataclass(frozen=True, kw_only=True)
class Len(Expr):
    """The length of a slice (arrays' lengths are Const)."""

    operand: Expr
    type: Type = INT


@dataclass(frozen=True, kw_only=True)
class Call(Expr):
    """A helper, kernel, operation or intrinsic. A TupleType result is only legal in an Unpack."""

    function: FunctionRef
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, kw_only=True)
class Builtin(Expr):
    """A word of the language's vocabulary: see BUILTINS. `attributes` are literal operands (lane numbers, a declassify reason)."""

    name: str
    arguments: tuple[Expr, ...]
    attributes: tuple[object, ...] = ()


# name -> meaning. Results are words of the arguments' type unless said otherwise.
BUILTINS: dict[str, str] = {
    "rotl": "rotate left (word or vector, int)",
    "rotr": "rotate right (word or vector, int)",
    "load_le": "(bytes, offset) -> word of self.type, little-endian",
    "load_be": "(bytes, offset) -> word of self.type, big-endian",
    "mul_wide": "(a, b) -> tuple (hi, lo)",
    "addc": "(a, b, carry) -> tuple (sum, carry out)",
    "subb": "(a, b, borrow) -> tuple (difference, borrow out)",
    "eq_mask": "(a, b) -> mask",
    "ne_mask": "(a, b) -> mask",
    "lt_mask": "(a, b) -> mask",
    "zero_mask": "(a) -> mask",
    "nonzero_mask": "(a) -> mask",
    "bit_mask": "(a) -> mask of the 0/1 word",
    "select": "(mask, a, b) -> word",
    "swap_if": "(mask, a, b) -> tuple (a, b) or (b, a)",
    "mask_word": "(mask) -> word",
    "declassify": "(x) -> public word, or bool of a mask; attributes = (why,)",
    "splat": "(word) -> vector of self.type",
    "vector": "(lanes...) -> vector of self.type",
    "lane": "(vector, int constant) -> word",
    "shuffle": "(vector) -> vector; attributes = lane numbers",
    "load_vector": "(bytes, offset) -> vector of self.type",
    "reg_read": "() or (index,) -> word; attributes = (RegisterBlock, Reg)",
    "reg_address": "() -> public u32; attributes = (RegisterBlock, Reg)",
    # introduced by passes.py for targets that need it:
    "mul_split": "(a: u32, b: u32) -> u64 from 16-bit products",
    "add_pairs": "(a: u64, b: u64) -> u64 from u32 halves",
    "sub_pairs": "(a: u64, b: u64) -> u64 from u32 halves",
    "mul_pairs": "(a: u64, b: u64) -> u64 from u32 halves",
    "divide": "(a, b) -> int, a // b without a divide instruction",
    "remainder": "(a, b) -> int, a % b without a divide instruction",
    # value barrier around a secret 0/1 value or mask, placed by passes.py
    "barrier": "(x) -> x, opaque to the C compiler",
    # what `Pause` becomes
    "pause": "() -> status of the program's hook",
}


# --- statements -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Stmt:
    """Base of statements. `comments` are the source's comment lines before it; `remark` the one behind it."""

    src: Src = NOWHERE
    comments: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True, kw_only=True)
class Declare(Stmt):
    """The first appearance of a local. `value` None: undefined contents (arrays, structs, names first assigned inside a
    block); `zeros`: all elements 0.
    """

    symbol: Symbol
    value: Expr | None = None
    zeros: bool = False


@dataclass(frozen=True, kw_only=True)
class Assign(Stmt):
    """`target = value`; the target is a Var, an Index or a Field. Scalars and vectors only. A View value binds a slice name
    (Declare only).
    """

    target: Expr
    value: Expr


@dataclass(frozen=True, kw_only=True)
class Unpack(Stmt):
    """`a, b = call` where call is a Call or Builtin with a TupleType. Targets are Var, Index or Field, declared before;
    None drops a result (`_`).
    """

    targets: tuple[Expr | None, ...]
    value: Expr


@dataclass(frozen=True, kw_only=True)
class Parallel(Stmt):
    """`a, b = x, y`: all values are read before any target is written."""

    targets: tuple[Expr, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, kw_only=True)
class CopyInto(Stmt):
    """`target[a:b] = source[c:d]`: equal lengths, no partial overlap."""

    target: Expr
    source: Expr


@dataclass(frozen=True, kw_only=True)
class Fill(Stmt):
    """`fill(target, value)`: every element of an array or slice."""

    target: Expr
    value: Expr


@dataclass(frozen=True, kw_only=True)
class StoreBytes(Stmt):
    """`store_le32(buffer, offset, value)` and friends; `order` is "le" or "be"; value a word, or a vector ("le")."""

    order: str
    buffer: Expr
    offset: Expr
    value: Expr


@dataclass(frozen=True, kw_only=True)
class RegWrite(Stmt):
    """A write to a peripheral register."""

    block: object
    register: object
    index: Expr | None
    value: Expr


@dataclass(frozen=True, kw_only=True)
class If(Stmt):
    """A public branch. `static` is set where the condition was known at compile time and only `then` is kept (passes drop it)."""

    condition: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, kw_only=True)
class For(Stmt):
    """`for symbol in range(start, stop, step)`. `unroll`: None a loop; "" expand fully; a name: the target's data decides."""

    symbol: Symbol
    start: Expr
    stop: Expr
    step: int
    body: tuple[Stmt, ...]
    unroll: str | None = None


@dataclass(frozen=True, kw_only=True)
class While(Stmt):
    """A loop with a public condition."""

    condition: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, kw_only=True)
class Return(Stmt):
    """Return nothing (None), a scalar, or the items of a tuple."""

    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CallStmt(Stmt):
    """A call for its effects; a Status result may not be dropped."""

    call: Call


@dataclass(frozen=True, kw_only=True)
class Contract(Stmt):
    """`requires(condition)` or `ensures(condition)`."""

    kind: str
    condition: Expr


@dataclass(frozen=True, kw_only=True)
class Pause(Stmt):
    """`pause()`: on a chip the program's hook may end the operation here."""


@dataclass(frozen=True, kw_only=True)
class Wipe(Stmt):
    """Set a local array or struct to zero before it goes out of scope. Placed by passes.py."""

    symbol: Symbol


# --- functions and modules ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FunctionRef:
    """Names a function and its signature, without its body (calls refer to it; bodies live in their module)."""

    module: str  # Python module whose C file defines it
    name: str  # name in the language, unique among exported; with _w32/_w64 for templates
    params: tuple[tuple[str, Type], ...]
    returns: Type
    exported: bool
    operation: str | None = None  # "sha256.blocks" where ports may replace it
    intrinsic: object | None = None  # lang.intrinsics.Intrinsic
    written: tuple[bool, ...] = ()  # by-reference parameters that the function writes
    registers: bool = False  # whether it, or what it calls, reads or writes registers of peripherals, or asks the host
    pauses: bool = False  # whether it, or what it calls, pauses


@dataclass
class Function:
    """A checked function."""

    ref: FunctionRef
    params: tuple[Symbol, ...]
    body: tuple[Stmt, ...]
    doc: str
    leaks: str  # text of the "Leaks:" line, or ""
    src: Src
    word_bits: int | None = None  # templates only
    provides: str | None = None  # operation that it replaces
    needs: tuple[str, ...] = ()  # CPU features
    vartime: bool = False
    host: bool = False  # what surrounds the program may answer it instead: akela.lang.host
    comments: tuple[str, ...] = ()  # comment lines before the function

    @property
    def name(self) -> str:
        """The name in the language."""
        return self.ref.name

    @cached_property
    def nodes(self) -> tuple[Expr, ...]:
        """Every expression of the body, inner ones too."""
        return tuple(node for stmt in statements(self.body) for expr in expressions(stmt) for node in walk(expr))


@dataclass
class Module:
    """A kernel module for one target."""

    name: str  # "akela.kernels.sha256"
    doc: str
    path: Path
    structs: list[StructType] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)  # other kernel modules called

    @property
    def stem(self) -> str:
        """Name of the C file pair: the last part of the module's name."""
        return self.name.rpartition(".")[2]


# --- walking and rewriting ------------------------------------------------------------------------------------------


# By a table, not by `match`: the compiler spends most of its time here.
_CHILDREN: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    **dict.fromkeys((Unary, Cast, Len), lambda expr: (expr.operand,)),
    Field: lambda expr: (expr.base,),
    **dict.fromkeys((Binary, Compare), attrgetter("left", "right")),
    Index: attrgetter("base", "index"),
    Logic: attrgetter("operands"),
    **dict.fromkeys((Call, Builtin), attrgetter("arguments")),
    Choose: attrgetter("condition", "then", "other"),
    View: attrgetter("base", "start", "stop"),
}


COMPOSED = tuple(_CHILDREN)  # the kinds of expression that have expressions inside


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression."""
    inside = _CHILDREN.get(type(expr))
    return inside(expr) if inside else ()


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all inside it, outermost first."""
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(children(here)))


def is_effect(expr: Expr) -> bool:
    """Whether evaluating this node writes memory or touches a register."""
    if isinstance(expr, Call):
        return any(expr.function.written) or expr.function.registers
    return isinstance(expr, Builtin) and expr.name in ("reg_read", "pause")


def pauses(body: tuple[Stmt, ...]) -> bool:
    """Whether statements, or what they call, pause."""
    return any(
        isinstance(stmt, Pause) or any(any(True for _ in _pausing_calls(expr)) for expr in expressions(stmt)) for stmt in statements(body)
    )


def _pausing_calls(expr: Expr) -> Iterator[Call]:
    return (node for node in walk(expr) if isinstance(node, Call) and node.function.pauses)


def pausing_call(stmt: Stmt) -> Call | None:
    """The call that pauses among what a statement evaluates, not counting nested statements.

    Raises LookupError where it is not the first to be evaluated, and once: then what comes before it would have to wait.
    """
    found = [call for expr in expressions(stmt) for call in _pausing_calls(expr)]
    if not found:
        return None
    evaluated = stmt.value if isinstance(stmt, Declare | Assign | Unpack) else expressions(stmt)[0]
    if len(found) > 1 or isinstance(stmt, While | For) or evaluated is None or _first(evaluated) is not found[0]:
        raise LookupError
    return found[0]


def _first(expr: Expr) -> Call | None:
    """The call that pauses, where nothing in the expression is evaluated before it."""
    while not (isinstance(expr, Call) and expr.function.pauses):
        inside = children(expr)
        if not inside:
            return None
        expr = inside[0]
    return expr


def touches_registers(body: tuple[Stmt, ...]) -> bool:
    """Whether statements, or what they call, read or write registers."""
    nodes = (node for stmt in statements(body) for expr in expressions(stmt) for node in walk(expr))
    return any(isinstance(stmt, RegWrite) for stmt in statements(body)) or any(
        node.function.registers if isinstance(node, Call) else isinstance(node, Builtin) and node.name == "reg_read" for node in nodes
    )


def has_effects(expr: Expr) -> bool:
    """Whether an expression may be neither dropped nor evaluated twice."""
    return any(map(is_effect, walk(expr)))


def with_children(expr: Expr, new: tuple[Expr, ...]) -> Expr:
    """The expression with other expressions directly inside, in the order of `children`; itself where they are its own."""
    if all(map(is_, children(expr), new)):
        return expr
    match expr:
        case Unary() | Cast() | Len():
            return replace(expr, operand=new[0])
        case Field():
            return replace(expr, base=new[0])
        case Binary() | Compare():
            return replace(expr, left=new[0], right=new[1])
        case Index():
            return replace(expr, base=new[0], index=new[1])
        case Logic():
            return replace(expr, operands=new)
        case Call() | Builtin():
            return replace(expr, arguments=new)
        case Choose():
            return replace(expr, condition=new[0], then=new[1], other=new[2])
        case View():
            return replace(expr, base=new[0], start=new[1], stop=new[2])
        case _:
            return expr


def rewrite(expr: Expr, rule: Callable[[Expr], Expr]) -> Expr:
    """`expr` with `rule` applied to every node, innermost first."""
    return rule(with_children(expr, tuple([rewrite(child, rule) for child in children(expr)])))


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions directly in a statement (not in nested statements)."""
    match stmt:
        case Declare(value=value):
            return () if value is None else (value,)
        case Assign(target=a, value=b) | Fill(target=a, value=b):
            return (a, b)
        case CopyInto(target=a, source=b):
            return (a, b)
        case Unpack(targets=targets, value=value):
            return (*(t for t in targets if t is not None), value)
        case Parallel(targets=targets, values=values):
            return (*targets, *values)
        case StoreBytes(buffer=a, offset=b, value=c):
            return (a, b, c)
        case RegWrite(index=index, value=value):
            return (value,) if index is None else (index, value)
        case If(condition=c) | While(condition=c) | Contract(condition=c):
            return (c,)
        case For(start=a, stop=b):
            return (a, b)
        case Return(values=values):
            return values
        case CallStmt(call=call):
            return (call,)
        case _:
            return ()


def blocks(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The statement lists nested in a statement."""
    match stmt:
        case If(then=a, other=b):
            return (a, b)
        case For(body=a) | While(body=a):
            return (a,)
        case _:
            return ()


def with_blocks(stmt: Stmt, rule: Callable[[tuple[Stmt, ...]], tuple[Stmt, ...]]) -> Stmt:
    """The statement with `rule` applied to the statement lists nested directly in it."""
    match stmt:
        case If(then=a, other=b):
            return _changed(stmt, then=rule(a), other=rule(b))
        case For(body=a) | While(body=a):
            return _changed(stmt, body=rule(a))
        case _:
            return stmt


def rewrite_statements(body: tuple[Stmt, ...], rule: Callable[[Stmt], tuple[Stmt, ...]]) -> tuple[Stmt, ...]:
    """A body with `rule` applied to every statement, innermost first."""
    new = tuple(each for stmt in body for each in rule(with_blocks(stmt, lambda inner: rewrite_statements(inner, rule))))
    return body if len(new) == len(body) and all(map(is_, body, new)) else new


def statements(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Every statement of a body, nested ones included, in order."""
    for stmt in body:
        yield stmt
        for block in blocks(stmt):
            yield from statements(block)


def map_expressions(body: tuple[Stmt, ...], rule: Callable[[Expr], Expr], kinds: frozenset[Kind] | None = None) -> tuple[Stmt, ...]:
    """A body with `rule` applied to every expression node, innermost first. `kinds`: those that the rule may change, None for all."""
    return map_whole_expressions(body, lambda expr: expr if kinds and expr.kinds.isdisjoint(kinds) else rewrite(expr, rule))


def map_whole_expressions(body: tuple[Stmt, ...], go: Callable[[Expr], Expr]) -> tuple[Stmt, ...]:
    """A body with `go` applied to every expression that stands directly in a statement."""

    def each(stmt: Stmt) -> Stmt:
        match stmt:
            case Declare(value=value):
                return stmt if value is None else _changed(stmt, value=go(value))
            case Assign(target=a, value=b) | Fill(target=a, value=b):
                return _changed(stmt, target=go(a), value=go(b))
            case CopyInto(target=a, source=b):
                return _changed(stmt, target=go(a), source=go(b))
            case Unpack(targets=targets, value=value):
                return _changed(stmt, targets=_each(lambda t: None if t is None else go(t), targets), value=go(value))
            case Parallel(targets=targets, values=values):
                return _changed(stmt, targets=_each(go, targets), values=_each(go, values))
            case StoreBytes(buffer=a, offset=b, value=c):
                return _changed(stmt, buffer=go(a), offset=go(b), value=go(c))
            case RegWrite(index=index, value=value):
                return _changed(stmt, index=None if index is None else go(index), value=go(value))
            case If(condition=c, then=a, other=b):
                return _changed(stmt, condition=go(c), then=_each(each, a), other=_each(each, b))
            case While(condition=c, body=a):
                return _changed(stmt, condition=go(c), body=_each(each, a))
            case Contract(condition=c):
                return _changed(stmt, condition=go(c))
            case For(start=a, stop=b, body=inner):
                return _changed(stmt, start=go(a), stop=go(b), body=_each(each, inner))
            case Return(values=values):
                return _changed(stmt, values=_each(go, values))
            case CallStmt(call=call):
                new = go(call)
                assert isinstance(new, Call)
                return _changed(stmt, call=new)
            case _:
                return stmt

    return _each(each, body)


def _each(rule: Callable[[T], T], items: tuple[T, ...]) -> tuple[T, ...]:
    """The rule applied to all items: the tuple itself where none changes, by which passes and specs know it again."""
    new = tuple(map(rule, items))
    return items if all(map(is_, items, new)) else new


def _changed(stmt: Stmt, **fields: Any) -> Stmt:
    """The statement with other fields: itself where they are those that it has."""
    return stmt if all(getattr(stmt, name) is value for name, value in fields.items()) else replace(stmt, **fields)
