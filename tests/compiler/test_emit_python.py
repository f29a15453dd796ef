"""Emitted Python: how it reads, that it computes what the checked form defines, and what each of the two refuses."""

from __future__ import annotations

import ast
import inspect
from array import array
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from akela.compiler import ir
from akela.compiler.emit_python import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.python.load import load
from akela.compiler.targets import load_target, target_names
from akela.lang import MemoryBus, bus
from akela.lang.errors import BoundsError, ContractError, OverlapError, RangeError, TraceError, UndefinedError
from akela.lang.types import INT, MaskType, WordType
from tests.compiler import python_kernels
from tests.compiler.emitting import load_program

EXECUTIONS = ("python", "checked", "traced")
words32 = st.integers(0, 2**32 - 1)


@cache
def module(target: str = "x86_64", lowered: bool = False) -> ir.Module:
    """The kernels of python_kernels.py for a target, as checked or as the passes leave them."""
    machine = load_target(target)
    checked = compile_module(python_kernels.__name__, machine, (32, 64) if machine.word_bits == 64 else (32,))
    return lower(checked, machine) if lowered else checked


@cache
def kernels(execution: str, int_bits: int = 64, target: str = "x86_64", lowered: bool = False) -> Any:
    """Their callables."""
    return SimpleNamespace(**load([module(target, lowered)], execution, int_bits))


def outcome(execution: str, name: str, *arguments: Any) -> Any:
    """What a kernel gives, or the kind of its error."""
    kernel = getattr(kernels(execution), name)
    try:
        return kernel(*arguments)
    except IndexError:
        return IndexError
    except ValueError:
        return ValueError


def agree(name: str, *arguments: Any) -> None:
    """All executions in Python do the same."""
    first, *others = [outcome(execution, name, *arguments) for execution in EXECUTIONS]
    assert all(other == first for other in others)


# --- how it reads ----------------------------------------------------------------------------------------------------


def source(name: str, checked: bool = False) -> str:
    """The text of one emitted function, without its docstring."""
    text = emit(module(), checked)
    node = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name)
    lines = text.splitlines()
    return "\n".join(line[4:] for line in lines[(node.body[0].end_lineno or 0) : node.end_lineno])


def test_masks_stand_only_where_a_result_can_overflow() -> None:
    assert source("arithmetic") == inspect.cleandoc("""
        # requires n >= 0 and n < 8
        out[0] = (a << 8) | b
        out[1] = (a + b) & M8
        out[2] = ~c & 0xFF
        out[3] = (c * c + 1) & M32
        out[4] = ((c + c) & M32) >> 1
        out[5] = (c >> n) & M8
        out[6] = (-c ^ n) & M32
        out[7] = (c * c) >> 32
    """)


def test_checked_python_masks_after_every_operator() -> None:
    lines = source("arithmetic", checked=True).splitlines()
    assert lines[0] == "requires(n >= 0 and n < 8, 'n >= 0 and n < 8')"
    assert lines[4] == "out[3] = (((c * c) & M32) + 1) & M32"
    assert lines[6] == "out[5] = (c >> shift_count(n, 32)) & M8"


def test_names_comments_and_remarks_survive() -> None:
    text = emit(module())
    assert '# RFC 8439 section 2.1.\ndef quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:\n    """RFC' in text
    assert "    # All four at once.\n    state[0], state[1], state[2], state[3] = quarter_round(" in text
    assert "d = (((d ^ a) * R32) >> 24) & M32  # the third of four" in text
    assert "out[2] = 1 if same != 0 else 0  # declassified: this is a test" in text


