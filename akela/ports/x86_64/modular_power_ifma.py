"""Powers modulo odd numbers with AVX-512 IFMA, for the lengths that RSA and Diffie-Hellman have, by `montgomery_ifma.py`.

Secret exponents are taken in windows of a fixed size, and each window reads the whole table of powers: HAC 14.82.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.exponentiation import WINDOW_BITS, public_bit, public_length
from akela.kernels.modular_power import power_by_words, public_power_by_words, two_powers_by_words
from akela.kernels.montgomery import is_even, subtract_if_not_less
from akela.lang import (
    BAD_PARAMETER,
    OK,
    Array,
    MutSlice,
    PublicBytes,
    Slice,
    Status,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    mask_word,
    provides,
    requires,
    splat,
    u8,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.ifma import NEEDS
from akela.ports.x86_64.montgomery_ifma import limbs_to_words, make_arithmetic, words_to_limbs

WINDOW = 5  # bits of an exponent; the table of powers is on the stack
ENTRIES = 1 << WINDOW


@dataclass(frozen=True)
class Powers:
    """The functions for numbers of one length."""

    secret: Callable[..., None]
    public: Callable[..., None]


@kernel_maker
def make_powers(words: int, chains: int) -> Powers:
    """Powers modulo `chains` numbers of so many words."""
    arithmetic = make_arithmetic(words, chains)
    limbs, vectors, stride = arithmetic.limbs, arithmetic.vectors, arithmetic.stride
    multiply, settle, store, setup = arithmetic.multiply, arithmetic.settle, arithmetic.store, arithmetic.setup
    count = chains * vectors
    Numbers, Octets, Factors = Array[u64x8, count], Array[u8, chains * stride], Array[u64x8, chains]
    Table = Array[u64x8, ENTRIES * count]
    digits = -(-64 * words // WINDOW)
    block_bits = 52 * limbs

    @helper(name=f"ifma_residue_{words}_{chains}")
    def residue(base: Slice[u64], n: Numbers, n0: Factors, r_squared: Numbers, out: Numbers) -> None:
        """The Montgomery form of a number of at most two times block_bits, high·R + low: high·R^2 + low·R. Less than 4n."""
        octets = Octets.zeros()
        for c in range(chains):
            words_to_limbs(base, block_bits, limbs, octets[stride * c : stride * c + 8 * limbs])
        multiply(r_squared, octets, n, n0, out)
        store(out, octets)
        multiply(r_squared, octets, n, n0, out)
        for c in range(chains):
            words_to_limbs(base, 0, limbs, octets[stride * c : stride * c + 8 * limbs])
        low = Numbers()
        multiply(r_squared, octets, n, n0, low)
        for j in unroll(range(count)):
            out[j] += low[j]
        settle(out)

    @helper(name=f"ifma_finish_{words}_{chains}")
    def finish(x: Numbers, moduli: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> None:
        """out = x mod n, for x < 2n."""
        octets = Octets()
        t = work[: words + 1]
        store(x, octets)
        for c in range(chains):
            limbs_to_words(octets[stride * c : stride * c + 8 * limbs], limbs, t)
            subtract_if_not_less(t, moduli[words * c : words * c + words], out[words * c : words * c + words])

    @helper(name=f"ifma_digit_{words}_{chains}")
    def digit(exponent: Slice[u64], i: int) -> u64:
        """Window i of an exponent, counted from the lowest one."""
        at, shift = WINDOW * i // 64, WINDOW * i % 64
        bits = exponent[at] >> shift
        if shift > 64 - WINDOW and at + 1 < words:
            bits |= exponent[at + 1] << (64 - shift)
        return bits & (ENTRIES - 1)

    @helper(name=f"ifma_choose_{words}_{chains}")
    def choose(powers: Table, exponents: Slice[u64], i: int, out: Numbers) -> None:
        """The powers for window i; all are read."""
        found = Numbers()
        wanted = Factors()
        indices = Array[u64, chains]()
        for c in unroll(range(chains)):
            indices[c] = digit(exponents[words * c : words * c + words], i)
        for j in unroll(range(count)):
            found[j] = splat(u64x8, u64(0))
        for k in range(ENTRIES):
            for c in unroll(range(chains)):
                wanted[c] = splat(u64x8, mask_word(eq_mask(indices[c], u64(k))))
                for j in unroll(range(vectors)):
                    found[c * vectors + j] |= powers[k * count + c * vectors + j] & wanted[c]
        out[:] = found

    @helper(name=f"ifma_secret_{words}_{chains}")
    def secret(moduli: Slice[u64], base: Slice[u64], exponents: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> None:
        """out = base^exponent mod n, for each of the moduli and exponents."""
        n = Numbers()
        n0 = Factors()
        r_squared = Numbers()
        setup(moduli, n, n0, r_squared, work)
        x = Numbers()
        residue(base, n, n0, r_squared, x)
        base_octets = Octets.zeros()
        store(x, base_octets)
        octets = Octets.zeros()
        one = Octets.zeros()
        for c in range(chains):
            one[stride * c] = 1
        powers = Table()
        power = Numbers()
        multiply(r_squared, one, n, n0, power)
        for j in unroll(range(count)):
            powers[j] = power[j]
        for i in range(1, ENTRIES):
            multiply(power, base_octets, n, n0, power)
            for j in unroll(range(count)):
                powers[i * count + j] = power[j]

        choose(powers, exponents, digits - 1, x)
        for i in range(1, digits):
            for _ in range(WINDOW):
                store(x, octets)
                multiply(x, octets, n, n0, x)
            store(x, octets)
            choose(powers, exponents, digits - 1 - i, power)
            multiply(power, octets, n, n0, x)
        multiply(x, one, n, n0, x)
        finish(x, moduli, out, work)

    @helper(name=f"ifma_public_{words}_{chains}")
    def public(
        modulus: Slice[u64], base: Slice[u64], exponent: PublicBytes, factor: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]
    ) -> None:
        """out = base^exponent·factor mod n, for one modulus."""
        n = Numbers()
        n0 = Factors()
        r_squared = Numbers()
        setup(modulus, n, n0, r_squared, work)
        x = Numbers()
        octets = Octets.zeros()
        base_octets = Octets.zeros()
        bits = public_length(exponent)
        words_to_limbs(base, 0, limbs, octets[: 8 * limbs])
        if bits == 0:
            fill(octets, 0)
            octets[0] = 1
        multiply(r_squared, octets, n, n0, x)
        store(x, base_octets)
        for i in range(bits - 2, -1, -1):
            store(x, octets)
            multiply(x, octets, n, n0, x)
            if public_bit(exponent, i) == 1:
                multiply(x, base_octets, n, n0, x)
        # The product of a Montgomery form and a number is a number.
        words_to_limbs(factor, 0, limbs, octets[: 8 * limbs])
        multiply(x, octets, n, n0, x)
        finish(x, modulus, out, work)

    return Powers(secret, public)


POWERS_16, POWERS_24, POWERS_32, POWERS_48, POWERS_64 = (make_powers(words, 1) for words in (16, 24, 32, 48, 64))
TWO_16, TWO_24, TWO_32 = (make_powers(words, 2) for words in (16, 24, 32))


@provides("modular.power", needs=NEEDS)
def modular_power_ifma(n: Slice[u64], base: Slice[u64], exponent: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> Status:
    """out = base^exponent mod n, for a base of any length.

    BAD_PARAMETER where `n` is even.

    Leaks: the lengths of n, base and exponent, whether n is even, and whether it fills its words.
    """
    requires(len(n) > 0)
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 5) * len(n) + 2)
    if len(exponent) != len(n) or len(base) > 2 * len(n):
        return power_by_words(n, base, exponent, out, work)
    if is_even(n):
        return BAD_PARAMETER
    if len(n) == 16:
        POWERS_16.secret(n, base, exponent, out, work)
    elif len(n) == 24:
        POWERS_24.secret(n, base, exponent, out, work)
    elif len(n) == 32:
        POWERS_32.secret(n, base, exponent, out, work)
    elif len(n) == 48:
        POWERS_48.secret(n, base, exponent, out, work)
    elif len(n) == 64:
        POWERS_64.secret(n, base, exponent, out, work)
    else:
        return power_by_words(n, base, exponent, out, work)
    return OK


@provides("modular.power_two", needs=NEEDS)
def modular_power_two_ifma(n: Slice[u64], base: Slice[u64], exponents: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> Status:
    """Of one base two powers, modulo two numbers of one length: `n`, `exponents` and `out` have two numbers each, one behind the other.

    BAD_PARAMETER where a number of `n` is even.

    Leaks: the lengths of n, base and exponents, whether the numbers of n are even, and whether they fill their words.
    """
    requires(len(n) > 0)
    requires(len(n) % 2 == 0)
    requires(len(exponents) % 2 == 0)
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 5) * (len(n) // 2) + 2)
    words = len(n) // 2
    if len(exponents) != len(n) or len(base) > len(n):
        return two_powers_by_words(n, base, exponents, out, work)
    if is_even(n) or is_even(n[words:]):
        return BAD_PARAMETER
    if words == 16:
        TWO_16.secret(n, base, exponents, out, work)
    elif words == 24:
        TWO_24.secret(n, base, exponents, out, work)
    elif words == 32:
        TWO_32.secret(n, base, exponents, out, work)
    else:
        return two_powers_by_words(n, base, exponents, out, work)
    return OK


@provides("modular.power_public", needs=NEEDS)
def modular_power_public_ifma(
    n: Slice[u64], base: Slice[u64], exponent: PublicBytes, factor: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]
) -> Status:
    """out = base^exponent·factor mod n, for a public exponent in big-endian bytes, and a factor less than n.

    `out` may be `base` or `factor`.

    BAD_PARAMETER where `n` is even.

    Leaks: the length of n, whether n is even, whether it fills its words, and the exponent.
    """
    requires(len(n) > 0)
    requires(len(base) == len(n))
    requires(len(factor) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 5 * len(n) + 2)
    if is_even(n):
        return BAD_PARAMETER
    if len(n) == 16:
        POWERS_16.public(n, base, exponent, factor, out, work)
    elif len(n) == 24:
        POWERS_24.public(n, base, exponent, factor, out, work)
    elif len(n) == 32:
        POWERS_32.public(n, base, exponent, factor, out, work)
    elif len(n) == 48:
        POWERS_48.public(n, base, exponent, factor, out, work)
    elif len(n) == 64:
        POWERS_64.public(n, base, exponent, factor, out, work)
    else:
        return public_power_by_words(n, base, exponent, factor, out, work)
    return OK
