"""How kernels look from Python: roles, names, lengths, and what has no Python form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.compiler import ir
from akela.compiler.emit_cpython import Operation, operations, parts
from akela.compiler.frontend import Program, compile_module
from akela.compiler.interface import InterfaceError, Role, class_name, describe, evaluate, interface
from akela.compiler.targets import host_target
from akela.lang.types import BOOL, INT, NONE, ArrayType, MaskType, SliceType, StructType, Type, WordType

BYTE = WordType(8)
STATE = StructType("sha512", (("h", ArrayType(WordType(64), 8)),), type("Sha512", (), {}))


def kernel(name: str, *parameters: tuple[str, Type], body: tuple[ir.Stmt, ...] = (), **more: Any) -> ir.Function:
    """A kernel with these parameters, all written unless `written` says otherwise."""
    written = more.pop("written", (True,) * len(parameters))
    operation = more.pop("operation", None)
    ref = ir.FunctionRef("akela.kernels.test", name, parameters, NONE, exported=True, operation=operation, written=written)
    symbols = tuple(ir.Symbol(n, t, "param", ir.Src("test.py", 3), written=True) for n, t in parameters)
    return ir.Function(ref, symbols, body, "", "nothing", ir.Src("test.py", 2), **more)


# --- roles and names ----------------------------------------------------------------------------------------------------------------------


def test_roles() -> None:
    program = Program(64)
    module = compile_module("tests.native.shapes", host_target(), (64,), program)
    roles = {i.name: [p.role for p in i.parameters] for i in map(interface, (f for f in module.functions if f.ref.exported))}
    assert roles["reverse"] == [Role.INPUT, Role.OUT, Role.WORK]
    assert roles["rotate_words"] == [Role.BUFFER, Role.OUT]
    assert roles["scalars"] == [Role.SCALAR] * 5 + [Role.OUT]
    assert roles["bytesum_update"] == [Role.CONTEXT, Role.INPUT]


def test_names_of_classes() -> None:
    for spelt, name, expected in [
        ("ChaCha20Poly1305", "chacha20poly1305", "ChaCha20Poly1305"),
        ("State", "hmac_sha256", "HmacSha256"),  # @struct(name="hmac_sha256")
    ]:
        assert class_name(StructType(name, (), type(spelt, (), {}))) == expected


@pytest.mark.parametrize(
    ("name", "method", "label"),
    [
        ("sha512_update", "update", "Sha512.update"),
        ("sha512_init", "init", "Sha512"),
        ("sha512_224_init", "sha512_224_init", "Sha512.sha512_224_init"),  # 224_init would be no identifier
        ("sha384_init", "sha384_init", "Sha512.sha384_init"),
    ],
)
def test_names_of_methods(name: str, method: str, label: str) -> None:
    made = interface(kernel(name, ("ctx", STATE)))
    assert (made.method, made.label, made.is_constructor) == (method, label, label == "Sha512")


@pytest.mark.parametrize(
    ("name", "kind"),
    [("state", STATE), ("mask", MaskType(BYTE)), ("wide", WordType(128)), ("all", ArrayType(STATE, 2))],
)
def test_parameters_without_a_python_form(name: str, kind: Type) -> None:
    with pytest.raises(InterfaceError, match=rf"^test\.py:3:1: bad: parameter {name}: .* cannot come from Python; take a struct first"):
        interface(kernel("bad", ("first", BYTE), (name, kind)))


@pytest.mark.parametrize(("name", "sign"), [("out", "=="), ("work", ">=")])
def test_a_length_must_be_stated(name: str, sign: str) -> None:
    with pytest.raises(InterfaceError) as refused:
        interface(kernel("bad", (name, SliceType(BYTE, writable=True))))
    assert str(refused.value) == f"test.py:2:1: bad: no length is stated for {name}; begin the kernel with requires(len({name}) {sign} …)"


def test_an_operation_must_exist_to_be_provided() -> None:
    def module(*functions: ir.Function) -> Any:
        return ir.Module("akela.kernels.test", "", None, functions=list(functions))  # type: ignore[arg-type]

    portable = kernel("serve", ("n", INT), operation="test.serve")
    good = kernel("serve_fast", ("n", INT), provides="test.serve", needs=("sse2",))
    assert [o.replacements for o in operations([module(portable, good)])] == [(good,)]
    for wrong in (kernel("x", ("n", BYTE), provides="test.serve"), kernel("y", ("n", INT), provides="test.other")):
        with pytest.raises(InterfaceError, match=r"provides test\.\w+, but no operation of that name has this signature$"):
            operations([module(portable, wrong)])


def test_a_replacement_writes_no_more_than_the_operation() -> None:
    buffers = ("key", SliceType(BYTE, writable=True)), ("out", SliceType(BYTE, writable=True))

    def served(written: tuple[bool, bool]) -> list[Operation]:
        portable = kernel("serve", *buffers, operation="test.serve", written=(False, True))
        fast = kernel("serve_fast", *buffers, provides="test.serve", written=written)
        return operations([ir.Module("akela.kernels.test", "", Path("test.py"), functions=[fast, portable])])

    assert len(served((False, True))) == len(served((False, False))) == 1
    with pytest.raises(InterfaceError, match=r"^test\.py:2:1: serve_fast writes its parameter key, which serve .* only reads"):
        served((True, True))


def test_methods_of_a_struct_stand_together() -> None:
    module = compile_module("tests.native.shapes", host_target(), (64,), Program(64))
    (part,) = parts([module])
    assert [c.struct.name for c in part.classes] == ["bytesum", "plain"]
    assert [k.method for k in part.classes[0].methods] == ["update", "final"]


# --- conditions ---------------------------------------------------------------------------------------------------------------------------

N = ir.Var(type=INT, symbol=ir.Symbol("n", INT, "param"))
DATA = ir.Var(type=SliceType(BYTE), symbol=ir.Symbol("data", SliceType(BYTE), "param"))
WORD = ir.Var(type=WordType(32, secret=False), symbol=ir.Symbol("word", WordType(32, secret=False), "param"))
CONSTANTS = [ir.Const(type=INT, value=value) for value in (0, 1, 7, 64)]


def arithmetic(inner: st.SearchStrategy[ir.Expr]) -> st.SearchStrategy[ir.Expr]:
    return st.builds(ir.Binary, type=st.just(INT), op=st.sampled_from(["add", "sub", "mul"]), left=inner, right=inner)


def choice(condition: ir.Expr, then: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Choose(type=INT, condition=condition, then=then, other=other)


ints = st.recursive(st.sampled_from([N, ir.Len(operand=DATA), *CONSTANTS]), arithmetic, max_leaves=6)
comparisons = st.builds(ir.Compare, op=st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]), left=ints, right=ints)
conditions = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        st.builds(ir.Logic, op=st.sampled_from(["and", "or"]), operands=st.tuples(inner, inner)),
        st.builds(ir.Logic, op=st.just("not"), operands=st.tuples(inner)),
    ),
    max_leaves=4,
)
anything = st.one_of(conditions, ints, st.builds(choice, conditions, ints, ints))


@given(anything, st.integers(-5, 100), st.binary(max_size=80))
def test_the_text_of_a_condition_means_what_is_checked(expr: ir.Expr, n: int, data: bytes) -> None:
    assert evaluate(expr, {"n": n, "data": data}) == eval(describe(expr), {"n": n, "data": data})


def test_words_wrap() -> None:
    total = ir.Binary(type=WORD.type, op="add", left=WORD, right=ir.Const(type=WORD.type, value=2**32 - 1))
    assert evaluate(total, {"word": 5}) == 4
    assert evaluate(ir.Cast(type=INT, kind="to_int", operand=total), {"word": 5}) == 4


def test_what_cannot_be_a_condition() -> None:
    element = ir.Index(type=BYTE, base=DATA, index=N, src=ir.Src("test.py", 9, 4))
    condition = ir.Compare(op="eq", left=element, right=ir.Const(type=BYTE, value=0), type=BOOL)
    for use in (lambda: describe(condition), lambda: evaluate(condition, {"data": b"1"})):
        with pytest.raises(InterfaceError, match=r"^test\.py:9:5: a requires\(\) of an exported kernel may use .*; found Index$"):
            use()
