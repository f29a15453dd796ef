"""Each pass on small trees: what it makes, what it leaves alone, how it fails."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from akela.compiler.frontend import compile_module
from akela.compiler.ir import (
    Assign,
    Binary,
    Builtin,
    Call,
    Cast,
    Choose,
    Compare,
    Declare,
    Expr,
    Fill,
    For,
    FunctionRef,
    If,
    Index,
    Len,
    Logic,
    Parallel,
    Return,
    Stmt,
    Symbol,
    Unary,
    Unpack,
    View,
    While,
    Wipe,
    expressions,
    rewrite,
    statements,
    walk,
)
from akela.compiler.lowering.effects import Misplaced, order_effects
from akela.compiler.lowering.fold import decide_by_range, fold, fold_body, minus, same
from akela.compiler.lowering.protect import guard_steps, place_barriers, place_wipes, secret_memory, unguarded_bits, unwiped_exits
from akela.compiler.lowering.sequence import join_declarations, owned_memory, sequence
from akela.compiler.lowering.unroll import unroll_body
from akela.compiler.lowering.words import choose_carry, divide_ints, hide_product, pair_sum, split_product, widen_swap
from akela.compiler.passes import PASSES, lower
from akela.compiler.spec import PassError
from akela.compiler.targets import Target, load_target
from akela.lang.types import BOOL, INT, ArrayType, MaskType, SliceType, TupleType, WordType
from tests.compiler.emitting import CAUTIOUS, load_program
from tests.compiler.trees import PUBLIC, U8, U32, U64, assign, binary, builtin, const, declare, function, local, module, show, use, widen

M3, LX106, HOST = load_target("cortex_m3"), load_target("lx106"), load_target("x86_64")
A, B, C, D = (local(name) for name in "abcd")
L = local("l", U64)
N = local("n", INT)
I = Symbol("i", INT, "loop")  # noqa: E741  as kernels call it
Q = local("q", BOOL)
W = local("w", ArrayType(U32, 8))
S = local("s", SliceType(U32))
CHANGED = local("changed")
PARAMETER = Symbol("p", ArrayType(U32, 8), "param", written=True)


def at(base: Symbol, index: int | Expr) -> Index:
    return Index(type=U32, base=use(base), index=const(index) if isinstance(index, int) else index)


# --- the pipeline -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "program",
    ["narrow", "words", "masks", "carries", "ints", "memory", "tuples", "effects", "unrolled", "registers", "register_calls"],
)
@pytest.mark.parametrize("target", [HOST, M3, LX106, CAUTIOUS], ids=lambda target: target.name)
def test_lower_leaves_its_input_alone(program: str, target: Target) -> None:
    target = replace(target, unroll={"test.rounds": 4})
    checked = compile_module(load_program(program), target)
    before = deepcopy([(f.name, [show(s) for s in statements(f.body)]) for f in checked.functions])
    lower(checked, target)
    assert [(f.name, [show(s) for s in statements(f.body)]) for f in checked.functions] == before


def test_functions_know_whether_they_touch_registers() -> None:
    checked = compile_module(load_program("register_calls"), M3)
    assert {f.name: f.ref.registers for f in checked.functions} == {"step": True, "step_twice": True, "register_calls": True}
    assert not any(f.ref.registers for f in compile_module(load_program("effects"), M3).functions)


def test_passes_have_names_of_their_own() -> None:
    assert len({step.name for step in PASSES}) == len(PASSES)


def test_failure_names_pass_and_function() -> None:
    loop = For(symbol=I, start=const(0), stop=const(10), step=1, body=(assign(A, use(A)),), unroll="made.up")
    with pytest.raises(PassError) as caught:
        lower(module(function(declare(A, const(0, U32)), loop)), replace(M3, unroll={"made.up": 4}))
    assert str(caught.value).startswith("pass 5, unroll loops: in f: ")
    assert str(caught.value).endswith("factor 4 for 'made.up' does not divide the loop's 10 rounds; choose one of 1, 2, 5, 10")


def test_spec_is_checked_before_the_first_pass() -> None:
    with pytest.raises(PassError, match="in f: checked: "):
        lower(module(function(declare(A, use(N)))), M3)


# --- folding ------------------------------------------------------------------------------------------------------------------

FOLDED: list[tuple[Expr, str]] = [
    (binary("add", const(2), const(3)), "5"),
    (binary("mod", const(17), const(5)), "2"),
    (binary("add", const(250, U8), const(10, U8)), "4"),
    (binary("sub", const(0, U32), const(1, U32)), str(2**32 - 1)),
    (binary("shl", const(1, U32), const(31)), str(2**31)),
    (binary("add", use(N), const(0)), "n"),
    (binary("add", const(0), use(N)), "n"),
    (binary("mul", const(1), use(N)), "n"),
    (binary("floordiv", use(N), const(1)), "n"),
    (binary("add", binary("add", use(N), const(3)), const(4)), "(n add 7)"),
    (binary("sub", binary("add", use(N), const(3)), const(4)), "(n sub 1)"),
    (binary("add", binary("sub", use(N), const(4)), const(4)), "n"),
    (binary("add", use(N), const(-2)), "(n sub 2)"),
    (binary("shr", use(A), const(0)), "a"),
    (builtin("rotl", use(A), const(0)), "a"),
    (Unary(type=U8, op="invert", operand=const(1, U8)), "254"),
    (Unary(type=INT, op="neg", operand=const(5)), "-5"),
    (Cast(type=U8, kind="truncate", operand=const(0x1FF, U32)), "255"),
    (Cast(type=INT, kind="to_int", operand=const(7, PUBLIC)), "7"),
    (Compare(op="lt", left=const(1), right=const(2)), "1"),
    (Logic(op="not", operands=(const(1, BOOL),)), "0"),
    (Logic(op="and", operands=(const(1, BOOL), use(Q))), "q"),
    (Logic(op="or", operands=(use(Q), const(1, BOOL))), "1"),
    (Choose(type=INT, condition=const(0, BOOL), then=const(1), other=use(N)), "n"),
    (binary("add", use(A), const(0, U32)), "(a add 0)"),  # words keep the shape of the source
]


@pytest.mark.parametrize(("expr", "text"), FOLDED, ids=[text for _, text in FOLDED])
def test_fold(expr: Expr, text: str) -> None:
    folded = rewrite(expr, fold)
    assert show(folded) == text and folded.type == expr.type


def test_effects_are_neither_dropped_nor_repeated() -> None:
    step = Call(type=PUBLIC, function=FunctionRef("made.up", "step", (("w", W.type),), PUBLIC, False, written=(True,)), arguments=(use(W),))
    tested = Compare(op="lt", left=step, right=const(3, PUBLIC))
    for op, decides in (("and", 0), ("or", 1)):
        kept = fold(Logic(op=op, operands=(tested, const(decides, BOOL), use(Q))))
        assert isinstance(kept, Logic) and kept.operands == (tested, const(decides, BOOL))
        assert show(fold(Logic(op=op, operands=(const(decides, BOOL), tested)))) == str(decides)
    wide = WordType(64, secret=False)
    limit = Compare(op="lt", left=widen(step, wide), right=const(2**44, wide))
    assert decide_by_range(limit, 64) is limit
    start = Cast(type=INT, kind="to_int", operand=step)
    view = View(type=S.type, base=use(S), start=start, stop=binary("add", start, const(4)))
    for expr in (Len(operand=view), Index(type=U32, base=view, index=const(0)), replace(view, base=view)):
        assert fold(expr) is expr
    assert ordered(declare(local("v", S.type), view)).startswith("new step = Call; new step = Call; new v = ")
    assert ordered(assign(N, Len(operand=view))) == "new step = Call; new step = Call; n = ((to_int(step) add 4) sub to_int(step))"


def test_types_decide_comparisons() -> None:
    def decided(op: str, value: Expr, limit: int, bits: int = 32) -> str:
        compare = Compare(op=op, left=widen(value, WordType(64, secret=False)), right=const(limit, WordType(64, secret=False)))
        return show(decide_by_range(compare, bits))

    assert decided("gt", use(N), 2**38) == "0" and decided("le", use(N), 2**31) == "1"
    assert decided("gt", use(N), 2**31 - 1) == decided("gt", use(N), 2**38, 64) == "Compare"
    assert decided("ne", use(local("p", PUBLIC)), 2**32) == "1" and decided("eq", use(local("p", PUBLIC)), 2**32 - 1) == "Compare"


def test_views_of_views_are_one_view() -> None:
    outer = View(type=SliceType(U32), base=use(S), start=use(N), stop=binary("add", use(N), const(8)))
    inner = View(type=SliceType(U32), base=outer, start=const(2), stop=const(5))
    folded = fold(inner)
    assert isinstance(folded, View) and show(folded.start) == "(n add 2)" and show(folded.stop) == "(n add 5)"
    assert show(minus(folded.stop, use(N))) == "5"
    element = fold(Index(type=U32, base=outer, index=const(3)))
    assert isinstance(element, Index) and show(element.index) == "(n add 3)" and element.base == use(S)


def test_same_looks_at_what_counts() -> None:
    assert same(at(W, 1), at(W, 1)) and not same(at(W, 1), at(W, 2)) and not same(at(W, 1), at(S, 1))
    assert not same(widen(use(A)), Cast(type=U8, kind="truncate", operand=use(A)))
    assert not same(builtin("rotl", use(A), const(1)), builtin("rotr", use(A), const(1)))


def test_constants_decide_branches() -> None:
    yes, no = assign(A, const(1, U32)), assign(A, const(2, U32))
    condition = Compare(op="eq", left=const(3), right=const(3))
    assert fold_body((If(condition=condition, then=(yes,), other=(no,)),)) == (yes,)
    assert fold_body((While(condition=const(0, BOOL), body=(no,)), yes)) == (yes,)
    assert fold_body((For(symbol=I, start=const(3), stop=const(3), step=1, body=(no,)), yes)) == (yes,)
    commented = If(condition=condition, then=(yes,), comments=("why",))
    assert fold_body((commented,))[0].comments == ("why",)


# --- unrolling ----------------------------------------------------------------------------------------------------------------


def loop(body: tuple[Stmt, ...], count: int = 3, unroll: str | None = "") -> For:
    return For(symbol=I, start=const(0), stop=const(count), step=1, body=body, unroll=unroll)


def indices(body: tuple[Stmt, ...]) -> list[str]:
    """Of the elements that are assigned."""
    return [show(s.target.index) for s in body if isinstance(s, Assign) and isinstance(s.target, Index)]


def test_unrolled_fully() -> None:
    body = (assign(at(W, binary("add", use(I), const(1))), const(0, U32)),)
    assert indices(unroll_body((loop(body),), {})) == ["1", "2", "3"]


def test_locals_are_declared_once() -> None:
    body = (declare(A, const(7, U32)), assign(at(W, use(I)), use(A)))
    assert [type(s) for s in unroll_body((loop(body),), {})] == [Declare, Assign] * 1 + [Assign] * 4
    zeros = Declare(symbol=W, zeros=True)
    assert [type(s) for s in unroll_body((loop((zeros,), 2),), {})] == [Declare, Fill]


def test_views_get_names_of_their_own() -> None:
    view = local("v", SliceType(U32))
    body = (declare(view, View(type=view.type, base=use(S), start=use(I), stop=const(8))), assign(A, at(view, 0)))
    made = unroll_body((loop(body, 2),), {})
    symbols = [s.symbol for s in made if isinstance(s, Declare)]
    assert len(set(symbols)) == 2
    assert [e.base.symbol for s in made if isinstance(s, Assign) for e in expressions(s) if isinstance(e, Index)] == symbols


@pytest.mark.parametrize(("factor", "copies", "step"), [(2, 2, 2), (3, 3, 3)])
def test_partly_unrolled(factor: int, copies: int, step: int) -> None:
    (made,) = unroll_body((loop((assign(at(W, use(I)), const(0, U32)),), 6, "r"),), {"r": factor})
    assert isinstance(made, For) and made.step == step and made.unroll is None
    assert indices(made.body) == ["i", "(i add 1)", "(i add 2)"][:copies]


def test_factor_one_keeps_the_loop() -> None:
    plain = loop((assign(A, use(A)),), 6, "r")
    assert unroll_body((plain,), {"r": 1}) == (replace(plain, unroll=None),)


def test_nested_loops_and_branches() -> None:
    j = Symbol("j", INT, "loop")
    inner = For(symbol=j, start=const(0), stop=const(2), step=1, unroll="", body=(assign(at(W, binary("add", use(I), use(j))), use(A)),))
    first = If(condition=Compare(op="eq", left=use(I), right=const(0)), then=(inner,))
    made = unroll_body((loop((first, assign(A, const(0, U32))), 2),), {})
    assert [type(s) for s in made] == [Assign, Assign, Assign, Assign]


def test_comments_once_and_labels() -> None:
    body = tuple(assign(A, const(n, U32)) for n in range(3))
    made = unroll_body((replace(loop((replace(body[0], comments=("first",), remark="r"), *body[1:])), comments=("loop",)),), {})
    assert made[0].comments == ("loop", "first", "i = 0") and made[0].remark == "r"
    assert made[3].comments == ("i = 1",) and made[3].remark == ""


# --- order --------------------------------------------------------------------------------------------------------------------


def parallel(*pairs: tuple[Expr, Expr]) -> str:
    stmt = Parallel(targets=tuple(t for t, _ in pairs), values=tuple(v for _, v in pairs))
    return show(sequence(stmt, owned_memory((Declare(symbol=W),))))


def test_order_without_temporaries() -> None:
    assert parallel((use(A), use(B)), (use(B), use(C))) == "a = b; b = c"
    assert parallel((use(B), use(A)), (use(C), use(B)), (use(D), use(C))) == "d = c; c = b; b = a"


def test_cycles_take_one_temporary() -> None:
    assert parallel((use(A), use(B)), (use(B), use(A))) == "new next_a = b; b = a; a = next_a"
    assert parallel((use(A), use(B)), (use(B), use(C)), (use(C), use(A))) == "new next_a = b; b = c; c = a; a = next_a"


def test_elements_that_differ_do_not_wait() -> None:
    assert parallel((at(W, 0), at(W, 1)), (at(W, 2), use(A)), (use(A), at(W, 3))) == "Index = Index; Index = a; a = Index"
    assert parallel((at(W, 0), at(W, 1)), (at(W, 1), at(W, 0))).startswith("new next_w = Index")


def test_places_that_may_be_one_are_written_in_python_s_order() -> None:
    swap = ((at(W, use(N)), use(A)), (at(W, use(I)), at(W, use(N))))
    assert parallel(*swap) == "new next_w = a; new next_w = Index; Index = next_w; Index = next_w"
    apart = ((at(W, use(N)), use(A)), (at(W, binary("add", use(N), const(1))), use(B)))
    assert parallel(*apart) == "Index = a; Index = b"
    pair = builtin("mul_wide", use(A), use(B), kind=TupleType((U32, U32)))
    both = Unpack(targets=(at(W, use(N)), at(W, use(I))), value=pair)
    assert [type(s) for s in sequence(both, frozenset())] == [Declare, Declare, Unpack, Assign, Assign]


def test_parameters_may_be_the_same_memory() -> None:
    other = Symbol("o", ArrayType(U32, 8), "param")
    swap = ((at(PARAMETER, 0), at(other, 1)), (at(PARAMETER, 1), at(other, 0)))
    assert parallel(*swap).startswith("new next_p")
    own = ((at(W, 0), at(other, 1)), (at(W, 1), at(other, 0)))
    assert parallel(*own) == "Index = Index; Index = Index"


def test_places_that_depend_on_targets_come_in_python_s_order() -> None:
    assert parallel((use(N), const(2)), (at(W, use(N)), use(A))) == "new next_n = 2; new next_w = a; n = next_n; Index = next_w"
    call = builtin("mul_wide", use(A), use(B), kind=TupleType((U32, U32)))
    apart = Unpack(targets=(use(C), at(W, binary("and", use(N), const(7)))), value=call)
    assert sequence(apart, frozenset()) == (apart,)
    inside = Unpack(targets=(at(W, 0), at(S, Index(type=INT, base=use(W), index=const(0)))), value=call)
    assert [type(s) for s in sequence(inside, frozenset())] == [Declare, Declare, Unpack, Assign, Assign]


def test_results_that_are_read_from_memory_come_first() -> None:
    def order(*values: Expr) -> str:
        return show(sequence(Return(values=values), frozenset()))

    assert order(at(PARAMETER, 0), at(PARAMETER, 1)) == "new result_1 = Index; new result_2 = Index; Return"
    assert order(use(A), use(B)) == "Return"


def test_bounds_that_change_are_read_once() -> None:
    def bound(stop: Expr, *body: Stmt) -> list[type]:
        return [type(s) for s in sequence(For(symbol=I, start=const(0), stop=stop, step=1, body=body), frozenset())]

    assert bound(use(N), assign(N, const(1))) == [Declare, For]
    assert bound(use(N), assign(A, const(1, U32))) == [For]
    assert bound(Cast(type=INT, kind="to_int", operand=at(W, 0)), assign(A, const(1, U32))) == [Declare, For]


def test_declared_where_assigned() -> None:
    assert show(join_declarations((declare(A), declare(B), assign(B, const(1, U32)), assign(A, use(B))))) == "new b = 1; new a = b"
    assert show(join_declarations((declare(A), assign(B, use(A)), assign(A, const(1, U32))))) == "new a; b = a; a = 1"
    assert show(join_declarations((declare(A), assign(A, binary("add", use(A), use(B)))))) == "new a; a = (a add b)"
    inner = If(condition=const(1, BOOL), then=(assign(A, const(0, U32)),))
    assert show(join_declarations((declare(A), inner, assign(A, const(1, U32))))) == "new a; If; a = 1"


# --- effects ------------------------------------------------------------------------------------------------------------------

STEP = FunctionRef("made.up", "step", (("w", ArrayType(U32, 8)),), U32, exported=False, written=(True,))
PEEK = replace(STEP, name="peek", written=(False,))


def call(ref: FunctionRef, place: Symbol = PARAMETER) -> Call:
    return Call(type=U32, function=ref, arguments=(use(place),))


def ordered(stmt: Stmt) -> str:
    return show(order_effects(stmt, owned_memory((Declare(symbol=W),))))


def test_order_that_cannot_be_seen_stays() -> None:
    calm = [call(STEP), binary("add", call(PEEK), call(PEEK)), binary("add", call(STEP), use(A)), binary("add", call(STEP), at(W, 0))]
    for value in calm:
        assert ordered(assign(A, value)) == f"a = {show(value)}"
    assert ordered(assign(at(PARAMETER, 0), call(STEP))) == "Index = Call"


def test_effects_come_from_left_to_right() -> None:
    assert ordered(assign(A, binary("add", call(STEP), call(STEP)))) == "new step = Call; new step = Call; a = (step add step)"
    assert ordered(assign(A, binary("sub", at(PARAMETER, 0), call(STEP)))) == "new read = Index; new step = Call; a = (read sub step)"
    assert ordered(assign(A, binary("sub", call(STEP), call(PEEK)))) == "new step = Call; new peek = Call; a = (step sub peek)"


@pytest.mark.parametrize(
    ("stmt", "message"),
    [
        (While(condition=Compare(op="eq", left=call(STEP), right=call(STEP)), body=()), "in the condition of a while"),
        (assign(A, Choose(type=U32, condition=use(Q), then=call(STEP), other=at(PARAMETER, 0))), "on one side of a condition"),
        (assign(Index(type=U32, base=use(PARAMETER), index=call(STEP)), call(STEP)), "in the index of what is assigned"),
    ],
    ids=["while", "choice", "index"],
)
def test_effects_that_python_s_order_cannot_be_given(stmt: Stmt, message: str) -> None:
    with pytest.raises(Misplaced, match=f"a call with effects {message}.*; call it in a statement of its own"):
        ordered(stmt)


# --- words --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bits", "target", "formula"),
    [
        ("addc", 32, HOST, "double"),
        ("addc", 32, M3, "double"),
        ("addc", 32, LX106, "bits"),
        ("addc", 64, HOST, "double"),
        ("addc", 64, M3, "bits"),
        ("mul_wide", 32, HOST, "double"),
        ("mul_wide", 32, M3, "split"),
        ("mul_wide", 32, LX106, "split"),
        ("mul_wide", 64, HOST, "double"),
    ],
)
def test_carries(name: str, bits: int, target: Target, formula: str) -> None:
    word = use(local("x", WordType(bits)))
    made = choose_carry(builtin(name, word, word, kind=TupleType((word.type, word.type))), target)
    assert isinstance(made, Builtin) and made.attributes == (formula,)


def test_wide_product_of_u64_needs_64_bits() -> None:
    with pytest.raises(PassError, match="mul_wide of u64 on cortex_m3, whose words have 32 bits; write the function over Word"):
        choose_carry(builtin("mul_wide", use(L), use(L), kind=TupleType((U64, U64))), M3)


def test_products() -> None:
    def split(left: Expr, right: Expr) -> str:
        return show(split_product(binary("mul", left, right), M3))

    small = use(local("x", U8))
    assert split(widen(use(A)), widen(use(B))) == "mul_split(a, b)"
    assert split(widen(use(A)), const(5, U64)) == "mul_split(a, 5)"
    assert split(widen(small), widen(use(B))) == "mul_split(widen(x), b)"
    assert split(use(L), widen(use(B))) == "mul_pairs(l, widen(b))"
    assert split(use(L), const(2**40, U64)) == "(l shl 40)"
    assert split(use(A), use(B)) == "(a mul b)"
    assert show(split_product(binary("mul", use(L), use(L)), HOST)) == "(l mul l)"


def test_sums_in_pairs() -> None:
    assert show(pair_sum(binary("add", use(L), use(L)), LX106)) == "add_pairs(l, l)"
    assert show(pair_sum(binary("sub", use(L), const(1, U64)), LX106)) == "sub_pairs(l, 1)"
    assert show(pair_sum(Unary(type=U64, op="neg", operand=use(L)), LX106)) == "sub_pairs(0, l)"
    assert show(pair_sum(binary("add", use(A), use(B)), LX106)) == "(a add b)"
    assert show(pair_sum(binary("add", use(L), use(L)), M3)) == "(l add l)"
    shifted = binary("shl", use(L), const(32))
    assert show(hide_product(binary("or", shifted, use(L)), LX106)) == "(barrier((l shl 32)) or l)"
    assert show(hide_product(binary("or", shifted, use(L)), M3)) == "((l shl 32) or l)"


def test_divisions() -> None:
    def divided(op: str, by: int | Expr, target: Target = M3) -> str:
        return show(divide_ints(binary(op, use(N), const(by) if isinstance(by, int) else by), target))

    assert divided("floordiv", 16) == "(n shr 4)"
    assert divided("mod", 16) == "(n and 15)"
    assert divided("floordiv", 3) == "(n floordiv 3)"
    assert divided("floordiv", 3, LX106) == "divide(n, 3)"
    assert divided("mod", use(N), LX106) == "remainder(n, n)"


def test_narrow_swaps() -> None:
    mask = use(local("m", MaskType(U8)))
    x, y = use(local("x", U8)), use(local("y", U8))
    swap = Unpack(targets=(x, y), value=builtin("swap_if", mask, x, y, kind=TupleType((U8, U8))))
    declared, assigned = widen_swap(swap)
    assert show(declared) == "new difference = (mask_word(m) and (x xor y))"
    assert isinstance(assigned, Parallel) and show(assigned.values) == "(x xor difference); (y xor difference)"
    wide = replace(swap, value=builtin("swap_if", use(local("m", MaskType(U32))), use(A), use(B), kind=TupleType((U32, U32))))
    assert widen_swap(wide) == (wide,)


# --- barriers and wipes -------------------------------------------------------------------------------------------------------

one = const(1, PUBLIC)
BARRIERS: list[tuple[Expr, str]] = [
    (binary("and", use(A), one), "barrier((a and 1))"),
    (binary("and", use(A), const(4, PUBLIC)), "barrier((a and 4))"),
    (binary("and", use(A), const(3, PUBLIC)), "(a and 3)"),
    (binary("shr", use(A), const(31)), "barrier((a shr 31))"),
    (binary("shr", use(A), const(30)), "(a shr 30)"),
    (binary("mul", use(B), binary("and", use(A), one)), "(b mul barrier((a and 1)))"),
    (binary("and", binary("shr", use(A), use(N)), one), "barrier(((a shr n) and 1))"),
    (binary("xor", binary("and", use(A), one), binary("shr", use(B), const(31))), "barrier(((a and 1) xor (b shr 31)))"),
    (binary("or", binary("and", use(A), one), binary("and", use(B), const(2, PUBLIC))), "(barrier((a and 1)) or barrier((b and 2)))"),
    (binary("and", binary("mul", binary("and", use(A), one), use(B)), one), "barrier(((barrier((a and 1)) mul b) and 1))"),
    (widen(binary("and", use(A), one)), "barrier(widen((a and 1)))"),
    (builtin("bit_mask", binary("and", use(A), one), kind=MaskType(U32)), "bit_mask((a and 1))"),
    (binary("and", use(local("p", PUBLIC)), one, PUBLIC), "(p and 1)"),
    (use(A), "a"),
]


@pytest.mark.parametrize(("expr", "text"), BARRIERS, ids=[text for _, text in BARRIERS])
def test_barriers(expr: Expr, text: str) -> None:
    guarded = place_barriers(expr)
    assert show(guarded) == text
    assert not list(unguarded_bits(guarded))
    assert place_barriers(guarded) == guarded
    assert bool(list(unguarded_bits(expr))) == ("barrier" in text)


def wiped(*body: Stmt) -> tuple[Stmt, ...]:
    made = place_wipes(function(*body))
    assert not list(unwiped_exits(made.body, frozenset(), secret_memory(made)))
    return made.body


def test_wiped_at_the_end_in_the_order_of_declaration() -> None:
    other = local("other", ArrayType(U8, 4))
    assert [s.symbol.name for s in wiped(Declare(symbol=W), Declare(symbol=other)) if isinstance(s, Wipe)] == ["w", "other"]


def test_wiped_on_every_return_after_its_declaration() -> None:
    early = If(condition=const(1, BOOL), then=(Return(),))
    body = wiped(early, Declare(symbol=W), early, Return())
    assert [show(s) for s in statements(body)] == ["If", "Return", "new w", "If", "Wipe", "Return", "Wipe", "Return"]


def test_result_is_kept_where_wiping_would_take_it() -> None:
    assert show(wiped(Declare(symbol=W), Return(values=(at(W, 0),)))) == "new w; new result = Index; Wipe; Return"
    assert show(wiped(Declare(symbol=W), Return(values=(use(A),)))) == "new w; Wipe; Return"


def test_nested_declarations_are_raised_and_wiped_once() -> None:
    inner = loop((Declare(symbol=W, zeros=True), assign(at(W, 0), use(A))), unroll=None)
    body = wiped(inner)
    assert show(body) == "new w; For; Wipe"
    (kept,) = (s for s in body if isinstance(s, For))
    assert isinstance(kept.body[0], Fill)


def test_public_memory_and_views_are_not_wiped() -> None:
    public = local("public", ArrayType(PUBLIC, 4))
    view = declare(local("v", SliceType(U32)), View(type=SliceType(U32), base=use(PARAMETER), start=const(0), stop=const(4)))
    assert not any(isinstance(s, Wipe) for s in wiped(Declare(symbol=public), view))


@pytest.mark.parametrize("remove", [Wipe, "barrier"])
def test_specs_find_what_is_missing(remove: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that forgets its work does not go unnoticed."""
    step = next(p for p in PASSES if p.name == ("place wipes" if remove is Wipe else "place barriers"))
    lazy: Callable[..., object] = lambda function, target: function  # noqa: E731
    monkeypatch.setattr("akela.compiler.passes.PASSES", tuple(replace(p, run=lazy) if p is step else p for p in PASSES))
    body = module(function(Declare(symbol=W), assign(at(W, 0), binary("and", at(W, 1), one))))
    with pytest.raises(PassError, match="secret memory is wiped on every exit" if remove is Wipe else "secret bits pass a barrier"):
        lower(body, M3)


