"""Finite-field Diffie-Hellman: the groups, agreement, and what is refused as a public key."""

from __future__ import annotations

import base64
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.exceptions import InvalidKey, InvalidParameter
from akela.kernels.dh_groups import FFDHE, MODP, Group
from tests.kernels.ways import ways
from tests.rsa_reference import number, octets
from tests.vectors import nist_vectors

way = ways(operations=("montgomery.", "modular."))

SIZES = [32, 64]
GROUPS = [*FFDHE, *MODP]
each_size = pytest.mark.parametrize("size", SIZES)


def power(execution: Any, size: int, p: int, y: int, x: int) -> int:
    """y^x mod p by the kernel."""
    length = -(-p.bit_length() // 8)
    exponent = octets(x, -(-x.bit_length() // 8))
    return number(getattr(execution, f"dh_power_w{size}")(octets(p, length), octets(y, length), exponent))


def check(execution: Any, size: int, p: int, q: int, y: int) -> None:
    """Full validation by the kernel."""
    length = -(-p.bit_length() // 8)
    getattr(execution, f"dh_check_w{size}")(octets(p, length), octets(q, length), octets(y, length))


def test_primes_of_rfc_3526() -> None:
    listed = {int(vector["p"], 16) for vector in nist_vectors("asymmetric/DH/rfc3526.txt")}
    assert {group.p for group in MODP} <= listed


@pytest.mark.skipif(shutil.which("openssl") is None, reason="the program openssl is not installed")
@pytest.mark.parametrize("group", FFDHE, ids=lambda group: group.name)
def test_primes_of_rfc_7919(group: Group) -> None:
    """OpenSSL's, of all sizes. The primes of RFC 3526 are compared with its vectors above."""
    command = ["openssl", "genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt", f"group:ffdhe{group.bits}"]
    text = subprocess.run(command, capture_output=True, check=True).stdout
    parameters = base64.b64decode(b"".join(line for line in text.splitlines() if b"-" not in line))
    assert octets(group.p, group.bits // 8) in parameters
    assert group.q == group.p // 2 and group.g == 2


@pytest.mark.parametrize("group", [group for group in GROUPS if group.bits <= 3072], ids=lambda group: group.name)
def test_groups(group: Group) -> None:
    """p and q pass a test of primality, and 2 has the order q. (For the larger groups this takes seconds.)"""
    assert pow(3, group.p - 1, group.p) == 1 and pow(3, group.q - 1, group.q) == 1
    assert pow(group.g, group.q, group.p) == 1


@each_size
def test_rfc_5114(size: int) -> None:
    """Groups whose subgroup is small: 1024 bits with 160, 2048 with 224 and 256. Compiled only, for their length."""
    native = executions.execution("native")
    groups: dict[str, dict[str, str]] = {}
    for piece in nist_vectors("asymmetric/DH/RFC5114.txt"):
        groups.setdefault(piece["section"], {}).update(piece)
    for group in groups.values():
        p, g, x, y, z = (int(group[name], 16) for name in ("p", "g", "xstatiut", "ystatcavs", "z"))
        assert power(native, size, p, y, x) == z
        assert power(native, size, p, g, x) == int(group["ystatiut"], 16)


@each_size
def test_botan_vectors(size: int) -> None:
    native = executions.execution("native")
    vectors = nist_vectors("asymmetric/DH/vec.txt")
    assert len(vectors) == 5
    for v in vectors:
        p, g, x, y = (v.number(name) for name in "pgxy")
        length = len(v.octets("k"))
        assert octets(power(native, size, p, y, x), length) == v.octets("k"), v
        assert power(native, size, p, g, x) == pow(g, x, p)


@each_size
def test_bad_exchanges(size: int) -> None:
    """A public number of another group: out of range it is refused, in range there is no agreement."""
    native = executions.execution("native")
    first, second = nist_vectors("asymmetric/DH/bad_exchange.txt")
    with pytest.raises(InvalidKey):
        power(native, size, first.number("p1"), first.number("y2"), first.number("x1"))
    sides = (
        power(native, size, second.number("p1"), second.number("y2"), second.number("x1")),
        power(native, size, second.number("p2"), second.number("y1"), second.number("x2")),
    )
    assert sides[0] != sides[1]


@each_size
@pytest.mark.parametrize("role", ["init", "resp"])
def test_nist_validity(size: int, role: str) -> None:
    """SP 800-56A: public numbers that are not of the group are refused, and where all is well Z is NIST's."""
    native = executions.execution("native")
    group: dict[str, str] = {}
    refused = agreed = 0
    for v in nist_vectors(f"asymmetric/DH/KASValidityTest_FFCStatic_NOKC_ZZOnly_{role}.fax"):
        group = {name: v[name] for name in "pqg"} if "p" in v else group
        if "result" not in v or not group:
            continue
        p, q, y, x = (int(each, 16) for each in (group["p"], group["q"], v["ystatcavs"], v["xstatiut"]))
        try:
            check(native, size, p, q, y)
        except InvalidKey:
            assert v["result"].startswith("F"), v
            refused += 1
            continue
        if v["result"].startswith("P"):
            assert power(native, size, p, y, x) == int(v["z"], 16), v
            agreed += 1
    assert refused > 0 and agreed > 10


@settings(max_examples=60, deadline=None)
@given(half=st.integers(2, 1 << 300), y=st.integers(0, 1 << 310), x=st.integers(1, 1 << 320))
def test_differential(half: int, y: int, x: int) -> None:
    """Any odd modulus: what Python's `pow` gives, or a refusal of the ends of the range and of the secret 1."""
    p, native = 2 * half + 1, executions.execution("native")
    y %= p
    for size in SIZES:
        if 1 < y < p - 1 and pow(y, x, p) != 1:
            assert power(native, size, p, y, x) == pow(y, x, p)
        else:
            with pytest.raises(InvalidKey):
                power(native, size, p, y, x)


@each_size
def test_agreement(size: int) -> None:
    native = executions.execution("native")
    for group in (FFDHE[0], MODP[0], FFDHE[-1]):
        a, b = 12345**20, 54321**20
        ours, theirs = (power(native, size, group.p, group.g, x) for x in (a, b))
        assert ours == pow(group.g, a, group.p)
        assert power(native, size, group.p, theirs, a) == power(native, size, group.p, ours, b)
        check(native, size, group.p, group.q, ours)


@each_size
def test_small_group(execution: Any, size: int) -> None:
    """Every element modulo 23, where 2 has the order 11."""
    for y in range(23):
        if not 1 < y < 22:
            with pytest.raises(InvalidKey):
                power(execution, size, 23, y, 5)
            with pytest.raises(InvalidKey):
                check(execution, size, 23, 11, y)
            continue
        assert power(execution, size, 23, y, 5) == pow(y, 5, 23)
        if pow(y, 11, 23) == 1:
            check(execution, size, 23, 11, y)
            with pytest.raises(InvalidKey):
                power(execution, size, 23, y, 11)  # the secret would be 1
        else:
            with pytest.raises(InvalidKey):
                check(execution, size, 23, 11, y)


@each_size
def test_even_modulus(execution: Any, size: int) -> None:
    with pytest.raises(InvalidParameter):
        power(execution, size, 24, 5, 3)
    with pytest.raises(InvalidParameter):
        check(execution, size, 24, 11, 5)
