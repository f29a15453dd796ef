"""RSA of eight numbers at a time with the reference bodies of the instructions: what runs on any CPU, and says that they are used well."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest

from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.operations import RSA_PRIMES
from tests.rsa_reference import number, octets, parts

KERNELS = ("bignum", "inverse", "montgomery", "exponentiation", "modular_power", "rsa", "rsa_many")
WORK_WORDS = 4000
Run = Callable[..., tuple[list[int], list[int]]]


@pytest.fixture(scope="module")
def soft(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A kernel by its name: the results and statuses of numbers of so many bytes."""
    folder, target = tmp_path_factory.mktemp("rsa_lanes"), load_target("x86_64")
    modules = [*(f"akela.kernels.{name}" for name in KERNELS), "akela.ports.x86_64.rsa_lanes"]
    sources = [file for module in modules for file in write_files(emit(lower(compile_module(module, target), target), target), folder)]
    library = shared_library(sources, "-DAKELA_SOFT_INTRINSICS", "-Wno-psabi")

    def run(name: str, size: int, count: int, *arguments: bytes) -> tuple[list[int], list[int]]:
        given: list[object] = []
        out, statuses, work = bytearray(count * size), bytearray(count), bytearray(8 * WORK_WORDS)
        for buffer, length in [
            *((bytearray(each), len(each)) for each in arguments),
            (out, len(out)),
            (statuses, count),
            (work, WORK_WORDS),
        ]:
            given += [(ctypes.c_uint8 * len(buffer)).from_buffer(buffer), ctypes.c_size_t(length)]
        assert getattr(library, f"akela_{name}")(*given) == 0
        return [number(out[at : at + size]) for at in range(0, len(out), size)], list(statuses)

    return run


@pytest.mark.parametrize(("bits", "count"), [(1024, 9), (1536, 3), (2048, 3)])
@pytest.mark.without_extension
def test_both_operations(soft: Run, bits: int, count: int) -> None:
    p, q = (2**bits - below for below in RSA_PRIMES[bits])
    n, e, size, source = p * q, 65537, bits // 4, random.Random(bits)
    modulus, exponent = octets(n, size), octets(e, 3)
    numbers = [n, *(source.randrange(n) for _ in range(count - 1))]
    data = b"".join(octets(x, size) for x in numbers)
    wanted = [3] + [0] * (count - 1)
    assert soft("rsa_public_many_ifma", size, count, modulus, exponent, data) == ([0, *(pow(x, e, n) for x in numbers[1:])], wanted)
    factors = [source.randrange(1, n) for _ in numbers]
    pairs = b"".join(octets(pow(r, e, n), size) + octets(pow(r, -1, n), size) for r in factors)
    roots, statuses = soft("rsa_private_many_ifma", size, count, modulus, exponent, parts(p, q, e), pairs, data)
    assert statuses == wanted
    assert [pow(root, e, n) for root in roots[1:]] == numbers[1:] and roots[0] == 0
