"""Montgomery arithmetic modulo an odd number: Handbook of Applied Cryptography, section 14.3.2, in words of the target.

Numbers are slices of words, least significant first, as long as the modulus n. R is 2^WORD_BITS to the power len(n). The Montgomery form
of x is x·R mod n; `mont_mul` of two such forms is that of the product. Values and the modulus are secret, lengths are public.
`work` is room for intermediate results.
"""

from akela.lang import (
    BAD_PARAMETER,
    OK,
    WORD_BITS,
    DWord,
    MutSlice,
    Slice,
    Status,
    Word,
    addc,
    declassify,
    fill,
    helper,
    kernel,
    lt_mask,
    nonzero_mask,
    operation,
    pause,
    requires,
    select,
    subb,
    truncate,
    zero_mask,
)

# --- steps --------------------------------------------------------------------------------------------------------------------------------


@helper
def is_even(n: Slice[Word]) -> bool:
    """Whether n, which is not empty, is even."""
    return declassify(zero_mask(n[0] & 1), why="a modulus is odd by definition here, and whoever gave an even one is told so")


@helper
def negative_inverse(w: Word) -> Word:
    """-1/w modulo 2^WORD_BITS for an odd w. Newton's iteration: x·(2 - w·x) doubles the low bits in which x is the inverse."""
    x = w  # right in 3 bits, since the square of an odd number is 1 modulo 8
    for _ in range(5):  # 6, 12, 24, 48, 96
        x *= 2 - w * x
    return -x


@helper
def subtract_if_not_less(t: Slice[Word], n: Slice[Word], out: MutSlice[Word]) -> None:
    """out = t mod n for t < 2n. `t` has one word more than n; `out` is not part of it."""
    borrow = Word(0)
    for i in range(len(n)):
        out[i], borrow = subb(t[i], n[i], borrow)
    less = lt_mask(t[len(n)], borrow)
    for i in range(len(n)):
        out[i] = select(less, t[i], out[i])


@helper
def multiply_add_row(t: MutSlice[Word], a: Slice[Word], b: Word, carry: Word) -> Word:
    """t += a·b + carry; returns the word that is carried out. Nothing overflows: (W - 1)^2 + 2·(W - 1) = W^2 - 1, with W = 2^WORD_BITS."""
    for i in range(len(a)):
        p = DWord(a[i]) * DWord(b) + DWord(t[i]) + DWord(carry)
        t[i] = truncate(Word, p)
        carry = truncate(Word, p >> WORD_BITS)
    return carry


@helper
def multiply_reduce_row(t: MutSlice[Word], n: Slice[Word], n0: Word, a: Slice[Word], b: Word) -> None:
    """t = (t + a·b + m·n) / 2^WORD_BITS, where m makes the lowest word zero: HAC 14.36 steps 2.1 and 2.2. `t` has one word more than n."""
    last = len(n) - 1
    p = DWord(a[0]) * DWord(b) + DWord(t[0])
    m = truncate(Word, p) * n0
    q = DWord(m) * DWord(n[0]) + DWord(truncate(Word, p))
    for i in range(1, len(n)):
        p = DWord(a[i]) * DWord(b) + DWord(t[i]) + (p >> WORD_BITS)
        q = DWord(m) * DWord(n[i]) + DWord(truncate(Word, p)) + (q >> WORD_BITS)
        t[i - 1] = truncate(Word, q)
    q = DWord(t[last + 1]) + (p >> WORD_BITS) + (q >> WORD_BITS)
    t[last] = truncate(Word, q)
    t[last + 1] = truncate(Word, q >> WORD_BITS)


@helper
def reduce(t: MutSlice[Word], n: Slice[Word], n0: Word, out: MutSlice[Word]) -> None:
    """out = t / R mod n, HAC 14.32. `t` holds a number less than R·n in its lowest 2·len(n) words, and has one word more; it is used up."""
    words = len(n)
    top = Word(0)
    for i in range(words):
        pause()
        carry = multiply_add_row(t[i : i + words], n, t[i] * n0, Word(0))
        t[i + words], top = addc(t[i + words], carry, top)
    t[2 * words] = top
    subtract_if_not_less(t[words : 2 * words + 1], n, out)


@helper
def double_mod(n: Slice[Word], a: MutSlice[Word], t: MutSlice[Word]) -> None:
    """a = 2·a mod n, for a < n."""
    bit = Word(0)
    for i in range(len(n)):
        t[i] = (a[i] << 1) | bit
        bit = a[i] >> (WORD_BITS - 1)
    t[len(n)] = bit
    subtract_if_not_less(t, n, a)


