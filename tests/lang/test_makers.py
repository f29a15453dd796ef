"""Kernel makers: memoised, and what they make belongs to the module that calls them."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from akela.lang import REGISTRY, Array, KernelFunction, KindError, helper, kernel, kernel_maker, struct, u8, u32


@dataclass(frozen=True)
class Made:
    """What `make_adder` makes."""

    state: type
    add: KernelFunction
    step: KernelFunction


@kernel_maker
def make_adder(name: str, amount: int, word: Any = u32) -> Made:
    @struct(name=f"{name}_state")
    class State:
        sum: word
        last: Array[word, 2]

    @helper
    def step(x: word) -> word:
        return x + amount

    @kernel(name=f"{name}_add")
    def add(ctx: State) -> None:
        """Leaks: nothing."""
        ctx.sum = step(ctx.sum)

    return Made(State, add, step)


@kernel_maker
def make_both(amount: int) -> tuple[Made, Made]:
    return make_adder(f"left{amount}", amount), make_adder(f"right{amount}", amount)


def module(name: str) -> ModuleType:
    """A module that calls the makers when it is imported."""
    made = ModuleType(name)
    sys.modules[name] = made
    exec("def call(maker, *args, **kwargs):\n    return maker(*args, **kwargs)\n", vars(made))
    return made


def call_in(name: str) -> Callable[..., Any]:
    made = module(name)
    call: Callable[..., Any] = made.call
    return call


def test_what_is_made() -> None:
    adder = call_in("maker_user")(make_adder, "five", 5)
    ctx = adder.state()
    ctx.sum = 1
    adder.add(ctx)
    assert ctx.sum.value == 6
    assert (adder.add.name, adder.step.name) == ("five_add", "step")
    assert adder.state.__akela_type__.name == "five_state"
    assert adder.add.module == adder.step.module == adder.state.__akela_home__ == "maker_user"
    assert REGISTRY["maker_user"] == [adder.step, adder.add]
    assert (adder.add.made, adder.step.made) == (True, True)


def test_equal_arguments_give_the_same_kernels() -> None:
    first = make_adder("same", 1)
    assert make_adder("same", 1, u32) is first
    assert make_adder(name="same", amount=1) is first
    assert make_adder("same", 1, u8) is not first
    assert make_adder("same", True) is not first
    assert call_in("another_user")(make_adder, "same", 1) is first
    assert first.add.module == __name__


def test_makers_that_call_makers_keep_the_outermost_home() -> None:
    left, right = call_in("outermost")(make_both, 9)
    assert left.add.module == right.add.module == "outermost"
    assert [f.name for f in REGISTRY["outermost"]] == ["step", "left9_add", "step", "right9_add"]


def test_a_module_imported_anew_gets_kernels_of_its_own() -> None:
    first = call_in("imported_twice")(make_adder, "anew", 3)
    second = call_in("imported_twice")(make_adder, "anew", 3)
    assert first is not second
    assert REGISTRY["imported_twice"] == [second.step, second.add]


def test_arguments_are_hashable() -> None:
    with pytest.raises(KindError, match="make_adder: arguments of a kernel maker can be hashed"):
        make_adder("list", [1])


def test_a_maker_that_fails_leaves_no_home_behind() -> None:
    @kernel_maker
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        call_in("failing")(fail)

    @helper
    def f() -> None:
        pass

    assert (f.module, f.made) == (__name__, False)
