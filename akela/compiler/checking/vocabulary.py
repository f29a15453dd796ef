"""Types of the vocabulary's words: rotations, loads, wide arithmetic, masks, vectors, registers.

One function a word (or family), in a table by name; each takes the checker and the call's syntax and gives IR. Statements of the vocabulary
(`store_…`, `fill`, `requires`) are in `check.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from akela import lang
from akela.compiler.checking.expressions import MISSING, ExpressionChecker, fold_compare
from akela.compiler.errors import Code, many
from akela.compiler.ir import Builtin, Cast, Choose, Compare, Const, Expr
from akela.lang.registers import PlacedReg
from akela.lang.types import (
    BOOL,
    INT,
    ArrayType,
    IntType,
    MaskType,
    SliceType,
    TupleType,
    Type,
    VectorType,
    WordType,
    is_secret,
    public,
    secret,
)

Check = Callable[[ExpressionChecker, ast.Call], Expr]


def _count(c: ExpressionChecker, node: ast.Call, wanted: int) -> None:
    if len(node.args) != wanted:
        c.refuse(Code.ARGUMENT_COUNT, node, f"{many(wanted, 'argument')}, not {len(node.args)}")


def _words(c: ExpressionChecker, node: ast.Call, arguments: list[ast.expr]) -> list[Expr]:
    """Arguments that are words of one type; literals take it."""
    values = [c.expr(argument) for argument in arguments]
    kind = next((v.type for v in values if isinstance(v.type, WordType | VectorType)), None)
    if kind is None:
        c.refuse(Code.WRONG_ARGUMENT, node, f"words, not {values[0].type}", "write u32(…) or the like around it")
    values = [c.fit(v, kind, a) for v, a in zip(values, arguments, strict=True)]
    for value, argument in zip(values, arguments, strict=True):
        if public(value.type) != public(kind):
            c.refuse(Code.MIXED_WIDTHS, argument, f"words of one type, {kind}, not {value.type}", "widen or truncate first")
    return values


def _joined(values: list[Expr]) -> Type:
    return secret(values[0].type) if any(is_secret(v.type) for v in values) else values[0].type


def _rotate(name: str) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, 2)
        value = c.expr(node.args[0])
        if not isinstance(value.type, WordType | VectorType):
            c.refuse(Code.WRONG_ARGUMENT, node.args[0], f"a word, not {value.type}")
        count = c.integer(node.args[1], Code.SECRET_SHIFT, "a rotation count")
        c.shift_count(count, node.args[1], value.type.bits - 1)
        return Builtin(type=value.type, name=name, arguments=(value, count), src=c.parsed.src(node))

    return check


def bytes_argument(c: ExpressionChecker, node: ast.expr) -> Expr:
    """An array, slice or table of bytes."""
    value = c.expr(node)
    if not isinstance(value.type, ArrayType | SliceType) or not isinstance(value.type.element, WordType) or value.type.element.bits != 8:
        c.refuse(Code.WRONG_ARGUMENT, node, f"bytes, not {value.type}")
    return value


def offset_argument(c: ExpressionChecker, node: ast.expr, source: Expr, size: int) -> Expr:
    """A byte offset at which `size` bytes follow."""
    offset = c.integer(node, Code.SECRET_INDEX, "an offset")
    known = c.known_interval(offset)
    length = source.type.length if isinstance(source.type, ArrayType) else None
    if known is not None and (known[0] < 0 or (length is not None and known[1] + size > length)):
        c.refuse(
            Code.INDEX_RANGE,
            node,
            f"an offset with {size} bytes behind it{'' if length is None else f' in {length}'}, not {known[0]} … {known[1]}",
        )
    return offset


def _load(name: str, bits: int) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, 2)
        source = bytes_argument(c, node.args[0])
        offset = offset_argument(c, node.args[1], source, bits // 8)
        return Builtin(type=WordType(bits, is_secret(source.type)), name=name, arguments=(source, offset), src=c.parsed.src(node))

    return check


def _wide(name: str, count: int) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, count)
        values = _words(c, node, node.args)
        kind = _joined(values)
        if not isinstance(kind, WordType) or kind.bits not in (32, 64):
            c.refuse(Code.WRONG_ARGUMENT, node, f"words of 32 or 64 bits, not {kind}")
        return Builtin(type=TupleType((kind, kind)), name=name, arguments=tuple(values), src=c.parsed.src(node))

    return check


def _mask_of(name: str, count: int) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, count)
        values = _words(c, node, node.args)
        kind = values[0].type
        if not isinstance(kind, WordType):
            c.refuse(Code.WRONG_ARGUMENT, node, f"words, not {kind}")
        return Builtin(type=MaskType(secret(kind)), name=name, arguments=tuple(values), src=c.parsed.src(node))

    return check


def _mask(c: ExpressionChecker, node: ast.expr) -> tuple[Expr, WordType]:
    value = c.expr(node)
    if not isinstance(value.type, MaskType):
        c.refuse(Code.WRONG_ARGUMENT, node, f"a mask, not {value.type}", "make one with eq_mask, lt_mask, bit_mask …")
    word = secret(value.type.word)
    assert isinstance(word, WordType)
    return value, word


def _choosing(name: str) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, 3)
        mask, word = _mask(c, node.args[0])
        values = [c.fit(c.expr(argument), word, argument) for argument in node.args[1:]]
        for value, argument in zip(values, node.args[1:], strict=True):
            if public(value.type) != public(word):
                c.refuse(Code.MIXED_WIDTHS, argument, f"a word of {word.bits} bits to match {mask.type}, not {value.type}")
        kind: Type = TupleType((word, word)) if name == "swap_if" else word
        return Builtin(type=kind, name=name, arguments=(mask, *values), src=c.parsed.src(node))

    return check


def _mask_word(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 1)
    mask, word = _mask(c, node.args[0])
    return Builtin(type=word, name="mask_word", arguments=(mask,), src=c.parsed.src(node))


def _declassify(c: ExpressionChecker, node: ast.Call) -> Expr:
    why = next((k.value for k in node.keywords if k.arg == "why"), None)
    reason = c.static(why) if why is not None else MISSING
    if not isinstance(reason, str) or len(reason.split()) < 2 or len(node.keywords) != 1:
        c.refuse(Code.DECLASSIFY_REASON, node, "why= a literal sentence that says why the value may be known")
    _count(c, node, 1)
    value = c.expr(node.args[0])
    if isinstance(value.type, MaskType):
        kind: Type = BOOL
    elif isinstance(value.type, WordType):
        kind = value.type.public
    else:
        c.refuse(Code.WRONG_ARGUMENT, node.args[0], f"a word or a mask, not {value.type}")
    return Builtin(type=kind, name="declassify", arguments=(value,), attributes=(reason,), src=c.parsed.src(node))


def _truncate(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 2)
    kind = c.static_type(node.args[0])
    value = c.expr(node.args[1])
    if not isinstance(kind, WordType) or not isinstance(value.type, WordType) or value.type.bits < kind.bits:
        c.refuse(Code.WRONG_ARGUMENT, node, f"truncate(narrower type, word), not ({kind}, {value.type})")
    target = WordType(kind.bits, value.type.secret)
    return value if value.type.bits == kind.bits else c.cast("truncate", target, value, node)


def word_cast(c: ExpressionChecker, node: ast.Call, kind: WordType) -> Expr:
    """`u32(x)`: widen a word or convert an int. The result is as secret as `x`."""
    _count(c, node, 1)
    argument = node.args[0]
    value = c.expr(argument)
    match value.type:
        case WordType(bits, hidden):
            if bits > kind.bits:
                c.refuse(
                    Code.NARROWING, node, f"a word of at most {kind.bits} bits, not {value.type}", f"truncate({kind}, …) keeps the low bits"
                )
            if not kind.secret and hidden:
                c.refuse(Code.SECRET_STORE, node, f"{kind} holds public values only", "declassify(…, why=…) where the value may be known")
            target = WordType(kind.bits, hidden)
            return value if bits == kind.bits else c.cast("widen", target, value, node)
        case IntType():
            if isinstance(value, Const):
                return c.fit(value, kind, argument)
            c.not_negative(value, argument, f"the operand of {kind}()")
            return c.cast("widen", kind.public, value, node)
        case MaskType():
            c.refuse(Code.WRONG_ARGUMENT, node, "a word or int", "mask_word(…) gives a mask as a word")
    c.refuse(Code.WRONG_ARGUMENT, node, f"a word or int, not {value.type}")


def _int(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 1)
    value = c.expr(node.args[0])
    match value.type:
        case WordType(_, False):
            if isinstance(value, Const):
                return Const(type=INT, value=value.value, src=value.src)
            return Cast(type=INT, kind="to_int", operand=value, src=c.parsed.src(node))
        case IntType():
            return value
    if is_secret(value.type):
        c.refuse(Code.SECRET_INT, node, "an int is public", "declassify(…, why=…) where the value may be known")
    c.refuse(Code.WRONG_ARGUMENT, node, f"a public word, not {value.type}")


def _len(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 1)
    value = c.expr(node.args[0])
    if not isinstance(value.type, ArrayType | SliceType):
        c.refuse(Code.WRONG_ARGUMENT, node, f"an array, slice or table, not {value.type}")
    return c.length(value, c.parsed.src(node))


def _extreme(op: str) -> Check:
    def check(c: ExpressionChecker, node: ast.Call) -> Expr:
        _count(c, node, 2)
        a, b = (c.integer(argument, Code.SECRET_COMPARISON, "an operand of min and max") for argument in node.args)
        for value, argument in ((a, node.args[0]), (b, node.args[1])):
            c.without_effects(value, argument, "an operand of min and max, which is looked at twice")
        src = c.parsed.src(node)
        condition = fold_compare(Compare(op=op, left=a, right=b, src=src))
        if isinstance(condition, Const):
            return a if condition.value else b
        return Choose(type=INT, condition=condition, then=a, other=b, src=src)

    return check


# --- vectors --------------------------------------------------------------------------------------------------------


def _vector_type(c: ExpressionChecker, node: ast.expr) -> VectorType:
    kind = c.static_type(node)
    if not isinstance(kind, VectorType):
        c.refuse(Code.WRONG_ARGUMENT, node, f"a vector type, not {kind}")
    return kind


def _lanes(c: ExpressionChecker, node: ast.Call, kind: VectorType, arguments: list[ast.expr]) -> tuple[VectorType, tuple[Expr, ...]]:
    values = [c.fit(c.expr(argument), kind.element, argument) for argument in arguments]
    for value, argument in zip(values, arguments, strict=True):
        if public(value.type) != kind.element.public:
            c.refuse(Code.MIXED_WIDTHS, argument, f"a lane of {kind.element}, not {value.type}")
    return VectorType(kind.bits, kind.lanes, any(is_secret(v.type) for v in values)), tuple(values)


def _splat(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 2)
    kind, values = _lanes(c, node, _vector_type(c, node.args[0]), node.args[1:])
    return Builtin(type=kind, name="splat", arguments=values, src=c.parsed.src(node))


def _vector(c: ExpressionChecker, node: ast.Call) -> Expr:
    wanted = _vector_type(c, node.args[0]) if node.args else c.refuse(Code.ARGUMENT_COUNT, node, "a vector type and its lanes")
    _count(c, node, wanted.lanes + 1)
    kind, values = _lanes(c, node, wanted, node.args[1:])
    return Builtin(type=kind, name="vector", arguments=values, src=c.parsed.src(node))


def _lane_number(c: ExpressionChecker, node: ast.expr, lanes: int) -> int:
    number = c.static(node)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < lanes:
        c.refuse(Code.INDEX_RANGE, node, f"a literal lane from 0 to {lanes - 1}")
    return number


def _vector_value(c: ExpressionChecker, node: ast.Call) -> tuple[Expr, VectorType]:
    value = c.expr(node.args[0]) if node.args else c.refuse(Code.ARGUMENT_COUNT, node, "a vector first")
    if not isinstance(value.type, VectorType):
        c.refuse(Code.WRONG_ARGUMENT, node.args[0], f"a vector, not {value.type}")
    return value, value.type


def _lane(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 2)
    value, kind = _vector_value(c, node)
    number = Const(type=INT, value=_lane_number(c, node.args[1], kind.lanes), src=c.parsed.src(node))
    return Builtin(type=kind.element, name="lane", arguments=(value, number), src=c.parsed.src(node))


def _shuffle(c: ExpressionChecker, node: ast.Call) -> Expr:
    value, kind = _vector_value(c, node)
    _count(c, node, kind.lanes + 1)
    numbers = tuple(_lane_number(c, argument, kind.lanes) for argument in node.args[1:])
    return Builtin(type=kind, name="shuffle", arguments=(value,), attributes=numbers, src=c.parsed.src(node))


def _load_vector(c: ExpressionChecker, node: ast.Call) -> Expr:
    _count(c, node, 3)
    kind = _vector_type(c, node.args[0])
    source = bytes_argument(c, node.args[1])
    offset = offset_argument(c, node.args[2], source, kind.bits * kind.lanes // 8)
    result = VectorType(kind.bits, kind.lanes, is_secret(source.type))
    return Builtin(type=result, name="load_vector", arguments=(source, offset), src=c.parsed.src(node))


# --- registers ------------------------------------------------------------------------------------------------------


def register(c: ExpressionChecker, node: ast.expr) -> tuple[Any, Any, str] | None:
    """(block, register, verb) where `node` is `BLOCK.REG.verb`, or a name of a maker for that register and a verb; else None."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        placed = c.static(node.value)
        return (placed.block, placed.register, node.attr) if isinstance(placed, PlacedReg) else None
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Attribute):
        return None
    block = c.static(node.value.value)
    if not isinstance(block, lang.RegisterBlock):
        return None
    reg = type(block).__dict__.get(node.value.attr)
    if not isinstance(reg, lang.Reg):
        c.refuse(Code.UNKNOWN_FIELD, node, f"a register of {type(block).__name__}")
    return block, reg, node.attr


