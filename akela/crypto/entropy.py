"""Sources of entropy, and the health tests of SP 800-90B that watch them.

A source gives bytes whenever it is asked: the operating system, the random number generator of a board, or any callable. It is tested as
long as it is used: what has passed the tests may still be guessable, but a source that stands still or has lost its noise is found.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable

from akela.exceptions import HardwareFailed, InvalidParameter, bytes_of
from akela.executions import default_execution

__all__ = ["EntropySource", "HealthTests", "os_entropy", "port_entropy"]

FALSE_ALARM_BITS = 40  # a sound source fails a test by chance once in 2^40 samples: the rarest that section 4.3 allows
WINDOW = 512  # section 4.4.2, for samples of more than one bit
STARTUP_SAMPLES = 1024  # section 4.3, requirement 4


class HealthTests:
    """The continuous tests of SP 800-90B section 4.4 on samples of a byte, each of which is said to hold `min_entropy` bits."""

    def __init__(self, min_entropy: float) -> None:
        self.repetition_cutoff = repetition_cutoff(min_entropy)
        self.proportion_cutoff = proportion_cutoff(min_entropy)
        self._last = -1  # repetition count test: a sample, and how often in a row it came
        self._repeated = 0
        self._first = -1  # adaptive proportion test: the first sample of the window, how often it came, and samples so far
        self._count = 0
        self._seen = 0

    def feed(self, samples: bytes) -> None:
        """Test the next samples. Raises HardwareFailed naming the test that they fail."""
        for sample in samples:
            self._repeated = self._repeated + 1 if sample == self._last else 1
            self._last = sample
            if self._repeated >= self.repetition_cutoff:
                raise HardwareFailed(f"the entropy source gave the same byte {self._repeated} times in a row: it has failed; do not use it")
            if self._seen % WINDOW == 0:
                self._first, self._count, self._seen = sample, 0, 0
            self._seen += 1
            self._count += sample == self._first
            if self._count >= self.proportion_cutoff:
                raise HardwareFailed(f"the entropy source gave one byte {self._count} times in {self._seen}: it has failed; do not use it")


def repetition_cutoff(min_entropy: float) -> int:
    """SP 800-90B section 4.4.1: how often in a row one sample is too often."""
    return 1 + math.ceil(FALSE_ALARM_BITS / min_entropy)


def proportion_cutoff(min_entropy: float, false_alarm_bits: int = FALSE_ALARM_BITS) -> int:
    """SP 800-90B section 4.4.2: how often in a window its first sample is too often, 1 + CRITBINOM(W, 2^-H, 1 - alpha)."""
    p = 2.0**-min_entropy
    tail, count = 0.0, WINDOW  # the probability of more than `count` successes in a window
    while count > 0 and (more := tail + math.comb(WINDOW, count) * p**count * (1 - p) ** (WINDOW - count)) <= 2.0**-false_alarm_bits:
        tail = more
        count -= 1
    return 1 + count


class EntropySource:
    """Bytes from `read(count)`, each of which holds at least `min_entropy` bits (of min-entropy, 0 < H <= 8), under continuous tests.

    1024 bytes are tested, and thrown away, before the first one is used. A source that has failed a test stays failed.
    Raises InvalidParameter for a `min_entropy` out of range.
    """

    def __init__(self, read: Callable[[int], bytes], *, min_entropy: float) -> None:
        if not 0 < min_entropy <= 8:
            raise InvalidParameter(f"min_entropy is {min_entropy} bits a byte, expected more than 0 and at most 8")
        self._read = read
        self.min_entropy = min_entropy
        self._tests: HealthTests | None = None
        self._failure: HardwareFailed | None = None

    def get(self, entropy_bytes: int) -> bytes:
        """As many bytes from the source as hold 8·`entropy_bytes` bits of entropy.

        Raises HardwareFailed where the source fails a test, has failed one before, or gives another number of bytes than it is asked for.
        """
        if self._failure is not None:
            raise HardwareFailed(str(self._failure))
        try:
            if self._tests is None:
                tests = HealthTests(self.min_entropy)
                tests.feed(self._samples(STARTUP_SAMPLES))
                self._tests = tests
            samples = self._samples(math.ceil(8 * entropy_bytes / self.min_entropy))
            self._tests.feed(samples)
        except HardwareFailed as error:
            self._failure = error
            raise
        return samples

    def _samples(self, count: int) -> bytes:
        samples = self._read(count)
        if len(samples) != count:
            raise HardwareFailed(f"the entropy source gave {bytes_of(len(samples))} where it was asked for {count}")
        return samples


def os_entropy() -> EntropySource:
    """The operating system's generator, `os.urandom`."""
    return EntropySource(os.urandom, min_entropy=8)


def port_entropy(*, min_entropy: float) -> EntropySource:
    """The random number generator of a board, by the operation `random.fill` that its port serves.

    `min_entropy` is what the chip's documents say of a byte. Reading raises NotSupported where no port serves the operation.
    """
    fill = default_execution().random_fill

    def read(count: int) -> bytes:
        buffer = bytearray(count)
        fill(buffer)
        return bytes(buffer)

    return EntropySource(read, min_entropy=min_entropy)
