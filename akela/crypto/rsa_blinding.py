"""The factors that blind RSA's private operation, kept with a key: making a pair takes an inverse, and following one two squares."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from akela.crypto.random import random_bytes
from akela.exceptions import InvalidParameter
from akela.executions import default_execution

if TYPE_CHECKING:
    from akela.crypto.rsa import RSAPublicKey

__all__ = ["Blinding"]

USES = 32  # of pairs that follow from one another; then comes one of new random bytes


class Blinding:
    """Pairs of factors for one key, each handed out once, in any number of threads: a pair that is taken is out of reach of the others."""

    __slots__ = ("_kept", "_key")

    def __init__(self, key: RSAPublicKey) -> None:
        self._key = key
        self._kept: list[tuple[int, int, bytes]] = []  # the process that made a pair, how often it may be followed, the pair

    def take(self) -> bytes:
        """A pair that nobody else gets: what `rsa_blinding` and `rsa_blinding_next` make."""
        native, process = default_execution(), os.getpid()
        try:
            maker, uses, pair = self._kept.pop()
        except IndexError:
            maker, uses, pair = process, 0, b""
        if uses == 0 or maker != process:
            uses, pair = USES, self._new()
        self._kept.append((process, uses - 1, native.rsa_blinding_next_w64(self._key._modulus, pair)))
        return pair

    def _new(self) -> bytes:
        """A pair of new random bytes. Nearly all have an inverse: those that have none are multiples of a prime of the key."""
        native, key = default_execution(), self._key
        while True:
            try:
                pair: bytes = native.rsa_blinding_w64(key._modulus, key._exponent, random_bytes(len(key._modulus)))
            except InvalidParameter:
                continue
            return pair
