"""Poly1305, the one-time authenticator of RFC 8439 section 2.5.

The tag of blocks c1 … cq is (c1·r^q + … + cq·r mod 2^130 - 5) + s mod 2^128. Between calls the accumulator h stands in 32-bit
words; inside `poly1305.blocks` a target takes the form that suits its multiplier.
"""

from akela.kernels.pauses import pause_is_due
from akela.lang import (
    BAD_STATE,
    OK,
    SPLIT_PRODUCTS,
    WORD_BITS,
    Array,
    Bytes,
    DWord,
    MutSlice,
    Public,
    Slice,
    Status,
    Word,
    fill,
    helper,
    kernel,
    load_le32,
    load_le64,
    operation,
    pause,
    requires,
    store_le32,
    struct,
    table,
    truncate,
    u8,
    u32,
    u64,
    unroll,
)

BLOCK_BYTES = 16

FINISHED = BLOCK_BYTES  # `used` of a context that has made its tag
WHOLE_BLOCK = 1  # the bit that section 2.5.1 adds above a block of 16 bytes: 2^128
CLAMP = table(u32, (0x0FFF_FFFF, 0x0FFF_FFFC, 0x0FFF_FFFC, 0x0FFF_FFFC))  # section 2.5, r &= 0x0ffffffc0ffffffc0ffffffc0fffffff

LIMBS = 10  # 130 bits in limbs of 13, so that what passes the top limb comes back times 5
LIMB_BITS = 13
LIMB_MASK = (1 << LIMB_BITS) - 1


@struct
class Poly1305:
    """A tag in the making. The key serves for one message only."""

    h: Array[u32, 5]  # accumulator, less than 2^130 + 2^128
    r: Array[u32, 4]  # multiplier, clamped
    s: Array[u32, 4]  # added at the end
    block: Array[u8, 16]  # bytes that do not fill a block yet
    used: Public[u32]  # how many


# --- blocks by words: products of two words are double words ------------------------------------------------------------------------------


@helper
def load_word(data: Bytes, offset: int) -> Word:
    """A little-endian word."""
    if WORD_BITS == 64:
        return load_le64(data, offset)
    else:
        return load_le32(data, offset)


@helper
def get_word(x: Slice[u32], i: int) -> Word:
    """Word `i` of a number in 32-bit words."""
    if WORD_BITS == 64:
        return u64(x[2 * i]) | (u64(x[2 * i + 1]) << 32)
    else:
        return x[i]


@helper
def put_word(x: MutSlice[u32], i: int, word: Word) -> None:
    """Set word `i` of a number in 32-bit words."""
    if WORD_BITS == 64:
        x[2 * i] = truncate(u32, word)
        x[2 * i + 1] = truncate(u32, word >> 32)
    else:
        x[i] = word


