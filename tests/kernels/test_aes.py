"""AES: its S-box circuits, the key schedule, and the modes against NIST's vectors and another implementation."""

from __future__ import annotations

import ast
import inspect
import platform
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, NotSupported
from akela.kernels.aes import Aes, aes_cbc_decrypt, aes_ctr_xor, aes_decrypt_blocks, aes_encrypt_blocks, aes_init
from akela.kernels.aes_sbox import make_inv_sub_bytes, make_norm_inverse, make_sub_bytes
from akela.lang import BAD_LENGTH, Array, u32, u64, word_size
from tests.kernels.ways import ways
from tests.vectors import Vector, nist_vectors

SUITES = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")  # of NIST's AES Algorithm Validation Suite
KEY_BITS = (128, 192, 256)
KEY = bytes(range(1, 17))
IV = bytes(range(100, 116))

FORMS = ("", "_sse2", "_avx2", "_aesni", "_vaes256", "_vaes512")  # of the modes that take several blocks at a time
# Around batches of 2, 4, 8 and 16 blocks, and more than one of them.
BLOCKS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 49]
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 255, 256, 257, 500, 512, 513, 800]

way = ways(operations=("aes.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def reference(key: bytes, mode: modes.Mode, data: bytes) -> bytes:
    """Encrypted by `cryptography`, that is OpenSSL."""
    context = Cipher(algorithms.AES(key), mode).encryptor()
    return context.update(data) + context.finalize()


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def block_counts(execution: Any, form: str) -> Sequence[int]:
    """Numbers of blocks; a few where the instructions of AES are not compiled, but their slow reference bodies run."""
    slow = execution.name != "native" and form in ("_aesni", "_vaes256", "_vaes512")
    return [0, 3, 17] if slow else BLOCKS


def form_of(execution: Any, context: Any, method: str, form: str) -> Callable[..., Any]:
    """A method of an Aes object in one of its forms, or skip: on what has no ports, or a processor without the instructions."""
    if form and (execution.name == "python" or platform.machine() not in ("x86_64", "AMD64")):
        pytest.skip(f"the {execution.name} execution on {platform.machine()} has no {form[1:]} form")
    found: Callable[..., Any] = getattr(context, method + form)
    try:
        found(*([IV] if method in ("ctr_xor", "ctr32_xor", "cbc_decrypt") else []), b"")
    except NotSupported as lacks:
        pytest.skip(str(lacks))
    return found


# --- the S-box ----------------------------------------------------------------------------------------------------------------------------


def product(a: int, b: int) -> int:
    """In GF(2^8), FIPS 197 section 4.2."""
    result = 0
    for i in range(8):
        if b >> i & 1:
            result ^= a << i
    for i in range(14, 7, -1):
        if result >> i & 1:
            result ^= 0x11B << (i - 8)
    return result


def substituted(byte: int) -> int:
    """The S-box, FIPS 197 section 5.1.1: the inverse in GF(2^8), then an affine map."""
    inverse = next((x for x in range(256) if product(byte, x) == 1), 0)
    bits = [inverse >> i & 1 for i in range(8)]
    mapped = [bits[i] ^ bits[(i + 4) % 8] ^ bits[(i + 5) % 8] ^ bits[(i + 6) % 8] ^ bits[(i + 7) % 8] for i in range(8)]
    return sum(bit << i for i, bit in enumerate(mapped)) ^ 0x63


SBOX = [substituted(byte) for byte in range(256)]


def through(circuit: Callable[..., None], lane: Any, values: list[int]) -> list[int]:
    """What a circuit makes of bytes, one in each bit of the lanes."""
    q = Array[lane, 8]()
    for i in range(8):
        q[i] = lane(sum((value >> i & 1) << at for at, value in enumerate(values)))
    circuit(q)
    return [sum((word >> at & 1) << i for i, word in enumerate(q.tolist())) for at in range(len(values))]


@pytest.mark.parametrize("lane", [u32, u64])
def test_sbox_circuits(lane: Any) -> None:
    """All 256 bytes; the circuits leave out the constant of the affine map."""
    assert (SBOX[0x00], SBOX[0x53]) == (0x63, 0xED)  # the example of section 5.1.1
    for first in range(0, 256, lane.bits):
        values = list(range(first, first + lane.bits))
        without_constant = [SBOX[value] ^ 0x63 for value in values]
        assert through(make_sub_bytes(lane), lane, values) == without_constant
        assert through(make_inv_sub_bytes(lane), lane, without_constant) == values


@pytest.mark.parametrize(("circuit", "count"), [(make_sub_bytes(u32), 111), (make_inv_sub_bytes(u32), 112)])
def test_sbox_gates(circuit: Any, count: int) -> None:
    """The number of operations is the number that the module states."""
    trees = [ast.parse(textwrap.dedent(inspect.getsource(f.python))) for f in (circuit, make_norm_inverse(u32))]
    assert sum(isinstance(node, ast.BitAnd | ast.BitXor) for tree in trees for node in ast.walk(tree)) == count


# --- keys ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "last_words"),
    [
        ("2b7e151628aed2a6abf7158809cf4f3c", "d014f9a8c9ee2589e13f0cc8b6630ca6"),
        ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "e98ba06f448c773c8ecc720401002202"),
        ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "fe4890d1e6188d0b046df344706c631e"),
    ],
)
def test_key_expansion(key: str, last_words: str) -> None:
    """The round keys at the ends of the examples in appendix A of FIPS 197."""
    ctx, key_words = Aes(), len(key) // 8
    aes_init(ctx, bytes.fromhex(key))
    assert ctx.rounds.value == key_words + 6
    octets = b"".join(word.to_bytes(4, "little") for word in ctx.w.tolist() if word is not None)
    assert len(octets) == 16 * (key_words + 7)
    assert octets[: 4 * key_words].hex() == key
    assert octets[-16:].hex() == last_words


