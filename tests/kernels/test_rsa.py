"""The RSA kernels against Python's integers; what the encodings accept and refuse, exhaustively where that is short."""

from __future__ import annotations

import hashlib
import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidKey, InvalidLength, InvalidParameter, InvalidSignature, InvalidTag
from tests.hmac_drbg import HmacDrbg
from tests.kernels.ways import path_parameters, ways
from tests.rsa_reference import alternative, generate, mgf1, number, octets, parts

SIZES = [32, 64]
E = octets(65537, 3)
# The primes of 128, 129 and 512 bits nearest below some round numbers, and of a key whose primes differ in length.
SMALL_P, SMALL_Q = 2**127 - 1, 2**128 - 159
P, Q = 2**512 - 569, 2**511 - 187
UNEVEN_P, UNEVEN_Q = 2**521 - 1, 2**255 - 19

way = ways(operations=("montgomery.", "modular.", "rsa_"))

Sample = Callable[[Sequence[Any]], Sequence[Any]]
each_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture(params=path_parameters("montgomery.", "modular.", "rsa_"))
def native_way(request: pytest.FixtureRequest) -> Any:
    """The extension on each path."""
    return request.param.execution


def call(execution: Any, name: str, size: int) -> Callable[..., bytes]:
    """A kernel of a word size."""
    found: Callable[..., bytes] = getattr(execution, f"{name}_w{size}")
    return found


