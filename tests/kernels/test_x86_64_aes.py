"""What AES-NI, VAES and PCLMULQDQ serve, beyond the modes that `test_aes.py` has: keys, CBC encryption, GHASH, and GCM in one pass.

Each form gives what the portable kernel gives. Checked and traced Python run the reference bodies of the instructions, on any processor.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, NotSupported
from tests.kernels.test_ghash import ONES, H, ghash
from tests.kernels.ways import ways

GHASH_FORMS = ("pclmul", "vpclmul512")
SEAL_FORMS = ("aesni", "vaes512")
KEY = bytes(range(1, 17))
# Around groups of 8 and 16 blocks. What is not compiled takes the few, which reach every loop.
BLOCKS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 48, 57]
LENGTHS = [0, 1, 16, 17, 63, 64, 127, 128, 129, 255, 256, 257, 384, 400, 511, 512, 513, 600, 769]
FEW_BLOCKS, FEW_LENGTHS = [0, 19], [0, 279]


way = ways("native", "checked", "traced")  # not `python`: the fallback has no ports


def served(function: Callable[..., Any], *arguments: Any) -> Any:
    """The call, unless this processor lacks the instructions."""
    try:
        return function(*arguments)
    except (NotSupported, AttributeError) as lacks:
        pytest.skip(str(lacks))


def port(context: Any, method: str) -> Callable[..., Any]:
    """A method that a port provides, or skip."""
    if not hasattr(context, method):
        pytest.skip(f"no {method} on this architecture")
    found: Callable[..., Any] = getattr(context, method)
    return found


@pytest.mark.parametrize("length", [16, 24, 32])
def test_keys(execution: Any, length: int) -> None:
    """A key that AES-NI expands serves the portable kernel."""
    key, data = random.Random(length).randbytes(length), bytes(range(64))
    aes = execution.Aes(bytes(32))
    served(port(aes, "init_aesni"), key)
    expected = executions.execution("python").Aes(key).encrypt_blocks(data)
    assert aes.encrypt_blocks(data) == expected
    assert served(port(aes, "encrypt_blocks_aesni"), data) == expected
    with pytest.raises(InvalidLength):
        aes.init_aesni(bytes(17))


def test_cbc_encrypt(execution: Any) -> None:
    """CBC and its last block, into a buffer of its own and in place."""
    aes = execution.Aes(KEY)
    portable = executions.execution("python").Aes(KEY)
    for blocks in [0, 1, 2, 3, 9] if execution.name == "native" else [0, 2]:
        data = random.Random(blocks).randbytes(16 * blocks)
        expected = portable.cbc_encrypt(ONES, data)
        assert served(port(aes, "cbc_encrypt_aesni"), ONES, data) == expected
        buffer, chain = bytearray(data), bytearray(ONES)
        aes.cbc_encrypt_aesni_into(ONES, buffer, buffer)
        assert buffer == expected
        aes.cbc_mac_aesni(chain, data)
        assert chain == (ONES + expected)[-16:]
    with pytest.raises(InvalidLength):
        aes.cbc_encrypt_aesni(ONES, bytes(17))


@pytest.mark.parametrize("form", GHASH_FORMS)
def test_ghash(execution: Any, form: str) -> None:
    """Any number of blocks, with powers of H by the portable kernel and by PCLMULQDQ."""
    key = execution.Ghash(H)
    blocks_of = port(key, f"blocks_{form}")
    for own_powers in (False, True):
        if own_powers:
            served(key.init_pclmul, H)
        for blocks in BLOCKS if execution.name == "native" else FEW_BLOCKS:
            data = random.Random(blocks).randbytes(16 * blocks)
            y = bytearray(ONES)
            served(blocks_of, y, data)
            assert y == ghash(H, data, ONES), blocks


@pytest.mark.parametrize("form", SEAL_FORMS)
def test_gcm_seal(execution: Any, form: str) -> None:
    """All lengths around groups, with a counter that wraps in its 32 bits, at odd addresses and in place."""
    key = execution.AesGcm(KEY)
    seal = port(key, f"seal_{form}_into")
    aes = executions.execution("python").Aes(KEY)
    counter = ONES[:12] + (2**32 - 6).to_bytes(4, "big")
    for length in LENGTHS if execution.name == "native" else FEW_LENGTHS:
        data = random.Random(length).randbytes(length)
        expected = aes.ctr32_xor(counter, data)
        tag = ghash(aes.encrypt_blocks(bytes(16)), expected + bytes(-length % 16), H)
        buffer, y = bytearray(length + 3), bytearray(H)
        buffer[3:] = data
        served(seal, counter, y, memoryview(buffer)[3:], memoryview(buffer)[3:])
        assert buffer[3:] == expected, length
        assert y == tag, length


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda size: st.binary(min_size=size, max_size=size)),
    counter=st.binary(min_size=16, max_size=16),
    data=st.binary(max_size=600),
)
def test_forms_agree(key: bytes, counter: bytes, data: bytes) -> None:
    """Generated inputs: every form that this processor has gives what the portable kernel gives."""
    native, python = executions.execution("native"), executions.execution("python")
    aes, whole = native.Aes(key), data[: len(data) // 16 * 16]
    portable = python.Aes(key)
    for form in SEAL_FORMS:
        assert served(port(aes, f"ctr_xor_{form}"), counter, data) == portable.ctr_xor(counter, data)
        assert served(port(aes, f"ctr32_xor_{form}"), counter, data) == portable.ctr32_xor(counter, data)
        assert served(port(aes, f"cbc_decrypt_{form}"), counter, whole) == portable.cbc_decrypt(counter, whole)
