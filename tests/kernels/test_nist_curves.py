"""P-256, P-384 and P-521 against NIST's, RFC 6979's and Wycheproof's vectors, and another implementation; every layout of limbs."""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from cryptography.exceptions import InvalidSignature as OpenSSLInvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature, encode_dss_signature
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.exceptions import InvalidKey, InvalidSignature
from akela.kernels.weierstrass import Curve
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import Way, path_parameters
from tests.vectors import Vector, nist_vectors, rfc6979_vectors, wycheproof

Sample = Callable[[Sequence[Any]], Sequence[Any]]

BITS = [256, 384, 521]
OPENSSL: dict[int, ec.EllipticCurve] = {256: ec.SECP256R1(), 384: ec.SECP384R1(), 521: ec.SECP521R1()}
SHA2 = ["sha224", "sha256", "sha384", "sha512"]
UNCOMPRESSED = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
COMPRESSED = (serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)


class Kernels:
    """The kernels of one curve in one execution: `kernels.sign(…)`; numbers are ints, points bytes."""

    def __init__(self, execution: Any, bits: int) -> None:
        self.execution, self.bits = execution, bits
        self.curve: Curve = getattr(importlib.import_module(f"akela.kernels.p{bits}"), f"P{bits}")
        self.size = (bits + 7) // 8

    def __getattr__(self, name: str) -> Any:
        return getattr(self.execution, f"p{self.bits}_{name}")

    def octets(self, *numbers: int) -> bytes:
        """Numbers, each as long as p."""
        return b"".join(number.to_bytes(self.size, "big") for number in numbers)

    def point(self, x: int, y: int) -> bytes:
        """An uncompressed point."""
        return b"\x04" + self.octets(x, y)

    def accepts(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        """Whether a signature is taken for one of the digest."""
        try:
            self.verify(public, digest, signature)
        except InvalidSignature:
            return False
        return True


class Bits(int):
    """The bits of a curve, and the path on which its kernels are called natively."""

    way = Way("native")


def curves() -> list[Any]:
    """Every curve, P-256 on each path of its operations."""
    found = []
    for parameter in path_parameters("p256."):
        on_path = Bits(256)
        on_path.way = parameter.values[0]
        found.append(pytest.param(on_path, id=f"256-{parameter.id}", marks=parameter.marks))
    return [*(found or [Bits(256)]), Bits(384), Bits(521)]


@pytest.fixture(params=curves())
def bits(request: pytest.FixtureRequest) -> Bits:
    value: Bits = request.param
    return value


@pytest.fixture
def kernels(execution: Any, execution_name: str, bits: Bits) -> Kernels:
    """Every curve natively, P-256 in Python."""
    if execution_name in ("checked", "traced") or (execution_name == "python" and (bits != 256 or bits.way.features)):
        pytest.skip("one case of each operation is in test_every_execution; these would take minutes")
    return native(bits) if execution_name == "native" else Kernels(execution, bits)


@pytest.fixture
def few(execution_name: str) -> Sample:
    """All of a list natively, two in Python, where an operation takes a quarter of a second."""
    return lambda items: items if execution_name == "native" else [items[0], items[-1]]


def native(bits: int) -> Kernels:
    """The compiled kernels of a curve."""
    return Kernels(bits.way.execution if isinstance(bits, Bits) else executions.execution("native"), bits)


def reference_key(bits: int, private: int) -> ec.EllipticCurvePrivateKey:
    """The same key by `cryptography`, that is OpenSSL."""
    return ec.derive_private_key(private, OPENSSL[bits])


def of_curve(vectors: list[Vector], bits: int) -> list[Vector]:
    """Those whose section names the curve."""
    return [vector for vector in vectors if str(vector.get("section", "")).startswith(f"P-{bits}")]


def digest_of(vector: Vector) -> bytes:
    """The digest of a NIST vector's message, by the hash that its section names."""
    name = str(vector["section"]).partition(",")[2].replace("-", "").lower()
    return hashlib.new(name, vector.octets("msg")).digest()


# --- one case in every execution ----------------------------------------------------------------------------------------------------------


def test_every_execution(execution: Any) -> None:
    """A key, a signature, and what is refused: the executions agree. Traced, an operation takes some ten seconds."""
    kernels, compiled = Kernels(execution, 256), native(256)
    private, digest = kernels.octets(0x0123456789ABCDEF << 128), bytes(range(32))
    signature = compiled.sign(private, digest, b"hedged")
    assert kernels.sign(private, digest, b"hedged") == signature
    with pytest.raises(InvalidKey):
        kernels.public_key(kernels.octets(kernels.curve.n))
    assert (
        kernels.signature_from_der(kernels.signature_to_der(signature)[: 2 + 4 + 64 + sum(signature[i] >> 7 for i in (0, 32))]) == signature
    )
    entropy = bytes(range(200, 240))
    assert kernels.generate(entropy) == kernels.octets(int.from_bytes(entropy, "big") % (kernels.curve.n - 1) + 1)


def test_verification_and_agreement_in_python() -> None:
    """The same for the two operations on points of others."""
    compiled, kernels = native(256), Kernels(executions.execution("python"), 256)
    private, digest = kernels.octets(0xFEDCBA9876543210 << 100), bytes(range(32))
    public, signature = compiled.public_key(private), compiled.sign(private, digest, b"")
    assert kernels.accepts(public, digest, signature)
    assert not kernels.accepts(public, digest[::-1], signature)
    assert kernels.ecdh(private, public) == compiled.ecdh(private, public)


# --- keys ---------------------------------------------------------------------------------------------------------------------------------


def test_nist_key_pairs(kernels: Kernels, few: Sample) -> None:
    vectors = [v for v in of_curve_sections("KeyPair.rsp", kernels.bits) if "d" in v]
    assert len(vectors) >= 10
    for vector in few(vectors):
        public = kernels.point(int(vector["qx"], 16), int(vector["qy"], 16))
        assert kernels.public_key(kernels.octets(int(vector["d"], 16))) == public


def of_curve_sections(name: str, bits: int) -> list[Vector]:
    """The vectors below the header of a curve; further headers that follow it belong to it."""
    found, curve = [], ""
    with cryptography_vectors.open_vector_file(f"asymmetric/ECDSA/FIPS_186-3/{name}", "r") as lines:
        fields: dict[str, str] = {}
        for line in (*map(str.strip, lines), ""):
            if match := re.match(r"\[([PBK]-\d+)", line):
                curve = match[1]
            elif "=" in line and not line.startswith(("#", "[")):
                key, _, value = line.partition("=")
                fields[key.strip().lower()] = value.strip()
            elif not line and fields:
                found += [Vector(fields)] if curve == f"P-{bits}" else []
                fields = {}
    return found


def test_nist_public_keys(kernels: Kernels, few: Sample) -> None:
    """Points out of range or off the curve are refused."""
    vectors = of_curve(nist_vectors("asymmetric/ECDSA/FIPS_186-3/PKV.rsp"), kernels.bits)
    assert len(vectors) == 12
    for vector in few(vectors):
        x, y = int(vector["qx"], 16), int(vector["qy"], 16)
        if max(x, y) >> 8 * kernels.size:
            continue  # no encoding of a point can say this
        if vector["result"].startswith("P"):
            assert kernels.decode_point(kernels.point(x, y)) == kernels.point(x, y)
        else:
            with pytest.raises(InvalidKey):
                kernels.decode_point(kernels.point(x, y))


def test_compressed_points(kernels: Kernels, few: Sample) -> None:
    vectors = [v for v in nist_vectors("asymmetric/EC/compressed_points.txt") if v["curve"] == f"SECP{kernels.bits}R1"]
    for vector in few(vectors):
        assert kernels.decode_point(vector.octets("point")) == kernels.point(int(vector["x"], 16), int(vector["y"], 16))


def test_points_that_are_none(bits: int) -> None:
    kernels = native(bits)
    p, size = kernels.curve.p, kernels.size
    good = kernels.point(kernels.curve.gx, kernels.curve.gy)
    assert kernels.decode_point(good) == good
    compressed = bytes([2 + (kernels.curve.gy & 1)]) + good[1 : 1 + size]
    assert kernels.decode_point(compressed) == good
    assert kernels.decode_point(bytes([compressed[0] ^ 1]) + compressed[1:]) == kernels.point(kernels.curve.gx, p - kernels.curve.gy)
    without_root = next(x for x in range(100) if pow(x**3 - 3 * x + kernels.curve.b, (p - 1) // 2, p) == p - 1)
    bad = [
        b"",
        b"\x00",  # infinity
        b"\x04",
        good[:-1],
        good + b"\x00",
        b"\x05" + good[1:],
        b"\x02" + good[1:],
        b"\x06" + good[1:],  # the hybrid form
        b"\x04" + compressed[1:],
        b"\x00" + compressed[1:],
        kernels.point(0, 0),
        kernels.point(kernels.curve.gx, kernels.curve.gy ^ 1),
        b"\x02" + kernels.octets(without_root),
        b"\x02" + kernels.octets(p),
    ]
    if p + 5 < 1 << 8 * size:
        x = next(x for x in range(5) if pow(x**3 - 3 * x + kernels.curve.b, (p - 1) // 2, p) == 1)
        bad.append(b"\x02" + kernels.octets(p + x))  # not canonical
    for data in bad:
        with pytest.raises(InvalidKey):
            kernels.decode_point(data)
        with pytest.raises(InvalidKey):
            kernels.ecdh(kernels.octets(1), data)
        with pytest.raises(InvalidKey):
            kernels.verify(data, bytes(32), bytes(2 * size))


def test_scalars_at_the_edges(bits: int) -> None:
    """0 and n and above are refused; the numbers around which digits and tables begin and end give what OpenSSL gives."""
    kernels = native(bits)
    n, peer = kernels.curve.n, reference_key(bits, 0x1234567)
    for refused in (0, n, n + 1, (1 << 8 * kernels.size) - 1):
        with pytest.raises(InvalidKey):
            kernels.public_key(kernels.octets(refused))
        with pytest.raises(InvalidKey):
            kernels.ecdh(kernels.octets(refused), peer.public_key().public_bytes(*UNCOMPRESSED))
        with pytest.raises(InvalidKey):
            kernels.sign(kernels.octets(refused), bytes(32), b"")
    near = [*range(1, 34), *(n - i for i in range(1, 34)), *((n + i) // 2 for i in range(-7, 8, 2))]
    powers = [1 << i for i in range(6, bits - 1, 11)] + [(1 << i) - 1 for i in range(6, bits, 23)]
    for private in [*near, *powers]:
        key = reference_key(bits, private)
        assert kernels.public_key(kernels.octets(private)) == key.public_key().public_bytes(*UNCOMPRESSED), private
        shared = kernels.ecdh(kernels.octets(private), peer.public_key().public_bytes(*COMPRESSED))
        assert shared == key.exchange(ec.ECDH(), peer.public_key()), private


def test_generated_keys(bits: int) -> None:
    """FIPS 186-5 section A.2.1 on ints."""
    kernels = native(bits)
    count = kernels.size + 8
    for entropy in (bytes(count), b"\xff" * count, bytes(range(count)), kernels.octets(kernels.curve.n - 2).rjust(count, b"\0")):
        expected = int.from_bytes(entropy, "big") % (kernels.curve.n - 1) + 1
        assert kernels.generate(entropy) == kernels.octets(expected)


# --- agreement ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["init", "resp"])
def test_nist_agreement(bits: int, role: str) -> None:
    """NIST's validity test: shared secrets that are right, and public keys and secrets that are not."""
    kernels = native(bits)
    curve, seen = "", 0
    with cryptography_vectors.open_vector_file(f"asymmetric/ECDH/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_{role}.fax", "r") as lines:
        fields: dict[str, str] = {}
        for line in (*map(str.strip, lines), ""):
            if match := re.match(r"\[(E[A-E]) - ", line):
                curve = {"EC": "256", "ED": "384", "EE": "521"}.get(match[1], "")
            elif "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                fields[key.strip()] = value.strip()
            elif not line and "Z" in fields:
                if curve == str(bits):
                    seen += 1
                    check_agreement(kernels, fields)
                fields = {}
    assert seen == 30


def check_agreement(kernels: Kernels, fields: dict[str, str]) -> None:
    """One case: the tester's point and our private key. `Result` says what was wrong in it."""
    x, y = int(fields["QsCAVSx"], 16), int(fields["QsCAVSy"], 16)
    try:
        shared = kernels.ecdh(kernels.octets(int(fields["dsIUT"], 16)), kernels.point(x, y))
    except (InvalidKey, OverflowError):
        assert fields["Result"].startswith("F"), fields
        return
    # What else is wrong is in the hash that NIST's test takes of the secret, or in the tester's own key, which is not used here.
    if fields["Result"].startswith("P"):
        assert shared == kernels.octets(int(fields["Z"], 16)), fields


def test_wycheproof_agreement(kernels: Kernels, few: Sample) -> None:
    vectors = wycheproof(f"ecdh_secp{kernels.bits}r1_ecpoint_test.json")
    assert len(vectors) > 300
    for vector in few(vectors):
        private = kernels.octets(int(vector["private"], 16))
        if vector["result"] == "invalid":
            with pytest.raises(InvalidKey):
                kernels.ecdh(private, vector.octets("public"))
        else:  # "acceptable" is compressed
            assert kernels.ecdh(private, vector.octets("public")) == vector.octets("shared"), vector


# --- signatures ---------------------------------------------------------------------------------------------------------------------------


def test_nist_verification(kernels: Kernels, few: Sample) -> None:
    """Changed messages, keys, r and s; digests shorter and longer than the order."""
    vectors = of_curve(nist_vectors("asymmetric/ECDSA/FIPS_186-3/SigVer.rsp"), kernels.bits)
    assert len(vectors) == 75
    for vector in few(vectors):
        public = kernels.point(int(vector["qx"], 16), int(vector["qy"], 16))
        signature = kernels.octets(int(vector["r"], 16), int(vector["s"], 16))
        assert kernels.accepts(public, digest_of(vector), signature) == vector["result"].startswith("P"), vector


def test_nist_signatures(bits: int) -> None:
    """NIST's signatures hold, and keys and messages of theirs make others that OpenSSL takes."""
    kernels = native(bits)
    vectors = of_curve(nist_vectors("asymmetric/ECDSA/FIPS_186-3/SigGen.txt"), bits)
    assert len(vectors) == 75
    for vector in vectors:
        digest, private = digest_of(vector), int(vector["d"], 16)
        public = kernels.point(int(vector["qx"], 16), int(vector["qy"], 16))
        assert kernels.accepts(public, digest, kernels.octets(int(vector["r"], 16), int(vector["s"], 16)))
        signature = kernels.sign(kernels.octets(private), digest, b"")
        assert kernels.accepts(public, digest, signature)
        check_with_openssl(reference_key(bits, private).public_key(), digest, signature)


def check_with_openssl(key: ec.EllipticCurvePublicKey, digest: bytes, signature: bytes) -> None:
    """Raises where OpenSSL does not take a raw signature. Of what a digest's length says to it only the length matters."""
    half = len(signature) // 2
    by_size = {20: hashes.SHA1(), 28: hashes.SHA224(), 32: hashes.SHA256(), 48: hashes.SHA384(), 64: hashes.SHA512()}
    der = encode_dss_signature(int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big"))
    key.verify(der, digest, ec.ECDSA(Prehashed(by_size[len(digest)])))


def test_rfc_6979(bits: int) -> None:
    """Appendix A.2: signatures with the nonces of each SHA-2."""
    kernels = native(bits)
    private, cases = rfc6979_vectors(bits)
    checked = 0
    for name, message, der in cases:
        if name not in SHA2:
            continue  # nonces by HMAC-SHA1 are not made here
        own = {256: "sha256", 384: "sha384", 521: "sha512"}[bits]
        sign = kernels.sign if name == own else getattr(kernels, f"sign_{name}")
        r, s = decode_dss_signature(der)
        assert sign(kernels.octets(private), hashlib.new(name, message).digest(), b"") == kernels.octets(r, s)
        checked += 1
    assert checked == 8


def test_extra_data_changes_the_nonce(bits: int) -> None:
    """RFC 6979 section 3.6; all lengths of extra data are taken."""
    kernels = native(bits)
    private, digest = kernels.octets(12345), bytes(32)
    public = kernels.public_key(private)
    made = {kernels.sign(private, digest, bytes(length)) for length in range(130)}
    assert len(made) == 130
    assert all(kernels.accepts(public, digest, signature) for signature in made)


def test_digests_of_any_length(bits: int) -> None:
    """The leftmost bits count: longer digests are cut, for P-521 in the middle of a byte."""
    kernels = native(bits)
    n = kernels.curve.n
    private = 0xC0FFEE << 180
    public = kernels.public_key(kernels.octets(private))
    for length in [*range(0, 70), 128, 200]:
        digest = bytes((37 * i + 11) % 256 for i in range(length))
        signature = kernels.sign(kernels.octets(private), digest, b"")
        assert kernels.accepts(public, digest, signature), length
        # With u and v from the formula of verification the signature holds for the number that bits2int gives.
        z = int.from_bytes(digest, "big") >> max(0, 8 * length - bits)
        r, s = (int.from_bytes(part, "big") for part in (signature[: kernels.size], signature[kernels.size :]))
        k = (z + r * private) * pow(s, -1, n) % n
        assert int.from_bytes(kernels.public_key(kernels.octets(k))[1 : 1 + kernels.size], "big") % n == r
        assert kernels.accepts(public, digest + b"more", signature) == (8 * length >= bits), length


@pytest.mark.parametrize(
    ("hash", "form"), [(h, f) for h in ("sha256", "sha384", "sha512", "sha3_256", "sha3_384", "sha3_512") for f in ("", "_p1363")]
)
def test_wycheproof_signatures(bits: int, hash: str, form: str) -> None:
    """Signatures in DER, strictly, and as two numbers (P1363)."""
    kernels = native(bits)
    try:
        vectors = wycheproof(f"ecdsa_secp{bits}r1_{hash}{form}_test.json")
    except FileNotFoundError:
        pytest.skip("there is no such file")
    assert len(vectors) > 200
    for vector in vectors:
        public, digest = bytes.fromhex(vector["publickey"]["uncompressed"]), hashlib.new(hash, vector.octets("msg")).digest()
        signature = vector.octets("sig")
        if not form:
            try:
                signature = kernels.signature_from_der(signature)
            except InvalidSignature:
                assert not vector.valid, vector
                continue
        assert kernels.accepts(public, digest, signature) == vector.valid, vector


def test_numbers_out_of_range(bits: int) -> None:
    """r and s from 1 to n - 1, and nothing else; also where r + n or s + n would do."""
    kernels = native(bits)
    n, private, digest = kernels.curve.n, kernels.octets(99), bytes(32)
    public, signature = kernels.public_key(private), kernels.sign(private, digest, b"")
    r, s = (int.from_bytes(part, "big") for part in (signature[: kernels.size], signature[kernels.size :]))
    assert kernels.accepts(public, digest, signature)
    assert kernels.accepts(public, digest, kernels.octets(r, n - s))  # as the standard has it
    for other in [(0, s), (r, 0), (0, 0), (n, s), (r, n), (n - r, s), (r, n - s + 1), (s, r)]:
        assert not kernels.accepts(public, digest, kernels.octets(*other)), other
    for first, second in [(r + n, s), (r, s + n)]:
        if max(first, second) >> 8 * kernels.size == 0:
            assert not kernels.accepts(public, digest, kernels.octets(first, second))
    for length in (0, 1, 2 * kernels.size - 1, 2 * kernels.size + 1):
        assert not kernels.accepts(public, digest, signature[:length].ljust(length, b"\0"))


def test_sums_with_exceptional_cases(bits: int) -> None:
    """u·G + v·Q for Q = c·G with small c, where u·G and v·Q meet: equal, opposite, and nothing but one of them."""
    kernels = native(bits)
    n, size = kernels.curve.n, kernels.size
    for c in (1, 2, n - 1, n - 2, 3):
        public = kernels.public_key(kernels.octets(c))
        for k in (1, 2, 3, n - 1, 5):
            x = int.from_bytes(kernels.public_key(kernels.octets(k))[1 : 1 + size], "big")
            r = x % n
            for v in (1, 2, n - 1, n - 2, pow(c, -1, n), (n + 1) // 2):
                # u = k - v·c makes u + v·c = k; s = r/v and z = u·s give these u and v.
                s = r * pow(v, -1, n) % n
                z = (k - v * c) * s % n
                digest = (z << (8 * size - bits)).to_bytes(size, "big")
                assert kernels.accepts(public, digest, kernels.octets(r, s)), (c, k, v)
                assert not kernels.accepts(public, digest, kernels.octets(r, (s + 1) % n)), (c, k, v)
        # And u + v·c = 0: infinity has no x.
        assert not kernels.accepts(public, ((n - c) << (8 * size - bits)).to_bytes(size, "big"), kernels.octets(1, 1))


def test_der() -> None:
    """The one encoding of each signature, and none of what is near it."""
    for bits in BITS:
        kernels = native(bits)
        for r, s in [(1, 1), (0x7F, 0x80), (0xFF, 0x100), (kernels.curve.n - 1, 1), (kernels.curve.n - 1, kernels.curve.n - 2), (0, 0)]:
            der = encode_dss_signature(r, s)
            raw = kernels.octets(r, s)
            padded = kernels.signature_to_der(raw)
            assert padded == der.ljust(2 * kernels.size + 9, b"\0")
            assert kernels.signature_from_der(der) == raw
            for wrong in (der[:-1], der + b"\0", b"\x31" + der[1:], b"", der[:1], der[:2], bytes([der[0], 0x82, 0]) + der[1:]):
                with pytest.raises(InvalidSignature):
                    kernels.signature_from_der(wrong)
            for i in range(len(der)):
                with_other_byte = der[:i] + bytes([der[i] ^ 0x80]) + der[i + 1 :]
                try:
                    raw = kernels.signature_from_der(with_other_byte)
                except InvalidSignature:
                    continue
                assert (
                    encode_dss_signature(*(int.from_bytes(raw[j : j + kernels.size], "big") for j in (0, kernels.size))) == with_other_byte
                )


# --- generated inputs, and the layouts of other targets -----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(bits=st.sampled_from(BITS), data=st.data())
def test_against_openssl(bits: int, data: st.DataObject) -> None:
    kernels = native(bits)
    numbers = st.integers(1, kernels.curve.n - 1)
    private, other = data.draw(numbers), data.draw(numbers)
    digest, extra = data.draw(st.binary(min_size=32, max_size=32)), data.draw(st.binary(max_size=40))
    key, peer = reference_key(bits, private), reference_key(bits, other)
    public = kernels.public_key(kernels.octets(private))
    assert public == key.public_key().public_bytes(*UNCOMPRESSED)
    assert kernels.decode_point(key.public_key().public_bytes(*COMPRESSED)) == public
    shared = kernels.ecdh(kernels.octets(private), peer.public_key().public_bytes(*UNCOMPRESSED))
    assert shared == key.exchange(ec.ECDH(), peer.public_key())
    signature = kernels.sign(kernels.octets(private), digest, extra)
    check_with_openssl(key.public_key(), digest, signature)
    r, s = decode_dss_signature(key.sign(digest, ec.ECDSA(Prehashed(hashes.SHA256()))))
    assert kernels.accepts(public, digest, kernels.octets(r, s))
    changed = bytearray(signature)
    changed[data.draw(st.integers(0, len(signature) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    accepted = kernels.accepts(public, digest, bytes(changed))
    try:
        check_with_openssl(key.public_key(), digest, bytes(changed))
        assert accepted
    except OpenSSLInvalidSignature:
        assert not accepted


class Compiled:
    """The C of a curve for a target, run on this machine."""

    def __init__(self, bits: int, target: str, folder: Path) -> None:
        made = load_target(target)
        sources: list[Path] = []
        waiting = [f"akela.kernels.p{bits}"]
        done: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name not in done:
                done.add(name)
                module = lower(compile_module(name, made), made)
                sources += write_files(emit(module, made), folder)
                waiting += module.imports
        self.library, self.prefix = shared_library(sources), f"akela_p{bits}_"

    def __call__(self, name: str, *arguments: bytes | list[bytes], out: int = 0) -> tuple[int, bytes]:
        """Call with arguments of a fixed length; those in a list have their length passed with them."""
        passed: list[Any] = []
        for argument in arguments:
            passed += [argument[0], ctypes.c_size_t(len(argument[0]))] if isinstance(argument, list) else [argument]
        result = ctypes.create_string_buffer(out)
        status = getattr(self.library, self.prefix + name)(*passed, *([result] if out else []))
        return status, result.raw


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("target", ["rv32imc", "cortex_m3"])
@pytest.mark.without_extension
def test_layouts_compiled(bits: int, target: str, tmp_path: Path) -> None:
    """The layouts of 32-bit targets, with long products and without, give what the other one gives."""
    kernels, compiled = native(bits), Compiled(bits, target, tmp_path)
    n, size = kernels.curve.n, kernels.size
    peer = kernels.public_key(kernels.octets(0xABCDEF << 150))
    numbers = [1, 2, 3, n - 1, n - 2, (n - 1) // 2, (n + 1) // 2, 1 << (bits - 2), n - (1 << 100), *(pow(3, i, n) for i in (1000, 1001))]
    for private in map(kernels.octets, numbers):
        assert compiled("public_key", private, out=2 * size + 1) == (0, kernels.public_key(private))
        assert compiled("ecdh", private, [peer], out=size) == (0, kernels.ecdh(private, peer))
        digest, public = private[::-1], kernels.public_key(private)
        status, signature = compiled("sign", private, [digest], [b"extra"], out=2 * size)
        assert (status, signature) == (0, kernels.sign(private, digest, b"extra"))
        assert compiled("verify", [public], [digest], [signature])[0] == 0
        assert compiled("verify", [public], [digest[1:] + b"\1"], [signature])[0] != 0
        half = bytes([2 + (public[-1] & 1)]) + public[1 : 1 + size]
        assert compiled("decode_point", [half], out=2 * size + 1) == (0, public)
    entropy = bytes(range(7, 7 + size + 8))
    compiled("generate", entropy, out=size)
    assert compiled("generate", entropy, out=size)[1] == kernels.generate(entropy)
    assert compiled("public_key", kernels.octets(n), out=2 * size + 1)[0] != 0