@helper
def r_mod(n: Slice[Word], out: MutSlice[Word], t: MutSlice[Word]) -> None:
    """out = R mod n: the Montgomery form of 1."""
    words = len(n)
    sum_area = t[: words + 1]
    if declassify(nonzero_mask(n[words - 1] >> (WORD_BITS - 1)), why="a modulus fills its words or not by its size, which is public"):
        # n is more than R / 2.
        borrow = Word(0)
        for i in range(words):
            out[i], borrow = subb(Word(0), n[i], borrow)
    else:
        fill(sum_area, 0)
        sum_area[0] = 1
        subtract_if_not_less(sum_area, n, out)
        for _ in range(words * WORD_BITS):
            pause()
            double_mod(n, out, sum_area)


@helper
def square_of_r(n: Slice[Word], n0: Word, out: MutSlice[Word], t: MutSlice[Word]) -> None:
    """out = R^2 mod n: the Montgomery form of R."""
    words = len(n)
    r_mod(n, out, t)
    # R is 2 to the power words·WORD_BITS = doublings·2^squarings. The form of 1, doubled, becomes that of 2^doublings, and each squaring
    # doubles that exponent.
    doublings = words * WORD_BITS
    squarings = 0
    while doublings % 2 == 0:
        doublings //= 2
        squarings += 1
    for _ in range(doublings):
        double_mod(n, out, t[: words + 1])
    for _ in range(squarings):
        mont_sqr(n, n0, out, out, t)


# --- the operations -----------------------------------------------------------------------------------------------------------------------


@kernel
def mont_setup(n: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
    """What the other functions need to know of a modulus: one word n0 = -1/n mod 2^WORD_BITS, then R^2 mod n.

    BAD_PARAMETER where `n` is empty or even.

    Leaks: the length of n, whether it is even, and whether it fills its words.
    """
    requires(len(out) == len(n) + 1)
    requires(len(work) >= 2 * len(n) + 1)
    if len(n) == 0 or is_even(n):
        return BAD_PARAMETER
    out[0] = negative_inverse(n[0])
    square_of_r(n, out[0], out[1:], work[: 2 * len(n) + 1])
    return OK


@operation("montgomery.mul")
def mont_mul(n: Slice[Word], n0: Word, a: Slice[Word], b: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """out = a·b / R mod n, HAC 14.36, where one of a and b is less than n. `out` may be `a` or `b`.

    Leaks: the length of n.
    """
    requires(len(n) > 0)
    requires(len(a) == len(n))
    requires(len(b) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    t = work[: len(n) + 1]
    fill(t, 0)
    for i in range(len(n)):
        multiply_reduce_row(t, n, n0, a, b[i])
    subtract_if_not_less(t, n, out)


@helper
def mont_product(n: Slice[Word], n0: Word, a: Slice[Word], b: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """out = a·b / R mod n: the operation, which ports for words of 64 bits serve; elsewhere the same with pauses."""
    if WORD_BITS == 64:
        mont_mul(n, n0, a, b, out, work)
    else:
        t = work[: len(n) + 1]
        fill(t, 0)
        for i in range(len(n)):
            pause()
            multiply_reduce_row(t, n, n0, a, b[i])
        subtract_if_not_less(t, n, out)


@kernel
def mont_sqr(n: Slice[Word], n0: Word, a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """out = a^2 / R mod n, for a < n. `out` may be `a`.

    Leaks: the length of n.
    """
    requires(len(n) > 0)
    requires(len(a) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    words = len(n)
    t = work[: 2 * words + 1]
    fill(t, 0)
    # HAC 14.16: the products of two different words once ...
    for i in range(words - 1):
        pause()
        t[i + words] = multiply_add_row(t[2 * i + 1 : i + words], a[i + 1 :], a[i], Word(0))
    # ... then twice, and the squares of the words.
    bit = Word(0)
    carry = DWord(0)
    for i in range(words):
        p = DWord(a[i]) * DWord(a[i])
        low, high = t[2 * i], t[2 * i + 1]
        carry += DWord((low << 1) | bit) + DWord(truncate(Word, p))
        t[2 * i] = truncate(Word, carry)
        carry = (carry >> WORD_BITS) + DWord((high << 1) | (low >> (WORD_BITS - 1))) + (p >> WORD_BITS)
        t[2 * i + 1] = truncate(Word, carry)
        carry >>= WORD_BITS
        bit = high >> (WORD_BITS - 1)
    reduce(t, n, n0, out)


@kernel
def mont_to(n: Slice[Word], n0: Word, r_squared: Slice[Word], a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """out = a·R mod n, the Montgomery form of any number a of len(n) words; `r_squared` and n0 come from `mont_setup`. `out` may be `a`.

    Leaks: the length of n.
    """
    requires(len(n) > 0)
    requires(len(r_squared) == len(n))
    requires(len(a) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    mont_product(n, n0, a, r_squared, out, work)


@kernel
def mont_from(n: Slice[Word], n0: Word, a: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> None:
    """out = a / R mod n, the number whose Montgomery form is a. `out` may be `a`.

    Leaks: the length of n.
    """
    requires(len(n) > 0)
    requires(len(a) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    t = work[: 2 * len(n) + 1]
    fill(t, 0)
    t[: len(n)] = a
    reduce(t, n, n0, out)