def register_index(c: ExpressionChecker, node: ast.Call, reg: Any) -> Expr:
    """The index of `read_at` and `write_at`."""
    index = c.integer(node.args[0], Code.SECRET_INDEX, "a register index")
    known = c.known_interval(index)
    if known is not None and (known[0] < 0 or known[1] >= reg.count):
        c.refuse(Code.INDEX_RANGE, node.args[0], f"an index below {reg.count}")
    return index


def register_read(c: ExpressionChecker, node: ast.Call, found: tuple[Any, Any, str]) -> Expr:
    """`BLOCK.REG.read()` and `BLOCK.REG.read_at(i)`; `BLOCK.REG.address()`."""
    block, reg, verb = found
    if verb == "address":
        _count(c, node, 0)
        return Builtin(type=WordType(32, False), name="reg_address", arguments=(), attributes=(block, reg), src=c.parsed.src(node))
    if verb not in ("read", "read_at"):
        c.refuse(Code.NOT_IN_LANGUAGE, node, "read(), read_at(i) or address() in an expression", "a write is a statement of its own")
    if "r" not in reg.access:
        c.refuse(Code.READ_ONLY, node, "a readable register", "its access is " + reg.access)
    _count(c, node, 1 if verb == "read_at" else 0)
    arguments = (register_index(c, node, reg),) if verb == "read_at" else ()
    return Builtin(type=WordType(32, reg.secret), name="reg_read", arguments=arguments, attributes=(block, reg), src=c.parsed.src(node))