class Key:
    """A key as the kernels take it, with its powers by Python."""

    def __init__(self, p: int, q: int, e: int = 65537) -> None:
        self.n, self.e = p * q, e
        self.bytes = -(-self.n.bit_length() // 8)
        self.modulus = octets(self.n, self.bytes)
        self.parts = parts(p, q, e)
        self.d = pow(e, -1, (p - 1) * (q - 1))
        self.exponent = octets(e, -(-e.bit_length() // 8))

    def octets(self, x: int) -> bytes:
        """A number as long as the modulus."""
        return octets(x, self.bytes)

    def private(self, execution: Any, size: int, x: int, blinding: int = 3, parts: bytes | None = None) -> int:
        """The private operation."""
        given = (self.modulus, self.exponent, self.parts if parts is None else parts, self.octets(blinding), self.octets(x))
        return number(call(execution, "rsa_private", size)(*given))

    def pair(self, r: int) -> bytes:
        """The factors that blind with r, by Python."""
        return self.octets(pow(r, self.e, self.n)) + self.octets(pow(r, -1, self.n))

    def private_blinded(self, execution: Any, size: int, x: int, pair: bytes) -> int:
        """The private operation with a pair of factors."""
        return number(call(execution, "rsa_private_blinded", size)(self.modulus, self.exponent, self.parts, pair, self.octets(x)))

    def public(self, execution: Any, size: int, x: int) -> int:
        """The public operation."""
        return number(call(execution, "rsa_public", size)(self.modulus, self.exponent, self.octets(x)))


SMALL = Key(SMALL_P, SMALL_Q)
KEYS = [SMALL, Key(SMALL_Q, SMALL_P), Key(SMALL_P, 2**61 - 1), Key(SMALL_P, SMALL_Q, 17), Key(SMALL_P, SMALL_Q, 2**64 + 13)]
LARGE_KEYS = [Key(P, Q), Key(UNEVEN_P, UNEVEN_Q)]  # compiled only
TINY_P, TINY_Q = 2**31 - 1, 2**32 - 5
TINY = Key(TINY_P, TINY_Q)


# --- primitives ---------------------------------------------------------------------------------------------------------------------------


@each_size
def test_powers(execution: Any, execution_name: str, size: int) -> None:
    """Both operations, at the ends and between, on keys whose primes have any order and lengths."""
    for key in {"native": KEYS + LARGE_KEYS, "python": KEYS}.get(execution_name, [TINY]):
        for x in (0, 1, 2, key.n - 1, key.n // 3):
            assert key.public(execution, size, x) == pow(x, key.e, key.n)
        for x in (0, key.n - 1, key.n // 3):
            assert key.private(execution, size, x) == pow(x, key.d, key.n)
        assert key.private_blinded(execution, size, key.n // 3, key.pair(3)) == pow(key.n // 3, key.d, key.n)


@pytest.mark.parametrize(("bits", "size"), [(1024, 32), (1024, 64), (2048, 64), (4096, 64)])
def test_powers_of_usual_sizes(bits: int, size: int) -> None:
    """Compiled only, for their length."""
    native = executions.execution("native")
    key_bytes = native.HmacDrbg(bytes(48), b"", b"").rsa_generate_w64(bits, 65537)
    step = bits // 16
    key = Key(number(key_bytes[4 * step : 5 * step]), number(key_bytes[5 * step : 6 * step]))
    assert key.parts == key_bytes[4 * step :]
    generator = random.Random(bits)
    for _ in range(3):
        x, blinding = generator.randrange(key.n), generator.randrange(1, key.n)
        signature = key.private(native, size, x, blinding)
        assert key.public(native, size, signature) == x
        pair = call(native, "rsa_blinding", size)(key.modulus, key.exponent, key.octets(blinding))
        assert pair == key.pair(blinding)
        following = call(native, "rsa_blinding_next", size)(key.modulus, pair)
        assert following == key.pair(blinding * blinding % key.n)
        assert key.private_blinded(native, size, x, pair) == key.private_blinded(native, size, x, following) == signature


@each_size
def test_inputs_beyond_the_modulus(execution: Any, size: int) -> None:
    for x in (TINY.n, TINY.n + 1, 256**TINY.bytes - 1):
        with pytest.raises(InvalidParameter):
            TINY.public(execution, size, x)
        with pytest.raises(InvalidParameter):
            TINY.private(execution, size, x)
        with pytest.raises(InvalidParameter):
            TINY.private_blinded(execution, size, x, TINY.pair(3))


@each_size
def test_blinding_without_an_inverse(execution: Any, size: int) -> None:
    """The caller has to draw again; any other blinding gives the same result."""
    for blinding in (0, TINY_P, 2 * TINY_Q):
        with pytest.raises(InvalidParameter):
            TINY.private(execution, size, 5, blinding)
    assert {TINY.private(execution, size, 5, blinding) for blinding in (1, 2, TINY.n - 1, 256**TINY.bytes - 1)} == {pow(5, TINY.d, TINY.n)}


@each_size
def test_pairs_of_blinding_factors(execution: Any, execution_name: str, size: int) -> None:
    """What they are, that one follows the other, and that numbers without an inverse have none."""
    make, follow = call(execution, "rsa_blinding", size), call(execution, "rsa_blinding_next", size)
    for key in {"native": KEYS + LARGE_KEYS, "python": KEYS}.get(execution_name, [TINY]):
        for r in (1, 2, key.n - 1, key.n // 3):
            pair = make(key.modulus, key.exponent, key.octets(r))
            assert pair == key.pair(r)
            assert follow(key.modulus, pair) == key.pair(r * r % key.n)
    for r in (0, TINY_P, 2 * TINY_Q):
        with pytest.raises(InvalidParameter):
            make(TINY.modulus, E, TINY.octets(r))


@each_size
def test_factors_that_do_not_belong_together(execution: Any, size: int) -> None:
    """They give no result: it would be wrong."""
    alien = TINY.pair(3)[: TINY.bytes] + TINY.pair(5)[TINY.bytes :]
    with pytest.raises(InvalidKey):
        TINY.private_blinded(execution, size, 12345, alien)


class Many:
    """The operations on many numbers with a key."""

    def __init__(self, key: Key, execution: Any, size: int) -> None:
        self.key, self.execution, self.size = key, execution, size

    def split(self, out: bytes, statuses: bytearray) -> list[int | None]:
        """The results; None where there is none, which has to be zeros."""
        rows = [out[at : at + self.key.bytes] for at in range(0, len(out), self.key.bytes)]
        assert not any(any(row) for row, status in zip(rows, statuses, strict=True) if status)
        return [None if status else number(row) for row, status in zip(rows, statuses, strict=True)]

    def public(self, numbers: Sequence[int]) -> list[int | None]:
        statuses = bytearray(len(numbers))
        data = b"".join(map(self.key.octets, numbers))
        return self.split(call(self.execution, "rsa_public_many", self.size)(self.key.modulus, self.key.exponent, data, statuses), statuses)

    def private(self, numbers: Sequence[int], parts: bytes | None = None, seed: int = 1) -> list[int | None]:
        statuses, generator = bytearray(len(numbers)), random.Random(seed)
        pairs = b"".join(self.key.pair(generator.randrange(1, 1 << 60)) for _ in numbers)
        data = b"".join(map(self.key.octets, numbers))
        given = (self.key.modulus, self.key.exponent, self.key.parts if parts is None else parts, pairs, data, statuses)
        return self.split(call(self.execution, "rsa_private_many", self.size)(*given), statuses)


@each_size
def test_many_numbers(execution: Any, execution_name: str, size: int) -> None:
    for key in {"native": KEYS + LARGE_KEYS, "python": KEYS}.get(execution_name, [TINY]):
        many, numbers = Many(key, execution, size), [key.n // 3, key.n, 1][: 2 if execution_name == "traced" else 3]
        assert many.public(numbers) == [None if x == key.n else pow(x, key.e, key.n) for x in numbers]
        assert many.private(numbers) == [None if x == key.n else pow(x, key.d, key.n) for x in numbers]
        assert many.public([]) == many.private([]) == []


@pytest.mark.parametrize("bits", [2048, 3072, 4096])
def test_many_numbers_of_usual_sizes(native_way: Any, bits: int) -> None:
    """Compiled only, for their length: numbers of items about a group, numbers at the ends and beyond, primes exchanged."""
    made = native_way.HmacDrbg(octets(bits, 48), b"", b"").rsa_generate_w64(bits, 65537)
    step = bits // 16
    p, q = number(made[4 * step : 5 * step]), number(made[5 * step : 6 * step])
    generator = random.Random(bits)
    for key in (Key(p, q), Key(q, p, 2**32 + 15)):
        many = Many(key, native_way, 64)
        for count in (1, 2, 3, 7, 8, 9, 17) if bits == 2048 else (3, 9):
            numbers = [key.n, key.n - 1, 0, 1, 2**bits - 1, p, q, *(generator.randrange(key.n) for _ in range(10))][-count:]
            assert many.public(numbers) == [pow(x, key.e, key.n) if x < key.n else None for x in numbers]
            roots = many.private(numbers)
            assert [None if root is None else pow(root, key.e, key.n) for root in roots] == [x if x < key.n else None for x in numbers]


@pytest.mark.parametrize("part", range(5))
def test_a_fault_lets_nothing_out_of_many(native_way: Any, part: int) -> None:
    """Nor where a prime or the modulus is even, which is refused at once."""
    key = Key(2**1024 - 105, 2**1024 - 179)
    for at in (0, 60, 127):
        faulty = bytearray(key.parts)
        faulty[part * 128 + at] ^= 1
        assert Many(key, native_way, 64).private([5, 6, 7, 8, 9], bytes(faulty)) == [None] * 5
    key.modulus = octets(key.n - 1, 256)
    assert Many(key, native_way, 64).private([5, 6, 7]) == Many(key, native_way, 64).public([5, 6, 7]) == [None] * 3


@each_size
def test_a_fault_lets_nothing_out(execution: Any, size: int) -> None:
    """With any part of the key altered there is no result: one that is right modulo one prime alone would give the other away."""
    length = len(TINY.parts) // 5
    for part in range(5):
        faulty = bytearray(TINY.parts)
        faulty[part * length + length // 2] ^= 0x10
        for name, blinding in (("rsa_private", TINY.octets(3)), ("rsa_private_blinded", TINY.pair(3))):
            out = bytearray(b"\xee" * TINY.bytes)
            with pytest.raises(InvalidKey):
                getattr(execution, f"{name}_w{size}_into")(TINY.modulus, E, faulty, blinding, TINY.octets(12345), out)
            assert out == b"\xee" * TINY.bytes


@each_size
def test_even_numbers(execution: Any, size: int) -> None:
    with pytest.raises(InvalidKey):
        call(execution, "rsa_public", size)(octets(TINY.n - 1, TINY.bytes), E, TINY.octets(5))
    with pytest.raises(InvalidKey):
        TINY.private(execution, size, 5, parts=parts(TINY_P, TINY_Q, 65537)[:3] + b"\0" + TINY.parts[4:])
    even = octets(TINY.n - 1, TINY.bytes)
    for name, arguments in (
        ("rsa_blinding", (E, TINY.octets(5))),
        ("rsa_blinding_next", (TINY.pair(3),)),
        ("rsa_private_blinded", (E, TINY.parts, TINY.pair(3), TINY.octets(5))),
    ):
        with pytest.raises(InvalidKey):
            call(execution, name, size)(even, *arguments)


@settings(max_examples=20, deadline=None)
@given(x=st.integers(0, TINY.n - 1), blinding=st.integers(1, TINY.n - 1), size=st.sampled_from(SIZES))
def test_executions_agree(x: int, blinding: int, size: int) -> None:
    for name in ("native", "python"):
        execution = executions.execution(name)
        assert TINY.public(execution, size, x) == pow(x, 65537, TINY.n), name
        assert TINY.private(execution, size, x, blinding) == pow(x, TINY.d, TINY.n), name


# --- key generation -----------------------------------------------------------------------------------------------------------------------


def seed(i: int) -> bytes:
    return bytes([i]) * 48


@pytest.mark.parametrize(("bits", "e", "size"), [(1024, 65537, 64), (1024, 65537, 32), (1152, 0xFFFF_FFFF, 64), (2048, 65537, 64)])
def test_generated_keys(bits: int, e: int, size: int) -> None:
    """The same draws give the key that the standard's steps on Python's integers give; compiled only, for its length."""
    drbg = executions.execution("native").HmacDrbg(seed(1), b"", b"")
    assert getattr(drbg, f"rsa_generate_w{size}")(bits, e) == generate(bits, e, HmacDrbg(seed(1), b"", b""))


def test_generation_in_emitted_python() -> None:
    """From a seed that comes upon primes soon. Checked and traced execution would take minutes."""
    key = executions.execution("python").HmacDrbg(seed(77), b"", b"").rsa_generate_w64(1024, 65537)
    assert key == generate(1024, 65537, HmacDrbg(seed(77), b"", b""))


@pytest.mark.parametrize(("bits", "e"), [(1024, 3), (1024, 65535), (1024, 65538)])
def test_refused_exponents(execution: Any, bits: int, e: int) -> None:
    out = bytearray(b"\xee" * (9 * bits // 16))
    with pytest.raises(InvalidParameter):
        execution.HmacDrbg(seed(1), b"", b"").rsa_generate_w64_into(bits, e, out)
    assert out == bytes(len(out))


@pytest.mark.parametrize("bits", [0, 512, 1000, 2047])
def test_refused_sizes(execution: Any, bits: int) -> None:
    with pytest.raises(ValueError, match="requires bits"):
        execution.HmacDrbg(seed(1), b"", b"").rsa_generate_w64(bits, 65537)


@each_size
def test_miller_rabin(execution: Any, size: int) -> None:
    """Primes pass with every base in range, composite numbers fail with most; Mersenne primes are 3 modulo 4."""
    code = {32: "I", 64: "Q"}[size]
    test = getattr(execution, f"miller_rabin_w{size}")

    def passes(p: int, base: int) -> bool:
        count = -(-p.bit_length() // size)
        words = array(code, [p >> size * i & ((1 << size) - 1) for i in range(count)])
        try:
            test(words, octets(base, count * size // 8))
        except InvalidKey:
            return False
        return True

    for p in (7, 11, 2**31 - 1, 2**61 - 1, 2**127 - 1):
        assert all(passes(p, base) for base in (2, 3, p - 2))
        for base in (0, 1, p - 1, p):
            with pytest.raises(InvalidParameter):
                passes(p, base)
    assert not any(passes(n, 3) for n in (35, 2**29 - 1, (2**31 - 1) * 5))
    assert passes(2047, 2) and not passes(2047, 3)  # a pseudoprime to base 2
    with pytest.raises(InvalidParameter):
        passes(13, 2)


# --- encodings ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sha224", "sha256", "sha384", "sha512"])
def test_mgf1(execution: Any, sample: Sample, name: str) -> None:
    for count in sample([0, 1, 27, 28, 29, 32, 33, 63, 64, 65, 130, 300]):
        assert getattr(execution, f"mgf1_{name}")(b"seed", count) == mgf1(b"seed", count, name)


def test_signature_padding(execution: Any) -> None:
    assert execution.pkcs1_signature_pad(b"info", 15) == b"\0\1" + b"\xff" * 8 + b"\0info"
    assert execution.pss_pad(b"hash", b"salt", 12) == b"\0\0\1salthash\xbc"
    assert execution.pss_pad(b"hash", b"", 6) == b"\1hash\xbc"
    with pytest.raises(InvalidLength):
        execution.pkcs1_signature_pad(b"info", 14)
    with pytest.raises(InvalidLength):
        execution.pss_pad(b"hash", b"salt", 9)


def test_pss_unpad(execution: Any) -> None:
    start = array("I", [99])
    for em, expected in ((b"\0\0\1salthash\xbc", 3), (b"\1hash\xbc", 1), (b"\1\1hash\xbc", 1), (b"\0\0\0\1hash\xbc", 4)):
        execution.pss_unpad(em, 4, start)
        assert start[0] == expected
    for em in (b"", b"hash\xbc", b"\0hash\xbc", b"\0\2salthash\xbc", b"\1hash\xbb", b"\0\0\0\0hash\xbc"):
        with pytest.raises(InvalidSignature):
            execution.pss_unpad(em, 4, start)


def test_oaep(execution: Any, sample: Sample) -> None:
    """Every length of message, and every byte of the encoding altered."""
    label_hash = hashlib.sha224(b"label").digest()
    seed, start = bytes(range(28)), array("I", [0])
    for length in sample(list(range(0, 71))):
        em = execution.oaep_pad(label_hash, seed, b"m" * length, 128)
        execution.oaep_unpad(label_hash, em, start)
        assert em[start[0] :] == b"m" * length
        assert em[1:29] == seed
    with pytest.raises(InvalidLength):
        execution.oaep_pad(label_hash, seed, b"m" * 71, 128)
    em = execution.oaep_pad(label_hash, seed, b"", 64)
    for at in sample([0, *range(29, 64)]):
        altered = bytearray(em)
        altered[at] ^= 2
        with pytest.raises(InvalidTag):
            execution.oaep_unpad(label_hash, altered, start)
    for em in (b"", bytes(57), bytes(128)):
        with pytest.raises(InvalidTag):
            execution.oaep_unpad(label_hash, em, start)


def test_pkcs1_encryption_padding(execution: Any) -> None:
    assert execution.pkcs1_encryption_pad(b"\1" * 8, b"") == b"\0\2" + b"\1" * 8 + b"\0"
    with pytest.raises(InvalidLength):
        execution.pkcs1_encryption_pad(b"\1" * 7, b"m")
    with pytest.raises(InvalidParameter):
        execution.pkcs1_encryption_pad(b"\1" * 7 + b"\0", b"m")


def test_implicit_rejection(execution: Any, sample: Sample) -> None:
    """What is no encoding decodes to the alternative message, what is one to its own."""
    size, start = 64, array("I", [0])
    d, ciphertext = bytes(range(size)), bytes(range(100, 100 + size))
    other = execution.pkcs1_alternative(d, ciphertext, size + 2)
    assert other == alternative(d, ciphertext)
    rejected = other[size - number(other[size:]) : size]

    def decoded(em: bytes) -> bytes:
        area = bytearray(em)
        execution.pkcs1_unpad(other, area, start)
        return bytes(area[start[0] :])

    for length in sample(list(range(0, size - 10))):
        assert decoded(b"\0\2" + b"\1" * (size - 3 - length) + b"\0" + b"m" * length) == b"m" * length
    good = b"\0\2" + b"\1" * 20 + b"\0" + b"m" * (size - 23)
    for em in (b"\1" + good[1:], b"\0\1" + good[2:], bytes(size), b"\0\2" + b"\1" * (size - 2), good[:9] + b"\0" + good[10:]):
        assert decoded(em) == rejected
