"""DES and Triple DES, FIPS 46-3 and SP 800-67 Rev. 2, in the modes ECB and CBC: for old protocols and old data only.

A block has 64 bits, so that one key should not see more than a few megabytes (SP 800-67: 2^20 blocks). DES has 56 bits of key. The parity
bits of a key are not looked at, nor is it checked against the weak keys of SP 800-67 section 3.3.2.

No table is indexed by a secret. All eight S-boxes are computed at once, with one bit of a word for each of their 32 outputs: as polynomials
over their six inputs (algebraic normal forms), whose coefficients are words.

Bits of blocks and keys are numbered as in the standard, from 1 at the most significant one. Boxes are numbered from 0 to 7, their inputs
from 0 to 5, their outputs from 0 to 3.
"""

from akela.lang import (
    BAD_LENGTH,
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Slice,
    Status,
    helper,
    kernel,
    load_be32,
    requires,
    rotl,
    rotr,
    store_be32,
    struct,
    table,
    u8,
    u32,
    unroll,
)

BLOCK_BYTES = 8
KEY_BYTES = 8
ROUNDS = 16

# --- tables of the standard, FIPS 46-3 appendix 1 -----------------------------------------------------------------------------------------

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

# Permuted choice 1, first for C and then for D.
PC1 = table(
    u32,
    (
        *(57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36),
        *(63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4),
    ),
)

PC2 = table(
    u32,
    (
        *(14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2),
        *(41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32),
    ),
)

# Round i takes C and D as they stand after so many single shifts.
SHIFTS = table(u32, (1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28))

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


# The inputs 1 to 4 never count together, as each row of a box is a permutation.
COEFFICIENTS = table(u32, coefficients())

STAGE_WORDS = 3 * ROUNDS  # of keys: for each round those of the inputs 1 to 4, of input 0 and of input 5


@struct
class Des:
    """The keys of DES or Triple DES."""

    keys: Array[u32, 144]  # in the order in which encryption takes them
    stages: Public[u32]  # 1 or 3 passes of DES


# --- the cipher ---------------------------------------------------------------------------------------------------------------------------


@helper
def spread(half: u32, byte: int) -> u32:
    """A byte, four times."""
    return ((half >> (8 * byte)) & 0xFF) * 0x0101_0101


@helper
def by_two(at: int, x1: u32, x2: u32) -> u32:
    """The part of the polynomials in which the inputs 1 and 2, and what the place in COEFFICIENTS says, are factors."""
    return COEFFICIENTS[at] ^ (x1 & COEFFICIENTS[at + 1]) ^ (x2 & (COEFFICIENTS[at + 2] ^ (x1 & COEFFICIENTS[at + 3])))


@helper
def not_all_four(at: int, x1: u32, x2: u32) -> u32:
    """As `by_two` where the inputs 3 and 4 are factors: 1 and 2 are not, then, both, since each row of an S-box is a permutation."""
    return COEFFICIENTS[at] ^ (x1 & COEFFICIENTS[at + 1]) ^ (x2 & COEFFICIENTS[at + 2])


@helper
def cipher_round(keys: Slice[u32], at: int, left: u32, right: u32) -> u32:
    """L xor f(R, K): one round. `at` is the place of its keys."""
    keyed = right ^ keys[at]
    x1, x2, x3, x4 = spread(keyed, 3), spread(keyed, 0), spread(keyed, 1), spread(keyed, 2)
    x0 = rotr(x4, 1) ^ keys[at + 1]  # the neighbour's input 4
    x5 = rotl(x1, 1) ^ keys[at + 2]  # the neighbour's input 1

    # What the inputs 0 and 5 are factors of, for each of their four products.
    outputs = u32(0)
    factor, next_factor, second_next, last = u32(0xFFFF_FFFF), x0, x5, x0 & x5
    for row in unroll(range(0, 64, 16), "des.rows"):
        sum = by_two(row, x1, x2) ^ (x3 & by_two(row + 4, x1, x2))
        sum ^= x4 & (by_two(row + 8, x1, x2) ^ (x3 & not_all_four(row + 12, x1, x2)))
        outputs ^= factor & sum
        factor, next_factor, second_next = next_factor, second_next, last

    left ^= rotl(outputs & P1, 1) ^ rotl(outputs & P3, 3) ^ rotl(outputs & P20, 20) ^ rotl(outputs & P25, 25)
    return left ^ rotl(outputs & P26, 26) ^ rotl(outputs & P29, 29) ^ rotl(outputs & P30, 30) ^ rotl(outputs & P31, 31)


@helper
def permute(high: u32, low: u32) -> tuple[u32, u32]:
    """The initial permutation: L and R of a block."""
    left = rotr((high & 0x5555_5555) | ((low & 0x5555_5555) << 1), 8)
    right = rotr(((high & 0xAAAA_AAAA) >> 1) | (low & 0xAAAA_AAAA), 8)
    left = ((left >> 3) & 0x1F1F_1F1F) | ((left << 5) & 0xE0E0_E0E0)
    right = ((right >> 3) & 0x1F1F_1F1F) | ((right << 5) & 0xE0E0_E0E0)
    return left, right


@helper
def unpermute(left: u32, right: u32) -> tuple[u32, u32]:
    """The inverse of the initial permutation: the block that has L and R."""
    left = rotl(((left << 3) & 0xF8F8_F8F8) | ((left >> 5) & 0x0707_0707), 8)
    right = rotl(((right << 3) & 0xF8F8_F8F8) | ((right >> 5) & 0x0707_0707), 8)
    high = (left & 0x5555_5555) | ((right & 0x5555_5555) << 1)
    low = ((left & 0xAAAA_AAAA) >> 1) | (right & 0xAAAA_AAAA)
    return high, low


