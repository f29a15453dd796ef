"""Inverses, and the helpers on numbers of any length, against Python's integers, with words of 32 and of 64 bits."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidParameter
from akela.kernels import bignum
from akela.kernels.inverse import batches
from akela.lang import Mask, declassify

SIZES = [32, 64]
CODES = {32: "I", 64: "Q"}

Sample = Callable[[Sequence[Any]], Sequence[Any]]
each_size = pytest.mark.parametrize("size", SIZES)


def words(value: int, count: int, size: int) -> array[int]:
    """A number in words, least significant first."""
    return array(CODES[size], [value >> size * i & ((1 << size) - 1) for i in range(count)])


def number(value: array[int], size: int) -> int:
    """The number that words stand for."""
    return sum(word << size * i for i, word in enumerate(value))


def invert(execution: Any, n: int, a: int, count: int, size: int) -> int | None:
    """1/a mod n, or None where it is refused."""
    try:
        return int.from_bytes(getattr(execution, f"mod_inverse_w{size}")(words(n, count, size), words(a, count, size)), "little")
    except InvalidParameter:
        return None


def expected_inverse(n: int, a: int) -> int | None:
    """The same by Python."""
    return pow(a, -1, n) if math.gcd(a, n) == 1 else None


def cases(size: int) -> list[tuple[int, int, int]]:
    """(n, a, words): small and large moduli, with and without common divisors; numbers beyond the modulus too."""
    generator = random.Random(size)
    chosen = []
    for count in (1, 2, 3, 5):
        r = 1 << size * count
        for n in (1, 3, 15, r - 1, r // 2 + 1, generator.getrandbits(size * count) | 1, 3 * (generator.getrandbits(size * count - 2) | 1)):
            chosen += [(n, a, count) for a in (0, 1, 2, n - 1, n, r - 1, r // 2, 3 * generator.getrandbits(size * count - 2))]
    return chosen


@each_size
def test_inverse(execution: Any, sample: Sample, size: int) -> None:
    for n, a, count in sample(cases(size)):
        assert invert(execution, n, a, count, size) == expected_inverse(n, a), (n, a, count)


@each_size
@pytest.mark.parametrize("bits", [1024, 2048, 4096])
def test_inverse_of_rsa_size(size: int, bits: int) -> None:
    """Compiled only, for their length."""
    generator = random.Random(bits)
    native = executions.execution("native")
    for _ in range(5):
        n, a = generator.getrandbits(bits) | 1 << bits - 1 | 1, generator.getrandbits(bits)
        assert invert(native, n, a, bits // size, size) == expected_inverse(n, a)


@each_size
def test_no_inverse(execution: Any, size: int) -> None:
    """An even modulus is refused, as is one without words; `out` holds zeros then."""
    assert invert(execution, 6, 5, 1, size) is None
    assert invert(execution, 0, 0, 0, size) is None
    out = words(7, 1, size)
    with pytest.raises(InvalidParameter):
        getattr(execution, f"mod_inverse_w{size}_into")(words(9, 1, size), words(6, 1, size), out)
    assert out.tolist() == [0]


@each_size
def test_numbers_of_steps(size: int) -> None:
    """Batches of division steps cover the bound, which holds for all small numbers."""
    for count in (1, 2, 16, 64):
        assert batches[size](count) * (size - 2) >= (45907 * size * count + 26313) // 19929
    for bits in range(1, 7):
        bound = (45907 * bits + 26313) // 19929
        assert all(division_steps_needed(f, g) <= bound for f in range(1, 1 << bits, 2) for g in range(1 << bits))


def division_steps_needed(f: int, g: int) -> int:
    """How many steps make g zero. Twice delta is an odd number, at first 1."""
    double_delta, steps = 1, 0
    while g:
        if double_delta > 0 and g % 2 == 1:
            double_delta, f, g = 2 - double_delta, g, (g - f) // 2
        else:
            double_delta, g = 2 + double_delta, (g + g % 2 * f) // 2
        steps += 1
    return steps


@settings(max_examples=30, deadline=None)
@given(data=st.data(), size=st.sampled_from(SIZES), count=st.integers(1, 3))
def test_executions_agree(data: st.DataObject, size: int, count: int) -> None:
    r = 1 << size * count
    n, a = data.draw(st.integers(0, r // 2 - 1)) * 2 + 1, data.draw(st.integers(0, r - 1))
    for name in ("native", "python"):
        assert invert(executions.execution(name), n, a, count, size) == expected_inverse(n, a), name


# --- helpers, traced ----------------------------------------------------------------------------------------------------------------------


def holds(mask: Mask[Any]) -> bool:
    """Whether a mask is ones."""
    return bool(declassify(mask, why="a test may know"))


@each_size
def test_bytes(size: int) -> None:
    """Big-endian bytes of every length become words and come back."""
    for length in range(20):
        data = bytes(range(1, length + 1))
        x = words(0, bignum.words_for[size](length), size)
        bignum.from_bytes[size](data, x)
        assert number(x, size) == int.from_bytes(data, "big")
        out = bytearray(length)
        bignum.to_bytes[size](x, out)
        assert out == data


@each_size
def test_comparison_and_sums(size: int) -> None:
    r = 1 << 2 * size
    values = [0, 1, (1 << size) - 1, 1 << size, r - 2, r - 1]
    for a in values:
        assert holds(bignum.is_word_mask[size](words(a, 2, size), 1)) == (a == 1)
        x = words(a, 2, size)
        bignum.add_word[size](x, 3)
        assert number(x, size) == (a + 3) % r
        x = words(a, 2, size)
        bignum.halve[size](x)
        assert number(x, size) == a // 2
        for b in values:
            assert holds(bignum.less_mask[size](words(a, 2, size), words(b, 2, size))) == (a < b)
            assert holds(bignum.equal_mask[size](words(a, 2, size), words(b, 2, size))) == (a == b)
            n = max(a, b) + 1
            if n < r:
                out = words(0, 2, size)
                bignum.subtract_mod[size](words(n, 2, size), words(a, 2, size), words(b, 2, size), out)
                assert number(out, size) == (a - b) % n


@each_size
def test_products_and_quotients(size: int) -> None:
    generator = random.Random(size)
    for a_count, b_count in ((1, 1), (3, 1), (2, 2), (1, 3), (4, 2)):
        for bits in (3, size, size * b_count):
            a, b = generator.getrandbits(size * a_count), generator.getrandbits(bits) % (1 << size * b_count) or 1
            out = words(0, a_count + b_count, size)
            bignum.multiply[size](words(a, a_count, size), words(b, b_count, size), out)
            assert number(out, size) == a * b
            quotient, remainder = words(a, a_count, size), words(0, b_count + 1, size)
            bignum.divide[size](quotient, words(b, b_count, size), remainder)
            assert (number(quotient, size), number(remainder, size)) == divmod(a, b)


@each_size
def test_sum(size: int) -> None:
    """With a shorter number, and a carry out of the top."""
    a = words((1 << 2 * size) - 1, 2, size)
    assert bignum.add[size](a, words(1, 1, size)).value == 1
    assert number(a, size) == 0


@each_size
def test_gcd(execution: Any, size: int) -> None:
    generator = random.Random(size)
    for common in (1, 3, 15, 1 << 8):
        m, a = (generator.getrandbits(40) | 1) * (common | 1), generator.getrandbits(40) * common
        assert number(array(CODES[size], getattr(execution, f"mod_gcd_w{size}")(words(m, 4, size), words(a, 4, size))), size) == math.gcd(
            m, a
        )
    for even in (words(6, 1, size), words(0, 0, size)):
        with pytest.raises(InvalidParameter):
            getattr(execution, f"mod_gcd_w{size}")(even, even)
