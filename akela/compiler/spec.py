"""What the IR may contain at each stage, as tables of rules that are run before and after every pass.

A node that has no row in the table in force may not occur; one whose row does not hold is refused with the function, the place and the
sentence of the row. The rules repeat the checker's on purpose: what a pass breaks is found here, not in a wrong cipher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from akela.compiler.ir import (
    BUILTINS,
    COMPOSED,
    Assign,
    Binary,
    Builtin,
    Call,
    CallStmt,
    Cast,
    Choose,
    Compare,
    Const,
    Contract,
    CopyInto,
    Declare,
    Expr,
    Field,
    Fill,
    For,
    Function,
    If,
    Index,
    Len,
    Logic,
    Module,
    Parallel,
    Pause,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    TableRef,
    Unary,
    Unpack,
    Var,
    View,
    While,
    Wipe,
    children,
    expressions,
    statements,
    walk,
)
from akela.compiler.targets import Target
from akela.lang.registers import Reg
from akela.lang.types import (
    BOOL,
    INT,
    ArrayType,
    BoolType,
    IntType,
    MaskType,
    SliceType,
    StatusType,
    StructType,
    TupleType,
    Type,
    VectorType,
    WordType,
    is_secret,
    public,
)


class PassError(Exception):
    """A pass cannot do its work, or left behind what its spec refuses. The message names function, place and what was expected."""


Node = Function | Stmt | Expr


@dataclass(frozen=True)
class Rule:
    """`holds(node, target)` for every node of the class, in words."""

    node: type
    says: str
    holds: Callable[[Any, Target], bool]


@dataclass(frozen=True)
class Spec:
    """The rows in force at one stage."""

    name: str
    rules: tuple[Rule, ...]
    new: tuple[Rule, ...] = ()  # those of them that the stage before did not have

    def then(self, name: str, rules: Iterable[Rule], gone: tuple[type[Stmt], ...]) -> Spec:
        """The spec of the next stage: more rules, fewer kinds of statement."""
        new = tuple(rules)
        return Spec(name, (*(rule for rule in self.rules if rule.node not in gone), *new), new)

    def check(self, module: Module, target: Target, seen: Seen | None = None) -> Seen:
        """Raise PassError for the first node of the module that the spec refuses.

        `seen` is what the check of the stage before gave: what the pass has left as it was is held to new rules only.
        """
        table, new, found = _by_node(self.rules), _by_node(self.new), Seen({})

        def judge(function: Function, node: Node, known: bool) -> None:
            if type(node) not in table:
                raise PassError(f"{_place(function, node)}: {self.name}: {type(node).__name__} may not occur here")
            for rule in (new if known else table).get(type(node), ()):
                if not rule.holds(node, target):
                    what = f"{type(node).__name__} breaks the rule `{rule.says}`"
                    raise PassError(f"{_place(function, node)}: {self.name}: {what}: {node}")

        for function in module.functions:
            judge(function, function, found.add(function, seen))
            for stmt in statements(function.body):
                judge(function, stmt, found.add(stmt, seen))
                for expr in expressions(stmt):
                    known = found.add(expr, seen)
                    if not known or not expr.kinds.isdisjoint(new):
                        for node in walk(expr):
                            judge(function, node, known)
        return found


@dataclass(frozen=True)
class Seen:
    """What a stage has found right, known again by identity: functions, statements, and expressions that stand in statements."""

    entries: dict[int, Node]

    def add(self, node: Node, before: Seen | None) -> bool:
        """Know a node from now on; whether the stage before knew it. It is kept, so that its number stays its own."""
        self.entries[id(node)] = node
        return before is not None and id(node) in before.entries


def _by_node(rules: Iterable[Rule]) -> dict[type, list[Rule]]:
    table: dict[type, list[Rule]] = {}
    for rule in rules:
        table.setdefault(rule.node, []).append(rule)
    return table


def _place(function: Function, node: Node) -> str:
    return f"{node.src}: in {function.name}"


# --- what the rules are made of ---------------------------------------------------------------------------------------------------------

SCALARS = (WordType, MaskType, VectorType, IntType, BoolType, StatusType)
REFERENCES = (ArrayType, SliceType, StructType)

# Builtins that only passes make, and whether they give several results.
LOWERED = ("pause", "mul_split", "add_pairs", "sub_pairs", "mul_pairs", "barrier", "divide", "remainder")
TUPLES = ("mul_wide", "addc", "subb", "swap_if")


def takes(value: Type, place: Type) -> bool:
    """Whether a value may be put into a place: the same type, and no secret into a public one."""
    return public(value) == public(place) and (is_secret(place) or not is_secret(value))


def _fits(node: Const, _: Target) -> bool:
    match node.type:
        case WordType(bits, _) | VectorType(bits, _, _):
            return 0 <= node.value < 1 << bits
        case BoolType():
            return node.value in (0, 1)
        case IntType() | StatusType():
            return True
        case _:
            return False


def _binary(node: Binary, _: Target) -> bool:
    kind, left, right = node.type, node.left.type, node.right.type
    if node.op in ("shl", "shr"):
        return isinstance(kind, WordType | VectorType | IntType) and right == INT and public(left) == public(kind)
    if node.op in ("floordiv", "mod"):
        return kind == left == right == INT
    if isinstance(kind, MaskType) and node.op not in ("and", "or", "xor"):
        return False
    return isinstance(kind, WordType | VectorType | MaskType | IntType) and public(left) == public(right) == public(kind)


def _keeps_secret(node: Binary, _: Target) -> bool:
    return is_secret(node.type) or not (is_secret(node.left.type) or is_secret(node.right.type))


def _compare(node: Compare, _: Target) -> bool:
    comparable = isinstance(node.left.type, WordType | IntType | BoolType | StatusType)
    return comparable and node.left.type == node.right.type and not is_secret(node.left.type)


def _cast(node: Cast, _: Target) -> bool:
    given, made = node.operand.type, node.type
    match node.kind, given, made:
        case "widen", WordType(narrow, hidden), WordType(wide, secret):
            return narrow <= wide and secret >= hidden
        case "widen", IntType(), WordType():
            return True
        case "truncate", WordType(wide, hidden), WordType(narrow, secret):
            return narrow <= wide and secret >= hidden
        case "to_int", WordType(_, False), IntType():
            return True
        case "publish", WordType(a, False), WordType(b, True):
            return a == b
        case _:
            return False


def _call(node: Call, _: Target) -> bool:
    if len(node.arguments) != len(node.function.params):
        return False
    return all(_argument(argument.type, kind) for argument, (_, kind) in zip(node.arguments, node.function.params, strict=True))


def _argument(given: Type, wanted: Type) -> bool:
    match given, wanted:
        case ArrayType(a, n), ArrayType(b, m):
            return n == m and takes(a, b)
        case ArrayType(a, _) | SliceType(a, _), SliceType(b, _):
            return takes(a, b)
        case _:
            return takes(given, wanted)


def _copy(node: CopyInto, _: Target) -> bool:
    target, source = node.target.type, node.source.type
    if not isinstance(target, ArrayType | SliceType) or not isinstance(source, ArrayType | SliceType):
        return False
    return takes(source.element, target.element)


def _fill(node: Fill, _: Target) -> bool:
    return isinstance(node.target.type, ArrayType | SliceType) and takes(node.value.type, node.target.type.element)


def _hides(node: Builtin, _: Target) -> bool:
    """Only `declassify` and the declaration of a register make public words."""
    if node.name == "declassify":
        return True
    if node.name == "reg_read":
        register = node.attributes[1]
        return not isinstance(register, Reg) or is_secret(node.type) or not register.secret
    kinds = node.type.items if isinstance(node.type, TupleType) else (node.type,)
    return all(map(is_secret, kinds)) or not any(is_secret(argument.type) for argument in node.arguments)


def _element(node: Index, _: Target) -> bool:
    kind = node.base.type
    return not isinstance(kind, ArrayType | SliceType) or takes(kind.element, node.type)


def _store(node: StoreBytes, _: Target) -> bool:
    kind = node.buffer.type
    if is_secret(node.value.type) and not is_secret(kind):
        return False
    return isinstance(kind, ArrayType | SliceType) and public(kind.element) == WordType(8, False) and node.offset.type == INT


def _field(node: Field, _: Target) -> bool:
    return isinstance(node.base.type, StructType) and node.base.type.field_type(node.name) is not None


def _parallel(node: Parallel, _: Target) -> bool:
    return all(takes(value.type, place.type) for place, value in zip(node.targets, node.values, strict=True))


def _is_u64_vector(kind: Type) -> bool:
    return isinstance(kind, VectorType) and kind.bits == 64


def _declared(node: Declare, _: Target) -> bool:
    if node.value is None:
        return True
    if isinstance(node.symbol.type, REFERENCES):
        return isinstance(node.value, View)
    return takes(node.value.type, node.symbol.type)


def _is_place(expr: Expr) -> bool:
    return isinstance(expr, Var | Index | Field) and isinstance(expr.type, SCALARS)


def _unpack(node: Unpack, _: Target) -> bool:
    if not isinstance(node.value, Call | Builtin) or not isinstance(node.value.type, TupleType):
        return False
    if len(node.targets) != len(node.value.type.items):
        return False
    pairs = zip(node.targets, node.value.type.items, strict=True)
    return all(place is None or (_is_place(place) and takes(kind, place.type)) for place, kind in pairs)


def _returns(function: Function) -> bool:
    """Whether results are as public as the signature says."""
    wanted = function.ref.returns.items if isinstance(function.ref.returns, TupleType) else (function.ref.returns,)
    values = [stmt.values for stmt in statements(function.body) if isinstance(stmt, Return) and stmt.values]
    return all(len(each) == len(wanted) and all(takes(v.type, kind) for v, kind in zip(each, wanted, strict=True)) for each in values)


def _single(stmt: Stmt) -> bool:
    """Whether several results stand nowhere but on the right of an Unpack."""
    return isinstance(stmt, Unpack) or not any(isinstance(expr.type, TupleType) for expr in expressions(stmt))


def _of_singles(expr: Expr, _: Target) -> bool:
    return not any(isinstance(child.type, TupleType) for child in children(expr))


def _condition(node: Any, _: Target) -> bool:
    return bool(node.condition.type == BOOL)


ALWAYS = (
    Rule(Function, "several results are taken apart by Unpack", lambda f, _: all(map(_single, statements(f.body)))),
    Rule(Function, "results have the types of the signature, no secret for a public one", lambda f, _: _returns(f)),
    # expressions
    *(Rule(kind, "several results are taken apart by Unpack", _of_singles) for kind in COMPOSED),
    Rule(Const, "the value fits its type", _fits),
    Rule(Var, "the type is the symbol's", lambda n, _: n.type == n.symbol.type),
    Rule(TableRef, "a table is a public array", lambda n, _: isinstance(n.type, ArrayType) and not is_secret(n.type)),
    Rule(Unary, "invert or neg, of the operand's type", lambda n, _: n.op in ("invert", "neg") and n.type == n.operand.type),
    Rule(Binary, "both sides have the type of the result; shift counts are ints", _binary),
    Rule(Binary, "what is made of a secret is secret", _keeps_secret),
    Rule(Binary, "words of 128 bits need a 64-bit processor", lambda n, t: n.type != WordType(128) or t.word_bits == 64),
    Rule(Binary, "vectors of u64 need native 64-bit sums", lambda n, t: t.u64 == "native" or not _is_u64_vector(n.type)),
    Rule(Compare, "two public scalars of one type", _compare),
    Rule(Logic, "operands are bools", lambda n, _: all(operand.type == BOOL for operand in n.operands)),
    Rule(Choose, "the condition is a bool", _condition),
    Rule(Choose, "both sides have the type of the result", lambda n, _: takes(n.then.type, n.type) and takes(n.other.type, n.type)),
    Rule(Cast, "widen, truncate, to_int or publish, and no secret made public", _cast),
    Rule(Index, "the index is an int", lambda n, _: n.index.type == INT),
    Rule(Index, "the base is an array or slice", lambda n, _: isinstance(n.base.type, ArrayType | SliceType)),
    Rule(Index, "an element has the array's type, and stays secret", _element),
    Rule(Field, "the base is a struct with this field", _field),
    Rule(View, "bounds are ints", lambda n, _: n.start.type == n.stop.type == INT),
    Rule(View, "the base is an array or slice", lambda n, _: isinstance(n.base.type, ArrayType | SliceType)),
    Rule(Len, "the operand is a slice", lambda n, _: isinstance(n.operand.type, SliceType)),
    Rule(Call, "arguments have the parameters' types, no secret for a public one", _call),
    Rule(Builtin, "the name is a word of the vocabulary", lambda n, _: n.name in BUILTINS),
    Rule(Builtin, "tuples are made by mul_wide, addc, subb and swap_if", lambda n, _: isinstance(n.type, TupleType) == (n.name in TUPLES)),
    Rule(Builtin, "what is made of a secret is secret", _hides),
    # statements
    Rule(Declare, "a value of the symbol's type; references are bound to views", _declared),
    Rule(Assign, "the target is a scalar place", lambda n, _: _is_place(n.target)),
    Rule(Assign, "no secret goes into a public place", lambda n, _: takes(n.value.type, n.target.type)),
    Rule(Unpack, "a call with as many results as targets", _unpack),
    Rule(Parallel, "targets are scalar places", lambda n, _: all(map(_is_place, n.targets))),
    Rule(Parallel, "no secret goes into a public place", _parallel),
    Rule(CopyInto, "both sides have elements of one type", _copy),
    Rule(Fill, "the value has the elements' type", _fill),
    Rule(StoreBytes, "the buffer holds bytes, secret ones for a secret; the offset is an int", _store),
    Rule(RegWrite, "a u32 for a register", lambda n, _: public(n.value.type) == WordType(32, False)),
    Rule(If, "the condition is a bool", _condition),
    Rule(For, "bounds are ints, the step is not 0", lambda n, _: n.start.type == n.stop.type == INT and n.step != 0),
    Rule(While, "the condition is a bool", _condition),
    Rule(Return, "values are scalars", lambda n, _: all(isinstance(value.type, SCALARS) for value in n.values)),
    Rule(CallStmt, "a call whose result is nothing", lambda n, _: isinstance(n.call, Call)),
    Rule(Contract, "the condition is a bool", _condition),
    Rule(Pause, "the passes have not come to it", lambda _, __: True),
)

CHECKED = Spec("checked", (*ALWAYS, Rule(Builtin, "no pass has run", lambda n, _: n.name not in LOWERED)))

WIPE = Rule(Wipe, "an array or struct is wiped", lambda n, _: isinstance(n.symbol.type, ArrayType | StructType))
