"""Numbers of four words by MULX, ADCX and ADOX against integers: the reference bodies, traced and as C, and the instructions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.kernels.curve25519 import A24
from akela.kernels.field25519 import P as P25519
from akela.ports.x86_64.field25519_mulx import FIELD_MULX, POWERS_MULX
from akela.ports.x86_64.word_products import NEEDS
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.field_checks import check_field, check_powers
from tests.kernels.ways import usable

Call = Callable[..., int]
R = 1 << 256
LOWERED = {25519: ("x25519_mulx", ("sha512", "montgomery", "edwards25519", "curve25519"))}

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


def library(folder: Path, modulus: int, functions: dict[str, str], *flags: str) -> Words:
    """The functions of a field, each `(operands, out)`, compiled with the module that has them."""
    module, needed = LOWERED[modulus]
    target = load_target("x86_64")
    for name in [*(f"akela.kernels.{each}" for each in needed), f"akela.ports.x86_64.{module}"]:
        write_files(emit(lower(compile_module(name, target), target), target), folder)
    a, b, out = "const uint64_t a[4]", "const uint64_t b[4]", "uint64_t out[4]"
    parameters = {"a": a, "b": b, "out": out, "factor": "uint64_t factor"}
    lines = [f'#include "akela_{module}.c"']
    for function, arguments in functions.items():
        declared = ", ".join(parameters[each] for each in arguments.split())
        lines.append(f"void run_{function}({declared});")
        lines.append(f"void run_{function}({declared}) {{ {function}_{modulus}({', '.join(arguments.split())}); }}")
    source = folder / "shim.c"
    source.write_text("\n".join(lines) + "\n")
    return Words(shared_library([source], "-Wl,--unresolved-symbols=ignore-all", f"-I{folder}", *flags))


@pytest.fixture(scope="module", params=["instructions", "reference"])
def words_25519(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Words:
    """The field of curve25519 as C: by its instructions, where the processor has them, and by their reference bodies."""
    if request.param == "instructions" and (lacks := set(NEEDS) - (usable() or set())):
        pytest.skip(f"this CPU lacks {', '.join(sorted(lacks))}")
    flags = [f"-m{need}" for need in NEEDS] if request.param == "instructions" else ["-DAKELA_SOFT_INTRINSICS"]
    functions = {"mul": "a b out", "square": "a out", "add": "a b out", "subtract": "a b out", "scale": "a factor out"}
    return library(tmp_path_factory.mktemp("words"), 25519, functions, *flags)


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
    for factor in (A24, (1 << 18) - 1):
        assert words("scale", a, factor=factor) % P25519 == a * factor % P25519


def test_field_25519() -> None:
    """What is made of these, traced."""
    check_field(FIELD_MULX, A24)
    check_powers(FIELD_MULX, POWERS_MULX, (P25519 - 5) // 8)
