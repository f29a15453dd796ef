"""Numbers of four words by MULX, ADCX and ADOX against integers: the reference bodies, traced and as C, and the instructions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.kernels.curve25519 import A24
from akela.kernels.field25519 import P as P25519
from akela.kernels.p256 import P256
from akela.kernels.prime_field import PrimeField
from akela.lang import Array, mask_word, u64
from akela.ports.x86_64.field25519_mulx import FIELD_MULX, POWERS_MULX
from akela.ports.x86_64.p256_mulx import FIELD, SCALARS
from akela.ports.x86_64.word_products import NEEDS
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.field_checks import check_field, check_powers
from tests.kernels.ways import usable

Call = Callable[..., int]
R = 1 << 256
# Ends of words, of the modulus and of what fits, where carries run longest.
ENDS = [0, 1, 18, 19, 37, 38, P25519 - 1, P25519, P25519 + 1, 2 * P25519 - 1, 2 * P25519, (1 << 255) - 1, 1 << 255, R - 39, R - 38, R - 1]
ENDS += [(1 << 64) - 1, R - (1 << 64), R - (1 << 192), (1 << 192) - 1]
numbers = st.one_of(st.integers(0, R - 1), st.sampled_from(ENDS))


class Words:
    """Functions on numbers of four words in a library, as functions on ints."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def __call__(self, name: str, *values: int, factor: int | None = None) -> int:
        number = ctypes.c_uint64 * 4
        given = [number(*(value >> 64 * i & (1 << 64) - 1 for i in range(4))) for value in values]
        out = number()
        getattr(self.library, f"run_{name}")(*given, *([] if factor is None else [ctypes.c_uint64(factor)]), out)
        return sum(word << 64 * i for i, word in enumerate(out))

    def in_place(self, name: str, *values: int) -> int:
        """As a call, with the first operand's array for the result."""
        number = ctypes.c_uint64 * 4
        given = [number(*(value >> 64 * i & (1 << 64) - 1 for i in range(4))) for value in values]
        getattr(self.library, f"run_{name}")(*given, given[0])
        return sum(word << 64 * i for i, word in enumerate(given[0]))


def library(folder: Path, module: str, field: str, functions: dict[str, str], form: str) -> Words:
    """The functions of a field, by the parameters of each, compiled with the module that has them: by the instructions, where the
    processor has them, or by their reference bodies."""
    if form == "instructions" and (lacks := {*NEEDS, "avx2"} - (usable() or set())):
        pytest.skip(f"this CPU lacks {', '.join(sorted(lacks))}")
    target = load_target("x86_64")
    waiting, done = [f"akela.ports.x86_64.{module}"], set()
    while waiting:
        if (name := waiting.pop()) not in done:
            done.add(name)
            lowered = lower(compile_module(name, target), target)
            write_files(emit(lowered, target), folder)
            waiting += lowered.imports
    types = {"left": "const uint64_t left[4]", "right": "const uint64_t right[4]", "out": "uint64_t out[4]", "factor": "uint64_t factor"}
    lines = [f'#include "akela_{module}.c"']
    for function, parameters in functions.items():
        declared = ", ".join(types[each] for each in ([*parameters.split(), "out"]))
        given = f"out, {', '.join(parameters.split())}" if field == "p256" else f"{', '.join(parameters.split())}, out"
        lines.append(f"void run_{function}({declared});")
        lines.append(f"void run_{function}({declared}) {{ {function}_{field}({given}); }}")
    source = folder / "shim.c"
    source.write_text("\n".join(lines) + "\n")
    flags = [f"-m{need}" for need in (*NEEDS, "avx2")] if form == "instructions" else ["-DAKELA_SOFT_INTRINSICS", "-Wno-psabi"]
    called = [folder / f"akela_{name}.c" for name in ("montgomery", "inverse")]
    used = [source, *(file for file in called if file.exists())]
    return Words(shared_library(used, f"-I{folder}", *flags))


FORMS = ["instructions", "reference"]


