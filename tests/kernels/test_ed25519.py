"""Ed25519 against the vectors of its authors and of Wycheproof, the formulas of the curve, and another implementation."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import AkelaError, InvalidKey, InvalidSignature
from akela.kernels.edwards25519 import BASE, ORDER, D
from akela.kernels.field25519 import P
from tests.kernels.field_checks import compiled_for
from tests.kernels.field_checks import multiple as curve_multiple
from tests.kernels.ways import Way, path_parameters, ways
from tests.vectors import wycheproof

way = ways(operations=("edwards25519.",))

Affine = tuple[int, int]


@cache
def signed() -> list[tuple[bytes, bytes, bytes, bytes]]:
    """Private key, public key, message, signature."""
    with cryptography_vectors.open_vector_file("asymmetric/Ed25519/sign.input", "r") as lines:
        fields = [[bytes.fromhex(field) for field in line.split(":")[:4]] for line in lines]
    return [(private[:32], public, message, both[:64]) for private, public, message, both in fields]


def encode(point: Affine) -> bytes:
    """RFC 8032 section 5.1.2."""
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def multiple(k: int, point: Affine) -> Affine:
    """By the definition of the curve."""
    return curve_multiple(P, -1, D, k, point)


def small_points() -> list[Affine]:
    """The eight points whose order divides 8: multiples of one of order 8."""
    y = next(
        y
        for y in range(2, 200)
        if pow((y * y - 1) * pow(D * y * y + 1, -1, P), (P - 1) // 2, P) == 1 and multiple(ORDER * 4, (root(y), y)) != (0, 1)
    )
    eighth = multiple(ORDER, (root(y), y))
    return [multiple(i, eighth) for i in range(8)]


def root(y: int) -> int:
    """A coordinate x to y."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    return x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P


def test_signatures(execution: Any, execution_name: str) -> None:
    """The authors' 1024 keys, messages of 0 to 1023 bytes, and their signatures, which verify."""
    assert len(signed()) == 1024
    for private, public, message, signature in signed()[: {"native": None, "python": 3}.get(execution_name, 1)]:
        key = execution.Ed25519(private)
        assert key.public_key() == public
        assert key.sign(message) == signature
        assert execution.ed25519_verify(public, message, signature) is None


@pytest.mark.parametrize("way", path_parameters("edwards25519."))
def test_wycheproof(way: Way) -> None:
    """What is valid is accepted, what is invalid is not: signatures with S + L, bits too many, coordinates of p or more."""
    native = way.execution
    for v in wycheproof("ed25519_test.json"):
        small = "SmallOrderPublicKey" in v["flags"]
        try:
            native.ed25519_verify(bytes.fromhex(v["publickey"]["pk"]), v.octets("msg"), v.octets("sig"))
            accepted = True
        except (AkelaError, ValueError):
            accepted = False
        assert accepted == (v.valid and not small), v


def test_every_altered_bit() -> None:
    """A signature holds for one message, one key and in one form."""
    native = executions.execution("native")
    _, public, message, signature = signed()[20]
    for i in range(8 * 64):
        altered = (int.from_bytes(signature, "little") ^ 1 << i).to_bytes(64, "little")
        with pytest.raises(InvalidSignature):
            native.ed25519_verify(public, message, altered)
    for i in range(8 * 32):
        with pytest.raises(InvalidSignature):
            native.ed25519_verify((int.from_bytes(public, "little") ^ 1 << i).to_bytes(32, "little"), message, signature)
    for other in (message[:-1], message + b"\0", b""):
        with pytest.raises(InvalidSignature):
            native.ed25519_verify(public, other, signature)


def test_numbers_of_the_order_and_more() -> None:
    """S + L, the same number modulo L, is refused, as far as it fits."""
    native = executions.execution("native")
    _, public, message, signature = signed()[1]
    s = int.from_bytes(signature[32:], "little")
    for times in range(1, 16):
        if s + times * ORDER < 1 << 256:
            with pytest.raises(InvalidSignature):
                native.ed25519_verify(public, message, signature[:32] + (s + times * ORDER).to_bytes(32, "little"))
    for number in (ORDER, ORDER + 1, (1 << 256) - 1):
        with pytest.raises(InvalidSignature):
            native.ed25519_verify(public, message, signature[:32] + number.to_bytes(32, "little"))


