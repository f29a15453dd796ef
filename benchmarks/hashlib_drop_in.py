"""The drop-ins against the standard library: `akela.hashlib` and `akela.hmac` beside `hashlib` and `hmac`, from 16 bytes to 1 MiB.

    python benchmarks/hashlib_drop_in.py [--rounds 25] [names …]

For each hash and size: an object and its digest, `sha256(data).digest()`, of both, and Akela's function of one call, `akela.sha256(data)`.
Rounds are interleaved in one process; times are medians in microseconds, and ratios the medians of the rounds' ratios (above 1: Akela is
faster). Beside both, a machine that does other work makes both slower: only ratios count.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import os
import statistics
import time
from collections.abc import Callable

from akela import hashlib as akela_hashlib
from akela import hmac as akela_hmac
from akela.executions import default_execution

Work = Callable[[], object]
SIZES = (16, 64, 256, 1024, 4096, 16384, 65536, 1 << 20)
NAMES = ("md5", "sha1", "sha256", "sha512", "sha3_256", "hmac-sha256")
KEY = bytes(range(32))


def works(name: str, data: bytes) -> tuple[Work, Work, Work]:
    """The same by the standard library, by the drop-in, and by one call."""
    kernels = default_execution()
    if name.startswith("hmac-"):
        hash_name = name.removeprefix("hmac-")
        one_call = getattr(kernels, f"hmac_{hash_name}")
        return (
            lambda: hmac.new(KEY, data, hash_name).digest(),
            lambda: akela_hmac.new(KEY, data, hash_name).digest(),
            lambda: one_call(KEY, data),
        )
    theirs, ours, kernel = getattr(hashlib, name), getattr(akela_hashlib, name), getattr(kernels, name)
    return lambda: theirs(data).digest(), lambda: ours(data).digest(), lambda: kernel(data)


def microseconds(work: Work, count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - start) / count * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES, help=f"hashes (default {' '.join(NAMES)})")
    parser.add_argument("--rounds", type=int, default=25, help="interleaved rounds (default 25)")
    options = parser.parse_args()
    print(f"{options.rounds} interleaved rounds; microseconds a call")
    for name in options.names:
        print(f"{name:<14}{'bytes':>9}{'hashlib':>11}{'drop-in':>11}{'ratio':>8}{'one call':>11}{'ratio':>8}")
        for size in SIZES:
            three = works(name, os.urandom(size))
            count = max(1, round(2000 / max(microseconds(three[0], 3), 1)))
            rounds = [[microseconds(work, count) for work in three] for _ in range(options.rounds)]
            medians = [statistics.median(times) for times in zip(*rounds, strict=True)]
            ratios = [statistics.median(times[0] / times[i] for times in rounds) for i in (1, 2)]
            print(f"{'':<14}{size:>9}{medians[0]:>11.2f}{medians[1]:>11.2f}{ratios[0]:>8.2f}{medians[2]:>11.2f}{ratios[1]:>8.2f}")


if __name__ == "__main__":
    main()
