"""What a call costs beyond the kernel it runs: SHA-256 of a 64-byte message, here and in hashlib.

    python benchmarks/call_overhead.py

A message of 64·k bytes is k + 1 blocks with its padding. The slope of time over k, from 1 to 31, is the time of one block: the kernel.
What is left of the time for k = 1 after two blocks is the cost of the call. It contains the loop of this program, and what a message costs
once (initial value, padding, output), so it is an upper bound. Sizes and libraries are measured in turn, many times; figures are medians.
"""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Callable
from itertools import repeat
from time import perf_counter_ns

from akela import _native

BLOCK = 64
BLOCKS = range(1, 32, 2)  # below the sizes at which hashlib and Akela give up the GIL
BLOCKS_A_SAMPLE = 400  # short samples, of which few are interrupted by other processes
ROUNDS = 301

Hash = Callable[[bytes], object]


def time_of(function: Hash, message: bytes) -> float:
    """Nanoseconds a call, over some of them."""
    calls = BLOCKS_A_SAMPLE // (len(message) // BLOCK + 1)
    start = perf_counter_ns()
    for _ in repeat(None, calls):
        function(message)
    return (perf_counter_ns() - start) / calls


def hashlib_digest(message: bytes) -> bytes:
    """The same result from hashlib: one call to make the object, one to read the digest."""
    return hashlib.sha256(message).digest()


def measure(functions: dict[str, Hash]) -> dict[str, dict[int, float]]:
    """Median nanoseconds a call, by function and number of blocks in the message."""
    samples: dict[str, dict[int, list[float]]] = {name: {k: [] for k in BLOCKS} for name in functions}
    for _ in range(ROUNDS):
        for k in BLOCKS:
            message = bytes(BLOCK * k)
            for name, function in functions.items():
                samples[name][k].append(time_of(function, message))
    return {name: {k: statistics.median(times) for k, times in by_size.items()} for name, by_size in samples.items()}


def main() -> None:
    """Prints a row for each library, and the two comparisons."""
    functions: dict[str, Hash] = {"akela": _native.sha256, "hashlib": hashlib_digest, "hashlib, object only": hashlib.sha256}
    print(f"SHA-256 of {BLOCK} bytes; akela: {_native.operations()['sha256.blocks']}; medians of {ROUNDS} samples, ns")
    print(f"{'':22}{'call':>10}{'kernel':>10}{'beyond it':>11}")
    beyond = {}
    for name, times in measure(functions).items():
        slope, _ = statistics.linear_regression(list(times), list(times.values()))
        beyond[name] = times[1] - 2 * slope
        print(f"{name:22}{times[1]:10.1f}{2 * slope:10.1f}{beyond[name]:11.1f}")
    for limit, text in ((100, "100 ns"), (beyond["hashlib"], "hashlib")):
        print(f"akela is {'under' if beyond['akela'] < limit else 'NOT under'} {text}")


if __name__ == "__main__":
    main()
