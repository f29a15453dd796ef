"""The groups of RFC 7919 and RFC 3526: primes 2^b - 2^(b - 64) + (floor(2^(b - 130)·c) + x)·2^64 - 1, made of the digits of a constant c.

p is a safe prime: (p - 1) / 2 is prime as well. 2 generates the subgroup of that order.
"""

from dataclasses import dataclass

EXTRA_BITS = 64  # of the constants, for what their sums round off


def e_scaled(bits: int) -> int:
    """floor(2^bits·e), from the sum of 1/k!."""
    term = 1 << (bits + EXTRA_BITS)
    total, k = 0, 0
    while term:
        total += term
        k += 1
        term //= k
    return total >> EXTRA_BITS


def arctan_of_inverse(n: int, bits: int) -> int:
    """2^bits·arctan(1/n), nearly."""
    power = (1 << bits) // n
    total, k = 0, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= n * n
        k += 2
    return total


def pi_scaled(bits: int) -> int:
    """floor(2^bits·pi), by Machin's formula."""
    scale = bits + EXTRA_BITS
    return 4 * (4 * arctan_of_inverse(5, scale) - arctan_of_inverse(239, scale)) >> EXTRA_BITS


@dataclass(frozen=True)
class Group:
    """A group: its name, prime, and how many bits a private key has."""

    name: str
    p: int
    private_bits: int
    g: int = 2

    @property
    def q(self) -> int:
        """The order of the subgroup that g generates."""
        return (self.p - 1) // 2

    @property
    def bits(self) -> int:
        """The size of p."""
        return self.p.bit_length()


def prime(bits: int, digits: int, x: int) -> int:
    """The prime of so many bits; `digits` is floor(2^(bits - 130)·c)."""
    return (1 << bits) - (1 << (bits - 64)) + ((digits + x) << 64) - 1


def groups(name: str, digits: int, most: int, members: dict[int, tuple[int, int]]) -> tuple[Group, ...]:
    """A family of groups: bits -> (x, bits of a private key). `digits` is floor(2^(most - 130)·c)."""
    return tuple(Group(f"{name}{bits}", prime(bits, digits >> (most - bits), x), private) for bits, (x, private) in members.items())


# RFC 7919 appendix A, with the sizes that it gives for private keys.
FFDHE = groups(
    "ffdhe",
    e_scaled(8192 - 130),
    8192,
    {2048: (560316, 225), 3072: (2625351, 275), 4096: (5736041, 325), 6144: (15705020, 375), 8192: (10965728, 400)},
)

# RFC 3526 sections 3 to 7; private keys by the larger estimate of section 8.
MODP = groups(
    "modp",
    pi_scaled(8192 - 130),
    8192,
    {2048: (124476, 320), 3072: (1690314, 420), 4096: (240904, 480), 6144: (929484, 540), 8192: (4743158, 620)},
)
