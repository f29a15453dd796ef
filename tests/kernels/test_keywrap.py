"""AES key wrap against NIST's, Wycheproof's and RFC 5649's vectors and another implementation; and the padding of PKCS #7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidLength, InvalidTag
from tests.kernels.ways import ways
from tests.vectors import Vector, nist_vectors, wycheproof

KEK = bytes(range(1, 17))
KEY_BITS = (128, 192, 256)
FORMS = ("", "_padded")
# Bytes of the keys that each execution wraps: a semiblock takes six blocks of AES.
LONGEST = {"native": 1 << 16, "python": 64, "checked": 16, "traced": 16}

way = ways(operations=("aes.",))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(1, length + 1))


def wrap(cipher: Any, form: str, data: bytes) -> bytes:
    """In one of the two forms."""
    wrapped: bytes = getattr(cipher, f"wrap{form}")(data)
    return wrapped


def unwrap(cipher: Any, form: str, data: bytes) -> bytes:
    """In one of the two forms; what comes padded has its length in front, and zeros behind."""
    key: bytes = getattr(cipher, f"unwrap{form}")(data)
    if not form:
        return key
    length = int.from_bytes(key[:4], "big")
    assert not any(key[4 + length :]) and 0 < len(data) - 8 - length + 1 <= 8
    return key[4 : 4 + length]


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("form", FORMS)
def test_nist_vectors(execution: Any, execution_name: str, sample: Sample, form: str, bits: int) -> None:
    """To wrap, and to unwrap or refuse."""
    name = "KWP" if form else "KW"
    for v in sample(short(nist_vectors(f"keywrap/kwtestvectors/{name}_AE_{bits}.txt"), "c", execution_name)):
        assert wrap(execution.Aes(v.octets("k")), form, v.octets("p")) == v.octets("c"), v
    vectors = nist_vectors(f"keywrap/kwtestvectors/{name}_AD_{bits}.txt")
    assert len([v for v in vectors if "fail" in v]) > 50
    for v in sample(short(vectors, "c", execution_name)):
        check(execution.Aes(v.octets("k")), form, v.octets("c"), None if "fail" in v else v.octets("p"), v)


@pytest.mark.parametrize(("form", "file"), [("", "aes_wrap_test.json"), ("_padded", "aes_kwp_test.json")])
def test_wycheproof(execution: Any, execution_name: str, sample: Sample, form: str, file: str) -> None:
    """Altered initial values and paddings, keys too short."""
    for v in sample(short([v for v in wycheproof(file) if v["result"] != "acceptable"], "ct", execution_name)):
        cipher = execution.Aes(v.octets("key"))
        check(cipher, form, v.octets("ct"), v.octets("msg") if v.valid else None, v)
        if v.valid:
            assert wrap(cipher, form, v.octets("msg")) == v.octets("ct"), v


def test_rfc_5649(execution: Any, execution_name: str) -> None:
    """Its two examples, and keys of other lengths."""
    for v in short(nist_vectors("keywrap/kwp_botan.txt"), "output", execution_name):
        cipher = execution.Aes(v.octets("key"))
        assert cipher.wrap_padded(v.octets("input")) == v.octets("output"), v
        assert unwrap(cipher, "_padded", v.octets("output")) == v.octets("input"), v


def short(vectors: list[Vector], wrapped: str, execution_name: str) -> list[Vector]:
    """Those that an execution has the speed for: two of the shortest where every rule is checked."""
    found = [v for v in vectors if len(v.octets(wrapped)) <= LONGEST[execution_name] + 8]
    return found[:: len(found) - 1] if LONGEST[execution_name] == 16 else found


def check(cipher: Any, form: str, data: bytes, expected: bytes | None, v: Vector) -> None:
    """What is expected comes out; or InvalidTag, and nothing does."""
    if expected is not None:
        assert unwrap(cipher, form, data) == expected, v
        return
    out = bytearray(b"x" * max(len(data) - (4 if form else 8), 0))
    with pytest.raises(InvalidTag):
        getattr(cipher, f"unwrap{form}_into")(data, out)
    assert out == b"x" * len(out)


def test_lengths(execution: Any, execution_name: str, sample: Sample) -> None:
    """Every length up to 130 bytes: the padded form takes all but none, the other multiples of 8 from 16 on."""
    cipher = execution.Aes(KEK)
    for length in sample(range(min(LONGEST[execution_name], 130) + 1)):
        data = message(length)
        if length >= 16 and length % 8 == 0:
            assert cipher.wrap(data) == keywrap.aes_key_wrap(KEK, data), length
            assert cipher.unwrap(cipher.wrap(data)) == data, length
        else:
            with pytest.raises(InvalidLength, match="data has"):
                cipher.wrap(data)
        if length > 0:
            assert cipher.wrap_padded(data) == keywrap.aes_key_wrap_with_padding(KEK, data), length
            assert unwrap(cipher, "_padded", cipher.wrap_padded(data)) == data, length
        else:
            with pytest.raises(InvalidLength, match="data has 0 bytes"):
                cipher.wrap_padded(data)
        for form in FORMS:
            if length < (16 if form else 24) or length % 8 != 0:
                check(cipher, form, data, None, Vector(length=length))


@pytest.mark.parametrize("plain", ["a65959a6000000", "a65959a7000000"])
@pytest.mark.parametrize("blocks", [1, 2])
def test_padded_lengths(execution: Any, plain: str, blocks: int) -> None:
    """The length has to be that of the last semiblock, the initial value right, and the rest zero."""
    encrypt = Cipher(algorithms.AES(KEK), modes.ECB()).encryptor()
    for length in range(8 * blocks + 2):
        for tail in (b"\0", b"\1"):
            s = bytes.fromhex(plain) + bytes([length]) + bytes(8 * blocks - 1) + tail
            wrapped = encrypt.update(s) if blocks == 1 else wrapped_semiblocks(encrypt, s)
            right = plain.endswith("a6000000") and 8 * (blocks - 1) < length <= 8 * blocks and (tail == b"\0" or length == 8 * blocks)
            check(execution.Aes(KEK), "_padded", wrapped, s[8 : 8 + length] if right else None, Vector(s=s.hex()))


def wrapped_semiblocks(encrypt: Any, s: bytes) -> bytes:
    """Algorithm 1 of SP 800-38F section 6.1 as it is written there."""
    a, r, t = s[:8], [s[at : at + 8] for at in range(8, len(s), 8)], 1
    for _ in range(6):
        for i in range(len(r)):
            block = encrypt.update(a + r[i])
            a, r[i], t = (int.from_bytes(block[:8], "big") ^ t).to_bytes(8, "big"), block[8:], t + 1
    return a + b"".join(r)


@settings(max_examples=15, deadline=None)
@given(
    key=st.sampled_from([16, 24, 32]).flatmap(lambda length: st.binary(min_size=length, max_size=length)),
    data=st.binary(min_size=1, max_size=80),
    flip=st.integers(0, 10_000),
)
def test_executions_agree(key: bytes, data: bytes, flip: int) -> None:
    """Generated keys: every execution gives what the other implementation gives, and refuses what was altered."""
    for each in ("native", "python"):
        cipher = executions.execution(each).Aes(key)
        wrapped = bytearray(cipher.wrap_padded(data))
        assert wrapped == keywrap.aes_key_wrap_with_padding(key, data), each
        wrapped[flip % len(wrapped)] ^= 1 << flip % 8
        check(cipher, "_padded", bytes(wrapped), None, Vector())


def test_pkcs7(execution: Any, sample: Sample) -> None:
    """Every last byte, and every byte of the padding altered."""
    for count in sample(range(256)):
        block = bytes(range(100, 116))[: max(16 - count, 0)] + bytes([count]) * min(count, 16) if count else bytes(16)
        for at in range(16):
            altered = bytearray(block)
            for each in (block, altered):
                last = each[15]
                right = 1 <= last <= 16 and each[16 - last :] == bytes([last]) * last
                assert execution.pkcs7_count(each)[0] == (last if right else 0), each.hex()
                altered[at] ^= 0x40
