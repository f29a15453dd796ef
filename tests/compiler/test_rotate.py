"""Working variables of unrolled rounds: names change places, values stay."""

from __future__ import annotations

from typing import Any

import pytest

from akela.compiler.ir import Assign, Index, Parallel, Stmt, Symbol, Var
from akela.compiler.lowering.rotate import rotated
from tests.compiler.trees import PUBLIC, U8, U32, assign, binary, const, declare, local, show, use

A, B, C, D, T = (local(name) for name in "abcdt")
N, P = local("n", U8), local("p", PUBLIC)


def turn(targets: list[Symbol], values: list[Any]) -> Parallel:
    return Parallel(targets=tuple(map(use, targets)), values=tuple(use(v) if isinstance(v, Symbol) else v for v in values))


def text(body: tuple[Stmt, ...]) -> str:
    """A body as text, parallel assignments included."""
    return "; ".join(
        f"{', '.join(map(show, s.targets))} = {', '.join(map(show, s.values))}" if isinstance(s, Parallel) else show(s) for s in body
    )


def values_after(rounds: list[tuple[Stmt, ...]], start: dict[str, str]) -> dict[str, str]:
    """What each name holds after some rounds, as text: a small interpreter of assignments."""

    def put(expr: Any, held: dict[str, str]) -> str:
        if isinstance(expr, Var):
            return held[expr.symbol.name]
        return f"({put(expr.left, held)} {expr.op} {put(expr.right, held)})"

    held = dict(start)
    for stmt in (stmt for part in rounds for stmt in part):
        match stmt:
            case Parallel(targets=targets, values=values):
                new = [put(value, held) for value in values]
                held |= {show(target): value for target, value in zip(targets, new, strict=True)}
            case Assign(target=target, value=value):
                held[show(target)] = put(value, held)
    return held


ROUND = (assign(T, binary("xor", use(A), use(D))), turn([A, B, C, D], [binary("add", use(T), use(D)), A, B, C]))
START = {name: name.upper() for name in "abcdt"}


def test_nothing_moves() -> None:
    """The new value takes the place of the one that is given up; the next copy reads the others under their next names."""
    first, second, *_ = rotated(ROUND, 4)
    assert text(first) == "t = (a xor d); d = (t add d)"
    assert text(second) == "t = (d xor c); c = (t add c)"


@pytest.mark.parametrize("count", range(1, 10))
def test_same_values(count: int) -> None:
    """Any number of rounds leaves every name with the value that it has with moves."""
    assert values_after(rotated(ROUND, count), START) == values_after([ROUND] * count, START)


def test_names_come_home() -> None:
    """Where the rounds do not bring every name back to its place, one assignment at the end does."""
    assert not any(len(stmt.targets) > 1 for part in rotated(ROUND, 8) for stmt in part if isinstance(stmt, Parallel))
    assert text(rotated(ROUND, 5)[-1][-1:]) == "a, b, c, d = d, a, b, c"


def test_two_new_values() -> None:
    """As in SHA-256: `d + t` goes to d, what is left takes the other place, whichever comes first."""
    e, f, g, h = (local(name) for name in "efgh")
    body = (turn([A, B, C, D, e, f, g, h], [binary("add", use(T), use(A)), A, B, C, binary("add", use(D), use(T)), e, f, g]),)
    assert text(rotated(body, 8)[0]) == "h, d = (t add a), (d add t)"
    start = {name: name.upper() for name in "abcdefght"}
    assert values_after(rotated(body, 3), start) == values_after([body] * 3, start)


@pytest.mark.parametrize(
    "last",
    [
        turn([A, B], [binary("add", use(A), use(B)), binary("xor", use(A), use(B))]),  # all new
        turn([A, N], [N, A]),  # two types
        turn([A, P], [P, A]),  # a secret would take a public one's place
        Parallel(targets=(use(A), Index(type=U32, base=use(local("w")), index=const(0))), values=(use(B), use(A))),  # not all names
        assign(A, use(B)),
    ],
    ids=["all new", "two types", "public and secret", "an element", "no parallel assignment"],
)
def test_what_is_no_rotation_is_left_alone(last: Stmt) -> None:
    assert rotated((last,), 3) == [(last,)] * 3


def test_a_local_of_the_body_stays() -> None:
    """A name that the body declares is another variable in each copy."""
    body = (declare(A, use(D)), turn([A, B], [B, A]))
    assert rotated(body, 2) == [body] * 2


def test_both_in_a_swap() -> None:
    """A swap is names only; an odd number of them is one swap at the end."""
    body = (assign(T, use(A)), turn([A, B], [B, A]))
    assert [text(part) for part in rotated(body, 2)] == ["t = a", "t = b"]
    assert text(rotated(body, 3)[-1]) == "t = a; a, b = b, a"
