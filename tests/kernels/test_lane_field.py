"""Numbers modulo a prime in the lanes of vectors, against integers: traced, so that the reference bodies of the instructions run."""

from __future__ import annotations

import random
from typing import Any

import pytest

from akela.kernels.field25519 import P as P25519
from akela.kernels.p256 import P256
from akela.lang import lane
from akela.ports.x86_64.lane_field import (
    LANES,
    LaneField,
    Number,
    Octets,
    choose_lanes,
    lanes_equal,
    load_numbers,
    make_lane_field,
    put_lane,
    store_words,
)

PRIMES = {"25519": P25519, "p256": P256.p, "p256_order": P256.n}
WORD = (1 << 64) - 1


@pytest.fixture(params=PRIMES)
def field(request: pytest.FixtureRequest) -> LaneField:
    return make_lane_field(f"tested_{request.param}_lanes", PRIMES[request.param])


def numbers(values: list[int]) -> Any:
    """Eight numbers below 2^256 in lanes."""
    octets, out = Octets.zeros(), Number()
    for j, value in enumerate(values):
        put_lane(octets, j, *(value >> 64 * i & WORD for i in range(4)))
    load_numbers(out, octets)
    return out


def integers(x: Any) -> list[int]:
    return [sum(lane(x[i], j).value << 52 * i for i in range(5)) for j in range(LANES)]


def values(field: LaneField, seed: int) -> list[int]:
    """The ends of what is reduced, and what lies between."""
    source = random.Random(seed)
    ends = [0, 1, field.p - 1, field.p, field.p + 1, min(2 * field.p, 1 << 256) - 1]
    source.shuffle(ends)
    return [*ends, source.randrange(field.p), source.randrange(field.p)]


def test_products(field: LaneField) -> None:
    """Less than 2p, and settled; into an array of its own, and in place."""
    for seed in range(2):
        a, b = values(field, seed), values(field, seed + 100)
        wanted = [x * y * pow(2, -260, field.p) % field.p for x, y in zip(a, b, strict=True)]
        out, left, right = Number(), numbers(a), numbers(b)
        field.multiply(out, left, right)
        assert [x % field.p for x in integers(out)] == wanted and max(integers(out)) < 2 * field.p
        field.multiply(right, left, right)
        assert integers(right) == integers(out)
        field.square(out, left)
        assert [x % field.p for x in integers(out)] == [x * x * pow(2, -260, field.p) % field.p for x in a]
        field.square(left, left)
        assert integers(left) == integers(out) and max(integers(out)) < 2 * field.p


def test_sums(field: LaneField) -> None:
    for seed in range(1):
        a, b = values(field, seed), values(field, seed + 100)
        out, left, right = Number(), numbers(a), numbers(b)
        field.add(out, left, right)
        assert integers(out) == [x + y for x, y in zip(a, b, strict=True)]
        field.subtract(out, left, right)
        assert integers(out) == [x - y + 4 * field.p for x, y in zip(a, b, strict=True)]
        field.subtract_reduced(out, left, right)
        assert [x % field.p for x in integers(out)] == [(x - y) % field.p for x, y in zip(a, b, strict=True)]
        assert max(integers(out)) < 2 * field.p
        for factor in (2, 3, 4):
            field.scale(out, left, factor)
            assert integers(out) == [factor * x for x in a]
            field.scale(out, out, factor)
            assert integers(out) == [factor * factor * x for x in a]
        field.negate(left)
        assert [x % field.p for x in integers(left)] == [-x % field.p for x in a] and max(integers(left)) < 2 * field.p


def test_forms(field: LaneField) -> None:
    """Montgomery form and back, canonical numbers, their words, and which are zero."""
    for seed in range(1):
        a = values(field, seed)
        form, back, octets = Number(), Number(), Octets.zeros()
        field.to_montgomery(form, numbers(a))
        field.from_montgomery(back, form)
        assert integers(back) == [x % field.p for x in a]
        store_words(octets, back)
        found = bytes(octet.value for octet in octets[:256])
        for j in range(LANES):
            assert sum(int.from_bytes(found[64 * i + 8 * j :][:8], "little") << 64 * i for i in range(4)) == a[j] % field.p
        zero = field.zero_mask(numbers(a))
        assert [lane(zero, j).value for j in range(LANES)] == [WORD if x % field.p == 0 else 0 for x in a]
        chosen = numbers(a)
        choose_lanes(zero, chosen[:], numbers([7] * LANES)[:])
        assert integers(chosen) == [7 if x % field.p == 0 else x for x in a]


def test_powers(field: LaneField) -> None:
    """A short exponent, with runs of ones and without."""
    a = [value % field.p for value in values(field, 1)]
    for exponent in (1, 0b101110):
        form, out, back = Number(), Number(), Number()
        field.to_montgomery(form, numbers(a))
        field.power(f"to_the_{exponent}", exponent)(out, form)
        field.from_montgomery(back, out)
        assert integers(back) == [pow(x, exponent, field.p) for x in a]


def test_equal() -> None:
    x = numbers([0, 1, 2, 3, 15, 16, 17, 31])[0]
    for i in (0, 1, 16):
        assert [lane(lanes_equal(x, i), j).value for j in range(LANES)] == [WORD if v == i else 0 for v in (0, 1, 2, 3, 15, 16, 17, 31)]


def test_other_lengths_are_refused() -> None:
    for p in (2**192 - 2**64 - 1, 2**257 - 93, 2**252 + 27742317777372353535851937790883648493):
        with pytest.raises(ValueError, match="expected a little less than a power of 2"):
            make_lane_field("too_long_or_short", p)
