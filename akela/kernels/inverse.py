"""Inverses and greatest common divisors in a time that depends on lengths alone: Bernstein and Yang, "Fast constant-time gcd computation
and modular inversion", TCHES 2019(3), sections 8 to 11.

A division step takes f, which is odd, and g one bit on: it halves g, or g - f in f's place, or g + f. Enough of them make g zero and f the
greatest common divisor or its negative. As many as a word has bits, less two, depend on the lowest words alone; they act on the whole
numbers as one matrix. f and g are in two's complement, with one word more than the modulus.
"""

from akela.kernels.bignum import is_word_mask
from akela.kernels.montgomery import is_even, negative_inverse, subtract_if_not_less
from akela.lang import (
    BAD_PARAMETER,
    OK,
    WORD_BITS,
    DWord,
    Mask,
    MutSlice,
    Slice,
    Status,
    Word,
    addc,
    bit_mask,
    declassify,
    fill,
    helper,
    kernel,
    mask_word,
    pause,
    requires,
    select,
    subb,
    truncate,
)


@helper
def batches(words: int) -> int:
    """How many matrices make g zero: numbers of d bits take (45907·d + 26313) // 19929 division steps at most.

    That is the bound for a delta that begins with 1/2 (Wuille, "Bounds on divsteps iterations in safegcd", 2021), about a fifth below that
    of theorem 11.2 for one that begins with 1. Zeta is -(delta + 1/2), in two's complement.
    """
    return ((45907 * WORD_BITS * words + 26313) // 19929 + WORD_BITS - 3) // (WORD_BITS - 2)


@helper
def division_steps(zeta: Word, f0: Word, g0: Word) -> tuple[Word, Word, Word, Word, Word]:
    """WORD_BITS - 2 steps on the lowest words, section 8: the new zeta, and the matrix ((u, v), (q, r)) that stands for the steps
    times N = 2^(WORD_BITS - 2). N is added to its entries, which makes them words from 0 to 2·N.
    """
    f, g = f0, g0
    u, v, q, r = Word(1), Word(0), Word(0), Word(1)
    for _ in range(WORD_BITS - 2):
        positive = mask_word(bit_mask(zeta >> (WORD_BITS - 1)))
        odd = mask_word(bit_mask(g & 1))
        # g += f where g is odd, g -= f where delta is positive besides; then f becomes the g of before.
        g += ((f ^ positive) - positive) & odd
        q += ((u ^ positive) - positive) & odd
        r += ((v ^ positive) - positive) & odd
        swap = positive & odd
        f += g & swap
        u += q & swap
        v += r & swap
        zeta = (zeta ^ swap) - 1  # delta + 1, or 1 - delta after a swap
        g >>= 1
        u <<= 1
        v <<= 1
    n = Word(1) << (WORD_BITS - 2)
    return zeta, u + n, v + n, q + n, r + n


@helper
def combine(x: Slice[Word], y: Slice[Word], a: Word, b: Word, m: Slice[Word], k: Word, out: MutSlice[Word]) -> None:
    """out = ((a - N)·x + (b - N)·y + k·m) / N, which is whole, for numbers in two's complement of one length; k < N.

    That is (a·x + b·y + k·m) / N - x - y. No column overflows: a + b <= 3·N and k < N, so that it is at most W·(W - 1) + W - 1.
    """
    last = len(x) - 1
    column = DWord(0)
    word, borrow_x, borrow_y = Word(0), Word(0), Word(0)
    for i in range(len(x)):
        before = word
        column += DWord(a) * DWord(x[i]) + DWord(b) * DWord(y[i]) + DWord(k) * DWord(m[i])
        word = truncate(Word, column)
        column >>= WORD_BITS
        if i > 0:
            part, borrow_x = subb((before >> (WORD_BITS - 2)) | (word << 2), x[i - 1], borrow_x)
            out[i - 1], borrow_y = subb(part, y[i - 1], borrow_y)
    # Two bits are left for the highest word: its sign fills the others.
    top = ((word >> (WORD_BITS - 2)) - x[last] - borrow_x - y[last] - borrow_y) & 3
    out[last] = (top ^ 2) - 2


@helper
def negative_mask(x: Slice[Word]) -> Mask[Word]:
    """Ones where x < 0."""
    return bit_mask(x[len(x) - 1] >> (WORD_BITS - 1))


@helper
def absolute(x: MutSlice[Word]) -> None:
    """x = |x|."""
    flip = mask_word(negative_mask(x))
    carry = flip & 1
    for i in range(len(x)):
        x[i], carry = addc(x[i] ^ flip, carry, Word(0))


@helper
def normalize(x: MutSlice[Word], m: Slice[Word], t: MutSlice[Word]) -> None:
    """x mod m for x from -m to 2·m - 1."""
    last = len(x) - 1
    negative = mask_word(negative_mask(x))
    carry = Word(0)
    for i in range(len(x)):
        t[i], carry = addc(x[i], m[i] & negative, carry)
    subtract_if_not_less(t, m[:last], x[:last])
    x[last] = 0


@kernel
def mod_gcd(n: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = the greatest common divisor of an odd n and any a of the same length.

    BAD_PARAMETER, with `out` untouched, where `n` is empty or even.

    Leaks: the length of n, and whether it is even.
    """
    requires(len(a) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 4 * (len(n) + 1))
    if len(n) == 0 or is_even(n):
        return BAD_PARAMETER
    size = len(n) + 1
    f = work[:size]
    g = work[size : 2 * size]
    next_f = work[2 * size : 3 * size]
    next_g = work[3 * size : 4 * size]
    f[: len(n)] = n
    f[len(n)] = 0
    g[: len(n)] = a
    g[len(n)] = 0
    zeta = ~Word(0)  # for a delta of 1/2
    for _ in range(batches(len(n))):
        pause()
        zeta, u, v, q, r = division_steps(zeta, f[0], g[0])
        combine(f, g, u, v, f, Word(0), next_f)
        combine(f, g, q, r, f, Word(0), next_g)
        f[:] = next_f
        g[:] = next_g
    absolute(f)
    out[:] = f[: len(n)]
    return OK


@helper
def inverse(m: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Mask[Word]:
    """out = 1/a mod m for an odd m and an a of the same length; ones where there is an inverse, that is where their divisor is 1.

    `work` is ten times one word more than m.
    """
    requires(len(work) >= 10 * (len(m) + 1))
    size = len(m) + 1
    f = work[:size]
    g = work[size : 2 * size]
    next_f = work[2 * size : 3 * size]
    next_g = work[3 * size : 4 * size]
    d = work[4 * size : 5 * size]
    e = work[5 * size : 6 * size]
    next_d = work[6 * size : 7 * size]
    next_e = work[7 * size : 8 * size]
    modulus = work[8 * size : 9 * size]
    t = work[9 * size : 10 * size]
    fill(work[: 10 * size], 0)
    modulus[: len(m)] = m
    f[: len(m)] = m
    g[: len(m)] = a
    e[0] = 1

    # Throughout d·a = f and e·a = g modulo m. What k·m adds makes the division by N whole there, too.
    n0 = negative_inverse(m[0])
    zeta = ~Word(0)  # for a delta of 1/2
    low_bits = (Word(1) << (WORD_BITS - 2)) - 1
    for _ in range(batches(len(m))):
        pause()
        zeta, u, v, q, r = division_steps(zeta, f[0], g[0])
        combine(f, g, u, v, f, Word(0), next_f)
        combine(f, g, q, r, f, Word(0), next_g)
        f[:] = next_f
        g[:] = next_g
        combine(d, e, u, v, modulus, ((u * d[0] + v * e[0]) * n0) & low_bits, next_d)
        combine(d, e, q, r, modulus, ((q * d[0] + r * e[0]) * n0) & low_bits, next_e)
        normalize(next_d, modulus, t)
        normalize(next_e, modulus, t)
        d[:] = next_d
        e[:] = next_e

    # f is 1 or -1, in which case the inverse is -d.
    negative = negative_mask(f)
    absolute(f)
    borrow = Word(0)
    for i in range(size):
        next_d[i], borrow = subb(modulus[i], d[i], borrow)
    subtract_if_not_less(next_d, m, next_e[: len(m)])  # m - 0 is m
    for i in range(len(m)):
        out[i] = select(negative, next_e[i], d[i])
    return is_word_mask(f, Word(1))


@kernel
def mod_inverse(n: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """out = 1/a mod n for an odd n and any a of the same length.

    BAD_PARAMETER, with zeros in `out`, where `n` is empty or even, or `a` and `n` have a common divisor.

    Leaks: the length of n, whether it is even, and whether there is an inverse.
    """
    requires(len(a) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 10 * (len(n) + 1))
    fill(out, 0)
    if len(n) == 0 or is_even(n):
        return BAD_PARAMETER
    if not declassify(inverse(n, a, out, work), why="whoever asks for an inverse that does not exist is told so"):
        fill(out, 0)
        return BAD_PARAMETER
    return OK
