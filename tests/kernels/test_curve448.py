"""X448 against the vectors of RFC 7748, Wycheproof and another implementation; each form of the field with the formulas of integers."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x448 import X448PrivateKey, X448PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidKey
from akela.kernels.field448 import FIELD_8X56, FIELD_16X28, FIELD_32X14, POWERS_8X56, POWERS_16X28, POWERS_32X14, P
from tests.kernels.field_checks import check_field, check_powers, compiled_for
from tests.vectors import nist_vectors, wycheproof

KEY = bytes(range(56))

FORMS = {"8x56": (FIELD_8X56, POWERS_8X56), "16x28": (FIELD_16X28, POWERS_16X28), "32x14": (FIELD_32X14, POWERS_32X14)}

# What an execution in Python has the time for.
FEW = {"native": None, "python": 1, "checked": 1, "traced": 1}

# Wycheproof's keys of other lengths are those that `test_lengths` has.
ANSWERS = [(v.octets("input_scalar"), v.octets("input_u"), v.octets("output_u")) for v in nist_vectors("asymmetric/X448/rfc7748.txt")] + [
    (v.octets("private"), v.octets("public"), v.octets("shared")) for v in wycheproof("x448_test.json") if len(v.octets("public")) == 56
]


def agree(execution: Any, private: bytes, public: bytes) -> bytes:
    """The shared secret, zeros where it is refused."""
    try:
        return bytes(execution.x448(private, public))
    except InvalidKey:
        return bytes(56)


def test_vectors(execution: Any, execution_name: str) -> None:
    """RFC 7748 section 5.2, and Wycheproof: non-canonical coordinates, points on the twist, of low order, and carries at their extremes."""
    assert len(ANSWERS) > 500
    for private, public, shared in ANSWERS[: FEW[execution_name]]:
        assert agree(execution, private, public) == shared, (private.hex(), public.hex())


def test_iterated() -> None:
    """Section 5.2: the function on its own results, once and a thousand times."""
    native = executions.execution("native")
    k = u = bytes([5, *bytes(55)])
    for i in range(1000):
        k, u = native.x448(k, u), k
        if i == 0:
            assert k.hex() == (
                "3f482c8a9f19b01e6c46ee9711d9dc14fd4bf67af30765c2ae2b846a4d23a8cd0db897086239492caf350b51f833868b9bc2b3bca9cf4113"
            )
    assert k.hex() == "aa3b4749d55b9daf1e5b00288826c467274ce3ebbdd5c17b975e09d4af6c67cf10d087202db88286e2b79fceea3ec353ef54faa26e219f38"


@pytest.mark.parametrize("u", [0, 1, P - 1, P, P + 1], ids=["0", "1", "p - 1", "p", "p + 1"])
def test_low_order(u: int) -> None:
    """Points with which the secret would not depend on the private key are refused, however they are written."""
    with pytest.raises(InvalidKey, match="zero"):
        executions.execution("native").x448(KEY, u.to_bytes(56, "little"))


@pytest.mark.parametrize("excess", [2, 3, 4, 1 << 64, 1 << 223])
def test_coordinates_above_p(excess: int) -> None:
    """A coordinate of p or more is taken modulo p."""
    native = executions.execution("native")
    assert agree(native, KEY, (P + excess).to_bytes(56, "little")) == agree(native, KEY, excess.to_bytes(56, "little"))


@settings(max_examples=30, deadline=None)
@given(private=st.binary(min_size=56, max_size=56), public=st.binary(min_size=56, max_size=56))
def test_against_another_implementation(private: bytes, public: bytes) -> None:
    native, theirs = executions.execution("native"), X448PrivateKey.from_private_bytes(private)
    assert native.x448_public_key(private) == theirs.public_key().public_bytes_raw()
    try:
        wanted = theirs.exchange(X448PublicKey.from_public_bytes(public))
    except ValueError:
        wanted = bytes(56)
    assert agree(native, private, public) == wanted


@pytest.mark.parametrize("length", [0, 55, 57])
def test_lengths(execution: Any, length: int) -> None:
    """Keys have 56 bytes."""
    for arguments in ((bytes(length), KEY), (KEY, bytes(length))):
        with pytest.raises(ValueError, match="expected 56"):
            execution.x448(*arguments)
    with pytest.raises(ValueError, match="expected 56"):
        execution.x448_public_key(bytes(length))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.without_extension
def test_field(form: str) -> None:
    """The operations of each form, at the largest limbs that its bounds allow."""
    check_field(FORMS[form][0], 39081, (1 << 16) - 1)


@pytest.mark.parametrize("form", ["8x56", "16x28"])
@pytest.mark.without_extension
def test_powers(form: str) -> None:
    """(In 32 limbs of 14 bits it takes too long traced: the compiled form has it.)"""
    check_powers(*FORMS[form], root=(P - 3) // 4)


@pytest.mark.parametrize("name", ["x86_64", "rv32imc", "lx106"])
@pytest.mark.without_extension
def test_forms_compiled(name: str, tmp_path: Path) -> None:
    """The C for a target of each form, run on this machine."""
    library = compiled_for(name, tmp_path, "edwards448", "curve448")
    out = ctypes.create_string_buffer(56)
    for private, public, shared in ANSWERS[::3]:
        status = library.akela_x448(private, public, out)
        assert out.raw == shared, (private.hex(), public.hex())
        assert (status == 0) == any(shared)
    for private, _, _ in ANSWERS[:50]:
        library.akela_x448_public_key(private, out)
        assert out.raw == X448PrivateKey.from_private_bytes(private).public_key().public_bytes_raw(), private.hex()
