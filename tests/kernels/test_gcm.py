"""AES-GCM and GMAC against vectors of NIST and Wycheproof and another implementation; every length, split and tag; nothing comes early."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag as OpensslInvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, InvalidParameter, InvalidTag, LimitExceeded, WrongState
from akela.kernels.gcm import GCM, AesGcm, aes_gcm_encrypt_update, aes_gcm_start, aes_gcm_verify_update
from akela.kernels.gcm_mode import MAX_DATA_BYTES
from akela.lang import LIMIT_EXCEEDED
from tests.kernels.test_ghash import ghash, product
from tests.kernels.ways import ways
from tests.vectors import Vector, nist_vectors, wycheproof

KEY = bytes(range(1, 17))
NONCE = bytes(range(100, 112))
AAD = b"header of the record"
KEY_BITS = (128, 192, 256)
# Context, what its methods end in.
FORMS = [("AesGcm", ""), ("AesGcmSmall", ""), ("AesGcmTable4", "_vartime"), ("AesGcmTable8", "_vartime")]

way = ways(operations=("aes.", "ghash."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def sealed(key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
    """By `cryptography`, that is OpenSSL, in the form that takes nonces of any length."""
    context = Cipher(algorithms.AES(key), modes.GCM(nonce)).encryptor()
    context.authenticate_additional_data(aad)
    return context.update(data) + context.finalize() + context.tag


# --- vectors ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", KEY_BITS)
def test_encrypt_vectors(execution: Any, sample: Sample, bits: int) -> None:
    """NIST's, with tags of every permitted length and nonces of several."""
    vectors = nist_vectors(f"ciphers/AES/GCM/gcmEncryptExtIV{bits}.rsp")
    assert {v.number("taglen") for v in vectors} == {32, 64, 96, 104, 112, 120, 128}
    for v in sample(vectors):
        cipher = execution.AesGcm(v.octets("key"))
        expected = v.octets("ct") + v.octets("tag")
        assert cipher.encrypt_tag(v.octets("iv"), v.octets("pt"), v.octets("aad"), v.number("taglen") // 8) == expected, v


@pytest.mark.parametrize("bits", KEY_BITS)
def test_decrypt_vectors(execution: Any, sample: Sample, bits: int) -> None:
    """NIST's, to accept and to refuse."""
    vectors = nist_vectors(f"ciphers/AES/GCM/gcmDecrypt{bits}.rsp")
    assert len([v for v in vectors if "fail" in v]) > 1000
    for v in sample(vectors):
        arguments = (v.octets("iv"), v.octets("ct") + v.octets("tag"), v.octets("aad"), v.number("taglen") // 8)
        check(lambda v=v, arguments=arguments: execution.AesGcm(v.octets("key")).decrypt_tag(*arguments), v, "fail" not in v, "pt")


def test_wycheproof(execution: Any, sample: Sample) -> None:
    """Nonces of 1 to 257 bytes and none, counters that wrap, altered tags."""
    vectors = wycheproof("aes_gcm_test.json")
    assert len(vectors) > 200
    for v in sample(vectors):
        cipher = execution.AesGcm(v.octets("key"))
        nonce, data = v.octets("iv"), v.octets("ct") + v.octets("tag")
        if not nonce:
            with pytest.raises(InvalidLength):
                cipher.decrypt(nonce, data, v.octets("aad"))
            continue
        check(lambda c=cipher, n=nonce, d=data, v=v: c.decrypt(n, d, v.octets("aad")), v, v.valid, "msg")
        if v.valid:
            assert cipher.encrypt(nonce, v.octets("msg"), v.octets("aad")) == data, v


def check(call: Callable[[], bytes], v: Vector, valid: bool, plaintext: str) -> None:
    """The plaintext of the vector, or InvalidTag."""
    if valid:
        assert call() == v.octets(plaintext), v
        return
    with pytest.raises(InvalidTag):
        call()


@pytest.mark.parametrize(("context", "suffix"), FORMS)
@pytest.mark.parametrize("bits", KEY_BITS)
def test_gmac_vectors(execution: Any, sample: Sample, context: str, suffix: str, bits: int) -> None:
    """NIST's without a plaintext, in every form."""
    vectors = [v for v in nist_vectors(f"ciphers/AES/GCM/gcmEncryptExtIV{bits}.rsp") if v["ptlen"] == "0" and v["taglen"] == "128"]
    for v in sample(vectors):
        key = getattr(execution, context)(v.octets("key"))
        assert getattr(key, f"mac{suffix}")(v.octets("iv"), v.octets("aad")) == v.octets("tag"), v


# --- lengths, memory ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("context", "suffix"), FORMS)
def test_lengths(execution: Any, sample: Sample, context: str, suffix: str) -> None:
    """Every length up to 130 bytes and around more blocks, of data and of what is authenticated alone; in place too; and none altered."""
    key = getattr(execution, context)(KEY)
    encrypt, decrypt = getattr(key, f"encrypt{suffix}"), getattr(key, f"decrypt{suffix}")
    encrypt_into, decrypt_into = getattr(key, f"encrypt{suffix}_into"), getattr(key, f"decrypt{suffix}_into")
    for length in sample([*range(131), 255, 256, 257, 511, 512, 513]):
        data, aad = message(length), message(130 - length if length <= 130 else 0)
        expected = sealed(KEY, NONCE, data, aad)
        assert encrypt(NONCE, data, aad) == expected, length
        assert decrypt(NONCE, expected, aad) == data, length

        buffer = bytearray(data + bytes(16))
        assert encrypt_into(NONCE, memoryview(buffer)[:length], aad, buffer) == length + 16
        assert buffer == expected, length
        altered = bytearray(expected)
        altered[length * 5 // 7] ^= 0x20
        out = bytearray(b"x" * length)
        with pytest.raises(InvalidTag):
            decrypt_into(NONCE, altered, aad, out)
        assert out == b"x" * length, "nothing is released"
        assert decrypt_into(NONCE, buffer, aad, memoryview(buffer)[:length]) == length
        assert buffer[:length] == data, length


@pytest.mark.parametrize("bits", KEY_BITS)
def test_nonce_lengths(execution: Any, sample: Sample, bits: int) -> None:
    """Any length but none."""
    key = bytes(range(bits // 8))
    cipher = execution.AesGcm(key)
    for length in sample([*range(8, 34), 63, 64, 65, 128]):  # the other implementation takes no shorter ones
        nonce = message(length)
        assert cipher.encrypt(nonce, b"data", AAD) == sealed(key, nonce, b"data", AAD), length
    for length in range(1, 8):
        assert cipher.decrypt(message(length), cipher.encrypt(message(length), b"data", AAD), AAD) == b"data"
    for call in (cipher.encrypt, cipher.decrypt):
        with pytest.raises(InvalidLength, match="nonce"):
            call(b"", bytes(20), AAD)
    with pytest.raises(InvalidLength, match="nonce"):
        cipher.mac(b"", b"data")
    with pytest.raises(InvalidLength, match="nonce"):
        cipher.start(b"")


def test_tag_lengths(execution: Any) -> None:
    """4, 8 and 12 to 16 bytes: the beginning of the full tag. Data too short to hold one is refused."""
    cipher = execution.AesGcm(KEY)
    whole = cipher.encrypt(NONCE, b"data", AAD)
    for count in range(18):
        if count not in (4, 8, 12, 13, 14, 15, 16):
            with pytest.raises(InvalidParameter):
                cipher.encrypt_tag(NONCE, b"data", AAD, count)
            with pytest.raises(InvalidParameter):
                cipher.decrypt_tag(NONCE, whole, AAD, count)
            continue
        short = cipher.encrypt_tag(NONCE, b"data", AAD, count)
        assert short == whole[: 4 + count]
        assert cipher.decrypt_tag(NONCE, short, AAD, count) == b"data"
        with pytest.raises(InvalidTag):
            cipher.decrypt_tag(NONCE, short[: count - 1], AAD, count)
    with pytest.raises(InvalidTag):
        cipher.decrypt(NONCE, bytes(15), AAD)


@pytest.mark.parametrize("before", [0, 1, 2, 5, 8, 16, 17])
def test_the_counter_wraps_at_32_bits(execution: Any, before: int) -> None:
    """A nonce that leads to a counter block `before` steps before the wrap: its upper 96 bits stay as they are."""
    h = int.from_bytes(Cipher(algorithms.AES(KEY), modes.ECB()).encryptor().update(bytes(16)), "big")
    inverse, power = 1 << 127, h
    for _ in range(127):  # h to the power of 2^128 - 2
        power = product(power, power)
        inverse = product(inverse, power)
    first = int.from_bytes(b"\xff" * 12, "big") << 32 | (1 << 32) - 1 - before
    nonce = product(product(first, inverse) ^ 128, inverse).to_bytes(16, "big")
    assert ghash(h.to_bytes(16, "big"), nonce + (128).to_bytes(16, "big")) == first.to_bytes(16, "big")
    data = message(20 * 16 + 3)
    cipher = execution.AesGcm(KEY)
    assert cipher.encrypt(nonce, data, AAD) == sealed(KEY, nonce, data, AAD)
    cipher.start(nonce)
    assert cipher.encrypt_update(data[:7]) + cipher.encrypt_update(data[7:]) == sealed(KEY, nonce, data, b"")[:-16]


def test_out_may_be_the_data_and_nothing_else(execution: Any) -> None:
    """Memory that is shared in any other way is refused."""
    cipher = execution.AesGcm(KEY)
    shared = bytearray(60)
    view = memoryview(shared)
    for data, aad, out in ((view[1:21], b"", view[:36]), (bytes(20), view[:5], view[:36]), (view[:20], view[30:40], view[:36])):
        with pytest.raises(ValueError, match="overlap"):
            cipher.encrypt_into(NONCE, data, aad, out)
    for offset in range(8):
        data, out = view[offset : offset + 9], bytearray(33)[offset : offset + 25]
        cipher.encrypt_into(NONCE, data, AAD, out)
        assert out == sealed(KEY, NONCE, bytes(data), AAD)


# --- messages in pieces -------------------------------------------------------------------------------------------------------------------


def test_every_split(execution: Any, sample: Sample) -> None:
    """In two pieces, split everywhere; the associated data too; sealed and opened."""
    cipher = execution.AesGcm(KEY)
    data, aad = message(67), message(35)
    expected = sealed(KEY, NONCE, data, aad)
    for cut in sample(range(len(data) + 1)):
        cipher.start(NONCE)
        cipher.aad(aad[: cut // 2])
        cipher.aad(aad[cut // 2 :])
        assert cipher.encrypt_update(data[:cut]) + cipher.encrypt_update(data[cut:]) == expected[:-16], cut
        assert cipher.final() == expected[-16:], cut

        cipher.start(NONCE)
        cipher.aad(aad)
        cipher.verify_update(expected[:cut])
        cipher.verify_update(expected[cut:-16])
        cipher.verify(expected[-16:])
        back = len(data) - cut
        assert cipher.decrypt_update(expected[:back]) + cipher.decrypt_update(expected[back:-16]) == data, cut


def test_last_blocks(execution: Any, sample: Sample) -> None:
    """Associated data and data that fill a last block, or leave one byte for it."""
    cipher = execution.AesGcm(KEY)
    for aad_bytes, data_bytes in sample([(16, 17), (17, 16), (0, 16), (0, 17), (1, 1), (1, 16), (16, 1), (16, 16), (17, 17)]):
        data, aad = message(data_bytes), message(aad_bytes)
        expected = sealed(KEY, NONCE, data, aad)
        cipher.start(NONCE)
        cipher.aad(aad)
        assert cipher.encrypt_update(data) + cipher.final() == expected, (aad_bytes, data_bytes)
        cipher.start(NONCE)
        cipher.aad(aad)
        cipher.verify_update(expected[:-16])
        cipher.verify(expected[-16:])
        assert cipher.decrypt_update(expected[:-16]) == data, (aad_bytes, data_bytes)


def test_pieces_of_all_sizes(execution: Any) -> None:
    """Pieces of 0, 1, 2 … bytes, in place."""
    cipher = execution.AesGcm(KEY)
    data = bytearray(message(sum(range(22))))
    expected = sealed(KEY, NONCE, bytes(data), b"")
    cipher.start(NONCE)
    at = 0
    for size in range(22):
        piece = memoryview(data)[at : at + size]
        assert cipher.encrypt_update_into(piece, piece) == size
        at += size
    assert data == expected[:-16]
    assert cipher.final() == expected[-16:]


@pytest.mark.parametrize("aad", [b"", AAD])
def test_no_data(execution: Any, aad: bytes) -> None:
    """A message may be empty."""
    cipher = execution.AesGcm(KEY)
    cipher.start(NONCE)
    cipher.aad(aad)
    assert cipher.final() == sealed(KEY, NONCE, b"", aad)
    cipher.start(NONCE)
    cipher.aad(aad)
    cipher.verify(sealed(KEY, NONCE, b"", aad)[:12])
    assert cipher.decrypt_update(b"") == b""


def test_order(execution: Any) -> None:
    """What is called out of order is refused and changes nothing; nothing is decrypted before the tag has matched."""
    cipher = execution.AesGcm(KEY)
    expected = sealed(KEY, NONCE, b"data", AAD)
    steps: dict[str, Callable[[], object]] = {
        "aad": lambda: cipher.aad(AAD),
        "encrypt": lambda: cipher.encrypt_update(b"data"),
        "final": cipher.final,
        "check": lambda: cipher.verify_update(expected[:4]),
        "verify": lambda: cipher.verify(expected[4:]),
        "decrypt": lambda: cipher.decrypt_update(expected[:4]),
    }

    def refused(*names: str) -> None:
        for name in names:
            with pytest.raises(WrongState):
                steps[name]()

    refused(*steps)  # no message
    cipher.start(NONCE)
    refused("decrypt")
    cipher.aad(AAD)
    assert cipher.encrypt_update(b"data") == expected[:4]
    refused("aad", "check", "verify", "decrypt")
    assert cipher.final() == expected[4:]
    refused(*steps)
    cipher.start(NONCE)
    cipher.aad(AAD)
    cipher.verify_update(expected[:4])
    refused("aad", "encrypt", "final", "decrypt")
    with pytest.raises(InvalidLength):
        cipher.verify(expected[4:9])
    cipher.verify(expected[4:])
    refused("aad", "encrypt", "final", "check", "verify")
    with pytest.raises(InvalidLength):
        cipher.decrypt_update(expected)
    assert cipher.decrypt_update(expected[:4]) == b"data"
    cipher.start(NONCE)
    cipher.aad(AAD)
    cipher.verify_update(b"dat4")
    with pytest.raises(InvalidTag):
        cipher.verify(expected[4:])
    refused(*steps)  # the message has ended


def test_the_key_serves_beside_a_message_in_pieces(execution: Any) -> None:
    """Whole messages do not disturb it, and a copy goes its own way."""
    cipher = execution.AesGcm(KEY)
    cipher.start(NONCE)
    first = cipher.encrypt_update(b"da")
    assert cipher.encrypt(NONCE, b"other", AAD) == sealed(KEY, NONCE, b"other", AAD)
    twin = cipher.copy()
    assert twin.encrypt_update(b"TA") + twin.final() == sealed(KEY, NONCE, b"daTA", b"")[2:]
    assert first + cipher.encrypt_update(b"ta") + cipher.final() == sealed(KEY, NONCE, b"data", b"")


def test_limits() -> None:
    """No more than 2^36 - 32 bytes in pieces."""
    ctx, out = AesGcm(), bytearray(6)
    GCM.init(ctx, KEY)
    for update in (lambda data: aes_gcm_encrypt_update(ctx, data, out[: len(data)]), lambda data: aes_gcm_verify_update(ctx, data)):
        aes_gcm_start(ctx, NONCE)
        ctx.message.data_bytes = MAX_DATA_BYTES - 5
        assert update(bytes(6)) == LIMIT_EXCEEDED
        assert ctx.message.data_bytes.value == MAX_DATA_BYTES - 5
        update(bytes(5))
        assert update(bytes(1)) == LIMIT_EXCEEDED
    assert issubclass(LimitExceeded, ValueError)


@settings(max_examples=25, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    nonce=st.binary(min_size=8, max_size=40),
    data=st.binary(max_size=200),
    aad=st.binary(max_size=60),
    flip=st.integers(0, 10_000),
)
def test_executions_agree(key: bytes, nonce: bytes, data: bytes, aad: bytes, flip: int) -> None:
    """Generated messages: what one library seals the other opens, and neither opens what was altered."""
    for each in ("native", "python"):
        cipher = executions.execution(each).AesGcm(key)
        text = cipher.encrypt(nonce, data, aad)
        assert AESGCM(key).decrypt(nonce, text, aad) == data
        altered = bytearray(text)
        altered[flip % len(text)] ^= 1 << flip % 8
        with pytest.raises(InvalidTag):
            cipher.decrypt(nonce, altered, aad)
        with pytest.raises(OpensslInvalidTag):
            AESGCM(key).decrypt(nonce, bytes(altered), aad)