def test_key_lengths(execution: Any) -> None:
    """Any other length is refused."""
    for length in (0, 1, 15, 17, 20, 23, 25, 31, 33, 64):
        with pytest.raises(InvalidLength):
            execution.Aes(bytes(length))


# --- NIST's vectors -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("suite", SUITES)
def test_ecb_vectors(execution: Any, sample: Sample, suite: str, bits: int) -> None:
    """Each way as the file says."""
    for vector in sample(nist_vectors(f"ciphers/AES/ECB/ECB{suite}{bits}.rsp")):
        aes, plaintext, ciphertext = opened(execution, vector)
        if vector["section"] == "ENCRYPT":
            assert aes.encrypt_blocks(plaintext) == ciphertext, vector
        else:
            assert aes.decrypt_blocks(ciphertext) == plaintext, vector


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("suite", SUITES)
def test_cbc_vectors(execution: Any, sample: Sample, suite: str, bits: int) -> None:
    """Each way as the file says."""
    for vector in sample(nist_vectors(f"ciphers/AES/CBC/CBC{suite}{bits}.rsp")):
        aes, plaintext, ciphertext = opened(execution, vector)
        if vector["section"] == "ENCRYPT":
            assert aes.cbc_encrypt(vector.octets("iv"), plaintext) == ciphertext, vector
        else:
            assert aes.cbc_decrypt(vector.octets("iv"), ciphertext) == plaintext, vector


@pytest.mark.parametrize("bits", KEY_BITS)
def test_ctr_vectors(execution: Any, bits: int) -> None:
    """The vectors of RFC 3686, both ways."""
    vectors = nist_vectors(f"ciphers/AES/CTR/aes-{bits}-ctr.txt")
    assert len(vectors) == 3
    for vector in vectors:
        aes, plaintext, ciphertext = opened(execution, vector)
        assert aes.ctr_xor(vector.octets("iv"), plaintext) == ciphertext, vector
        assert aes.ctr_xor(vector.octets("iv"), ciphertext) == plaintext, vector


def opened(execution: Any, vector: Vector) -> tuple[Any, bytes, bytes]:
    """The cipher, plaintext and ciphertext of a vector."""
    return execution.Aes(vector.octets("key")), vector.octets("plaintext"), vector.octets("ciphertext")


