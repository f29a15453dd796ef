"""DES and Triple DES against NIST's vectors and another implementation, and the words that stand for S-boxes and permutations."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from Crypto.Cipher import DES, DES3
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import InvalidLength
from akela.kernels import des_boxes
from tests.compiler.emitting import shared_library, write_files
from tests.vectors import Vector, nist_vectors

KEYS = {8: bytes(range(50, 58)), 16: bytes(range(50, 66)), 24: bytes(range(50, 74))}
IV = bytes(range(8))
KINDS = ["MMT1", "MMT2", "MMT3", "invperm", "permop", "subtab", "varkey", "vartext"]
BLOCKS = [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100]

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def message(length: int) -> bytes:
    return bytes(i * 7 % 251 for i in range(length))


def peer(key: bytes, mode: str, iv: bytes = IV) -> Any:
    """The same by PyCryptodome."""
    module = DES if len(key) == 8 else DES3
    return module.new(key, module.MODE_ECB) if mode == "ECB" else module.new(key, module.MODE_CBC, iv)


def key_of(v: Vector) -> bytes:
    """`KEYs` stands for three equal keys: plain DES, which Triple DES with such keys is too."""
    return v.octets("keys") * 3 if "keys" in v else v.octets("key1") + v.octets("key2") + v.octets("key3")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["ECB", "CBC"])
def test_nist(mode: str, kind: str, execution: Any, sample: Sample) -> None:
    """The known answers and messages of the CAVP, in both directions; those of one key as DES, too."""
    vectors = nist_vectors(f"ciphers/3DES/{mode}/T{mode}{kind}.rsp")
    assert {v["section"] for v in vectors} == {"ENCRYPT", "DECRYPT"}
    slow = execution.name in ("checked", "traced")
    for v in sample([v for v in vectors if len(v["plaintext"]) == 16])[:2] if slow else sample(vectors):
        way, data, result = ("encrypt", "plaintext", "ciphertext") if v["section"] == "ENCRYPT" else ("decrypt", "ciphertext", "plaintext")
        key = key_of(v)
        keys = [key, key[:8]] if key[:8] == key[8:16] == key[16:] else [key, key[:16]] if key[:8] == key[16:] else [key]
        for each in keys:
            cipher = execution.Des(each)
            if mode == "ECB":
                assert getattr(cipher, f"{way}_blocks")(v.octets(data)) == v.octets(result), v
            else:
                assert getattr(cipher, f"cbc_{way}")(v.octets("iv"), v.octets(data)) == v.octets(result), v


@pytest.mark.parametrize("size", KEYS)
def test_lengths(size: int, execution: Any) -> None:
    """Messages of many lengths, with a key of each length, and in place."""
    cipher = execution.Des(KEYS[size])
    few = {"native": BLOCKS, "python": BLOCKS[:10], "checked": BLOCKS[:3], "traced": BLOCKS[1:3]}
    for blocks in few[execution.name]:
        data = message(8 * blocks)
        ecb, cbc = peer(KEYS[size], "ECB").encrypt(data), peer(KEYS[size], "CBC").encrypt(data)
        assert cipher.encrypt_blocks(data) == ecb, blocks
        assert cipher.decrypt_blocks(ecb) == data, blocks
        assert cipher.cbc_encrypt(IV, data) == cbc, blocks
        assert cipher.cbc_decrypt(IV, cbc) == data, blocks
        buffer = bytearray(data)
        for into, arguments, expected in (
            (cipher.encrypt_blocks_into, (), ecb),
            (cipher.decrypt_blocks_into, (), data),
            (cipher.cbc_encrypt_into, (IV,), cbc),
            (cipher.cbc_decrypt_into, (IV,), data),
        ):
            into(*arguments, buffer, buffer)
            assert buffer == expected, blocks


def test_parity_bits_do_not_count(execution: Any) -> None:
    other = bytes(byte ^ 1 for byte in KEYS[24])
    assert execution.Des(other).encrypt_blocks(bytes(8)) == execution.Des(KEYS[24]).encrypt_blocks(bytes(8))


def test_weak_keys(execution: Any) -> None:
    """SP 800-67 section 3.3.2: encrypting twice with one of these decrypts. They are not refused."""
    for key in ("0101010101010101", "fefefefefefefefe", "e0e0e0e0f1f1f1f1", "1f1f1f1f0e0e0e0e"):
        cipher = execution.Des(bytes.fromhex(key))
        assert cipher.encrypt_blocks(cipher.encrypt_blocks(b"eight by")) == b"eight by"


def test_what_is_refused(execution: Any) -> None:
    for size in (0, 7, 9, 15, 17, 23, 25, 32):
        with pytest.raises(InvalidLength):
            execution.Des(bytes(size))
    cipher = execution.Des(KEYS[24])
    for call in (cipher.encrypt_blocks, cipher.decrypt_blocks, lambda data: cipher.cbc_encrypt(IV, data)):
        with pytest.raises(ValueError, match="% 8"):
            call(bytes(9))


@pytest.mark.without_extension
def test_the_polynomials_are_the_boxes() -> None:
    """Every box, for each of its 64 inputs: the products of inputs that are ones, added up, give the entry of the standard's table."""
    for ones in range(64):
        word = 0
        for factors, coefficient in enumerate(des_boxes.coefficients()):
            if factors & ~ones == 0:
                word ^= coefficient
        inputs = [ones >> i & 1 for i in (4, 0, 1, 2, 3, 5)]
        row, column = 2 * inputs[0] + inputs[5], int("".join(map(str, inputs[1:5])), 2)
        for box in range(8):
            outputs = [word >> (des_boxes.place(box) + 8 * byte) & 1 for byte in des_boxes.OUTPUT_BYTES[box]]
            assert int("".join(map(str, outputs)), 2) == int(des_boxes.S[box][row][column], 16)
    assert [factors for factors, word in enumerate(des_boxes.coefficients()) if word == 0] == [15, 31, 47, 63]


