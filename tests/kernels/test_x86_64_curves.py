"""What the operations `<kernel>.many` of curves give is what the kernel gives for each item, whichever kernel serves them.

The lanes run on this processor's instructions, and compiled with their reference bodies, which any processor can run.
"""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import AkelaError, NotSupported
from akela.kernels.edwards25519 import ORDER
from akela.kernels.field25519 import P
from akela.kernels.p256 import P256
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.test_curve25519 import ANSWERS, LOW_ORDER
from tests.vectors import wycheproof

COUNTS = (1, 2, 7, 8, 9, 65)
NEEDED = {
    "x25519": ("constant_time", "sha512", "montgomery", "edwards25519", "curve25519"),
    "p256": ("constant_time", "md5", "sha1", "sha256", "sha512", "keccak", "sha3", "ripemd160", "hmac", "p256"),
    "ed25519": ("sha512", "montgomery", "edwards25519", "ed25519"),
}
Columns = Sequence[Sequence[bytes]]
Outcome = tuple[list[int], list[bytes]]


def joined(columns: Columns, fixed: str) -> list[Any]:
    """The arguments for columns; behind those that `fixed` marks with a "v" where their items end."""
    given: list[Any] = []
    for kind, items in zip(fixed, columns, strict=True):
        given.append(b"".join(items))
        if kind == "v":
            ends = [sum(len(item) for item in items[: i + 1]) for i in range(len(items))]
            given.append(array("Q", ends))
    return given


class Native:
    """The kernels of the extension."""

    def __call__(self, name: str, columns: Columns, fixed: str, out_bytes: int) -> Outcome:
        statuses = bytearray([255] * len(columns[0]))
        try:
            out = getattr(executions.execution("native"), name)(*joined(columns, fixed), statuses)
        except NotSupported as lacks:
            pytest.skip(str(lacks))
        return list(statuses), [bytes(out[at : at + out_bytes]) for at in range(0, len(out or b""), out_bytes or 1)]


