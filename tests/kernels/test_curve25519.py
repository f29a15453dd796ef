"""X25519 against the vectors of RFC 7748, Wycheproof and another implementation; each form of the field with the formulas of integers."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidKey
from akela.kernels.field25519 import FIELD_5X51, FIELD_10X25, FIELD_20X13, POWERS_5X51, POWERS_10X25, POWERS_20X13
from tests.kernels.field_checks import check_field, check_powers, compiled_for
from tests.kernels.ways import ways
from tests.vectors import nist_vectors, wycheproof

P = 2**255 - 19
KEY = bytes(range(32))

FORMS = {"5x51": (FIELD_5X51, POWERS_5X51), "10x25": (FIELD_10X25, POWERS_10X25), "20x13": (FIELD_20X13, POWERS_20X13)}

# The coordinates u of all points of order 1, 2, 4 and 8 on the curve and its twist.
LOW_ORDER = [
    *(0, 1, P - 1, P, P + 1),
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
]

way = ways(operations=("x25519.exchange", "edwards25519."))

# What an execution in Python has the time for.
FEW = {"native": None, "python": 2, "checked": 1, "traced": 1}

ANSWERS = [(v.octets("input_scalar"), v.octets("input_u"), v.octets("output_u")) for v in nist_vectors("asymmetric/X25519/rfc7748.txt")] + [
    (v.octets("private"), v.octets("public"), v.octets("shared")) for v in wycheproof("x25519_test.json")
]


def agree(execution: Any, private: bytes, public: bytes) -> bytes:
    """The shared secret, zeros where it is refused."""
    try:
        return bytes(execution.x25519(private, public))
    except InvalidKey:
        return bytes(32)


def test_vectors(execution: Any, execution_name: str) -> None:
    """RFC 7748 section 5.2, and Wycheproof: non-canonical coordinates, points on the twist, of low order, and carries at their extremes."""
    assert len(ANSWERS) > 500
    for private, public, shared in ANSWERS[: FEW[execution_name]]:
        assert agree(execution, private, public) == shared, (private.hex(), public.hex())


def test_iterated() -> None:
    """Section 5.2: the function on its own results, once and a thousand times."""
    native = executions.execution("native")
    k = u = bytes([9, *bytes(31)])
    for i in range(1000):
        k, u = native.x25519(k, u), k
        if i == 0:
            assert k.hex() == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"
    assert k.hex() == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"


@pytest.mark.parametrize("u", LOW_ORDER, ids=hex)
@pytest.mark.parametrize("top_bit", [0, 1])
def test_low_order(u: int, top_bit: int) -> None:
    """Points with which the secret would not depend on the private key are refused, however they are written."""
    with pytest.raises(InvalidKey, match="zero"):
        executions.execution("native").x25519(KEY, (u | top_bit << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("excess", range(19))
def test_coordinates_above_p(excess: int) -> None:
    """A coordinate of p or more is taken modulo p, and bit 255 is ignored."""
    native = executions.execution("native")
    wanted = agree(native, KEY, excess.to_bytes(32, "little"))
    assert agree(native, KEY, (P + excess).to_bytes(32, "little")) == wanted
    assert agree(native, KEY, (P + excess | 1 << 255).to_bytes(32, "little")) == wanted


@settings(max_examples=50, deadline=None)
@given(private=st.binary(min_size=32, max_size=32), public=st.binary(min_size=32, max_size=32))
def test_against_another_implementation(private: bytes, public: bytes) -> None:
    native, theirs = executions.execution("native"), X25519PrivateKey.from_private_bytes(private)
    assert native.x25519_public_key(private) == theirs.public_key().public_bytes_raw()
    try:
        wanted = theirs.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        wanted = bytes(32)
    assert agree(native, private, public) == wanted


def test_public_key(execution: Any) -> None:
    """The base point's multiple, in every execution."""
    assert execution.x25519_public_key(KEY) == X25519PrivateKey.from_private_bytes(KEY).public_key().public_bytes_raw()


@pytest.mark.parametrize("length", [0, 31, 33])
def test_lengths(execution: Any, length: int) -> None:
    """Keys have 32 bytes."""
    for arguments in ((bytes(length), KEY), (KEY, bytes(length))):
        with pytest.raises(ValueError, match="expected 32"):
            execution.x25519(*arguments)
    with pytest.raises(ValueError, match="expected 32"):
        execution.x25519_public_key(bytes(length))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.without_extension
def test_field(form: str) -> None:
    """The operations of each form, at the largest limbs that its bounds allow."""
    check_field(FORMS[form][0], 121665, (1 << 18) - 1)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.without_extension
def test_powers(form: str) -> None:
    check_powers(*FORMS[form], root=(P - 5) // 8)


@pytest.mark.parametrize("name", ["x86_64", "rv32imc", "lx106"])
@pytest.mark.without_extension
def test_forms_compiled(name: str, tmp_path: Path) -> None:
    """The C for a target of each form, run on this machine with all vectors."""
    library = compiled_for(name, tmp_path, "edwards25519", "curve25519")
    out = ctypes.create_string_buffer(32)
    for private, public, shared in ANSWERS:
        status = library.akela_x25519(private, public, out)
        assert out.raw == shared, (private.hex(), public.hex())
        assert (status == 0) == any(shared)
    for private, _, _ in ANSWERS[:50]:
        library.akela_x25519_public_key(private, out)
        assert out.raw == X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw(), private.hex()
