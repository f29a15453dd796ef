"""What C compilers are known to make of careful C: the branch check sees it, and the runtime's barriers prevent it.

Each trick names where it was seen: with Debian 12's GCC 12 and clang 14, and the clang 22 of ziglang 0.17. Other versions may not do it,
which skips the first test; the barriers stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from akela.compiler.targets import load_target
from akela.compiler.toolchains import find_compiler
from tests.compiler.c_code import BUILDS, violations


@dataclass(frozen=True)
class Trick:
    """C without barriers, the same with the runtime's, and where the first goes wrong how."""

    name: str
    bare: str
    guarded: str
    seen: tuple[tuple[str, str], ...]  # target, compiler
    kind: str  # of finding
    instruction: str  # start of the mnemonic


TRICKS = [
    Trick(
        "a product with one bit becomes a branch around the addition",
        """
void akela_add_times(uint32_t *r, const uint32_t *a, size_t n, uint32_t k)
{
    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] += a[i] * (k & 1);
    }
}
""",
        """
void akela_add_times(uint32_t *r, const uint32_t *a, size_t n, uint32_t k)
{
    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] += a[i] * akela_barrier32(k & 1);
    }
}
""",
        (("x86_64", "zig"),),
        "branch",
        "je",
    ),
    Trick(
        "a choice by mask becomes a branch around a move",
        """
uint32_t akela_choose(uint32_t bit, uint32_t a, uint32_t b)
{
    const uint32_t mask = 0u - (bit & 1);

    return b ^ (mask & (a ^ b));
}
""",
        """
uint32_t akela_choose(uint32_t bit, uint32_t a, uint32_t b)
{
    return akela_select32(akela_bit_mask32(bit & 1), a, b);
}
""",
        (("rv32imc", "clang"),),
        "branch",
        "c.beqz",
    ),
    Trick(
        "a choice by mask between two words in memory becomes a choice of the address",
        """
void akela_choose(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n, uint32_t bit)
{
    const uint32_t mask = 0u - (bit & 1);

    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] = (mask & a[i]) | (~mask & b[i]);
    }
}
""",
        """
void akela_choose(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n, uint32_t bit)
{
    const uint32_t mask = akela_bit_mask32(bit & 1);

    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] = (mask & a[i]) | (~mask & b[i]);
    }
}
""",
        (("x86_64", "zig"), ("cortex_m3", "clang"), ("cortex_m33", "clang")),
        "address",
        "",
    ),
    Trick(
        "a 64-bit addition becomes a branch on the carry",
        """
uint64_t akela_add(uint64_t a, uint64_t b)
{
    return a + b;
}
""",
        """
uint64_t akela_add(uint64_t a, uint64_t b)
{
    return akela_add_pairs(a, b);
}
""",
        (("lx106", "gcc"),),
        "branch",
        "bltu",
    ),
    Trick(
        "a comparison becomes a branch around a constant",
        """
uint32_t akela_less(uint32_t a, uint32_t b)
{
    return 0u - (uint32_t)(a < b);
}
""",
        """
uint32_t akela_less(uint32_t a, uint32_t b)
{
    return akela_lt_mask32(a, b);
}
""",
        (("lx106", "gcc"),),
        "branch",
        "bltu",
    ),
    Trick(
        "a 64-bit comparison becomes branches on its halves",
        """
uint64_t akela_less(uint64_t a, uint64_t b)
{
    return 0u - (uint64_t)(a < b);
}
""",
        """
uint64_t akela_less(uint64_t a, uint64_t b)
{
    return akela_lt_mask64(a, b);
}
""",
        (("rv32imc", "gcc"), ("rv32imc", "clang"), ("lx106", "gcc")),
        "branch",
        "",
    ),
    Trick(
        "the overlap test of a vectorised loop, on the line of the loop, compares with a chosen address",
        """
void akela_choose(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n, uint32_t bit)
{
    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] = bit ? a[i] : b[i];
    }
}
""",
        """
void akela_choose(uint32_t *r, const uint32_t *a, const uint32_t *b, size_t n, uint32_t bit)
{
    const uint32_t mask = akela_nonzero_mask32(bit);

    for (size_t i = 0; i < n; i++) { /* public: length */
        r[i] = akela_select32(mask, a[i], b[i]);
    }
}
""",
        (("x86_64", "clang"), ("x86_64", "zig")),
        "branch",
        "j",
    ),
    Trick(
        "a product of two words is a multiplication that ends early on small operands",
        """
uint64_t akela_product(uint32_t a, uint32_t b)
{
    return (uint64_t)a * b;
}
""",
        """
uint64_t akela_product(uint32_t a, uint32_t b)
{
    return akela_mul_split(a, b);
}
""",
        (("cortex_m3", "gcc"), ("cortex_m3", "clang")),
        "variable time",
        "umull",
    ),
    Trick(
        "a loop is counted by a secret word that it steps on",
        """
void akela_mix(uint32_t *r, uint32_t counter)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < 64; i++) { /* public: rounds */
        sum = akela_rotl32(sum ^ counter * 0x9e3779b9U, 7);
        counter += 1U;
    }
    r[0] = sum;
}
""",
        """
void akela_mix(uint32_t *r, uint32_t counter)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < 64; i++) { /* public: rounds */
        sum = akela_rotl32(sum ^ counter * 0x9e3779b9U, 7);
        counter = akela_barrier32(counter + 1U);
    }
    r[0] = sum;
}
""",
        (("x86_64", "gcc"), ("cortex_m3", "gcc"), ("rv32imc", "gcc"), ("lx106", "gcc")),
        "branch",
        "",
    ),
]
VERSIONS = ("12.2", "14.0", "22.1")  # of the compilers that were seen to do all this
SEEN = [(trick, *where) for trick in TRICKS for where in trick.seen]


@pytest.mark.parametrize(("trick", "target", "compiler"), SEEN, ids=lambda value: value.name if isinstance(value, Trick) else value)
def test_the_check_sees_what_the_compiler_did(tmp_path: Path, trick: Trick, target: str, compiler: str) -> None:
    found = violations(trick.bare, tmp_path, target, compiler, "-O2")
    caught = any(finding.kind == trick.kind and finding.instruction.mnemonic.startswith(trick.instruction) for finding in found)
    version = find_compiler(load_target(target), compiler).version
    if not caught and not any(seen in version for seen in VERSIONS):
        pytest.skip(f"{version} was not seen to do this")
    assert caught, found


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.name)
def test_the_runtime_prevents_it_everywhere(tmp_path: Path, trick: Trick, target: str, compiler: str, optimisation: str) -> None:
    assert violations(trick.guarded, tmp_path, target, compiler, optimisation) == []