def _is_a_statement(c: ExpressionChecker, node: ast.Call) -> Expr:
    c.refuse(Code.NOT_IN_LANGUAGE, node, "a value", "this call is a statement of its own")


# --- the table ------------------------------------------------------------------------------------------------------

_BY_NAME: dict[str, Check] = {
    "rotl": _rotate("rotl"),
    "rotr": _rotate("rotr"),
    **{f"load_le{bits}": _load("load_le", bits) for bits in (16, 32, 64)},
    **{f"load_be{bits}": _load("load_be", bits) for bits in (16, 32, 64)},
    "mul_wide": _wide("mul_wide", 2),
    "addc": _wide("addc", 3),
    "subb": _wide("subb", 3),
    "eq_mask": _mask_of("eq_mask", 2),
    "ne_mask": _mask_of("ne_mask", 2),
    "lt_mask": _mask_of("lt_mask", 2),
    "zero_mask": _mask_of("zero_mask", 1),
    "nonzero_mask": _mask_of("nonzero_mask", 1),
    "bit_mask": _mask_of("bit_mask", 1),
    "select": _choosing("select"),
    "swap_if": _choosing("swap_if"),
    "mask_word": _mask_word,
    "declassify": _declassify,
    "truncate": _truncate,
    "splat": _splat,
    "vector": _vector,
    "lane": _lane,
    "shuffle": _shuffle,
    "load_vector": _load_vector,
}
STATEMENTS = {
    **{f"store_le{bits}": bits for bits in (16, 32, 64)},
    **{f"store_be{bits}": bits for bits in (16, 32, 64)},
    "store_vector": 0,
    "fill": 0,
    "requires": 0,
    "ensures": 0,
    "pause": 0,
}
_PYTHON: dict[Any, Check] = {int: _int, len: _len, min: _extreme("lt"), max: _extreme("gt")}
_VOCABULARY: dict[int, Check] = {id(getattr(lang, name)): check for name, check in _BY_NAME.items()}
_STATEMENTS: dict[int, str] = {id(getattr(lang, name)): name for name in STATEMENTS}


def builtin_check(value: Any) -> Check | None:
    """How to check a call of this object, where it is a word of the vocabulary."""
    if isinstance(value, type) or callable(value):
        known = _PYTHON.get(value) if value in (int, len, min, max) else None
        if known is not None:
            return known
    if id(value) in _STATEMENTS:
        return _is_a_statement
    return _VOCABULARY.get(id(value))


def statement_name(value: Any) -> str | None:
    """`store_le32`, `fill`, `requires` … where the object is one of the vocabulary's statements."""
    return _STATEMENTS.get(id(value))
