"""Numbers of any length in words of the target, least significant word first: what public-key primitives need beyond Montgomery arithmetic.

Values are secret, lengths are public.
"""

from akela.kernels.montgomery import multiply_add_row
from akela.lang import (
    WORD_BITS,
    Buffer,
    Bytes,
    Mask,
    MutSlice,
    Slice,
    Word,
    addc,
    fill,
    helper,
    lt_mask,
    mask_word,
    pause,
    requires,
    select,
    subb,
    truncate,
    u8,
    zero_mask,
)

# --- bytes --------------------------------------------------------------------------------------------------------------------------------


@helper
def words_for(byte_count: int) -> int:
    """How many words hold so many bytes."""
    return (8 * byte_count + WORD_BITS - 1) // WORD_BITS


@helper
def from_bytes(data: Bytes, out: MutSlice[Word]) -> None:
    """The number that big-endian bytes stand for, OS2IP of RFC 8017 section 4.2."""
    requires(8 * len(data) <= WORD_BITS * len(out))
    fill(out, 0)
    for i in range(len(data)):
        out[8 * i // WORD_BITS] |= Word(data[len(data) - 1 - i]) << (8 * i % WORD_BITS)


@helper
def to_bytes(x: Slice[Word], out: Buffer) -> None:
    """The number in big-endian bytes, as many as `out` has: I2OSP of RFC 8017 section 4.1."""
    requires(8 * len(out) <= WORD_BITS * len(x))
    for i in range(len(out)):
        out[len(out) - 1 - i] = truncate(u8, x[8 * i // WORD_BITS] >> (8 * i % WORD_BITS))


# --- comparison ---------------------------------------------------------------------------------------------------------------------------


@helper
def less_mask(a: Slice[Word], b: Slice[Word]) -> Mask[Word]:
    """Ones where a < b; both have the same length."""
    borrow = Word(0)
    for i in range(len(a)):
        _, borrow = subb(a[i], b[i], borrow)
    return lt_mask(Word(0), borrow)


@helper
def equal_mask(a: Slice[Word], b: Slice[Word]) -> Mask[Word]:
    """Ones where a = b; both have the same length."""
    difference = Word(0)
    for i in range(len(a)):
        difference |= a[i] ^ b[i]
    return zero_mask(difference)


@helper
def is_word_mask(a: Slice[Word], word: Word) -> Mask[Word]:
    """Ones where a is this small number."""
    rest = a[0] ^ word
    for i in range(1, len(a)):
        rest |= a[i]
    return zero_mask(rest)


# --- sums ---------------------------------------------------------------------------------------------------------------------------------


@helper
def add_word(a: MutSlice[Word], word: Word) -> None:
    """a += word; what does not fit is dropped."""
    carry = word
    for i in range(len(a)):
        a[i], carry = addc(a[i], carry, Word(0))


@helper
def subtract_word(a: MutSlice[Word], word: Word) -> None:
    """a -= word, for an a that is not less."""
    borrow = word
    for i in range(len(a)):
        a[i], borrow = subb(a[i], borrow, Word(0))


@helper
def add(a: MutSlice[Word], b: Slice[Word]) -> Word:
    """a += b, for a b that is not longer; returns the word that is carried out."""
    carry = Word(0)
    for i in range(len(b)):
        a[i], carry = addc(a[i], b[i], carry)
    for i in range(len(b), len(a)):
        a[i], carry = addc(a[i], carry, Word(0))
    return carry


@helper
def subtract_mod(n: Slice[Word], a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> None:
    """out = a - b mod n, for a and b less than n. `out` may be `a` or `b`."""
    borrow = Word(0)
    for i in range(len(n)):
        out[i], borrow = subb(a[i], b[i], borrow)
    negative = mask_word(lt_mask(Word(0), borrow))
    carry = Word(0)
    for i in range(len(n)):
        out[i], carry = addc(out[i], n[i] & negative, carry)


@helper
def halve(a: MutSlice[Word]) -> None:
    """a = a / 2, rounded down."""
    for i in range(len(a) - 1):
        a[i] = (a[i] >> 1) | (a[i + 1] << (WORD_BITS - 1))
    a[len(a) - 1] >>= 1


# --- products and quotients ---------------------------------------------------------------------------------------------------------------


@helper
def multiply(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> None:
    """out = a·b, HAC 14.12. `out` is as long as both together."""
    fill(out, 0)
    for i in range(len(b)):
        out[i + len(a)] = multiply_add_row(out[i : i + len(a)], a, b[i], Word(0))


@helper
def divide(a: MutSlice[Word], b: Slice[Word], remainder: MutSlice[Word]) -> None:
    """a = a // b, remainder = a mod b, bit by bit from the top, for b > 0. `remainder` has one word more than b."""
    requires(len(remainder) == len(b) + 1)
    fill(remainder, 0)
    for at in range(len(a) - 1, -1, -1):
        pause()
        word = a[at]
        for _ in range(WORD_BITS):
            # The remainder takes the next bit of a: less than 2·b. The quotient's bits follow on a's way out.
            carry = word >> (WORD_BITS - 1)
            for i in range(len(remainder)):
                bit = remainder[i] >> (WORD_BITS - 1)
                remainder[i] = (remainder[i] << 1) | carry
                carry = bit
            borrow = Word(0)
            for i in range(len(b)):
                _, borrow = subb(remainder[i], b[i], borrow)
            fits = ~lt_mask(remainder[len(b)], borrow)
            borrow = Word(0)
            for i in range(len(b)):
                difference, borrow = subb(remainder[i], b[i], borrow)
                remainder[i] = select(fits, difference, remainder[i])
            remainder[len(b)] = 0
            word = (word << 1) | (mask_word(fits) & 1)
        a[at] = word