@pytest.mark.parametrize("way", path_parameters("edwards25519."))
def test_keys_of_small_order(way: Way) -> None:
    """Under such a key R = B·s - k·A holds for many messages; in all encodings, canonical or not, they are refused."""
    native = way.execution
    points = small_points()
    assert len(set(points)) == 8
    encodings = {encode(point) for point in points}
    encodings |= {(y | sign << 255).to_bytes(32, "little") for y in (0, 1, P - 1, P, P + 1) for sign in (0, 1)}
    for public in encodings:
        for r in encodings:
            with pytest.raises(InvalidSignature):
                native.ed25519_verify(public, b"message", r + bytes(32))


def test_combination_refuses_keys() -> None:
    with pytest.raises(InvalidKey):
        executions.execution("native").edwards25519_combine_vartime(bytes(32), bytes(32), (P + 2).to_bytes(32, "little"))


@settings(max_examples=50, deadline=None)
@given(private=st.binary(min_size=32, max_size=32), message=st.binary(max_size=300))
def test_against_another_implementation(private: bytes, message: bytes) -> None:
    native, theirs = executions.execution("native"), Ed25519PrivateKey.from_private_bytes(private)
    key = native.Ed25519(private)
    assert key.public_key() == theirs.public_key().public_bytes_raw()
    signature = key.sign(message)
    assert signature == theirs.sign(message)
    native.ed25519_verify(key.public_key(), message, signature)


# --- the form of the field of each target, compiled from the C for it and run on this machine ---------------------------------------------


@pytest.fixture(scope="module", params=["x86_64", "rv32imc", "lx106"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    return compiled_for(request.param, tmp_path_factory.mktemp(request.param), "sha512", "montgomery", "edwards25519", "ed25519")


def number(k: int) -> bytes:
    return k.to_bytes(32, "little")


@pytest.mark.without_extension
def test_signatures_compiled(library: ctypes.CDLL) -> None:
    context, out, public_key = (ctypes.create_string_buffer(size) for size in (96, 64, 32))
    for private, public, message, signature in signed()[:200]:
        length = ctypes.c_size_t(len(message))
        library.akela_ed25519_init(context, private)
        library.akela_ed25519_public_key(context, public_key)
        assert public_key.raw == public
        library.akela_ed25519_sign(context, message, length, out)
        assert out.raw == signature
        assert library.akela_ed25519_verify(public, message, length, signature) == 0
        assert library.akela_ed25519_verify(public, message, length, bytes([signature[0] ^ 1]) + signature[1:]) != 0


@pytest.mark.without_extension
def test_base_multiples(library: ctypes.CDLL) -> None:
    """The comb, at the edges of numbers; more than the order, too."""
    out = ctypes.create_string_buffer(32)
    for k in (0, 1, 2, 8, ORDER - 1, ORDER, ORDER + 1, 2 * ORDER, (1 << 255) - 1, (1 << 256) - 1, *(1 << i for i in range(0, 256, 13))):
        library.akela_edwards25519_multiply_base(number(k), out)
        assert out.raw == encode(multiple(k % ORDER, BASE)), k


@pytest.mark.without_extension
def test_combinations(library: ctypes.CDLL) -> None:
    """s·B - k·A, with points that are equal on the way: the sums hold for any two points."""
    out = ctypes.create_string_buffer(32)
    cases = [(0, 0, 5), (1, 0, 5), (0, 1, 5), (6, 6, 1), (ORDER - 1, ORDER - 2, 1), ((1 << 252) + 12345, 0xFEDCBA9876543210 << 180, 7)]
    for s, k, a in [*cases, *((1 << i, (1 << i) - 1, 3) for i in range(1, 252, 7))]:
        assert library.akela_edwards25519_combine_vartime(number(s), number(k), encode(multiple(a, BASE)), out) == 0
        assert out.raw == encode(multiple((s - k * a) % ORDER, BASE)), (s, k, a)


@pytest.mark.without_extension
def test_decoding(library: ctypes.CDLL) -> None:
    """Half of all y have an x, and it comes back; no point has a y of p or more, or -0."""
    out = ctypes.create_string_buffer(32)
    minus_one = number(ORDER - 1)  # times A, subtracted: A itself, where its order is the group's
    for y in range(2, 30):
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        on_curve = pow(square, (P - 1) // 2, P) == 1
        for sign in (0, 1):
            status = library.akela_edwards25519_combine_vartime(number(0), minus_one, number(y | sign << 255), out)
            assert (status == 0) == on_curve, y
            if on_curve:
                x = root(y)
                point = (x if x % 2 == sign else P - x, y)
                x, y_of_minus = multiple(ORDER - 1, point)
                assert out.raw == encode((-x % P, y_of_minus)), y
    for refused in (P + 2, P + 18, 1 | 1 << 255, P - 1 | 1 << 255, (1 << 255) - 1):
        assert library.akela_edwards25519_combine_vartime(number(0), minus_one, number(refused), out) != 0
