"""A drop-in for the standard library's `secrets`: `from akela import secrets`.

Bytes come from the generator of the process, `akela.crypto.random`: HMAC_DRBG with SHA-256, seeded from the operating system under health
tests.
"""

from __future__ import annotations

import operator
import random
from base64 import urlsafe_b64encode

from akela.crypto.comparison import compare_digest
from akela.crypto.random import random_bytes

__all__ = [
    "SystemRandom",
    "choice",
    "compare_digest",
    "randbelow",
    "randbits",
    "token_bytes",
    "token_hex",
    "token_urlsafe",
]

DEFAULT_ENTROPY = 32  # bytes of a token that does not say how many


class SystemRandom(random.SystemRandom):
    """`random.SystemRandom` on the generator of the process: every method, and no state of its own."""

    def random(self) -> float:
        """A float x with 0 <= x < 1, a multiple of 2^-53."""
        return (int.from_bytes(random_bytes(7), "big") >> 3) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        """An int of k random bits. Raises ValueError for fewer than none."""
        if k < 0:
            raise ValueError(f"the number of bits is {k}, expected 0 or more")
        count = (k + 7) // 8
        return int.from_bytes(random_bytes(count), "big") >> (8 * count - k)

    def randbytes(self, n: int) -> bytes:
        """n random bytes."""
        return random_bytes(n)


_generator = SystemRandom()

randbits = _generator.getrandbits
choice = _generator.choice


def randbelow(exclusive_upper_bound: int) -> int:
    """A random int n with 0 <= n < exclusive_upper_bound. Raises ValueError where that is not positive, TypeError where it is no int."""
    exclusive_upper_bound = operator.index(exclusive_upper_bound)
    if exclusive_upper_bound <= 0:
        raise ValueError(f"the upper bound is {exclusive_upper_bound}, expected a positive number")
    return _generator.randrange(exclusive_upper_bound)


def token_bytes(nbytes: int | None = None) -> bytes:
    """`nbytes` random bytes, 32 unless given."""
    return random_bytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes: int | None = None) -> str:
    """`nbytes` random bytes as hexadecimal digits."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes: int | None = None) -> str:
    """`nbytes` random bytes as base64 for URLs, without padding."""
    return urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")