def test_lowered_programs_have_no_node_left_that_c_cannot_say() -> None:
    made = lower(compile_module(load_program("tuples"), LX106), LX106)
    nodes = [n for f in made.functions for s in statements(f.body) for n in (s, *(e for x in expressions(s) for e in walk(x)))]
    assert not any(isinstance(n, Parallel) for n in nodes)
    assert not any(isinstance(n, Binary) and n.op in ("floordiv", "mod") for n in nodes)


# --- words that loops step on -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "guarded"),
    [
        (binary("add", use(A), const(3, U32)), True),
        (binary("sub", use(A), binary("add", use(B), const(1, U32))), True),
        (builtin("add_pairs", use(A), const(3, U32)), True),
        (binary("add", use(A), use(CHANGED)), False),  # no compiler knows where that ends
        (binary("add", use(A), at(W, 0)), False),
        (binary("add", use(A), use(A)), False),
        (binary("xor", use(A), const(3, U32)), False),
    ],
    ids=show,
)
def test_a_secret_that_a_loop_steps_on_passes_a_barrier(value: Expr, guarded: bool) -> None:
    step = (assign(A, value), assign(CHANGED, binary("xor", use(CHANGED), use(A))))
    loop = For(symbol=I, start=const(0), stop=const(64), step=1, body=step)
    (made,) = guard_steps((loop,))
    assert isinstance(made, For)
    assert show(made.body[0]) == show(assign(A, builtin("barrier", value) if guarded else value))
    assert guard_steps(step) == step  # no loop, no count


def test_a_public_step_passes_none() -> None:
    public = local("public", PUBLIC)
    loop = For(symbol=I, start=const(0), stop=const(64), step=1, body=(assign(public, binary("add", use(public), const(1, PUBLIC))),))
    assert guard_steps((loop,)) == (loop,)
