"""What a kernel may ask of the target that it runs on: `WORD_BITS`, `SPLIT_PRODUCTS`, and the build options that kernels declare.

The compiler knows them when it checks a function; traced, they stand for the values of the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

from akela.lang.errors import RangeError
from akela.lang.homes import MAKER_HOME

_word_bits: ContextVar[int] = ContextVar("word_bits", default=64)
_split_products: ContextVar[bool] = ContextVar("split_products", default=False)


def word_bits() -> int:
    """The width of `Word` at this moment: 32 or 64 (the default)."""
    return _word_bits.get()


@contextmanager
def word_size(bits: int) -> Iterator[None]:
    """Within this context `Word` has `bits` bits: 32 or 64."""
    if bits not in (32, 64):
        raise RangeError(f"the word size is 32 or 64, not {bits}")
    token = _word_bits.set(bits)
    try:
        yield
    finally:
        _word_bits.reset(token)


@contextmanager
def split_products(split: bool) -> Iterator[None]:
    """Within this context `SPLIT_PRODUCTS` is `split` (False by default)."""
    token = _split_products.set(split)
    try:
        yield
    finally:
        _split_products.reset(token)


class _WordBits:
    """An int that is 32 or 64 by the current word size."""

    def __index__(self) -> int:
        return word_bits()

    def __hash__(self) -> int:
        return hash(_WordBits)

    def __repr__(self) -> str:
        return "WORD_BITS"


def _on_current_size(name: str) -> Callable[[_WordBits, object], object]:
    def method(self: _WordBits, other: object) -> object:
        return getattr(word_bits(), name)(other)

    return method


_ARITHMETIC = ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "and", "or")
for _name in (*_ARITHMETIC, *(f"r{name}" for name in _ARITHMETIC), "eq", "ne", "lt", "le", "gt", "ge"):
    setattr(_WordBits, f"__{_name}__", _on_current_size(f"__{_name}__"))


class _SplitProducts:
    """A bool that says whether the current target makes wide products of secrets from 16-bit parts."""

    def __bool__(self) -> bool:
        return _split_products.get()

    def __repr__(self) -> str:
        return "SPLIT_PRODUCTS"


class BuildOption(int):
    """A size that the settings of a build choose: in Python the default, in a compiled kernel what the target's `options` say.

    name: "exponent.window_bits". choices: what it may be. An expression in which it occurs outside of a kernel is of the default.
    Raises ValueError where the default is none of the choices.
    """

    name: str
    choices: tuple[int, ...]

    def __new__(cls, name: str, default: int, choices: tuple[int, ...]) -> BuildOption:
        if default not in choices:
            raise ValueError(f"build option {name}: the default {default} is none of the choices {choices}")
        option = super().__new__(cls, default)
        option.name, option.choices = name, choices
        return option

    def __repr__(self) -> str:
        return f"BuildOption({self.name!r}, {int(self)})"


class ByOptions:
    """What `make` makes of sizes that a build chooses, such as functions with a table of that size.

    `make` takes each option under the name that it is given as, and calls kernel makers. An attribute is one of what it makes: traced, from
    the defaults; in a compiled kernel, from what the target's `options` say.
    """

    def __init__(self, make: Callable[..., object], **options: BuildOption) -> None:
        self._make, self._options, self._home = make, options, MAKER_HOME.get()
        self._default = self.made({})

    def made(self, chosen: Mapping[str, int]) -> object:
        """What is made of these values of options, by the options' names; the defaults stand for what is not among them."""
        token = MAKER_HOME.set(self._home)
        try:
            return self._make(**{name: chosen.get(option.name, int(option)) for name, option in self._options.items()})
        finally:
            MAKER_HOME.reset(token)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._default, name)


WORD_BITS = cast(int, _WordBits())
SPLIT_PRODUCTS = cast(bool, _SplitProducts())
