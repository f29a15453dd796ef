"""Random bytes: `random_bytes(32)`, from one generator for the process, or from a `DRBG` of your own.

A generator is HMAC_DRBG with SHA-256 (SP 800-90A), seeded from a tested source of entropy. It may be used from any number of threads, and
seeds itself anew in a child process. It cannot notice that a virtual machine was copied while it ran: after that, call `reseed()`.
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import octets
from akela.crypto.entropy import EntropySource, os_entropy, port_entropy
from akela.exceptions import InvalidParameter
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["DRBG", "EntropySource", "os_entropy", "port_entropy", "random_bytes", "reseed", "use_entropy"]

STRENGTH_BYTES = 32
NONCE_BYTES = 16
MAX_REQUEST_BYTES = 1 << 16  # SP 800-90A section 10.1, table 2
RESEED_INTERVAL = 1 << 16  # requests; the standard allows 2^48, and reseeding costs microseconds


class DRBG:
    """HMAC_DRBG with SHA-256, SP 800-90A section 10.1.2, at a security strength of 256 bits.

    entropy: where the seed and every reseed come from; the operating system unless given.
    personalization: what tells this generator from others that begin with the same entropy; need not be secret.
    reseed_interval: after how many requests, 1 to 2^48, it reseeds itself.

    The first seed is drawn at the first request, and drawn again in a process that was forked. Raises InvalidParameter for an interval
    out of range, and HardwareFailed, giving out nothing, when the source of entropy fails its tests.
    """

    def __init__(
        self, entropy: EntropySource | None = None, *, personalization: Buffer = b"", reseed_interval: int = RESEED_INTERVAL
    ) -> None:
        if not 1 <= reseed_interval <= 1 << 48:
            raise InvalidParameter(f"reseed_interval is {reseed_interval}, expected 1 to 2^48 requests")
        if not isinstance(entropy, EntropySource | None):
            raise TypeError(f"entropy is of type {type(entropy).__name__}, expected an EntropySource")
        self._entropy = os_entropy() if entropy is None else entropy
        self._personalization = octets(personalization, "personalization")
        self._reseed_interval = reseed_interval
        self._forget()
        _all.add(self)

    def _forget(self) -> None:
        """Begin as if there had been no request: what a forked child does, where another thread may have held the lock and the state."""
        self._lock = threading.Lock()
        self._state: Any = None
        self._requests = 0
        self._process = os.getpid()

    def generate(self, count: int, additional: Buffer = b"", *, prediction_resistance: bool = False) -> bytes:
        """`count` random bytes.

        additional: input that is mixed in, which need neither be secret nor random. prediction_resistance: reseed first, so that whoever
        knew the state before does not know the result. Raises InvalidParameter, a ValueError, for a count that is negative or more than
        any memory holds, MemoryError for one that is more than this memory holds.
        """
        if not 0 <= count <= sys.maxsize:
            raise InvalidParameter(f"count is {count}, expected 0 to {sys.maxsize}")
        if self._process != os.getpid():
            self._forget()
        made = bytearray(count)  # at once, so that a count which is too much fails before the work
        with self._lock:
            self._seed(prediction_resistance)
            for at in range(0, max(count, 1), MAX_REQUEST_BYTES):
                made[at : at + MAX_REQUEST_BYTES] = self._state.generate(additional, min(count - at, MAX_REQUEST_BYTES))
                self._requests += 1
        return bytes(made)

    def reseed(self, additional: Buffer = b"") -> None:
        """Draw new entropy now, and mix in additional input."""
        if self._process != os.getpid():
            self._forget()
        with self._lock:
            self._seed(True, additional)

    def _seed(self, anew: bool, additional: Buffer = b"") -> None:
        """Have a state, reseeded where it has to be or `anew` says so."""
        if self._state is None:
            entropy = self._entropy.get(STRENGTH_BYTES + NONCE_BYTES)
            self._state = default_execution().HmacDrbg(entropy, b"", self._personalization)
            self._requests = 0
            anew = len(octets(additional, "additional")) > 0
        if anew or self._requests >= self._reseed_interval:
            self._state.reseed(self._entropy.get(STRENGTH_BYTES), additional)
            self._requests = 0

    def __repr__(self) -> str:
        return "<DRBG: HMAC_DRBG with SHA-256>"

    def __reduce__(self) -> str:
        raise TypeError("a DRBG is not pickled or copied: two of them would give the same bytes; make another")


_all: weakref.WeakSet[DRBG] = weakref.WeakSet()


def _forget_all() -> None:
    for each in list(_all):
        each._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)

_process_wide = DRBG()


def random_bytes(count: int) -> bytes:
    """`count` random bytes from the generator of the process, fit for keys. Raises ValueError for a negative count."""
    return _process_wide.generate(count)


def reseed(additional: Buffer = b"") -> None:
    """Draw new entropy for the generator of the process, and mix in additional input."""
    _process_wide.reseed(additional)


def use_entropy(source: EntropySource) -> None:
    """From now on seed the generator of the process from `source`, such as a board's: `use_entropy(port_entropy(min_entropy=4))`."""
    global _process_wide
    _process_wide = DRBG(source)
