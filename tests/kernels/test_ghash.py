"""GHASH: products without carries, every form against the definition in SP 800-38D, and the C for targets of each form."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.kernels.carryless import carryless_32, carryless_64, carryless_half
from akela.kernels.gcm_tables import SMALL, TABLE_4_BIT, TABLE_8_BIT
from akela.kernels.ghash import Ghash, absorb_16, absorb_32, absorb_64, ghash_blocks, ghash_init
from akela.lang import u32, u64
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import ways

H = bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e")  # of the key of zeros
ONES = b"\xff" * 16
R = 0xE1 << 120
BLOCKS = st.binary(min_size=16, max_size=16)

way = ways(operations=("ghash.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]
Form = Callable[[bytes, bytearray, bytes], None]


def product(x: int, y: int) -> int:
    """Algorithm 1 of SP 800-38D section 6.3."""
    z, v = 0, y
    for i in range(127, -1, -1):
        z ^= v if x >> i & 1 else 0
        v = v >> 1 ^ (R if v & 1 else 0)
    return z


def ghash(h: bytes, data: bytes, y: bytes = bytes(16)) -> bytes:
    """Algorithm 2, from any intermediate value on."""
    value = int.from_bytes(y, "big")
    for at in range(0, len(data), 16):
        value = product(value ^ int.from_bytes(data[at : at + 16], "big"), int.from_bytes(h, "big"))
    return value.to_bytes(16, "big")


def carryless(a: int, b: int) -> int:
    """The product of polynomials whose coefficients are the bits of numbers."""
    total = 0
    for i in range(b.bit_length()):
        total ^= a << i if b >> i & 1 else 0
    return total


def by_absorb(absorb: Callable[..., None]) -> Form:
    """A form of the blocks of `ghash`, which takes H/x."""

    def run(h: bytes, y: bytearray, data: bytes) -> None:
        ctx = Ghash()
        ghash_init(ctx, h)
        absorb(bytes(ctx.powers.tolist()[:16]), y, data)

    return run


def by_key(form: Any) -> Form:
    """A form with a key of its own."""

    def run(h: bytes, y: bytearray, data: bytes) -> None:
        ctx = form.key()
        form.init(ctx, h)
        form.blocks(ctx, y, data)

    return run


FORMS = {
    "64-bit words": by_absorb(absorb_64),
    "32-bit words": by_absorb(absorb_32),
    "16-bit halves": by_absorb(absorb_16),
}
HALVES, WORDS, LONGS = st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1)


@settings(max_examples=30, deadline=None)
@given(a=LONGS, b=LONGS)
@example(a=2**64 - 1, b=2**64 - 1)
@example(a=2**64 - 1, b=0xF << 60)
@example(a=0x1111_1111_1111_1111, b=0x1111_1111_1111_1111)
def test_products(a: int, b: int) -> None:
    """Products of halves, words and long words; those of ones have the largest sums."""
    assert carryless_half(u32(a & 0xFFFF), u32(b & 0xFFFF)).value == carryless(a & 0xFFFF, b & 0xFFFF)
    for word, multiply in ((u32, carryless_32), (u64, carryless_64)):
        high, low = multiply(word(a & word.mask), word(b & word.mask))
        assert high.value << word.bits | low.value == carryless(a & word.mask, b & word.mask)


@settings(max_examples=10, deadline=None)
@given(h=BLOCKS, y=BLOCKS, data=st.binary(max_size=48))
@example(h=ONES, y=ONES, data=ONES * 2)
@example(h=bytes(16), y=ONES, data=ONES)
@example(h=b"\x80" + bytes(15), y=ONES, data=bytes(16))  # one
@example(h=bytes(15) + b"\x01", y=ONES, data=bytes(16))  # x^127
@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, h: bytes, y: bytes, data: bytes) -> None:
    """Generated blocks, and the extremes: each form gives what the definition gives."""
    data = data[: len(data) // 16 * 16]
    total = bytearray(y)
    FORMS[form](h, total, data)
    assert total == ghash(h, data, y)


@pytest.mark.parametrize("form", [SMALL, TABLE_4_BIT, TABLE_8_BIT], ids=["small", "table4", "table8"])
@pytest.mark.parametrize("h", [H, ONES], ids=["H", "ones"])
def test_forms_with_keys_of_their_own(form: Any, h: bytes) -> None:
    """The form without a table, and those with one."""
    key = form.hash_form
    y = bytearray(H)
    by_key(key)(h, y, ONES + bytes(range(16)))
    assert y == ghash(h, ONES + bytes(range(16)), H)


def test_lengths(execution: Any, sample: Sample) -> None:
    """Whole blocks, any number; a length that is no multiple of 16 is refused."""
    key = execution.Ghash(H)
    for blocks in sample(range(9)):
        data = bytes(i * 7 % 251 for i in range(16 * blocks))
        y = bytearray(ONES)
        key.blocks(y, data)
        assert y == ghash(H, data, ONES), blocks
    for length in (1, 15, 17):
        with pytest.raises(ValueError, match="16"):
            key.blocks(bytearray(16), bytes(length))


def test_powers() -> None:
    """What ports multiply by: H^k/x, least significant byte first, for k from 1 to 8."""
    ctx = Ghash()
    ghash_init(ctx, H)
    one_over_x = int.from_bytes(b"\xc2" + bytes(14) + b"\x01", "big")
    power = int.from_bytes(H, "big")
    for k in range(8):
        expected = product(power, one_over_x).to_bytes(16, "little")
        assert bytes(value for value in ctx.powers.tolist()[16 * k : 16 * k + 16] if value is not None) == expected
        power = product(power, int.from_bytes(H, "big"))
    y = bytearray(16)
    ghash_blocks(ctx, y, H)
    assert y == ghash(H, H)


@pytest.mark.parametrize("name", ["x86_64", "rv32imc", "cortex_m3"])
@pytest.mark.without_extension
def test_forms_compiled(name: str, tmp_path: Path) -> None:
    """The C for a target of each form, run on this machine."""
    target = load_target(name)
    library = shared_library(write_files(emit(lower(compile_module("akela.kernels.ghash", target), target), target), tmp_path))
    for h in (H, ONES):
        for blocks in (0, 1, 2, 5):
            key, y = ctypes.create_string_buffer(b"\xff" * 128, 128), ctypes.create_string_buffer(ONES, 16)
            data = bytes(range(3, 3 + 16 * blocks))
            library.akela_ghash_init(key, h)
            if target.word_bits == 32:
                assert key.raw[16:] == bytes(112)
            library.akela_ghash_blocks(key, y, data, ctypes.c_size_t(len(data)))
            assert y.raw == ghash(h, data, ONES), blocks