class Soft:
    """Kernels compiled with the reference bodies of the instructions."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def __call__(self, name: str, columns: Columns, fixed: str, out_bytes: int) -> Outcome:
        count = len(columns[0])
        given: list[Any] = []
        for argument in joined(columns, fixed):
            data = bytes(argument)
            given += [(ctypes.c_uint8 * max(1, len(data))).from_buffer_copy(data or b"\0"), ctypes.c_size_t(len(argument))]
        out, statuses = (ctypes.c_uint8 * (count * out_bytes + 1))(), (ctypes.c_uint8 * count)()
        if out_bytes:
            given += [out, ctypes.c_size_t(count * out_bytes)]
        getattr(self.library, f"akela_{name}")(*given, statuses, ctypes.c_size_t(count))
        return list(statuses), [bytes(out)[at : at + out_bytes] for at in range(0, count * out_bytes, out_bytes or 1)]


@pytest.fixture(scope="module")
def soft(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Soft]:
    """The lanes of one primitive, compiled so."""
    target = load_target("x86_64")

    def compiled(name: str) -> Soft:
        folder = tmp_path_factory.mktemp(name)
        modules = [f"akela.kernels.{needed}" for needed in NEEDED[name]] + [f"akela.ports.x86_64.{name}_lanes"]
        sources = [file for module in modules for file in write_files(emit(lower(compile_module(module, target), target), target), folder)]
        return Soft(shared_library(sources, "-DAKELA_SOFT_INTRINSICS", "-Wno-psabi"))

    return compiled


def one_by_one(kernel: str, columns: Columns) -> Outcome:
    """What the kernel gives for each item, and its status as a byte; no result where that is not OK."""
    statuses, results = [], []
    for row in zip(*columns, strict=True):
        try:
            results.append(bytes(getattr(executions.execution("native"), kernel)(*row) or b""))
            statuses.append(0)
        except AkelaError as error:
            statuses.append({"InvalidSignature": 8, "InvalidKey": 9}[type(error).__name__])
            results.append(b"")
    return statuses, results


def check(run: Native | Soft, kernel: str, form: str, columns: Columns, fixed: str, out_bytes: int) -> list[int]:
    """The statuses, once these and the results are those of single calls."""
    statuses, results = run(f"{kernel}_many{form}", columns, fixed, out_bytes)
    wanted, single = one_by_one(kernel, columns)
    assert statuses == wanted
    if out_bytes:
        assert [found for status, found in zip(statuses, results, strict=True) if status == 0] == [each for each in single if each]
    return statuses


FORMS = pytest.mark.parametrize("form", ["", "_ifma"], ids=["portable", "ifma"])


def x25519_columns(count: int, seed: int) -> list[list[bytes]]:
    source = random.Random(seed)
    points = [*LOW_ORDER, P - 2, 2**255 - 1, 9]
    private = [source.randbytes(32) for _ in range(count)]
    public = [source.choice([source.getrandbits(256), source.choice(points)]).to_bytes(32, "little") for _ in range(count)]
    return [private, public]


@FORMS
@pytest.mark.parametrize("count", COUNTS)
def test_x25519(form: str, count: int) -> None:
    check(Native(), "x25519", form, x25519_columns(count, count), "ff", 32)


@FORMS
def test_x25519_vectors(form: str) -> None:
    """RFC 7748 and Wycheproof, all in one call: a result in each lane, or the status that says that it is zero."""
    private, public, shared = (list(column) for column in zip(*ANSWERS, strict=True))
    statuses, results = Native()(f"x25519_many{form}", [private, public], "ff", 32)
    assert results == shared
    assert statuses == [9 if each == bytes(32) else 0 for each in shared]
    assert 9 in statuses


@FORMS
@pytest.mark.parametrize("lane", range(8))
def test_x25519_points_of_low_order(form: str, lane: int) -> None:
    """The status is that of the lane, and of no other."""
    private, public = [[bytes([i + 1] * 32) for i in range(8)], [bytes([9, *bytes(31)])] * 8]
    public[lane] = LOW_ORDER[lane % len(LOW_ORDER)].to_bytes(32, "little")
    assert check(Native(), "x25519", form, [private, public], "ff", 32) == [9 if i == lane else 0 for i in range(8)]


@pytest.mark.without_extension
def test_x25519_soft(soft: Callable[[str], Soft]) -> None:
    check(soft("x25519"), "x25519", "_ifma", x25519_columns(9, 1), "ff", 32)


N = P256.n
SCALARS = [1, 2, 3, 15, 16, 17, 31, 32, N - 1, N - 2, (N - 1) // 2, (N + 1) // 2, (N + 31) // 2, 0, N, N + 1, 2**256 - 1]


def encoded(private: int, compressed: bool = False) -> bytes:
    """A public key."""
    point = ec.derive_private_key(private, ec.SECP256R1()).public_key().public_numbers()
    return (
        bytes([2 + point.y % 2]) + point.x.to_bytes(32, "big")
        if compressed
        else b"\4" + b"".join(each.to_bytes(32, "big") for each in (point.x, point.y))
    )


def p256_scalars(source: random.Random, count: int) -> list[int]:
    return [source.choice([*SCALARS, *(source.randrange(1, N) for _ in SCALARS)]) for _ in range(count)]


def ecdh_columns(count: int, seed: int) -> list[list[bytes]]:
    """Scalars about the ends of digits and of their range; points in both forms, and none."""
    source = random.Random(seed)
    peers = [encoded(source.choice([1, 2, N - 1, source.randrange(1, N)]), source.random() < 0.3) for _ in range(count)]
    for i, bad in enumerate((b"", b"\4" + bytes(64), b"\4" + b"\xff" * 64, b"\5" + peers[0][1:], peers[0][:-1])):
        if 2 * i + 2 < count:
            peers[2 * i + 2] = bad
    return [[d.to_bytes(32, "big") for d in p256_scalars(source, count)], peers]


def sign_columns(count: int, seed: int) -> list[list[bytes]]:
    source = random.Random(seed)
    digests = [source.randbytes(source.choice([0, 20, 32, 32, 33, 64])) for _ in range(count)]
    return [
        [d.to_bytes(32, "big") for d in p256_scalars(source, count)],
        [source.choice([digest, b"\xff" * 32, bytes(32)]) for digest in digests],
        [source.randbytes(source.choice([0, 32])) for _ in range(count)],
    ]


def verify_columns(count: int, seed: int) -> list[list[bytes]]:
    """Signatures that hold; altered ones; and those for which a sum meets an exceptional case."""
    source, sign = random.Random(seed), executions.execution("native").p256_sign
    private = [source.randrange(1, N) for _ in range(count)]
    digests = [source.randbytes(32) for _ in private]
    signatures = [sign(d.to_bytes(32, "big"), digest, b"") for d, digest in zip(private, digests, strict=True)]
    public = [encoded(d, source.random() < 0.3) for d in private]
    for i, (r, s) in enumerate(((0, 1), (1, 0), (N, 1), (1, N), (2**256 - 1, 1), (1, 1))):
        if i + 1 < count:
            signatures[i + 1] = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    if count > 20:
        signatures[7], signatures[8], signatures[9] = signatures[7][:-1], b"", signatures[9] + b"\0"
        public[10], public[11], digests[12] = b"\4" + bytes(64), public[11][:40], b"another message"
        # u·G and v·Q are equal, or opposite, or the digest is zero: with the key d·G and s = 1, u = digest and v = r.
        x = ec.derive_private_key(4, ec.SECP256R1()).public_key().public_numbers().x % N
        for at, digest in ((13, 2), (14, N - 2), (15, 0)):
            public[at] = encoded(2 * pow(x, -1, N) % N)
            signatures[at], digests[at] = x.to_bytes(32, "big") + (1).to_bytes(32, "big"), digest.to_bytes(32, "big")
    return [public, digests, signatures]


@FORMS
@pytest.mark.parametrize("count", COUNTS)
def test_p256(form: str, count: int) -> None:
    check(Native(), "p256_ecdh", form, ecdh_columns(count, count), "fv", 32)
    check(Native(), "p256_sign", form, sign_columns(count, count), "fvv", 64)
    statuses = check(Native(), "p256_verify", form, verify_columns(count, count), "vvv", 0)
    assert statuses[0] == 0 and (count < 20 or statuses[13:16] == [0, 8, 8])


@FORMS
def test_p256_verify_vectors(form: str) -> None:
    """Wycheproof, by the numbers r and s: small ones, r + n, and hashes with long runs of zeros."""
    native, columns = executions.execution("native"), ([], [], [])  # type: tuple[Any, tuple[list[bytes], list[bytes], list[bytes]]]
    for vector in wycheproof("ecdsa_secp256r1_sha256_test.json"):
        try:
            raw = native.p256_signature_from_der(vector.octets("sig"))
        except AkelaError:
            continue
        for column, value in zip(
            columns, (bytes.fromhex(vector["publickey"]["uncompressed"]), native.sha256(vector.octets("msg")), raw), strict=True
        ):
            column.append(value)
    assert len(columns[0]) > 100
    statuses = check(Native(), "p256_verify", form, columns, "vvv", 0)
    assert {0, 8} <= set(statuses)


@pytest.mark.without_extension
def test_p256_soft(soft: Callable[[str], Soft]) -> None:
    run = soft("p256")
    check(run, "p256_ecdh", "_ifma", ecdh_columns(8, 1), "fv", 32)
    check(run, "p256_sign", "_ifma", sign_columns(8, 1), "fvv", 64)
    check(run, "p256_verify", "_ifma", verify_columns(24, 1), "vvv", 0)


def ed25519_keys(source: random.Random, count: int) -> tuple[list[bytes], list[bytes]]:
    """Expanded keys, and messages."""
    expand = executions.execution("native").ed25519_expand_key
    return [expand(source.randbytes(32)) for _ in range(count)], [source.randbytes(source.choice([0, 1, 64, 200])) for _ in range(count)]


def ed25519_columns(count: int, seed: int) -> list[list[bytes]]:
    """Signatures that hold; altered ones; and keys that are none."""
    expanded, messages = ed25519_keys(random.Random(seed), count)
    sign = executions.execution("native").ed25519_sign_expanded
    signatures = [sign(key, message) for key, message in zip(expanded, messages, strict=True)]
    public = [key[64:] for key in expanded]
    for i, key in enumerate((0, 1, 2, P - 1, P, P + 1, 2**255 - 1, 1 << 255 | 1, 1 << 255 | P - 1, 7)):
        if i + 1 < count:
            public[i + 1] = key.to_bytes(32, "little")
    if count > 20:
        signatures[12] = bytes([signatures[12][0] ^ 1]) + signatures[12][1:]
        signatures[13] = signatures[13][:32] + (int.from_bytes(signatures[13][32:], "little") + ORDER).to_bytes(32, "little")
        signatures[14], messages[15], public[16] = bytes(64), messages[15] + b"?", public[17]
        signatures[18] = signatures[18][:32] + b"\xff" * 32
    return [public, messages, signatures]


@FORMS
@pytest.mark.parametrize("count", COUNTS)
def test_ed25519(form: str, count: int) -> None:
    check(Native(), "ed25519_sign_expanded", form, ed25519_keys(random.Random(count), count), "fv", 64)
    assert check(Native(), "ed25519_verify", form, ed25519_columns(count, count), "fvf", 0)[0] == 0


@FORMS
def test_ed25519_vectors(form: str) -> None:
    """Wycheproof, signatures of 64 bytes: all of them in one call."""
    vectors = [vector for vector in wycheproof("ed25519_test.json") if len(vector.octets("sig")) == 64]
    columns = [
        [bytes.fromhex(vector["publickey"]["pk"]) for vector in vectors],
        [vector.octets("msg") for vector in vectors],
        [vector.octets("sig") for vector in vectors],
    ]
    statuses = check(Native(), "ed25519_verify", form, columns, "fvf", 0)
    assert {0, 8} <= set(statuses)


@pytest.mark.without_extension
def test_ed25519_soft(soft: Callable[[str], Soft]) -> None:
    run = soft("ed25519")
    check(run, "ed25519_sign_expanded", "_ifma", ed25519_keys(random.Random(1), 9), "fv", 64)
    check(run, "ed25519_verify", "_ifma", ed25519_columns(24, 1), "fvf", 0)


def test_expanded_keys_sign_as_others_do() -> None:
    native, seed = executions.execution("native"), bytes(range(32))
    key = Ed25519PrivateKey.from_private_bytes(seed)
    assert native.ed25519_expand_key(seed)[64:] == key.public_key().public_bytes_raw()
    assert native.ed25519_sign_expanded(native.ed25519_expand_key(seed), b"message") == key.sign(b"message")