# --- lengths, batches, memory -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_ecb_batches(execution: Any, sample: Sample, form: str) -> None:
    """Numbers of blocks around those of a batch, into a buffer of its own and in place."""
    aes = execution.Aes(KEY)
    encrypt, decrypt = form_of(execution, aes, "encrypt_blocks", form), form_of(execution, aes, "decrypt_blocks", form)
    encrypt_into, decrypt_into = getattr(aes, f"encrypt_blocks{form}_into"), getattr(aes, f"decrypt_blocks{form}_into")
    for blocks in sample(block_counts(execution, form)):
        data = message(16 * blocks)
        expected = reference(KEY, modes.ECB(), data)
        assert encrypt(data) == expected, blocks
        assert decrypt(expected) == data, blocks
        buffer = bytearray(data)
        encrypt_into(buffer, buffer)
        assert buffer == expected, blocks
        decrypt_into(buffer, buffer)
        assert buffer == data, blocks


def test_cbc_encrypt_lengths(execution: Any, sample: Sample) -> None:
    """Numbers of blocks, into a buffer of its own and in place."""
    aes = execution.Aes(KEY)
    for blocks in sample(BLOCKS):
        data = message(16 * blocks)
        expected = reference(KEY, modes.CBC(IV), data)
        assert aes.cbc_encrypt(IV, data) == expected, blocks
        buffer = bytearray(data)
        aes.cbc_encrypt_into(IV, buffer, buffer)
        assert buffer == expected, blocks


@pytest.mark.parametrize("form", FORMS)
def test_cbc_decrypt_batches(execution: Any, sample: Sample, form: str) -> None:
    """Numbers of blocks around those of a batch, into a buffer of its own and in place."""
    aes = execution.Aes(KEY)
    decrypt, decrypt_into = form_of(execution, aes, "cbc_decrypt", form), getattr(aes, f"cbc_decrypt{form}_into")
    for blocks in sample(block_counts(execution, form)):
        data = message(16 * blocks)
        ciphertext = reference(KEY, modes.CBC(IV), data)
        assert decrypt(IV, ciphertext) == data, blocks
        buffer = bytearray(ciphertext)
        decrypt_into(IV, buffer, buffer)
        assert buffer == data, blocks


