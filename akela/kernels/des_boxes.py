"""The S-boxes of DES and what follows them, the permutation P, without a table that is indexed by a secret: FIPS 46-3 appendix 1.

All eight boxes are computed at once, with one bit of a word for each of their 32 outputs: as polynomials over their six inputs (algebraic
normal forms), whose coefficients are words.

Boxes are numbered from 0 to 7, their inputs from 0 to 5, their outputs from 0 to 3.
"""

from collections.abc import Callable
from typing import Any

from akela.lang import ConstantTable, helper, kernel_maker, rotl, rotr, table, truncate, u32, u64, unroll

# --- tables of the standard ---------------------------------------------------------------------------------------------------------------

# The four rows of every S-box, a hexadecimal digit for each entry.
S = (
    ("e4d12fb83a6c5907", "0f74e2d1a6cb9538", "41e8d62bfc973a50", "fc8249175b3ea06d"),
    ("f18e6b34972dc05a", "3d47f28ec01a69b5", "0e7ba4d158c6932f", "d8a13f42b67c05e9"),
    ("a09e63f51dc7b428", "d709346a285ecbf1", "d6498f30b12c5ae7", "1ad069874fe3b52c"),
    ("7de3069a1285bc4f", "d8b56f03472c1ae9", "a690cb7df13e5284", "3f06a1d8945bc72e"),
    ("2c417ab6853fd0e9", "eb2c47d150fa3986", "421bad78f9c5630e", "b8c71e2d6f09a453"),
    ("c1af92680d34e75b", "af427c9561de0b38", "9ef528c3704a1db6", "432c95fabe17608d"),
    ("4b2ef08d3c975a61", "d0b7491ae35c2f86", "14bdc37eaf680592", "6bd814a7950fe23c"),
    ("d2846fb1a93e50c7", "1fd8a374c56b0e92", "7b419ce206adf358", "21e74a8dfc90356b"),
)

P = (16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25)

# --- where bits stand ---------------------------------------------------------------------------------------------------------------------

# A word that holds an input of all boxes has it for box b at bit `place(b)` of each byte, so that the neighbour's stands one further on.
# The halves L and R of a block have in their bytes 3, 0, 1 and 2 what goes to the inputs 1, 2, 3 and 4. The outputs of box b stand in the
# bytes OUTPUT_BYTES[b]: this order, found by search, is one for which the permutation P comes down to eight rotations.
HALF_BYTES = (3, 0, 1, 2)
OUTPUT_BYTES = ((3, 0, 1, 2), (3, 2, 1, 0), (3, 2, 0, 1), (1, 2, 0, 3), (2, 1, 0, 3), (2, 3, 0, 1), (2, 3, 0, 1), (3, 1, 2, 0))


def place(box: int) -> int:
    """The bit of a byte that belongs to a box."""
    return (4 - box) % 8


