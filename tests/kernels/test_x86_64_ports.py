"""What the x86-64 ports provide gives the same as the operation it replaces.

Checked and traced Python run the reference bodies of the instructions, on any processor; compiled code runs the instructions themselves.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from akela.compiler import ir
from akela.compiler.frontend import compile_module
from akela.compiler.interface import describe
from akela.compiler.modules import kernel_names, port_names
from akela.compiler.targets import load_target
from akela.exceptions import NotSupported
from akela.kernels.chacha20 import chacha20_blocks
from akela.kernels.keccak import keccak_permute
from akela.kernels.poly1305 import poly1305_blocks
from akela.kernels.sha1 import sha1_blocks
from akela.kernels.sha256 import sha256_blocks
from akela.kernels.sha512 import sha512_blocks
from tests.kernels.ways import ways

# Whole groups of four, eight and sixteen blocks, and what may be left behind them.
BLOCKS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 19, 24, 33, 35]

# What takes blocks into a hash value: the portable kernel, the bytes of its value and of a block, and what replaces it.
HASHES = [
    (sha1_blocks, 20, 64, "sha1_blocks_shani"),
    (sha256_blocks, 32, 64, "sha256_blocks_shani"),
    (sha512_blocks, 64, 128, "sha512_blocks_avx2"),
    (sha512_blocks, 64, 128, "sha512_blocks_avx512"),
]
P1305 = 2**130 - 5


way = ways("native", "checked", "traced")  # not `python`: the fallback has no ports


def served(function: Callable[..., Any], *arguments: Any) -> Any:
    """The call, unless this processor lacks the instructions."""
    try:
        return function(*arguments)
    except NotSupported as lacks:
        pytest.skip(str(lacks))


@pytest.mark.parametrize(("portable", "value_bytes", "block_bytes", "name"), HASHES, ids=[row[3] for row in HASHES])
@pytest.mark.parametrize("blocks", [0, 1, 2, 3, 9])
def test_hash_blocks(execution: Any, portable: Callable[..., None], value_bytes: int, block_bytes: int, name: str, blocks: int) -> None:
    """The hash value after some blocks, which begin anywhere."""
    source = random.Random(blocks)
    data, value = memoryview(source.randbytes(block_bytes * blocks + blocks))[blocks:], bytearray(source.randbytes(value_bytes))
    expected = bytearray(value)
    portable(expected, data)
    served(getattr(execution, name), value, data)
    assert value == expected


MANY = [(f"{name}_many_{form}", name) for form in ("avx2", "avx512") for name in ("md5", "sha256", "sha384", "sha512")]
MANY += [(f"{name}_many_avx512", name) for name in ("sha3_256", "sha3_512")]

# About the ends of blocks of 64, 72, 128 and 136 bytes, and of the space for the length.
SIZES = (1, 55, 56, 63, 64, 65, 71, 72, 73, 111, 112, 119, 120, 127, 128, 129, 135, 136, 137, 192, 256, 272, 300)


@pytest.mark.parametrize(("kernel", "name"), MANY, ids=[row[0] for row in MANY])
def test_many(execution: Any, sample: Callable[..., Any], kernel: str, name: str) -> None:
    """Digests of messages of one size, in numbers that fill groups and that do not."""
    source = random.Random(kernel)
    for size in SIZES if execution.name == "native" else (56, 137):
        for count in sample((0, 1, 3, 4, 7, 8, 11, 16, 19, 30, 33)) if execution.name == "native" else (8, 11, 17):
            messages = source.randbytes(size * count)
            expected = b"".join(hashlib.new(name, messages[at : at + size]).digest() for at in range(0, len(messages), size))
            assert served(getattr(execution, kernel), messages, size) == expected, (size, count)


def test_keccak_permute(execution: Any) -> None:
    """The permutation, from zeros and from another state."""
    source = random.Random(1)
    for state in (bytearray(200), bytearray(source.randbytes(200))):
        expected = bytearray(state)
        keccak_permute(expected)
        served(execution.keccak_permute_avx512, state)
        assert state == expected


@pytest.mark.parametrize("form", ["avx2", "ifma"])
@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("limits", [False, True], ids=["random", "largest"])
def test_poly1305_blocks(execution: Any, form: str, blocks: int, limits: bool) -> None:
    """The accumulator modulo 2^130 - 5, from random numbers and from the largest that there may be, within its bound."""
    source = random.Random(blocks)
    data, r, h = source.randbytes(16 * blocks), source.randbytes(16), source.randrange(2**130 + 2**128)
    if limits:
        data, r, h = bytes([255]) * (16 * blocks), bytes([255]) * 16, 2**130 + 2**128 - 1
    r = (int.from_bytes(r, "little") & 0x0FFF_FFFC_0FFF_FFFC_0FFF_FFFC_0FFF_FFFF).to_bytes(16, "little")
    for high in (0, 1):
        expected, value = bytearray(h.to_bytes(20, "little")), bytearray(h.to_bytes(20, "little"))
        poly1305_blocks(expected, r, data, high)
        served(getattr(execution, f"poly1305_blocks_{form}"), value, r, data, high)
        assert int.from_bytes(value, "little") % P1305 == int.from_bytes(expected, "little") % P1305
        assert int.from_bytes(value, "little") < 2**130 + 2**128


@pytest.mark.parametrize("form", ["sse2", "avx2", "avx512"])
@pytest.mark.parametrize("blocks", BLOCKS)
def test_chacha20_blocks(execution: Any, form: str, blocks: int) -> None:
    """The output and the counter, which wraps as a word does, into a buffer of its own and in place."""
    source = random.Random(blocks)
    data, state = source.randbytes(64 * blocks), bytearray(source.randbytes(64))
    state[48:52] = (0xFFFF_FFFD).to_bytes(4, "little")
    expected, expected_state = bytearray(64 * blocks), bytearray(state)
    chacha20_blocks(expected_state, data, expected)

    first_state = bytearray(state)
    assert served(getattr(execution, f"chacha20_blocks_{form}"), first_state, data) == expected
    assert first_state == expected_state

    buffer = bytearray(data)
    served(getattr(execution, f"chacha20_blocks_{form}_into"), state, buffer, buffer)
    assert buffer == expected
    assert state == expected_state


@pytest.mark.without_extension
def test_contracts() -> None:
    """What provides an operation asks no more of its caller than the operation: the caller does not know who serves."""
    target = load_target("x86_64")
    modules = [compile_module(name, target) for name in (*kernel_names(), *port_names(target))]
    functions = [function for module in modules for function in module.functions]
    operations = {function.ref.operation: asked(function) for function in functions if function.ref.operation and not function.provides}
    providers = [function for function in functions if function.provides]
    assert len(providers) >= 4
    for function in providers:
        assert asked(function) <= operations[function.provides], function.name


def asked(function: ir.Function) -> set[str]:
    """The conditions that a function's caller has to ensure."""
    return {describe(stmt.condition) for stmt in function.body if isinstance(stmt, ir.Contract) and stmt.kind == "requires"}