@helper
def crypt(keys: Slice[u32], encrypting: bool, high: u32, low: u32) -> tuple[u32, u32]:
    """A block through all stages. Between them, the permutations cancel each other out."""
    left, right = permute(high, low)
    at = 0 if encrypting else len(keys) - 3
    step = 3 if encrypting else -3
    for _ in range(0, len(keys), STAGE_WORDS):
        for _round in range(ROUNDS // 2):
            left = cipher_round(keys, at, left, right)
            right = cipher_round(keys, at + step, right, left)
            at += 2 * step
        left, right = right, left
    high, low = unpermute(left, right)
    return high, low


# --- keys ---------------------------------------------------------------------------------------------------------------------------------


@helper
def key_bit(key: Array[u8, 8], n: int) -> u32:
    """The standard's bit n, 1 to 64."""
    return (u32(key[(n - 1) // 8]) >> ((64 - n) % 8)) & 1


@helper
def expand_key(key: Array[u8, 8], encrypting: bool, keys: MutSlice[u32]) -> None:
    """The keys of one stage, in the order of encryption or of decryption."""
    c, d = u32(0), u32(0)  # in their lower 28 bits
    for n in range(28):
        c = (c << 1) | key_bit(key, int(PC1[n]))
        d = (d << 1) | key_bit(key, int(PC1[n + 28]))
    for i in range(ROUNDS):
        middle, first, last = u32(0), u32(0), u32(0)
        for box in range(8):
            chosen = c if box < 4 else d
            end = 28 if box < 4 else 56
            for n in range(6):
                at = int(PC2[6 * box + n]) + int(SHIFTS[i])  # permuted choice 2 of the shifted C or D
                distance = end - at if at <= end else end + 28 - at
                bit = ((chosen >> distance) & 1) << ((4 - box) & 7)
                if n == 0:
                    first |= bit
                elif n == 5:
                    last |= bit
                else:
                    middle |= bit << (8 * ((n + 2) & 3))
        place = 3 * (i if encrypting else ROUNDS - 1 - i)
        # Input 0 and input 5 are made from neighbours' inputs, which have been xored with their keys already.
        keys[place] = middle
        keys[place + 1] = spread(first, 0) ^ rotr(spread(middle, 2), 1)
        keys[place + 2] = spread(last, 0) ^ rotl(spread(middle, 3), 1)


@kernel
def des_init(ctx: Des, key: Bytes) -> Status:
    """Take a key: 8 bytes for DES; 16 (K1, K2 and K1 again) or 24 (K1, K2, K3) for Triple DES.

    BAD_LENGTH for a key of another length.

    Leaks: the length of the key.
    """
    if len(key) != 8 and len(key) != 16 and len(key) != 24:
        return BAD_LENGTH
    expand_key(key[:8], True, ctx.keys[:STAGE_WORDS])
    ctx.stages = 1
    if len(key) > 8:
        ctx.stages = 3
        third = len(key) - 8 if len(key) == 24 else 0
        expand_key(key[8:16], False, ctx.keys[STAGE_WORDS : 2 * STAGE_WORDS])
        expand_key(key[third : third + 8], True, ctx.keys[2 * STAGE_WORDS :])
    return OK


# --- modes --------------------------------------------------------------------------------------------------------------------------------


@helper
def each_block(keys: Slice[u32], encrypting: bool, data: Bytes, out: Buffer) -> None:
    """SP 800-38A section 6.1: each block by itself."""
    for at in range(0, len(data), BLOCK_BYTES):
        high, low = crypt(keys, encrypting, load_be32(data, at), load_be32(data, at + 4))
        store_be32(out, at, high)
        store_be32(out, at + 4, low)


@kernel
def des_encrypt_blocks(ctx: Des, data: Bytes, out: Buffer) -> None:
    """Encrypt whole blocks of 8 bytes, each by itself (ECB). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    each_block(ctx.keys[: STAGE_WORDS * int(ctx.stages)], True, data, out)


@kernel
def des_decrypt_blocks(ctx: Des, data: Bytes, out: Buffer) -> None:
    """Decrypt whole blocks of 8 bytes, each by itself (ECB). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    each_block(ctx.keys[: STAGE_WORDS * int(ctx.stages)], False, data, out)


@kernel
def des_cbc_encrypt(ctx: Des, iv: Array[u8, 8], data: Bytes, out: Buffer) -> None:
    """Encrypt whole blocks of 8 bytes, each xored with the ciphertext before it, the first with `iv` (CBC). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    high, low = load_be32(iv, 0), load_be32(iv, 4)
    for at in range(0, len(data), BLOCK_BYTES):
        high, low = crypt(ctx.keys[: STAGE_WORDS * int(ctx.stages)], True, high ^ load_be32(data, at), low ^ load_be32(data, at + 4))
        store_be32(out, at, high)
        store_be32(out, at + 4, low)


@kernel
def des_cbc_decrypt(ctx: Des, iv: Array[u8, 8], data: Bytes, out: Buffer) -> None:
    """The inverse of `des_cbc_encrypt`. `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    before_high, before_low = load_be32(iv, 0), load_be32(iv, 4)
    for at in range(0, len(data), BLOCK_BYTES):
        data_high, data_low = load_be32(data, at), load_be32(data, at + 4)
        high, low = crypt(ctx.keys[: STAGE_WORDS * int(ctx.stages)], False, data_high, data_low)
        store_be32(out, at, high ^ before_high)
        store_be32(out, at + 4, low ^ before_low)
        before_high, before_low = data_high, data_low
