"""Multiples of a curve's base point by a comb: Lim and Lee, "More flexible exponentiation with precomputation", 1994.

The bits of a scalar k stand in `teeth` rows, each cut into `blocks` blocks of `columns`; bit c of block j in row i has the weight
2^(i·blocks·columns + j·columns + c). For every block there is a table of the sums of what its first column's bits stand for. Column by
column, from the top, the sum is doubled and gets one entry of each block's table.

No exceptional case arises for 0 <= k < n. At any time the sum's scalar A is what part of the bits of k stand for, moved down alike within
their blocks, so that 0 <= A <= k; the same is so with the entry's scalar B added to it. So A + B < n and |A - B| < n: sum and entry are
opposite or equal only where A = B = 0, or A = B > 0 as integers. In the latter case block j has the same bits in A as in B; but its bits
in A have just been doubled, and are even. Zeros are dealt with by masks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.weierstrass import WORK, Curve, Points, PointTables
from akela.lang import (
    WORD_BITS,
    Array,
    Slice,
    Word,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    limbs,
    mask_word,
    nonzero_mask,
    pause,
    u8,
)


@dataclass(frozen=True)
class Comb:
    """The functions of one comb."""

    blocks: int
    columns: int
    padded: Any  # the type of a scalar for `entry_vartime`
    pad: Callable[..., None]
    multiply: Callable[..., None]
    entry_vartime: Callable[..., bool]


def comb_points(curve: Curve, tables: PointTables, columns: int) -> list[tuple[int, int]]:
    """The tables' entries for digits 1 … 2^teeth - 1 of every block."""
    powers = [(curve.gx, curve.gy)]  # powers[e] is 2^e·G
    for _ in range(tables.teeth * tables.blocks * columns - 1):
        powers.append(curve.sum(powers[-1], powers[-1]))
    entries: list[tuple[int, int]] = []
    for block in range(tables.blocks):
        sums: list[tuple[int, int]] = []
        for tooth in range(tables.teeth):
            own = powers[(tooth * tables.blocks + block) * columns]
            sums += [own, *(curve.sum(entry, own) for entry in sums)]
        entries += sums
    return entries


@kernel_maker
def make_comb(points: Points, tables: PointTables) -> Comb:
    """Multiplication of the base point, with tables of this size."""
    curve, field = points.curve, points.field
    name, count, bits = f"{curve.name}_comb", field.layout.count, field.layout.bits
    limb_mask, used = (1 << bits) - 1, -(-curve.p.bit_length() // bits)
    Element, Affine, Point, Work = Array[Word, count], Array[Word, 2 * count], Array[Word, 3 * count], Array[Word, WORK * count]
    teeth, blocks = tables.teeth, tables.blocks
    columns = -(-curve.n.bit_length() // (teeth * blocks))
    row_bits = blocks * columns
    entry_count = (1 << teeth) - 1
    scalar_bytes, comb_bytes = field.element_bytes, -(-teeth * row_bits // 8)
    Scalar, Padded = Array[u8, scalar_bytes], Array[u8, comb_bytes]
    # Coordinates in packed words: fewer to look at than limbs.
    packed_bits = -(-curve.p.bit_length() // 64) * 64
    Packed = Array[Word, 2 * packed_bits // 32]  # for either size of words
    packed = 0
    for x, y in reversed(comb_points(curve, tables, columns)):
        for coordinate in (y, x):
            packed = packed << packed_bits | (coordinate << bits * count) % curve.p
    entries = limbs(packed, 2 * packed_bits * blocks * entry_count)
    double, add_affine, one = points.double, points.add_affine, field.one
    choose = field.choose

    @helper(name=f"{name}_pad")
    def pad(out: Padded, scalar: Scalar) -> None:
        """The scalar with zeros before it, where the comb is longer."""
        fill(out, 0)
        out[comb_bytes - scalar_bytes :] = scalar

    @helper(name=f"{name}_digit")
    def digit_at(scalar: Padded, at: int) -> Word:
        """The bits of a column: one of each row, `at` being that in the lowest one."""
        digit = Word(0)
        for tooth in range(teeth):
            position = tooth * row_bits + at
            digit |= Word((scalar[comb_bytes - 1 - position // 8] >> (position % 8)) & 1) << tooth
        return digit

    @helper(name=f"{name}_unpack")
    def unpack(out: Affine, words: Slice[Word]) -> None:
        """Two coordinates from packed words to limbs."""
        fill(out, 0)
        for coordinate in range(2):
            word, shift = coordinate * (packed_bits // WORD_BITS), 0
            for i in range(used):
                limb = words[word] >> shift
                shift += bits
                if shift >= WORD_BITS:
                    shift -= WORD_BITS
                    word += 1
                    if shift > 0 and word < (coordinate + 1) * (packed_bits // WORD_BITS):
                        limb |= words[word] << (bits - shift)
                out[coordinate * count + i] = limb & limb_mask

    @helper(name=f"{name}_choose_entry")
    def choose_entry(words: Packed, block: int, digit: Word) -> None:
        """An entry of a block's table by its secret digit, zeros for 0; all entries are read."""
        size_in_words = 2 * packed_bits // WORD_BITS
        fill(words, 0)
        for i in range(entry_count):
            wanted = mask_word(eq_mask(digit, Word(i + 1)))
            start = (block * entry_count + i) * size_in_words
            for j in range(size_in_words):
                words[j] |= entries[start + j] & wanted

    @helper(name=f"{name}_multiply")
    def multiply(point: Point, scalar: Scalar, work: Work) -> None:
        """point = scalar·G, for a scalar below n in big-endian bytes; Z = 0 where it is 0."""
        padded = Padded()
        pad(padded, scalar)
        words = Packed()
        entry = Affine()
        total = Point()
        unit = Element()
        unit[:] = one
        fill(point, 0)
        begun = nonzero_mask(Word(0))
        for step in range(columns):
            pause()
            if step > 0:
                double(point, work)
            for block in range(blocks):
                pause()
                digit = digit_at(padded, (block + 1) * columns - 1 - step)
                choose_entry(words, block, digit)
                unpack(entry, words[:])
                total[:] = point
                add_affine(total, entry, work)
                present = nonzero_mask(digit)
                choose(present & begun, point[:], total[:])
                choose(present & ~begun, point[: 2 * count], entry[:])
                choose(present & ~begun, point[2 * count :], unit[:])
                begun = begun | present

    @helper(name=f"{name}_entry_vartime")
    def entry_vartime(entry: Affine, scalar: Padded, block: int, column: int) -> bool:
        """The entry for a block's column of a scalar that anyone may know; False, and nothing, where there is none."""
        digit = int(declassify(digit_at(scalar, block * columns + column), why="the scalar comes from a signature, which is public"))
        size_in_words = 2 * packed_bits // WORD_BITS
        start = (block * entry_count + digit - 1) * size_in_words
        if digit > 0:
            unpack(entry, entries[start : start + size_in_words])
        return digit > 0

    return Comb(blocks, columns, Padded, pad, multiply, entry_vartime)
