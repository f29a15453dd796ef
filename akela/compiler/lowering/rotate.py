"""Working variables that move on in every round: where a loop is unrolled, names change places instead, and nothing moves.

A round of SHA-256 ends with `a, b, c, d, e, f, g, h = x, a, b, c, y, e, f, g`. A copy of such a round can leave c where it is and have the
next copy call it d; only the new values, x and y, need a place: those of d and h, which nothing reads any more. After eight copies every
name is back at its own place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from akela.compiler.ir import Declare, Expr, Parallel, Stmt, Symbol, Var, map_expressions, statements, walk
from akela.lang.types import Type, VectorType, WordType

Places = dict[Symbol, Symbol]  # name -> the local that holds its value


@dataclass(frozen=True)
class Rotation:
    """What a round does at its end."""

    new: tuple[Stmt, ...]  # the new values, if any, each to the place of one that is given up
    places: Places  # where each name finds its value afterwards


def rotated(body: tuple[Stmt, ...], count: int) -> list[tuple[Stmt, ...]]:
    """The bodies of `count` copies of a loop: each the same, or without moves where the body ends with a rotation."""
    rotation = find_rotation(body)
    if rotation is None:
        return [body] * count
    bodies: list[tuple[Stmt, ...]] = []
    places: Places = {name: name for name in rotation.places}
    for _ in range(count):
        bodies.append(_at(places, (*body[:-1], *rotation.new)))
        places = {name: places[place] for name, place in rotation.places.items()}
    displaced = [name for name, place in places.items() if name is not place]
    if displaced:
        home = Parallel(targets=tuple(map(_var, displaced)), values=tuple(_var(places[name]) for name in displaced), src=body[-1].src)
        bodies[-1] = (*bodies[-1], home)
    return bodies


def find_rotation(body: tuple[Stmt, ...]) -> Rotation | None:
    """The rotation that a body ends with, if it does: an assignment to locals of one type, some of which take each other's values."""
    last = body[-1] if body else None
    if not isinstance(last, Parallel):
        return None
    names = [target.symbol for target in last.targets if isinstance(target, Var)]
    declared = {stmt.symbol for stmt in statements(body) if isinstance(stmt, Declare)}
    kinds: set[Type] = {name.type for name in names}
    if len(names) < len(last.targets) or len(kinds) > 1 or declared & set(names) or not isinstance(names[0].type, WordType | VectorType):
        return None
    places: Places = {}
    new: list[tuple[Symbol, Expr]] = []
    for name, value in zip(names, last.values, strict=True):
        if isinstance(value, Var) and value.symbol in names and value.symbol not in places.values():
            places[name] = value.symbol
        else:
            new.append((name, value))
    if not places:
        return None
    given_up = [name for name in names if name not in places.values()]
    # First those made from a value that is given up, which take its place: `d + t1` goes to d.
    for name, value in sorted(new, key=lambda item: not _reads(item[1], given_up)):
        places[name] = next(iter(_reads(value, given_up)), given_up[-1])
        given_up.remove(places[name])
    places = {name: places[name] for name in names}
    if not new:
        return Rotation((), places)
    targets = tuple(_var(places[name]) for name, _ in new)
    return Rotation((replace(last, targets=targets, values=tuple(value for _, value in new)),), places)


def _reads(value: Expr, names: list[Symbol]) -> list[Symbol]:
    return [e.symbol for e in walk(value) if isinstance(e, Var) and e.symbol in names]


def _var(symbol: Symbol) -> Var:
    return Var(type=symbol.type, symbol=symbol)


def _at(places: Places, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """A body whose names find their values at these places."""

    def use(expr: Expr) -> Expr:
        return replace(expr, symbol=places[expr.symbol]) if isinstance(expr, Var) and expr.symbol in places else expr

    return map_expressions(body, use)