@pytest.fixture(scope="module", params=FORMS)
def words_25519(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Words:
    functions = {"mul": "left right", "square": "left", "add": "left right", "subtract": "left right"}
    return library(tmp_path_factory.mktemp("words"), "edwards25519_mulx", "25519", functions, request.param)


@pytest.fixture(scope="module", params=FORMS)
def words_x25519(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Words:
    functions = {"scale": "left factor", "add_products": "left right", "subtract_products": "left right"}
    return library(tmp_path_factory.mktemp("words"), "x25519_mulx", "25519", functions, request.param)


@pytest.fixture(scope="module", params=FORMS)
def words_p256(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Words:
    functions = {"multiply": "left right", "square": "left", "add": "left right", "subtract": "left right"}
    return library(tmp_path_factory.mktemp("words"), "p256_mulx", "p256", functions, request.param)


@settings(max_examples=300, deadline=None, derandomize=True)
@example(R - 1, R - 1)
@example(0, R - 1)
@example(R - 38, 38)
@example(0, 1)
@given(a=numbers, b=numbers)
def test_25519(words_25519: Words, a: int, b: int) -> None:
    """Products and sums modulo p, of any numbers of four words; products are less than 2^255 + 2^25."""
    words = words_25519
    found = {"mul": words("mul", a, b), "add": words("add", a, b), "subtract": words("subtract", a, b)}
    assert found["mul"] % P25519 == a * b % P25519 and found["mul"] < 2**255 + 2**25
    assert found["add"] % P25519 == (a + b) % P25519
    assert found["subtract"] % P25519 == (a - b) % P25519
    assert {name: words.in_place(name, a, b) for name in found} == found
    squared = words("square", a)
    assert squared % P25519 == a * a % P25519 and words.in_place("square", a) == squared < 2**255 + 2**25


PRODUCT_BOUND = 2**255 + 2**25
products = st.one_of(st.integers(0, PRODUCT_BOUND - 1), st.sampled_from([end for end in ENDS if end < PRODUCT_BOUND]))


@settings(max_examples=300, deadline=None, derandomize=True)
@example(PRODUCT_BOUND - 1, PRODUCT_BOUND - 1)
@example(1 << 255, 1 << 255)
@example(0, PRODUCT_BOUND - 1)
@example(0, 1)
@given(a=products, b=products)
def test_x25519(words_x25519: Words, a: int, b: int) -> None:
    """Sums modulo p of numbers as large as products are, and multiples of any number."""
    words = words_x25519
    added, subtracted = words("add_products", a, b), words("subtract_products", a, b)
    assert added % P25519 == (a + b) % P25519 and words.in_place("add_products", a, b) == added
    assert subtracted % P25519 == (a - b) % P25519 and words.in_place("subtract_products", a, b) == subtracted
    for factor in (A24, (1 << 18) - 1):
        for value in (a, R - 1 - a):
            assert words("scale", value, factor=factor) % P25519 == value * factor % P25519


def test_field_25519() -> None:
    """What is made of these, traced."""
    check_field(FIELD_MULX, A24)
    check_powers(FIELD_MULX, POWERS_MULX, (P25519 - 5) // 8)


BELOW = [0, 1, 2, P256.p - 1, P256.p - 2, (1 << 64) - 1, 1 << 96, (1 << 96) - 1, 1 << 224, P256.p - (1 << 224), P256.p >> 1, R % P256.p]
below = st.one_of(st.integers(0, P256.p - 1), st.sampled_from(BELOW))


@settings(max_examples=300, deadline=None, derandomize=True)
@example(P256.p - 1, P256.p - 1)
@example(0, P256.p - 1)
@example(0, 1)
@given(a=below, b=below)
def test_p256(words_p256: Words, a: int, b: int) -> None:
    """Products divided by R, and sums, modulo p; all are less than p."""
    words, p, inverse = words_p256, P256.p, pow(R, -1, P256.p)
    wanted = {"multiply": a * b * inverse % p, "add": (a + b) % p, "subtract": (a - b) % p}
    assert {name: words(name, a, b) for name in wanted} == wanted
    assert {name: words.in_place(name, a, b) for name in wanted} == wanted
    assert words("square", a) == words.in_place("square", a) == a * a * inverse % p


@pytest.mark.parametrize("a", ENDS)
def test_p256_takes_one_larger_factor(words_p256: Words, a: int) -> None:
    """Any number of four words is a factor beside one below p, which makes it a Montgomery form."""
    assert words_p256("multiply", a, (1 << 512) % P256.p) == a * R % P256.p


@pytest.mark.parametrize("field", [FIELD, SCALARS], ids=["p", "n"])
def test_word_field(field: PrimeField) -> None:
    """What is made of these, traced, modulo p and modulo the order."""
    p = field.p
    for value in (0, 1, 2, p - 1, p >> 1, (p >> 1) + 1, 0x1234567 << 200):
        x, t, out = Array[u64, 4](), Array[u64, 4](), Array[u64, 4]()
        field.load(x, bytearray(value.to_bytes(32, "big")))
        field.to_montgomery(t, x)
        assert number(t) == value * R % p
        field.from_montgomery(out, t)
        assert number(out) == value
        field.invert(out, t)
        assert number(out) == (pow(value, -1, p) * R % p if value else 0)
        for factor in (2, 3, 4):
            field.scale(out, x, factor)
            assert number(out) == value * factor % p
        out[:] = x
        field.negate(out)
        assert number(out) == -value % p
        if value:
            above = field.lesser(x)
            assert (mask_word(above).value != 0, number(x)) == (value > p // 2, min(value, p - value))
        assert (mask_word(field.zero_mask(x)).value != 0) == (value == 0)
    for value in (p - 1, p, p + 1, R - 1):
        x = Array[u64, 4]()
        field.load(x, bytearray(value.to_bytes(32, "big")))
        assert (mask_word(field.in_range_mask(x)).value != 0) == (value < p)
        field.canonical(x)
        assert number(x) == value % p


def number(words: Any) -> int:
    """The number that words stand for."""
    return sum(word << 64 * i for i, word in enumerate(words.tolist()))
