"""Montgomery arithmetic against Python's integers, with words of 32 and of 64 bits."""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import InvalidParameter, NotSupported
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import ways

SIZES = [32, 64]
CODES = {32: "I", 64: "Q"}

way = ways(operations=("montgomery.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


class Modulus:
    """The kernels of one execution and word size, on ints."""

    def __init__(self, execution: Any, size: int, n: int, count: int) -> None:
        self.execution, self.size, self.count = execution, size, count
        self.n = self.words(n)
        self.r = 1 << size * count
        setup = self.kernel("setup")(self.n)
        self.n0 = int.from_bytes(setup[: size // 8], "little")
        self.r_squared = setup[size // 8 :]

    def kernel(self, name: str, form: str = "") -> Callable[..., Any]:
        """`mont_<name>` for this word size, or its form `_into`."""
        found: Callable[..., Any] = getattr(self.execution, f"mont_{name}_w{self.size}{form}")
        return found

    def words(self, value: int, count: int | None = None) -> array[int]:
        """A number in words, as many as the modulus has or as given."""
        return array(CODES[self.size], words_of(value, self.count if count is None else count, self.size))

    def number(self, words: bytes) -> int:
        """The number that words stand for."""
        return sum(word << self.size * i for i, word in enumerate(memoryview(words).cast("B").cast(CODES[self.size])))

    def mul(self, a: int, b: int) -> int:
        """a·b/R mod n."""
        return self.number(self.kernel("mul")(self.n, self.n0, self.words(a), self.words(b)))

    def sqr(self, a: int) -> int:
        """a²/R mod n."""
        return self.number(self.kernel("sqr")(self.n, self.n0, self.words(a)))

    def to(self, a: int) -> int:
        """a·R mod n."""
        return self.number(self.kernel("to")(self.n, self.n0, self.r_squared, self.words(a)))

    def from_(self, a: int) -> int:
        """a/R mod n."""
        return self.number(self.kernel("from")(self.n, self.n0, self.words(a)))

    def exp(self, base: int, exponent: int, exponent_words: int) -> int:
        """base^exponent mod n."""
        return self.number(self.kernel("exp")(self.n, self.words(base), self.words(exponent, exponent_words)))


def words_of(value: int, count: int, size: int = 32) -> list[int]:
    """A number in words, least significant first."""
    return [value >> size * i & ((1 << size) - 1) for i in range(count)]


def moduli(size: int) -> list[tuple[int, int]]:
    """(n, words): the smallest, the largest, powers of two plus and minus one, and some without a pattern."""
    generator = random.Random(size)
    chosen = []
    for count in (1, 2, 3, 5, 8):
        bits = size * count
        chosen += [(n, count) for n in (1, 3, (1 << bits) - 1, (1 << bits - 1) + 1, (1 << bits // 2) + 1, generator.getrandbits(bits) | 1)]
    return chosen


def values(n: int, r: int) -> list[int]:
    """Values around the ends of what is less than n."""
    return sorted({0, 1 % n, 2 % n, n - 1, n // 2, r % n, random.Random(n).randrange(n)})


@pytest.mark.parametrize("size", SIZES)
def test_arithmetic(execution: Any, sample: Sample, size: int) -> None:
    """Every function on small, large and peculiar moduli and values."""
    for n, count in sample(moduli(size)):
        modulus = Modulus(execution, size, n, count)
        r = modulus.r
        inverse = pow(r, -1, n)
        assert (modulus.n0 * n + 1) % (1 << size) == 0
        assert modulus.number(modulus.r_squared) == r * r % n
        for a in values(n, r):
            assert modulus.sqr(a) == a * a * inverse % n, (n, a)
            assert modulus.from_(modulus.to(a)) == a, (n, a)
            for b in values(n, r):
                assert modulus.mul(a, b) == a * b * inverse % n, (n, a, b)


@pytest.mark.parametrize("size", SIZES)
def test_one_factor_may_exceed_the_modulus(execution: Any, sample: Sample, size: int) -> None:
    """Any number of len(n) words is taken where the description says so, and the result is reduced all the same."""
    for n, count in sample(moduli(size)):
        modulus = Modulus(execution, size, n, count)
        r = modulus.r
        assert modulus.mul(r - 1, n - 1) == (r - 1) * (n - 1) * pow(r, -1, n) % n
        assert modulus.to(r - 1) == (r - 1) * r % n
        assert modulus.from_(r - 1) == (r - 1) * pow(r, -1, n) % n


@pytest.mark.parametrize("size", SIZES)
def test_exponentiation(execution: Any, sample: Sample, size: int) -> None:
    """Exponents of no word, of zeros, of ones; bases of every kind."""
    exponents = [(0, 0), (0, 1), (1, 1), (65537, 1), ((1 << size) - 1, 1), (0x8421 << size - 16, 1), (1 << size, 2)]
    cases = [(n, count, *exponent) for n, count in moduli(size)[:18] for exponent in exponents]
    for n, count, exponent, exponent_words in sample(cases):
        modulus = Modulus(execution, size, n, count)
        for base in (0, n - 1, modulus.r - 1):
            assert modulus.exp(base, exponent, exponent_words) == pow(base, exponent, n), (n, base, exponent)


@pytest.mark.parametrize("size", SIZES)
def test_exponentiation_of_rsa_size(size: int) -> None:
    """2048 bits, compiled only, for its length."""
    generator = random.Random(2048)
    n, base, exponent = generator.getrandbits(2048) | 1 << 2047 | 1, generator.getrandbits(2048), generator.getrandbits(2048)
    modulus = Modulus(executions.execution("native"), size, n, 2048 // size)
    assert modulus.exp(base, exponent, 2048 // size) == pow(base, exponent, n)


@pytest.mark.parametrize("size", SIZES)
def test_result_over_an_operand(execution: Any, size: int) -> None:
    """The result may replace a factor."""
    n, count = moduli(size)[11]
    modulus = Modulus(execution, size, n, count)
    inverse = pow(modulus.r, -1, n)
    a, b = n - 2, n // 3
    first = modulus.words(a)
    assert modulus.kernel("mul", "_into")(modulus.n, modulus.n0, first, modulus.words(b), first) == len(first) * size // 8
    assert modulus.number(first) == a * b * inverse % n
    second = modulus.words(b)
    modulus.kernel("mul", "_into")(modulus.n, modulus.n0, modulus.words(a), second, second)
    assert modulus.number(second) == a * b * inverse % n
    third = modulus.words(a)
    modulus.kernel("sqr", "_into")(modulus.n, modulus.n0, third, third)
    assert modulus.number(third) == a * a * inverse % n


@pytest.mark.parametrize("size", SIZES)
def test_refused_moduli(execution: Any, size: int) -> None:
    """An even modulus has no Montgomery form, and neither has one without words."""
    with pytest.raises(InvalidParameter):
        Modulus(execution, size, 6, 1)
    with pytest.raises(InvalidParameter):
        Modulus(execution, size, 0, 0)
    even = array(CODES[size], [6])
    none = array(CODES[size])
    for modulus in (even, none):
        with pytest.raises(InvalidParameter):
            getattr(execution, f"mont_exp_w{size}")(modulus, modulus, even)


@pytest.mark.parametrize("size", SIZES)
def test_no_words(execution: Any, size: int) -> None:
    """A modulus has at least one word."""
    none = array(CODES[size])
    for name, numbers in (("mul", 2), ("sqr", 1), ("to", 2), ("from", 1)):
        with pytest.raises(ValueError, match=r"len\(n\) > 0"):
            getattr(execution, f"mont_{name}_w{size}")(none, 1, *[none] * numbers)


@pytest.mark.parametrize("name", ["native", "checked", "traced"])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 11])
def test_mulx(name: str, count: int) -> None:
    """The form for x86-64 in assembly, and its reference body: whole steps, part of one, and both; operands in place too."""
    multiply = executions.execution(name).mont_mul_mulx_into
    generator = random.Random(count)
    r = 1 << 64 * count
    for n in (1, 3, r - 1, generator.getrandbits(64 * count) | 1):
        for a, b in ((0, n - 1), (r - 1, n - 1), (generator.randrange(r), generator.randrange(n))):
            expected = a * b * pow(r, -1, n) % n
            modulus, first, second = (array("Q", words_of(value, count, 64)) for value in (n, a, b))
            try:
                multiply(modulus, -pow(n, -1, 1 << 64) % (1 << 64), first, second, second)
            except NotSupported as lacks:
                pytest.skip(str(lacks))
            assert second.tolist() == words_of(expected, count, 64), (n, a, b)


@pytest.mark.without_extension
def test_split_products(tmp_path: Path) -> None:
    """The C for a target that makes products from 16-bit parts and sums from 32-bit halves, run on this machine."""
    target = load_target("lx106")
    modules = [compile_module(f"akela.kernels.{name}", target) for name in ("montgomery", "exponentiation")]
    library = shared_library(write_files([file for module in modules for file in emit(lower(module, target), target)], tmp_path))
    generator = random.Random(106)
    for n, count in moduli(32):
        n_words, work = (ctypes.c_uint32 * count)(*words_of(n, count)), (ctypes.c_uint32 * (20 * count + 1))()
        base, exponent, out = generator.getrandbits(32 * count), generator.getrandbits(32), (ctypes.c_uint32 * count)()
        base_words, exponent_words = (ctypes.c_uint32 * count)(*words_of(base, count)), (ctypes.c_uint32 * 1)(exponent)
        arguments = [part for array_ in (n_words, base_words, exponent_words, out, work) for part in (array_, ctypes.c_size_t(len(array_)))]
        assert library.akela_mont_exp_w32(*arguments) == 0
        assert sum(word << 32 * i for i, word in enumerate(out)) == pow(base, exponent, n), n


@settings(max_examples=25, deadline=None)
@given(data=st.data(), size=st.sampled_from(SIZES), count=st.integers(1, 3))
def test_executions_agree(data: st.DataObject, size: int, count: int) -> None:
    """Generated moduli and values: every execution gives what Python's integers give."""
    r = 1 << size * count
    n = data.draw(st.integers(0, r // 2 - 1)) * 2 + 1
    a, b = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    for each in ("native", "python", "traced"):
        modulus = Modulus(executions.execution(each), size, n, count)
        assert modulus.mul(a, b) == a * b * pow(r, -1, n) % n, each
        assert modulus.sqr(a) == a * a * pow(r, -1, n) % n, each
