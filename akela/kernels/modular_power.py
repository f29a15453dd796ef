"""Powers modulo an odd number from numbers to numbers: what a port may compute in Montgomery forms of its own.

Numbers are slices of words, least significant first. Below are the forms for every target, of `montgomery.py` and `exponentiation.py`.
"""

from akela.kernels.bignum import add
from akela.kernels.exponentiation import WINDOW_BITS, mont_power, mont_power_public
from akela.kernels.montgomery import mont_from, mont_mul, mont_setup, mont_to, subtract_if_not_less
from akela.lang import (
    INVALID_SIGNATURE,
    OK,
    MutSlice,
    PublicBytes,
    Slice,
    Status,
    Word,
    declassify,
    fill,
    helper,
    kernel,
    operation,
    requires,
    table,
    u8,
    zero_mask,
)

ONE = table(u8, [1])  # as an exponent


@helper
def to_residue(n: Slice[Word], n0: Word, r_squared: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """The Montgomery form of a mod n, for an a of any length: as many words as n has at a time, from the top. `out` is not part of `a`."""
    words = len(n)
    block = work[:words]
    t = work[words : 3 * words + 1]
    fill(out, 0)
    blocks = (len(a) + words - 1) // words
    for i in range(blocks):
        at = (blocks - 1 - i) * words
        end = min(at + words, len(a))
        fill(block, 0)
        block[: end - at] = a[at:end]
        mont_to(n, n0, r_squared, out, out, t)
        mont_to(n, n0, r_squared, block, block, t)
        t[words] = add(block, out)
        t[:words] = block
        subtract_if_not_less(t[: words + 1], n, out)


@helper
def power_by_words(n: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """`modular_power` for every target."""
    words = len(n)
    known = work[: words + 1]
    form = work[words + 1 : 2 * words + 1]
    rest = work[2 * words + 1 :]
    status = mont_setup(n, known, rest)
    if status != OK:
        return status
    to_residue(n, known[0], known[1:], base, form, rest)
    mont_power(n, known[0], form, exponent, out, rest)
    mont_from(n, known[0], out, out, rest)
    return OK


@helper
def two_powers_by_words(n: Slice[Word], base: Slice[Word], exponents: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """`modular_power_two` for every target."""
    words = len(n) // 2
    length = len(exponents) // 2
    status = power_by_words(n[:words], base, exponents[:length], out[:words], work)
    if status != OK:
        return status
    return power_by_words(n[words:], base, exponents[length:], out[words:], work)


@helper
def public_power_by_words(
    n: Slice[Word], base: Slice[Word], exponent: PublicBytes, factor: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]
) -> Status:
    """`modular_power_public` for every target."""
    words = len(n)
    known = work[: words + 1]
    form = work[words + 1 : 2 * words + 1]
    power = work[2 * words + 1 : 3 * words + 1]
    rest = work[3 * words + 1 :]
    status = mont_setup(n, known, rest)
    if status != OK:
        return status
    mont_to(n, known[0], known[1:], base, form, rest)
    mont_power_public(n, known[0], form, exponent, power, rest)
    mont_mul(n, known[0], factor, power, out, rest)  # of a Montgomery form and a number: a number
    return OK


@operation("modular.power")
def modular_power(n: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = base^exponent mod n, for a base of any length.

    BAD_PARAMETER where `n` is even.

    Leaks: the lengths of n, base and exponent, whether n is even, and whether it fills its words.
    """
    requires(len(n) > 0)
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 5) * len(n) + 2)
    return power_by_words(n, base, exponent, out, work)


@operation("modular.power_two")
def modular_power_two(n: Slice[Word], base: Slice[Word], exponents: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """Of one base two powers, modulo two numbers of one length: `n`, `exponents` and `out` have two numbers each, one behind the other.

    BAD_PARAMETER where a number of `n` is even.

    Leaks: the lengths of n, base and exponents, whether the numbers of n are even, and whether they fill their words.
    """
    requires(len(n) > 0)
    requires(len(n) % 2 == 0)
    requires(len(exponents) % 2 == 0)
    requires(len(out) == len(n))
    requires(len(work) >= ((1 << WINDOW_BITS) + 5) * (len(n) // 2) + 2)
    return two_powers_by_words(n, base, exponents, out, work)


@operation("modular.power_public")
def modular_power_public(
    n: Slice[Word], base: Slice[Word], exponent: PublicBytes, factor: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]
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
    return public_power_by_words(n, base, exponent, factor, out, work)


@kernel
def modular_confirm(n: Slice[Word], root: Slice[Word], exponent: PublicBytes, x: Slice[Word], work: MutSlice[Word]) -> Status:
    """Whether root^exponent mod n is x, for a public exponent in big-endian bytes.

    INVALID_SIGNATURE where it is not, BAD_PARAMETER where `n` is even.

    Leaks: the length of n, whether n is even and fills its words, the exponent, and what the status says.
    """
    requires(len(n) > 0)
    requires(len(root) == len(n))
    requires(len(x) == len(n))
    requires(len(work) >= 6 * len(n) + 2)
    found = work[: len(n)]
    rest = work[len(n) :]
    fill(found, 0)
    found[0] = 1
    status = modular_power_public(n, root, exponent, found, found, rest)
    if status != OK:
        return status
    difference = Word(0)
    for i in range(len(n)):
        difference |= found[i] ^ x[i]
    if declassify(zero_mask(difference), why="a correct result always passes, and of a wrong one only that is said"):
        return OK
    return INVALID_SIGNATURE
