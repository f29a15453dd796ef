"""Numbers modulo the order L of a group, as EdDSA needs them: RFC 8032 sections 5.1.6 and 5.2.6.

Numbers are little-endian bytes. The work is done in words by Montgomery's multiplication, a·b/R mod L, with R = 2^r_bits > 4·L.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.montgomery import mont_mul
from akela.lang import (
    WORD_BITS,
    Array,
    Bytes,
    MutSlice,
    Slice,
    Word,
    addc,
    bit_mask,
    declassify,
    fill,
    helper,
    kernel_maker,
    limbs,
    load_le32,
    load_le64,
    select,
    store_le32,
    store_le64,
    subb,
    table,
    u8,
    u32,
)


@dataclass(frozen=True)
class Order:
    """The order of one group. Results have `octets` bytes."""

    order: int
    reduce: Callable[..., None]  # (data, out): data mod L
    multiply_add: Callable[..., None]  # (a, b, c, out): a·b + c mod L, for a and c below L
    is_less_vartime: Callable[..., bool]  # (a): a < L


@kernel_maker
def make_order(name: str, order: int, r_bits: int, octets: int) -> Order:
    """The functions for one order, in numbers of `octets` bytes, which may be one more than R has."""
    r_octets = r_bits // 8
    r = 1 << r_bits
    ORDER = limbs(order, r_bits)
    ORDER_OCTETS = table(u8, order.to_bytes(octets, "little"))
    NEGATIVE_INVERSE = limbs(-pow(order, -1, 1 << 64) % (1 << 64), 64)
    R = limbs(r % order, r_bits)
    R_SQUARED = limbs(r * r % order, r_bits)
    most_words = r_bits // 32
    product_words = 2 * most_words + 1

    @helper(name=f"{name}_load")
    def load(data: Bytes, out: MutSlice[Word]) -> None:
        """The lowest r_bits bits of a number; it may have fewer bytes."""
        number = Array[u8, r_octets].zeros()
        count = min(len(data), r_octets)
        number[:count] = data[:count]
        for i in range(len(out)):
            if WORD_BITS == 64:
                out[i] = load_le64(number, 8 * i)
            else:
                out[i] = load_le32(number, 4 * i)

    @helper(name=f"{name}_multiply")
    def multiply(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> None:
        """out = a·b/R mod L, for b < L."""
        work = Array[Word, product_words]()
        mont_mul(ORDER[:], NEGATIVE_INVERSE[0], a, b, out, work[:])

    @helper(name=f"{name}_add")
    def add(a: MutSlice[Word], b: Slice[Word]) -> None:
        """a = a + b mod L, for numbers below L."""
        carry = Word(0)
        for i in range(len(a)):
            a[i], carry = addc(a[i], b[i], carry)
        less = Array[Word, most_words]()
        borrow = Word(0)
        for i in range(len(a)):
            less[i], borrow = subb(a[i], ORDER[i], borrow)
        below = bit_mask(borrow)
        for i in range(len(a)):
            a[i] = select(below, a[i], less[i])

    @helper(name=f"{name}_store")
    def store(a: Slice[Word], out: Array[u8, octets]) -> None:
        fill(out, 0)
        for i in range(len(a)):
            if WORD_BITS == 64:
                store_le64(out, 8 * i, a[i])
            else:
                store_le32(out, 4 * i, a[i])

    @helper(name=f"{name}_reduce")
    def reduce(data: Bytes, out: Array[u8, octets]) -> None:
        """out = data mod L: in pieces of r_bits bits, the most significant one first."""
        words = r_bits // WORD_BITS
        total = Array[Word, most_words].zeros()
        piece = Array[Word, most_words]()
        pieces = (len(data) + r_octets - 1) // r_octets
        for i in range(pieces):
            start = (pieces - 1 - i) * r_octets
            load(data[start:], piece[:words])
            multiply(piece[:words], R[:], piece[:words])
            multiply(total[:words], R_SQUARED[:], total[:words])
            add(total[:words], piece[:words])
        store(total[:words], out)

    @helper(name=f"{name}_multiply_add")
    def multiply_add(a: Array[u8, octets], b: Array[u8, octets], c: Array[u8, octets], out: Array[u8, octets]) -> None:
        """out = a·b + c mod L, for a and c below L and any b below R."""
        words = r_bits // WORD_BITS
        x = Array[Word, most_words]()
        y = Array[Word, most_words]()
        load(a[:], x[:words])
        load(b[:], y[:words])
        multiply(y[:words], x[:words], x[:words])
        multiply(x[:words], R_SQUARED[:], x[:words])
        load(c[:], y[:words])
        add(x[:words], y[:words])
        store(x[:words], out)

    @helper(name=f"{name}_is_less_vartime")
    def is_less_vartime(a: Array[u8, octets]) -> bool:
        """Whether a < L."""
        borrow = u32(0)
        for i in range(octets):
            _, borrow = subb(u32(a[i]), u32(ORDER_OCTETS[i]), borrow)
        return declassify(bit_mask(borrow), why="a signature may be known")

    return Order(order, reduce, multiply_add, is_less_vartime)