def test_docstrings_survive() -> None:
    made = {n.name: n for n in ast.parse(emit(module())).body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    assert ast.get_docstring(made["memory"]) == inspect.getdoc(python_kernels.memory)
    assert ast.get_docstring(made["Outer"]) == "Words, an array and a struct."


def test_control_flow_stays_as_it_is() -> None:
    assert source("branches") == inspect.cleandoc("""
        if n < 0:
            return BAD_PARAMETER
        elif n == 0:
            out[0] = 1
        else:
            out[0] = 2
        rest = n
        steps = 0
        while rest > 0 and not (steps == 5 or n > 90):
            rest = rest // 2
            steps = steps + 1
        for i in range(4):
            out[0] = (out[0] + SQUARES[i]) & M32
        out[1] = 0
        for i in range(3, -1, -1):
            out[1] = (out[1] * 16 + i) & M32
        out[1] = (out[1] + (steps if steps < 3 else 3)) & M32
        return OK
    """)


def test_only_doubtful_bounds_are_checked() -> None:
    assert source("memory") == inspect.cleandoc("""
        fill(out, 0)
        out[0:4] = view(data, start, start + 4)
        tail = out[4:8]
        tail[0:2] = view(data, start + 2, start + 4)
        for i in range(2):
            tail[2 + i] = (ORDER[i] + data[natural(start)]) & M8
    """)


def test_names_that_the_module_needs_are_left_to_it() -> None:
    assert source("names") == "array_ = view_[natural(fill_)]\nout[0] = (array_ + label[natural(status + given)]) & M8"
    for execution in EXECUTIONS:
        assert kernels(execution).names(b"abc", 1, b"\1\2\3", 1, 1) == b"e"


def test_two_functions_of_one_name_are_refused() -> None:
    twice = ir.Module("m", "", module().path, functions=[module().functions[0]] * 2)
    with pytest.raises(ValueError, match=r"^m has or calls two functions named quarter_round; rename one$"):
        emit(twice)


# --- that it is right ------------------------------------------------------------------------------------------------


def test_quarter_round_of_rfc_8439() -> None:
    for execution in EXECUTIONS:  # the numbers of section 2.1.1
        state = array("I", [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567])
        kernels(execution).quarter(state)
        assert state.tolist() == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


@given(st.integers(0, 255), st.integers(0, 255), words32, st.integers(-1, 8))
def test_arithmetic(a: int, b: int, c: int, n: int) -> None:
    agree("arithmetic", a, b, c, n)


@given(st.binary(max_size=12), st.integers(-9, 12))
def test_memory(data: bytes, start: int) -> None:
    agree("memory", data, start)


@given(st.integers(-3, 100))
def test_branches(n: int) -> None:
    agree("branches", n)


@given(words32, words32, st.booleans())
def test_secrets(a: int, b: int, same: bool) -> None:
    agree("secrets", a, a if same else b)


@pytest.mark.parametrize("size", [4, 8])
@given(st.data())
def test_wide_words_and_arrays_of_them(size: int, data: st.DataObject) -> None:
    numbers = st.binary(min_size=4 * size, max_size=4 * size)
    a, b, out = data.draw(numbers), data.draw(numbers), {execution: bytearray(8 * size) for execution in EXECUTIONS}
    for execution in EXECUTIONS:
        getattr(kernels(execution), f"wide_w{8 * size}_into")(a, b, out[execution])
    assert out["python"] == out["checked"] == out["traced"]


@given(st.binary(min_size=16, max_size=16))
def test_vectors(data: bytes) -> None:
    agree("vectors", data)


@pytest.mark.parametrize("execution", EXECUTIONS)
def test_structs(execution: str) -> None:
    outer = kernels(execution).Outer(2**32 - 1)
    assert outer.step() == (2**32 - 1 + 0 + 8).to_bytes(8, "big")[4:]
    twin = outer.copy()
    assert outer.step() == twin.step() == (2**32 - 1 + 9).to_bytes(8, "big")[4:]


@pytest.mark.parametrize("execution", EXECUTIONS)
def test_registers(execution: str) -> None:
    model = MemoryBus()
    model.words[0x4000_1010 + 8] = 77
    with bus(model):
        assert kernels(execution).timer(2, 2) == (77).to_bytes(4, "little")
        assert model.log == [("write", 0x4000_1000, 0x21), ("read", 0x4000_1018, 77)]
        with pytest.raises(ValueError, match="reserved bits"):
            kernels(execution).timer(4, 0)
        with pytest.raises(IndexError):
            kernels(execution).timer(0, 4)
    with pytest.raises(TraceError, match="no bus"):
        kernels(execution).timer(0, 0)


class Expressions:
    """Random expressions over words of all widths, public and secret alike, and an int `n` from 0 to 7."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.words = {bits: ir.Symbol(f"w{bits}", WordType(bits), "param") for bits in (8, 16, 32, 64)}
        self.n = ir.Symbol("n", INT, "param")

    def word(self, bits: int, depth: int) -> ir.Expr:
        """A word of `bits` bits."""
        kind = WordType(bits)
        if depth == 0:
            leaf = self.draw(st.sampled_from(["var", "const", "int"]))
            if leaf == "var":
                return ir.Var(type=kind, symbol=self.words[bits])
            if leaf == "const":
                return ir.Const(type=kind, value=self.draw(st.integers(0, kind.mask) | st.integers(0, 3)))
            return ir.Cast(type=kind, kind="widen", operand=ir.Var(type=INT, symbol=self.n))
        match self.draw(st.sampled_from(["unary", "binary", "shift", "rotate", "widen", "truncate", "choose", "select", "mask"])):
            case "unary":
                return ir.Unary(type=kind, op=self.draw(st.sampled_from(["neg", "invert"])), operand=self.word(bits, depth - 1))
            case "binary":
                op = self.draw(st.sampled_from(["add", "sub", "mul", "and", "or", "xor"]))
                return ir.Binary(type=kind, op=op, left=self.word(bits, depth - 1), right=self.word(bits, depth - 1))
            case "shift":
                op = self.draw(st.sampled_from(["shl", "shr"]))
                return ir.Binary(type=kind, op=op, left=self.word(bits, depth - 1), right=self.count(bits))
            case "rotate":
                name = self.draw(st.sampled_from(["rotl", "rotr"]))
                return ir.Builtin(type=kind, name=name, arguments=(self.word(bits, depth - 1), self.count(bits)))
            case "widen" if bits > 8:
                return ir.Cast(type=kind, kind="widen", operand=self.word(bits // 2, depth - 1))
            case "truncate" if bits < 64:
                return ir.Cast(type=kind, kind="truncate", operand=self.word(bits * 2, depth - 1))
            case "choose":
                left, right = self.word(bits, depth - 1), self.word(bits, depth - 1)
                condition = ir.Compare(op=self.draw(st.sampled_from(["eq", "lt", "ge"])), left=left, right=right)
                return ir.Choose(type=kind, condition=condition, then=self.word(bits, depth - 1), other=right)
            case "select":
                arguments = (self.mask(bits, depth - 1), self.word(bits, depth - 1), self.word(bits, depth - 1))
                return ir.Builtin(type=kind, name="select", arguments=arguments)
            case _:
                return ir.Builtin(type=kind, name="mask_word", arguments=(self.mask(bits, depth - 1),))

    def mask(self, bits: int, depth: int) -> ir.Expr:
        """A mask of `bits` bits."""
        kind = MaskType(WordType(bits))
        name = self.draw(st.sampled_from(["eq_mask", "ne_mask", "lt_mask", "zero_mask", "nonzero_mask", "invert", "xor"]))
        if name == "invert":
            return ir.Unary(type=kind, op=name, operand=self.mask(bits, depth))
        if name == "xor":
            return ir.Binary(type=kind, op=name, left=self.mask(bits, depth), right=self.mask(bits, depth))
        operands = 1 if name.endswith("zero_mask") else 2
        return ir.Builtin(type=kind, name=name, arguments=tuple(self.word(bits, depth) for _ in range(operands)))

    def count(self, bits: int) -> ir.Expr:
        """A shift count."""
        if self.draw(st.booleans()):
            return ir.Var(type=INT, symbol=self.n)
        return ir.Const(type=INT, value=self.draw(st.integers(0, bits - 1)))


@st.composite
def functions(draw: st.DrawFn) -> ir.Function:
    """A function `f(w8, w16, w32, w64, n)` that returns a random expression."""
    made = Expressions(draw)
    bits = draw(st.sampled_from([8, 16, 32, 64]))
    params = (*made.words.values(), made.n)
    ref = ir.FunctionRef("m", "f", tuple((p.name, p.type) for p in params), WordType(bits), exported=False)
    body = (ir.Return(values=(made.word(bits, draw(st.integers(1, 4))),)),)
    return ir.Function(ref, params, body, doc="", leaks="", src=ir.NOWHERE)


@given(functions(), st.tuples(*(st.integers(0, 2**bits - 1) for bits in (8, 16, 32, 64)), st.integers(0, 7)))
def test_any_expression_is_worth_what_its_checked_form_is(function: ir.Function, arguments: tuple[int, ...]) -> None:
    results = []
    for checked in (False, True):
        namespace: dict[str, Any] = {}
        exec(emit(ir.Module("m", "", module().path, functions=[function]), checked), namespace)
        results.append(namespace["f"](*arguments))
    assert results[0] == results[1]


@pytest.mark.parametrize("target", target_names())
def test_passes_keep_the_meaning(target: str) -> None:
    before = kernels("checked", load_target(target).word_bits, target)
    after = kernels("checked", load_target(target).word_bits, target, lowered=True)
    for word in (0, 1, 0x80, 0xFFFF, 0x8000_0000, 0xFFFF_FFFF, 0xDEAD_BEEF):
        assert after.arithmetic(word & 0xFF, 3, word, 5) == before.arithmetic(word & 0xFF, 3, word, 5)
        assert after.secrets(word, 1) == before.secrets(word, 1)
        assert after.branches(word % 50) == before.branches(word % 50)
        numbers = (word.to_bytes(4, "little") * 4, (word ^ 0x1234_5678).to_bytes(4, "little") * 4)
        assert after.wide_w32(*numbers) == before.wide_w32(*numbers)
        assert after.Outer(word).step() == before.Outer(word).step()


# --- what it refuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [-1, -4, 4, 2**40])
def test_no_index_counts_from_the_end_or_beyond(index: int) -> None:
    for execution in EXECUTIONS:
        with pytest.raises(IndexError):
            kernels(execution).pick(b"1234", index)


@pytest.mark.parametrize("start", [-4, -1, 1, 5])
def test_no_slice_is_clipped(start: int) -> None:
    for execution in EXECUTIONS:
        with pytest.raises(IndexError):
            kernels(execution).memory(b"1234", start)


REFUSED = [
    ("unwritten", (), UndefinedError),
    ("shift", (1, 32), RangeError),
    ("shift", (1, -1), RangeError),
    ("rotate", (1, 32), RangeError),
    ("divide", (-4, 2), RangeError),
    ("divide", (4, -2), RangeError),
    ("divide", (4, 0), RangeError),
    ("divide", (2**33, 1), RangeError),
    ("add_ints", (2**62, 2**62), RangeError),
    ("add_ints", (1, -2), RangeError),
    ("contract", (10,), ContractError),
    ("contract", (8,), ContractError),
    ("overlapping", (bytearray(8), 2), OverlapError),
    ("pick", (b"1234", 4), BoundsError),
    ("memory", (b"1234", 1), BoundsError),
]


@pytest.mark.parametrize(("name", "arguments", "error"), REFUSED)
def test_checked_python_refuses(name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        getattr(kernels("checked"), name)(*arguments)


def test_checked_python_quotes_the_condition() -> None:
    with pytest.raises(ContractError, match=r"^requires n < 10$"):
        kernels("checked").contract(10)


def test_ints_have_the_size_of_the_target() -> None:
    assert kernels("checked", 32).add_ints(2**30, 2**30 - 1) == (2**31 - 1).to_bytes(8, "little")
    with pytest.raises(RangeError, match=r"^2147483648 does not fit an int of 32 bits$"):
        kernels("checked", 32).add_ints(2**30, 2**30)
    assert kernels("checked", 64).add_ints(2**30, 2**30) == (2**31).to_bytes(8, "little")


def test_undefined_fields_are_found() -> None:
    from akela.runtime import checked

    outer = kernels("checked").Outer(5)
    blank = type(outer._state)()
    with pytest.raises(UndefinedError, match=r"^field total of struct Outer is read before it is written$"):
        assert blank.total
    checked.wipe(blank)
    assert blank.total == 0 and blank.inner.words[1] == 0


@pytest.mark.parametrize("execution", EXECUTIONS)
@pytest.mark.parametrize("lowers", [False, True], ids=["checked", "lowered"])
@pytest.mark.parametrize("program", ["awkward_names", "effects"])
def test_no_two_locals_share_a_name(program: str, lowers: bool, execution: str) -> None:
    machine = load_target("x86_64")
    made = compile_module(load_program(program), machine)
    data = bytes(range(3, 19))[: 8 if program == "awkward_names" else 16]
    kernel = load([lower(made, machine) if lowers else made], execution)[program]
    assert kernel(data) == load([made], "traced")[program](data)