@helper
def blocks_by_words(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """h = (h + block + high·2^128)·r mod 2^130 - 5 for every 16 bytes, with n = 128 / WORD_BITS words.

    2^130 is 5 here, so a word r_i, i > 0, that has moved on by 128 bits counts for r_i·5/4, which clamping keeps whole.
    """
    n = 128 // WORD_BITS
    a = Array[Word, 5]()  # h in n words, and one for the bits from 128 on
    x = Array[Word, 5]()  # h + block
    m = Array[Word, 7]()  # r_1·5/4 … r_(n-1)·5/4, then r_0 … r_(n-1): x_j·r_i takes m[n - 1 + i - j] whether or not it wraps
    for i in unroll(range(n)):
        a[i] = get_word(h, i)
        m[n - 1 + i] = get_word(r, i)
    for i in unroll(range(1, n)):
        m[i - 1] = get_word(r, i) + (get_word(r, i) >> 2)
    a[n] = Word(h[4])

    # Bounds, with W for 2^WORD_BITS: every word of m is less than 5/64 W, and a_n is at most 4 before the first block, 3 before the others.
    carry = Word(0)
    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        for i in unroll(range(n)):
            t = DWord(a[i]) + DWord(load_word(data, at + i * (WORD_BITS // 8))) + DWord(carry)
            x[i] = truncate(Word, t)
            carry = truncate(Word, t >> WORD_BITS)
        x[n] = a[n] + Word(high) + carry  # at most 6: `carry` is at most 1 in the first block, 2 in the others

        # Every column t is less than n·5/64 W^2 + W, so that what it carries on is less than 21/64 W.
        t = DWord(x[0]) * DWord(m[n - 1])
        for j in unroll(range(1, n)):
            t += DWord(x[j]) * DWord(m[n - 1 - j])
        a[0] = truncate(Word, t)
        for i in unroll(range(1, n)):
            t = (t >> WORD_BITS) + DWord(x[n] * m[i - 1])
            for j in unroll(range(n)):
                t += DWord(x[j]) * DWord(m[n - 1 + i - j])
            a[i] = truncate(Word, t)
        top = x[n] * m[n - 1] + truncate(Word, t >> WORD_BITS)  # less than (30 + 21)/64 W

        # The bits from 130 on, q, come back as 5·q = q + 4·q, less than W. They are added together with the next block.
        a[n] = top & 3
        carry = (top >> 2) + (top - a[n])

    for i in unroll(range(n)):
        t = DWord(a[i]) + DWord(carry)
        a[i] = truncate(Word, t)
        carry = truncate(Word, t >> WORD_BITS)
        put_word(h, i, a[i])
    h[4] = truncate(u32, a[n] + carry)


# --- blocks by limbs: products and their sums fit 32 bits ---------------------------------------------------------------------------------


@helper
def get_limb(x: Array[u32, 5], i: int) -> u32:
    """Bits 13·i to 13·i + 12 of a number in 32-bit words; for the top limb, whatever is there from bit 117 on."""
    word, shift = LIMB_BITS * i // 32, LIMB_BITS * i % 32
    limb = x[word] >> shift
    if shift > 32 - LIMB_BITS:
        limb |= x[word + 1] << (32 - shift)
    return limb & LIMB_MASK if i < LIMBS - 1 else limb


@helper
def put_limb(x: Array[u32, 5], i: int, limb: u32) -> None:
    """Set the bits that `get_limb` reads; they must be zero before."""
    word, shift = LIMB_BITS * i // 32, LIMB_BITS * i % 32
    x[word] |= limb << shift
    if shift > 32 - LIMB_BITS:
        x[word + 1] |= limb >> (32 - shift)


@helper
def blocks_by_limbs(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """As `blocks_by_words`, for targets whose long products take a time that depends on the operands."""
    a = Array[u32, 10]()  # h
    x = Array[u32, 10]()  # h + block
    m = Array[u32, 19]()  # 5·r_1 … 5·r_9, then r_0 … r_9: x_j·r_i takes m[9 + i - j] whether or not it wraps
    words = Array[u32, 5]()
    words[0:4] = r
    words[4] = 0
    for i in unroll(range(LIMBS)):
        a[i] = get_limb(h, i)
        m[LIMBS - 1 + i] = get_limb(words, i)
    for i in unroll(range(1, LIMBS)):
        m[i - 1] = m[LIMBS - 1 + i] * 5
    words[4] = u32(high)

    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        for i in unroll(range(4)):
            words[i] = load_le32(data, at + 4 * i)
        for i in unroll(range(LIMBS)):
            x[i] = a[i] + get_limb(words, i)
        # Limbs of x are at most 8191 + 641 + 8191, those of m at most 5·8191: five products and a carry stay below 2^32.
        carry = u32(0)
        for i in unroll(range(LIMBS), "poly1305.limbs"):
            column = carry
            for j in unroll(range(LIMBS // 2)):
                column += x[j] * m[LIMBS - 1 + i - j]
            carry = column >> LIMB_BITS
            column &= LIMB_MASK
            for j in unroll(range(LIMBS // 2, LIMBS)):
                column += x[j] * m[LIMBS - 1 + i - j]
            carry += column >> LIMB_BITS
            a[i] = column & LIMB_MASK
        # 5·carry is less than 5·2^20, so that a_1 exceeds 13 bits by 641 at most.
        a[0] += carry * 5
        a[1] += a[0] >> LIMB_BITS
        a[0] &= LIMB_MASK

    # All limbs to 13 bits. What the top limb carries the first time goes into the lowest one; the second time it carries nothing.
    for _ in range(2):
        carry = u32(0)
        for i in unroll(range(LIMBS)):
            carry += a[i]
            a[i] = carry & LIMB_MASK
            carry >>= LIMB_BITS
        a[0] += carry * 5
    fill(h, 0)
    for i in unroll(range(LIMBS)):
        put_limb(h, i, a[i])


# --- the authenticator --------------------------------------------------------------------------------------------------------------------


@operation("poly1305.blocks")
def poly1305_blocks(h: Array[u32, 5], r: Array[u32, 4], data: Bytes, high: Public[u32]) -> None:
    """h = (h + block + high·2^128)·r mod 2^130 - 5 for every block of `data`, whose length is a multiple of 16.

    `high` is 1 for blocks of the message and 0 for the last one where the message did not fill it.
    h need not be reduced: less than 2^130 + 2^128 before and after.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    if SPLIT_PRODUCTS:
        blocks_by_limbs(h, r, data, high)
    else:
        blocks_by_words(h, r, data, high)


@kernel
def poly1305_init(ctx: Poly1305, key: Array[u8, 32]) -> None:
    """Begin a tag under a one-time key: r in its first 16 bytes, s in the others.

    Leaks: nothing.
    """
    fill(ctx.h, 0)
    for i in range(4):
        ctx.r[i] = load_le32(key, 4 * i) & CLAMP[i]
        ctx.s[i] = load_le32(key, 16 + 4 * i)
    ctx.used = 0


@kernel
def poly1305_update(ctx: Poly1305, data: Bytes) -> Status:
    """Authenticate more bytes. BAD_STATE, and nothing is done, after the tag was made.

    Leaks: the lengths of this piece and of those before it.
    """
    used = int(ctx.used)
    if used == FINISHED:
        return BAD_STATE
    taken = 0
    if used > 0:
        taken = min(BLOCK_BYTES - used, len(data))
        ctx.block[used : used + taken] = data[:taken]
        used += taken
        if used == BLOCK_BYTES:
            poly1305_blocks(ctx.h, ctx.r, ctx.block[:], WHOLE_BLOCK)
            used = 0
    if used == 0:
        end = len(data) - (len(data) - taken) % BLOCK_BYTES
        poly1305_blocks(ctx.h, ctx.r, data[taken:end], WHOLE_BLOCK)
        used = len(data) - end
        ctx.block[:used] = data[end:]
    ctx.used = u32(used)
    return OK


@kernel
def poly1305_final(ctx: Poly1305, out: Array[u8, 16]) -> Status:
    """The tag. Wipes the key: a context makes one tag. BAD_STATE, and nothing is written, after the tag was made.

    Leaks: the length of the message modulo 16.
    """
    used = int(ctx.used)
    if used == FINISHED:
        return BAD_STATE
    if used > 0:
        # Section 2.5.1: the bit above a short block stands right behind its last byte.
        ctx.block[used] = 1
        fill(ctx.block[used + 1 :], 0)
        poly1305_blocks(ctx.h, ctx.r, ctx.block[:], 0)

    # h >= p = 2^130 - 5 exactly where h + 5 reaches bit 130. Then h - p is h + 5 in the low 128 bits, all that the tag keeps.
    carry = u64(5)
    for i in range(4):
        carry = (carry + u64(ctx.h[i])) >> 32
    reaches = (ctx.h[4] + truncate(u32, carry)) >> 2
    carry = u64(reaches * 5)
    for i in range(4):
        carry += u64(ctx.h[i]) + u64(ctx.s[i])
        store_le32(out, 4 * i, truncate(u32, carry))
        carry >>= 32
    fill(ctx.h, 0)
    fill(ctx.r, 0)
    fill(ctx.s, 0)
    fill(ctx.block, 0)
    ctx.used = FINISHED
    return OK


@kernel
def poly1305(key: Array[u8, 32], data: Bytes, out: Array[u8, 16]) -> Status:
    """The tag of `data` under a one-time key of 32 bytes, RFC 8439 section 2.5.

    Leaks: the length of `data`.
    """
    ctx = Poly1305()
    poly1305_init(ctx, key)
    status = poly1305_update(ctx, data)
    if status != OK:
        return status
    return poly1305_final(ctx, out)
