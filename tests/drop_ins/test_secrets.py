"""akela.secrets: values in range, all of them reached, and the generator of the process behind them."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode

import pytest

from akela import secrets
from akela.crypto.random import random_bytes


def test_tokens() -> None:
    assert len(secrets.token_bytes(7)) == 7 and secrets.token_bytes(0) == b""
    assert len(bytes.fromhex(secrets.token_hex(9))) == 9
    assert len(urlsafe_b64decode(secrets.token_urlsafe(9))) == 9
    assert len({secrets.token_bytes() for _ in range(50)}) == 50
    with pytest.raises(ValueError):
        secrets.token_bytes(-1)


def test_every_value_below_a_bound_comes() -> None:
    assert {secrets.randbelow(5) for _ in range(500)} == set(range(5))
    assert secrets.randbelow(1) == 0
    assert {secrets.randbits(2) for _ in range(300)} == set(range(4))
    assert {secrets.choice("abc") for _ in range(300)} == set("abc")
    for wrong in (0, -3):
        with pytest.raises(ValueError, match="upper bound"):
            secrets.randbelow(wrong)


def test_methods_of_random() -> None:
    generator = secrets.SystemRandom()
    assert isinstance(generator, random.Random)
    assert all(0 <= generator.random() < 1 for _ in range(100))
    assert sorted(generator.sample(range(10), 10)) == list(range(10))
    assert len(generator.randbytes(5)) == 5 and generator.getrandbits(0) == 0
    assert generator.getrandbits(1000).bit_length() > 900
    generator.seed(1)
    first = generator.random()
    generator.seed(1)
    assert generator.random() != first
    with pytest.raises(ValueError):
        generator.getrandbits(-1)
    for stateful in (generator.getstate, lambda: generator.setstate(None)):
        with pytest.raises(NotImplementedError):
            stateful()


def test_bytes_come_from_the_generator_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def watched(count: int) -> bytes:
        asked.append(count)
        return random_bytes(count)

    monkeypatch.setattr("akela.secrets.random_bytes", watched)
    secrets.token_bytes(11)
    secrets.randbits(17)
    assert asked == [11, 3]


def test_numbers_are_ints() -> None:
    assert secrets.randbits(k=3) < 8
    assert isinstance(secrets.SystemRandom(), random.SystemRandom)
    for wrong in (2.0, "2", None):
        with pytest.raises(TypeError):
            secrets.randbelow(wrong)  # type: ignore[arg-type]
