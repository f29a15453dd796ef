"""From checked IR to IR that C can say: a list of named passes, each followed by the rules that hold from then on.

`lower` is the one to open first. Here is the order of the passes, and what no longer occurs after each; what they do is in
`lowering/`, a file each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from akela.compiler.ir import (
    Binary,
    Builtin,
    Cast,
    Compare,
    Const,
    Expr,
    For,
    Function,
    If,
    Kind,
    Module,
    Parallel,
    Pause,
    Stmt,
    Unary,
    expressions,
    map_expressions,
    map_whole_expressions,
    rewrite_statements,
    statements,
)
from akela.compiler.lowering.effects import order_effects
from akela.compiler.lowering.fold import decide_by_range, fold_body
from akela.compiler.lowering.pauses import place_pauses
from akela.compiler.lowering.protect import (
    guard_steps,
    place_barriers,
    place_wipes,
    secret_memory,
    secret_steps,
    unguarded_bits,
    unwiped_exits,
)
from akela.compiler.lowering.sequence import join_declarations, owned_memory, sequence
from akela.compiler.lowering.unroll import unroll_body
from akela.compiler.lowering.words import (
    CARRIES,
    FORMULAS,
    choose_carry,
    cut_double_word,
    divide_ints,
    hide_product,
    pair_sum,
    split_product,
    widen_swap,
)
from akela.compiler.spec import ALWAYS, CHECKED, WIPE, PassError, Rule, Spec
from akela.compiler.targets import Target
from akela.lang.types import WordType

__all__ = ["PASSES", "Pass", "PassError", "lower"]


@dataclass(frozen=True)
class Pass:
    """A rewriting of functions. `leaves` are the rules that hold afterwards, `removes` the nodes that no longer occur."""

    name: str
    run: Callable[[Function, Target], Function]
    leaves: tuple[Rule, ...] = ()
    removes: tuple[type, ...] = ()


def lower(module: Module, target: Target) -> Module:
    """The module as the C emitter takes it. The module given is not changed.

    Raises PassError, naming the pass, function and place, where the target cannot do what a function asks, or a spec refuses the outcome.
    """
    seen = CHECKED.check(module, target)
    spec = Spec("checked", ALWAYS)
    for number, step in enumerate(PASSES, start=1):
        name = f"pass {number}, {step.name}"
        functions = []
        for function in module.functions:
            try:
                functions.append(step.run(function, target))
            except PassError as error:
                raise PassError(f"{name}: in {function.name}: {error}") from None
        module = replace(module, functions=functions)
        spec = spec.then(f"after {name}", step.leaves, step.removes)
        seen = spec.check(module, target, seen)
    return module


# --- what a pass is made of -------------------------------------------------------------------------------------------------------------


def _body(rule: Callable[[tuple[Stmt, ...], Target], tuple[Stmt, ...]]) -> Callable[[Function, Target], Function]:
    """A pass that works on whole bodies. A function that it leaves as it was stays the same object."""

    def run(function: Function, target: Target) -> Function:
        body = rule(function.body, target)
        return function if body is function.body else replace(function, body=body)

    return run


def _expressions(rule: Callable[[Expr, Target], Expr], *kinds: Kind) -> Callable[[Function, Target], Function]:
    """A pass that works on one expression node at a time, of these kinds, innermost first."""
    return _body(lambda body, target: map_expressions(body, lambda expr: rule(expr, target), frozenset(kinds)))


def _statements(rule: Callable[[Stmt], tuple[Stmt, ...]]) -> Callable[[Function, Target], Function]:
    """A pass that works on one statement at a time, innermost first."""
    return _body(lambda body, _: rewrite_statements(body, rule))


def _fold(body: tuple[Stmt, ...], target: Target) -> tuple[Stmt, ...]:
    decided = map_expressions(fold_body(body), lambda expr: decide_by_range(expr, target.word_bits), frozenset({Compare}))
    return fold_body(decided)


def _effects(body: tuple[Stmt, ...], _: Target) -> tuple[Stmt, ...]:
    owned = owned_memory(body)
    return rewrite_statements(body, lambda stmt: order_effects(stmt, owned))


def _sequence(body: tuple[Stmt, ...], _: Target) -> tuple[Stmt, ...]:
    owned = owned_memory(body)
    return rewrite_statements(body, lambda stmt: sequence(stmt, owned))


def _is_u64(node: Any, *ops: str) -> bool:
    return node.op in ops and isinstance(node.type, WordType) and node.type.bits == 64


def _guarded(function: Function) -> bool:
    return not any(True for stmt in statements(function.body) for expr in expressions(stmt) for _ in unguarded_bits(expr))


def _wiped(function: Function) -> bool:
    return not any(True for _ in unwiped_exits(function.body, frozenset(), secret_memory(function)))


PASSES: tuple[Pass, ...] = (
    Pass("place pauses", place_pauses, removes=(Pause,)),
    Pass(
        "fold constants",
        _body(_fold),
        leaves=(Rule(If, "no constant decides a branch", lambda n, _: not isinstance(n.condition, Const)),),
    ),
    Pass("swap narrow words by exclusive or", _statements(widen_swap)),
    Pass("put effects in Python's order", _body(_effects)),
    Pass(
        "unroll loops",
        _body(lambda body, target: unroll_body(body, target.unroll)),
        leaves=(Rule(For, "what was to be unrolled is", lambda n, _: n.unroll is None),),
    ),
    Pass("put assignments in C's order", _body(_sequence), removes=(Parallel,)),
    Pass("declare where assigned", _body(lambda body, _: join_declarations(body))),
    Pass(
        "choose carries",
        _expressions(choose_carry, Builtin),
        leaves=(Rule(Builtin, "a carry names its formula", lambda n, _: n.name not in CARRIES or n.attributes[0] in FORMULAS),),
    ),
    Pass(
        "split products",
        _expressions(split_product, Binary),
        leaves=(Rule(Binary, "no 64-bit product where it varies in time", lambda n, t: t.wide_mul == "native" or not _is_u64(n, "mul")),),
    ),
    Pass(
        "add in pairs",
        _expressions(lambda expr, target: hide_product(pair_sum(expr, target), target), Binary, Unary),
        leaves=(
            Rule(Binary, "no 64-bit sum where it becomes a branch", lambda n, t: t.u64 == "native" or not _is_u64(n, "add", "sub")),
            Rule(Unary, "no 64-bit negation where it becomes a branch", lambda n, t: t.u64 == "native" or not _is_u64(n, "neg")),
        ),
    ),
    Pass("cut double words", _expressions(cut_double_word, Cast)),
    Pass(
        "divide",
        _expressions(divide_ints, Binary),
        leaves=(Rule(Binary, "no division without an instruction", lambda n, t: t.divide == "native" or n.op not in ("floordiv", "mod")),),
    ),
    Pass(
        "place barriers",
        _body(lambda body, _: map_whole_expressions(guard_steps(body), place_barriers)),
        leaves=(
            Rule(Function, "secret bits pass a barrier", lambda n, _: _guarded(n)),
            Rule(Function, "secret words that a loop steps on pass a barrier", lambda n, _: not any(True for _ in secret_steps(n.body))),
        ),
    ),
    Pass(
        "place wipes",
        lambda function, _: place_wipes(function),
        leaves=(WIPE, Rule(Function, "secret memory is wiped on every exit", lambda n, _: _wiped(n))),
    ),
)
