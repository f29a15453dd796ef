"""Powers modulo odd numbers against Python's integers: the form for every target, and what ports provide."""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import InvalidParameter, InvalidSignature, NotSupported
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import ways

way = ways(operations=("montgomery.", "modular."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]
CODES = {32: "I", 64: "Q"}
IFMA_WORDS = (16, 24, 32, 48, 64)


def words_of(value: int, count: int, size: int = 64) -> array[int]:
    return array(CODES[size], [value >> size * i & ((1 << size) - 1) for i in range(count)])


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def moduli(bits: int) -> list[int]:
    """The largest, the smallest that fills its words, one that does not, three, and one without a pattern."""
    return [(1 << bits) - 1, (1 << bits - 1) + 1, (1 << bits // 2) + 1, 3, random.Random(bits).getrandbits(bits) | 1 << bits - 1 | 1]


def exponents(bits: int) -> list[int]:
    return [0, 1, (1 << bits) - 1, random.Random(-bits).getrandbits(bits)]


def bases(n: int, bits: int) -> list[int]:
    return [0, 1, n - 1, n, (1 << bits) - 1, random.Random(n).getrandbits(bits)]


@pytest.mark.parametrize("size", [32, 64])
def test_powers(execution: Any, sample: Sample, size: int) -> None:
    """Small numbers, with bases longer than the modulus, on every execution."""
    for n, exponent in sample([(n, exponent) for n in moduli(2 * size) for exponent in exponents(size)]):
        for base in bases(n, 4 * size)[-2:]:
            found = getattr(execution, f"modular_power_w{size}")(words_of(n, 2, size), words_of(base, 4, size), words_of(exponent, 1, size))
            assert number(found) == pow(base, exponent, n), (n, base, exponent)


@pytest.mark.parametrize("size", [32, 64])
def test_two_powers_and_public_ones(execution: Any, sample: Sample, size: int) -> None:
    n, m = (1 << 2 * size) - 3, (1 << 2 * size - 1) + 1
    for a, b in sample([(0, 1), (5, (1 << size) - 1)]):
        base = (1 << 4 * size) - 7
        found = getattr(execution, f"modular_power_two_w{size}")(
            words_of(n | m << 2 * size, 4, size), words_of(base, 4, size), words_of(a | b << size, 2, size)
        )
        assert number(found) == pow(base, a, n) | pow(base, b, m) << 2 * size
        base, factor = (1 << 2 * size) - 1, n - 2
        for exponent in (b"", b"\0", b"\1", b"\0\3", b"\1\0\1"):
            found = getattr(execution, f"modular_power_public_w{size}")(
                words_of(n, 2, size), words_of(base, 2, size), exponent, words_of(factor, 2, size)
            )
            assert number(found) == pow(base, int.from_bytes(exponent, "big"), n) * factor % n


@pytest.mark.parametrize("size", [32, 64])
def test_refusals(execution: Any, size: int) -> None:
    even, one = words_of(1 << size, 2, size), words_of(1, 2, size)
    with pytest.raises(InvalidParameter):
        getattr(execution, f"modular_power_w{size}")(even, one, one)
    with pytest.raises(InvalidParameter):
        getattr(execution, f"modular_power_public_w{size}")(even, one, b"\3", one)
    with pytest.raises(InvalidParameter):
        getattr(execution, f"modular_power_two_w{size}")(words_of(3 | 4 << size, 2, size), one, one)
    confirm = getattr(execution, f"modular_confirm_w{size}")
    confirm(words_of(35, 2, size), words_of(3, 2, size), b"\3", words_of(27, 2, size))
    with pytest.raises(InvalidSignature):
        confirm(words_of(35, 2, size), words_of(3, 2, size), b"\3", words_of(28, 2, size))


# --- AVX-512 IFMA -------------------------------------------------------------------------------------------------------------------------


class Ifma:
    """The kernels of the port, in the extension or compiled with the instructions' reference bodies."""

    def __init__(self, library: ctypes.CDLL | None) -> None:
        self.library = library

    def __call__(self, name: str, out_words: int, *arguments: array[int] | bytes) -> int:
        """The kernel's result as a number. Raises InvalidParameter where it says so."""
        if self.library is None:
            try:
                return number(getattr(executions.execution("native"), name)(*arguments))
            except NotSupported as lacks:
                pytest.skip(str(lacks))
        given: list[Any] = []
        for argument in arguments:
            buffer = (ctypes.c_uint8 * max(1, memoryview(argument).nbytes)).from_buffer_copy(bytes(argument) or b"\0")
            given += [buffer, ctypes.c_size_t(len(argument))]
        out, work = (ctypes.c_uint64 * out_words)(), (ctypes.c_uint64 * (24 * out_words + 2))()
        status = getattr(self.library, f"akela_{name}")(*given, out, ctypes.c_size_t(len(out)), work, ctypes.c_size_t(len(work)))
        if status:
            raise InvalidParameter(str(status))
        return number(bytes(out))


@pytest.fixture(scope="module", params=["native", pytest.param("soft", marks=pytest.mark.without_extension)])
def ifma(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ifma:
    if request.param == "native":
        return Ifma(None)
    folder, target = tmp_path_factory.mktemp("ifma"), load_target("x86_64")
    sources = []
    for name in ("bignum", "montgomery", "exponentiation", "modular_power"):
        sources += write_files(emit(lower(compile_module(f"akela.kernels.{name}", target), target), target), folder)
    for name in ("ifma", "montgomery_ifma", "modular_power_ifma"):
        sources += write_files(emit(lower(compile_module(f"akela.ports.x86_64.{name}", target), target), target), folder)
    return Ifma(shared_library(sources, "-DAKELA_SOFT_INTRINSICS", "-Wno-psabi"))


@pytest.mark.parametrize("words", IFMA_WORDS)
def test_ifma_secret_exponents(ifma: Ifma, words: int) -> None:
    """Every length that has a form of its own; the ends of what moduli, bases and exponents may be."""
    bits = 64 * words
    native = ifma.library is None
    for n in moduli(bits) if native else moduli(bits)[-1:]:
        for base in bases(n, 2 * bits)[-3 if native else -1 :]:
            for exponent in exponents(bits)[2 if native and words > 32 else 0 : None if native else 1]:
                found = ifma("modular_power_ifma", words, words_of(n, words), words_of(base, 2 * words), words_of(exponent, words))
                assert found == pow(base, exponent, n), (n, base, exponent)


@pytest.mark.parametrize("words", [16, 24, 32])
def test_ifma_two_powers(ifma: Ifma, words: int) -> None:
    bits = 64 * words
    source = random.Random(words)
    for n, m in ((moduli(bits)[0], moduli(bits)[4]), (moduli(bits)[2], moduli(bits)[1])):
        a, b, base = source.getrandbits(bits), (1 << bits) - 1, source.getrandbits(2 * bits)
        found = ifma(
            "modular_power_two_ifma",
            2 * words,
            words_of(n | m << bits, 2 * words),
            words_of(base, 2 * words),
            words_of(a | b << bits, 2 * words),
        )
        assert found == pow(base, a, n) | pow(base, b, m) << bits


@pytest.mark.parametrize("words", [*IFMA_WORDS, 5])
def test_ifma_public_exponents(ifma: Ifma, words: int) -> None:
    """Also a length that has no form of its own."""
    bits = 64 * words
    for n in moduli(bits):
        for base in bases(n, bits):
            for exponent in (b"", b"\0", b"\1", b"\0\3", b"\1\0\1"):
                factor = max(n - 2, 0)
                found = ifma(
                    "modular_power_public_ifma", words, words_of(n, words), words_of(base, words), exponent, words_of(factor, words)
                )
                assert found == pow(base, int.from_bytes(exponent, "big"), n) * factor % n, (n, base, exponent)


@given(n=st.integers(1, 2**1024 - 1), base=st.integers(0, 2**1024 - 1), factor=st.integers(0, 2**1024 - 1), exponent=st.binary(max_size=4))
@settings(max_examples=200, deadline=None)
def test_ifma_on_generated_numbers(n: int, base: int, factor: int, exponent: bytes) -> None:
    n |= 1
    factor %= n
    found = Ifma(None)("modular_power_public_ifma", 16, words_of(n, 16), words_of(base, 16), exponent, words_of(factor, 16))
    assert found == pow(base, int.from_bytes(exponent, "big"), n) * factor % n


def test_ifma_refuses_even_moduli(ifma: Ifma) -> None:
    even, one = words_of(1 << 1023, 16), words_of(1, 16)
    with pytest.raises(InvalidParameter):
        ifma("modular_power_ifma", 16, even, one, one)
    with pytest.raises(InvalidParameter):
        ifma("modular_power_public_ifma", 16, even, one, b"\3", one)
    with pytest.raises(InvalidParameter):
        ifma("modular_power_two_ifma", 32, words_of(3, 32), one, words_of(1, 32))
