"""What a kernel may ask of the target that it runs on: `WORD_BITS`, `SPLIT_PRODUCTS`, and the build options that kernels declare.

The compiler knows them when it checks a function; traced, they stand for the values of the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast

from akela.lang.errors import RangeError

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
        BUILD_OPTIONS[name] = option
        return option

    def __repr__(self) -> str:
        return f"BuildOption({self.name!r}, {int(self)})"


BUILD_OPTIONS: dict[str, BuildOption] = {}  # of the kernel modules that have been imported

WORD_BITS = cast(int, _WordBits())
SPLIT_PRODUCTS = cast(bool, _SplitProducts())
