"""Ed448 against the vectors of RFC 8032 and of Wycheproof, the formulas of the curve, and another implementation."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import AkelaError, InvalidLength, InvalidSignature
from akela.kernels.edwards448 import BASE, ORDER, D
from akela.kernels.field448 import P
from tests.kernels.field_checks import compiled_for, multiple
from tests.vectors import nist_vectors, wycheproof

# Private key, public key, message, context, signature: RFC 8032 section 7.4.
SIGNED = [
    (v.octets("secret"), v.octets("public"), v.octets("message"), bytes.fromhex(v.get("context", "")), v.octets("signature"))
    for v in nist_vectors("asymmetric/Ed448/rfc8032.txt")
]


def number(k: int) -> bytes:
    return k.to_bytes(57, "little")


def encode(point: tuple[int, int]) -> bytes:
    """RFC 8032 section 5.2.2."""
    x, y = point
    return number(y | (x & 1) << 455)


def of_base(k: int) -> tuple[int, int]:
    """By the definition of the curve."""
    return multiple(P, 1, D, k % ORDER, BASE)


def test_signatures(execution: Any, execution_name: str) -> None:
    """The RFC's keys, messages and signatures, which verify; one of them in a context."""
    assert len(SIGNED) == 9
    assert sum(bool(context) for _, _, _, context, _ in SIGNED) == 1
    for private, public, message, context, signature in SIGNED[: None if execution_name == "native" else 1]:
        key = execution.Ed448(private)
        assert key.public_key() == public
        assert key.sign(message, context) == signature
        assert execution.ed448_verify(public, message, context, signature) is None


def test_wycheproof() -> None:
    """What is valid is accepted, what is invalid is not."""
    native = executions.execution("native")
    for v in wycheproof("ed448_test.json"):
        try:
            native.ed448_verify(bytes.fromhex(v["publickey"]["pk"]), v.octets("msg"), b"", v.octets("sig"))
            accepted = True
        except (AkelaError, ValueError):
            accepted = False
        assert accepted == v.valid, v


def test_altered_bits() -> None:
    """A signature holds for one message, one context, one key and in one form."""
    native = executions.execution("native")
    _, public, message, context, signature = SIGNED[2]
    for i in range(0, 8 * 114, 5):
        altered = (int.from_bytes(signature, "little") ^ 1 << i).to_bytes(114, "little")
        with pytest.raises(InvalidSignature):
            native.ed448_verify(public, message, context, altered)
    for i in (*range(0, 8 * 57, 5), 8 * 57 - 1):
        with pytest.raises(InvalidSignature):
            native.ed448_verify(number(int.from_bytes(public, "little") ^ 1 << i), message, context, signature)
    for other, its_context in ((message + b"\0", context), (message, b""), (message, context + b"\0")):
        with pytest.raises(InvalidSignature):
            native.ed448_verify(public, other, its_context, signature)


def test_numbers_of_the_order_and_more() -> None:
    """S + L, the same number modulo L, is refused, and so is a bit in the last byte."""
    native = executions.execution("native")
    _, public, message, context, signature = SIGNED[0]
    s = int.from_bytes(signature[57:], "little")
    for wrong in (s + ORDER, s + 2 * ORDER, s + 3 * ORDER, s | 1 << 448, s | 1 << 455, ORDER, (1 << 456) - 1):
        with pytest.raises(InvalidSignature):
            native.ed448_verify(public, message, context, signature[:57] + number(wrong))


def test_keys_of_small_order() -> None:
    """The four points whose order divides 4, in all encodings, canonical or not, are refused."""
    native = executions.execution("native")
    encodings = [number(y | sign << 455) for y in (0, 1, P - 1, P, P + 1) for sign in (0, 1)]
    for public in encodings:
        for r in encodings:
            with pytest.raises(InvalidSignature):
                native.ed448_verify(public, b"message", b"", r + bytes(57))


def test_contexts_of_any_length() -> None:
    """Up to 255 bytes."""
    native = executions.execution("native")
    key = native.Ed448(bytes(57))
    for length in (0, 1, 254, 255):
        signature = key.sign(b"message", bytes(length))
        native.ed448_verify(key.public_key(), b"message", bytes(length), signature)
    with pytest.raises(InvalidLength, match="256"):
        key.sign(b"message", bytes(256))
    with pytest.raises(InvalidLength, match="256"):
        native.ed448_verify(key.public_key(), b"message", bytes(256), signature)


