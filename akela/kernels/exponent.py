"""How to raise to a fixed, public exponent: which squarings and multiplications, found when a module is imported.

The primes of elliptic curves, and so the exponents of inversion and of square roots, hold long runs of ones. The powers whose exponents are
1, 2, 4, 8 … ones make these from a few multiplications.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """Keep a^(2^(2^k) - 1) for k below `runs`. Begin with the one that `factors[0]` names; for every further step square as often as
    `squarings` says and multiply by the one that `factors` names; in the end square `last` times."""

    runs: int
    squarings: tuple[int, ...]
    factors: tuple[int, ...]
    last: int


def program(exponent: int) -> Program:
    """The program for an exponent, which is positive: its ones are taken from the left, in the longest runs of 2^k that there are."""
    digits = bin(exponent)[2:]
    squarings, factors = [], []
    at = waiting = 0
    while at < len(digits):
        if digits[at] == "0":
            at += 1
            waiting += 1
            continue
        ones = len(digits[at:]) - len(digits[at:].lstrip("1"))
        k = ones.bit_length() - 1
        squarings.append(waiting + (1 << k))
        factors.append(k)
        at += 1 << k
        waiting = 0
    return Program(max(factors) + 1, tuple(squarings), tuple(factors), waiting)