def test_the_rotations_are_the_permutation() -> None:
    assert sorted(des_boxes.rotations_of_p()) == [1, 3, 20, 25, 26, 29, 30, 31]
    assert sum(des_boxes.rotations_of_p().values()) == 0xFFFF_FFFF


@settings(max_examples=10, deadline=None)
@given(keyed=st.integers(0, 0xFFFF_FFFF), k0=st.integers(0, 0xFFFF_FFFF), k5=st.integers(0, 0xFFFF_FFFF))
def test_the_form_for_wide_words_is_the_other(keyed: int, k0: int, k5: int) -> None:
    assert des_boxes.wide_s_boxes(keyed, k0, k5).value == des_boxes.s_boxes(keyed, k0, k5).value


@pytest.mark.parametrize("name", ["x86_64", "cortex_m3", "rv32imc"])
@pytest.mark.without_extension
def test_compiled_for_a_target(name: str, tmp_path: Path) -> None:
    """The C for wide words, and the other with its rows written out and in a loop, run on this machine."""
    target = load_target(name)
    library = shared_library(write_files(emit(lower(compile_module("akela.kernels.des", target), target), target), tmp_path))
    context, out, data = ctypes.create_string_buffer(1024), ctypes.create_string_buffer(80), message(80)
    library.akela_des_init(context, KEYS[24], ctypes.c_size_t(24))
    library.akela_des_cbc_encrypt(context, IV, data, ctypes.c_size_t(80), out, ctypes.c_size_t(80))
    assert out.raw == peer(KEYS[24], "CBC").encrypt(data)


@settings(max_examples=25, deadline=None)
@given(key=st.binary(min_size=24, max_size=24), iv=st.binary(min_size=8, max_size=8), data=st.binary(max_size=100))
def test_executions_agree(key: bytes, iv: bytes, data: bytes) -> None:
    """Generated inputs: every execution gives what the other implementation gives."""
    data = data[: len(data) // 8 * 8]
    try:
        expected = peer(key, "CBC", iv).encrypt(data)
    except ValueError:  # PyCryptodome refuses keys that come down to DES
        return
    for each in ("native", "python"):
        cipher = executions.execution(each).Des(key)
        assert cipher.cbc_encrypt(iv, data) == expected, each
        assert cipher.cbc_decrypt(iv, expected) == data, each