def half_place(n: int) -> int:
    """The bit of a half that holds the standard's bit n, 1 to 32."""
    return place((n - 1) // 4) + 8 * HALF_BYTES[(n - 1) % 4]


def rotations_of_p() -> dict[int, int]:
    """P, on outputs of boxes that stand as OUTPUT_BYTES says: how far to rotate to the left -> which bits of a word."""
    masks: dict[int, int] = {}
    for i, n in enumerate(P, 1):
        box, output = divmod(n - 1, 4)
        source = place(box) + 8 * OUTPUT_BYTES[box][output]
        distance = (half_place(i) - source) % 32
        masks[distance] = masks.get(distance, 0) | 1 << source
    return masks


P1, P3, P20, P25, P26, P29, P30, P31 = (mask for _, mask in sorted(rotations_of_p().items()))


def coefficients() -> list[int]:
    """The words by which products of inputs count: bit i of an index says whether input (1, 2, 3, 4, 0, 5)[i] is a factor."""
    words = []
    for factors in range(64):
        word = 0
        for box, rows in enumerate(S):
            parity = 0  # of the entries whose inputs are ones only where there are factors
            for ones in range(64):
                if ones & ~factors == 0:
                    one = [ones >> (4, 0, 1, 2, 3, 5)[i] & 1 for i in range(6)]
                    row, column = 2 * one[0] + one[5], 8 * one[1] + 4 * one[2] + 2 * one[3] + one[4]
                    parity ^= int(rows[row][column], 16)
            for output in range(4):
                word |= (parity >> (3 - output) & 1) << place(box) + 8 * OUTPUT_BYTES[box][output]
        words.append(word)
    return words


WORDS = coefficients()
COEFFICIENTS = table(u32, WORDS)

# For words of 64 bits: those where input 5 is a factor stand in the upper half.
WIDE_COEFFICIENTS = table(u64, [low | high << 32 for low, high in zip(WORDS[:32], WORDS[32:], strict=True)])

# --- the boxes ----------------------------------------------------------------------------------------------------------------------------


@helper
def spread(half: u32, byte: int) -> u32:
    """A byte, four times."""
    return ((half >> (8 * byte)) & 0xFF) * 0x0101_0101


@helper
def wide_spread(half: u32, byte: int) -> u64:
    """A byte, eight times."""
    return u64((half >> (8 * byte)) & 0xFF) * 0x0101_0101_0101_0101


@kernel_maker
def make_parts(word: type, coefficients: ConstantTable) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The polynomials over the inputs 1 and 2 whose coefficients begin at a place in a table, with the product of the two and without."""

    @helper(name=f"part_{word.__name__}")
    def part(at: int, x1: word, x2: word) -> word:
        """With their product."""
        return coefficients[at] ^ (x1 & coefficients[at + 1]) ^ (x2 & (coefficients[at + 2] ^ (x1 & coefficients[at + 3])))

    @helper(name=f"last_part_{word.__name__}")
    def last_part(at: int, x1: word, x2: word) -> word:
        """Without."""
        return coefficients[at] ^ (x1 & coefficients[at + 1]) ^ (x2 & coefficients[at + 2])

    return part, last_part


part, last_part = make_parts(u32, COEFFICIENTS)
wide_part, wide_last_part = make_parts(u64, WIDE_COEFFICIENTS)


@helper
def s_boxes(keyed: u32, k0: u32, k5: u32) -> u32:
    """All eight S-boxes. `keyed` has the inputs 1 to 4; inputs 0 and 5 are the neighbours' inputs 4 and 1 xor keys.

    The product of the inputs 1 to 4 never counts, as each row of an S-box is a permutation.
    """
    x1, x2, x3, x4 = spread(keyed, 3), spread(keyed, 0), spread(keyed, 1), spread(keyed, 2)
    x0, x5 = rotr(x4, 1) ^ k0, rotl(x1, 1) ^ k5
    outputs = u32(0)
    factor, next_factor, second_next, last = u32(0xFFFF_FFFF), x0, x5, x0 & x5
    for row in unroll(range(0, 64, 16), "des.rows"):
        low = part(row, x1, x2) ^ (x3 & part(row + 4, x1, x2))
        high = part(row + 8, x1, x2) ^ (x3 & last_part(row + 12, x1, x2))
        outputs ^= factor & (low ^ (x4 & high))
        factor, next_factor, second_next = next_factor, second_next, last
    return outputs


@helper
def wide_s_boxes(keyed: u32, k0: u32, k5: u32) -> u32:
    """As `s_boxes`, in words of 64 bits: in their upper half the products of which input 5 is a factor."""
    x1, x2, x3, x4 = wide_spread(keyed, 3), wide_spread(keyed, 0), wide_spread(keyed, 1), wide_spread(keyed, 2)
    x0, x5 = rotr(x4, 1) ^ (u64(k0) | (u64(k0) << 32)), rotl(truncate(u32, x1), 1) ^ k5
    outputs = u64(0)
    factor = u64(0xFFFF_FFFF_FFFF_FFFF)
    for row in unroll(range(0, 32, 16)):
        low = wide_part(row, x1, x2) ^ (x3 & wide_part(row + 4, x1, x2))
        high = wide_part(row + 8, x1, x2) ^ (x3 & wide_last_part(row + 12, x1, x2))
        outputs ^= factor & (low ^ (x4 & high))
        factor = x0
    return truncate(u32, outputs) ^ (x5 & truncate(u32, outputs >> 32))


@helper
def permute_outputs(outputs: u32) -> u32:
    """P: outputs of boxes to the places of a half."""
    half = rotl(outputs & P1, 1) ^ rotl(outputs & P3, 3) ^ rotl(outputs & P20, 20) ^ rotl(outputs & P25, 25)
    return half ^ rotl(outputs & P26, 26) ^ rotl(outputs & P29, 29) ^ rotl(outputs & P30, 30) ^ rotl(outputs & P31, 31)