@pytest.mark.parametrize("form", FORMS)
def test_ctr_lengths(execution: Any, sample: Sample, form: str) -> None:
    """Lengths around those of blocks and batches, into a buffer of its own and in place."""
    aes = execution.Aes(KEY)
    xor, xor_into = form_of(execution, aes, "ctr_xor", form), getattr(aes, f"ctr_xor{form}_into")
    for length in sample(LENGTHS):
        data = message(length)
        expected = reference(KEY, modes.CTR(IV), data)
        assert xor(IV, data) == expected, length
        buffer = bytearray(data)
        assert xor_into(IV, buffer, buffer) == length
        assert buffer == expected, length


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("width", [8, 16, 32, 64, 96, 128])
def test_counter_carries(execution: Any, form: str, width: int) -> None:
    """The counter passes a multiple of 2^width within the message; that of 2^128 brings it back to zero."""
    aes = execution.Aes(KEY)
    first = (IV[: 16 - width // 8] + bytes([0xFF]) * (width // 8 - 1) + bytes([0xFD]))[-16:]
    assert form_of(execution, aes, "ctr_xor", form)(first, bytes(96)) == reference(KEY, modes.CTR(first), bytes(96))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("before", [0, 1, 3, 16, 20])
def test_counters_of_32_bits(execution: Any, form: str, before: int) -> None:
    """GCM's counter blocks wrap in their last 32 bits, here after `before` more blocks; the others stay as they are."""
    aes = execution.Aes(KEY)
    upper, data = bytes([0xFF]) * 12, message(21 * 16 + 5)
    head = 16 * (before + 1)
    expected = reference(KEY, modes.CTR(upper + (2**32 - 1 - before).to_bytes(4, "big")), data[:head])
    expected += reference(KEY, modes.CTR(upper + bytes(4)), data[head:])
    xor = form_of(execution, aes, "ctr32_xor", form)
    assert xor(upper + (2**32 - 1 - before).to_bytes(4, "big"), data) == expected
    buffer = bytearray(data)
    getattr(aes, f"ctr32_xor{form}_into")(upper + (2**32 - 1 - before).to_bytes(4, "big"), buffer, buffer)
    assert buffer == expected


def test_parts_of_blocks_are_refused(execution: Any) -> None:
    """ECB and CBC take whole blocks; where they are not given any, nothing is written."""
    aes = execution.Aes(KEY)
    for length in (1, 15, 17, 33):
        out = bytearray(b"x" * length)
        for call in (aes.encrypt_blocks_into, aes.decrypt_blocks_into):
            with pytest.raises(InvalidLength):
                call(bytes(length), out)
        for call in (aes.cbc_encrypt_into, aes.cbc_decrypt_into):
            with pytest.raises(InvalidLength):
                call(IV, bytes(length), out)
        assert out == b"x" * length


@pytest.mark.parametrize("size", [16, 48])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_cbc_of_many(execution: Any, size: int, count: int) -> None:
    """Each message as by itself, into a buffer of its own and in place."""
    aes, ivs, messages = execution.Aes(KEY), message(100 + 16 * count)[100:], message(size * count)
    parts = [(ivs[16 * i : 16 * (i + 1)], messages[size * i : size * (i + 1)]) for i in range(count)]
    expected = b"".join(reference(KEY, modes.CBC(iv), part) for iv, part in parts)
    buffer = bytearray(messages)
    aes.cbc_encrypt_many_into(ivs, messages, size, out := bytearray(len(messages)))
    aes.cbc_encrypt_many_into(ivs, buffer, size, buffer)
    assert out == buffer == expected


def test_wrong_sizes_of_many_are_refused(execution: Any) -> None:
    aes, out = execution.Aes(KEY), bytearray(b"x" * 32)
    for size, ivs in ((1, 32), (2, 16), (8, 4)):  # no multiple of 16
        with pytest.raises(InvalidLength):
            aes.cbc_encrypt_many_into(bytes(16 * ivs), bytes(32), size, out)
    for size, ivs, length in ((0, 32, 32), (-16, 32, 32), (16, 16, 32), (16, 48, 32), (16, 32, 16), (32, 0, 16)):
        with pytest.raises(ValueError, match="requires"):
            aes.cbc_encrypt_many_into(bytes(ivs), bytes(length), size, out)
    assert out == b"x" * 32


@pytest.mark.parametrize("word_bits", [32, 64])
@pytest.mark.parametrize("key_bits", KEY_BITS)
def test_word_sizes(word_bits: int, key_bits: int) -> None:
    """Two blocks in words of 32 bits, four in words of 64: traced, this machine runs both."""
    key, data, out = bytes(range(key_bits // 8)), message(5 * 16), bytearray(5 * 16)
    with word_size(word_bits):
        ctx = Aes()
        aes_init(ctx, key)
        aes_encrypt_blocks(ctx, data, out)
        assert out == reference(key, modes.ECB(), data)
        aes_decrypt_blocks(ctx, out, out)
        assert out == data
        aes_ctr_xor(ctx, IV, data, out)
        assert out == reference(key, modes.CTR(IV), data)
        aes_cbc_decrypt(ctx, IV, reference(key, modes.CBC(IV), data), out)
        assert out == data
        assert aes_encrypt_blocks(ctx, data[1:], out[1:]) == BAD_LENGTH


@settings(max_examples=20, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    block=st.binary(min_size=16, max_size=16),
    data=st.binary(max_size=300),
)
def test_executions_agree(key: bytes, block: bytes, data: bytes) -> None:
    """Generated inputs: every execution gives what the other implementation gives, and gets back what it began with."""
    whole = data[: len(data) // 16 * 16]
    for each in executions.NAMES:
        aes = executions.execution(each).Aes(key)
        assert aes.ctr_xor(block, data) == reference(key, modes.CTR(block), data), each
        assert aes.cbc_encrypt(block, whole) == reference(key, modes.CBC(block), whole), each
        assert aes.cbc_decrypt(block, aes.cbc_encrypt(block, whole)) == whole, each
        assert aes.encrypt_blocks(whole) == reference(key, modes.ECB(), whole), each
        assert aes.decrypt_blocks(aes.encrypt_blocks(whole)) == whole, each