@settings(max_examples=30, deadline=None)
@given(private=st.binary(min_size=57, max_size=57), message=st.binary(max_size=300))
def test_against_another_implementation(private: bytes, message: bytes) -> None:
    native, theirs = executions.execution("native"), Ed448PrivateKey.from_private_bytes(private)
    key = native.Ed448(private)
    assert key.public_key() == theirs.public_key().public_bytes_raw()
    signature = key.sign(message, b"")
    assert signature == theirs.sign(message)
    native.ed448_verify(key.public_key(), message, b"", signature)


# --- the form of the field of each target, compiled from the C for it and run on this machine ---------------------------------------------


@pytest.fixture(scope="module", params=["x86_64", "rv32imc", "lx106"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled_for(request.param, tmp_path_factory.mktemp(request.param), "keccak", "sha3", "montgomery", "edwards448", "ed448")


@pytest.mark.without_extension
def test_signatures_compiled(library: ctypes.CDLL) -> None:
    context, out = (ctypes.create_string_buffer(size) for size in (3 * 57, 114))
    for private, public, message, dom, signature in SIGNED:
        sizes = ctypes.c_size_t(len(message)), ctypes.c_size_t(len(dom))
        library.akela_ed448_init(context, private)
        assert library.akela_ed448_sign(context, message, sizes[0], dom, sizes[1], out) == 0
        assert out.raw == signature
        assert library.akela_ed448_verify(public, message, sizes[0], dom, sizes[1], signature) == 0
        assert library.akela_ed448_verify(public, message, sizes[0], dom, sizes[1], bytes([signature[0] ^ 1]) + signature[1:]) != 0


@pytest.mark.without_extension
def test_base_multiples(library: ctypes.CDLL) -> None:
    """The comb, at the edges of numbers; more than the order, too."""
    out = ctypes.create_string_buffer(57)
    for k in (0, 1, 2, 4, ORDER - 1, ORDER, ORDER + 1, (1 << 447) - 1, (1 << 448) - 1, *(1 << i for i in range(0, 448, 31))):
        library.akela_edwards448_multiply_base(number(k), out)
        assert out.raw == encode(of_base(k)), k


@pytest.mark.without_extension
def test_combinations(library: ctypes.CDLL) -> None:
    """s·B - k·A, with points that are equal on the way: the sums hold for any two points."""
    out = ctypes.create_string_buffer(57)
    cases = [(0, 0, 5), (1, 0, 5), (0, 1, 5), (6, 6, 1), (ORDER - 1, ORDER - 2, 1), ((1 << 445) + 12345, 0xFEDCBA9876543210 << 180, 7)]
    for s, k, a in [*cases, *((1 << i, (1 << i) - 1, 3) for i in range(1, 445, 29))]:
        assert library.akela_edwards448_combine_vartime(number(s), number(k), encode(of_base(a)), out) == 0
        assert out.raw == encode(of_base(s - k * a)), (s, k, a)


@pytest.mark.without_extension
def test_decoding(library: ctypes.CDLL) -> None:
    """Half of all y have an x, and it comes back; no point has a y of p or more, or -0."""
    out = ctypes.create_string_buffer(57)
    for y in range(2, 14):
        square = (y * y - 1) * pow(D * y * y - 1, -1, P) % P
        x = pow(square, (P + 1) // 4, P)
        for sign in (0, 1):
            status = library.akela_edwards448_combine_vartime(number(0), number(ORDER - 1), number(y | sign << 455), out)
            assert (status == 0) == (x * x % P == square), y
            if status == 0:
                x_of_minus, y_of_minus = multiple(P, 1, D, ORDER - 1, (x if x % 2 == sign else P - x, y))
                assert out.raw == encode((-x_of_minus % P, y_of_minus)), y
    for refused in (P + 2, P + 18, 1 | 1 << 455, P - 1 | 1 << 455, (1 << 448) - 1, SIGNED[0][1][0] | 1 << 448):
        assert library.akela_edwards448_combine_vartime(number(0), number(1), number(refused), out) != 0
