"""DES and Triple DES, FIPS 46-3 and SP 800-67 Rev. 2, in the modes ECB and CBC: for old protocols and old data only.

A block has 64 bits, so that one key should not see more than a few megabytes (SP 800-67: 2^20 blocks). DES has 56 bits of key. The parity
bits of a key are not looked at, nor is it checked against the weak keys of SP 800-67 section 3.3.2.

The S-boxes, and where bits of a half block stand, are in `des_boxes.py`: no table is indexed by a secret.

Bits of blocks and keys are numbered as in the standard, from 1 at the most significant one. Boxes are numbered from 0 to 7, their inputs
from 0 to 5, their outputs from 0 to 3.
"""

from akela.kernels.des_boxes import permute_outputs, s_boxes, spread, wide_s_boxes
from akela.kernels.pauses import pause_is_due
from akela.lang import (
    BAD_LENGTH,
    OK,
    WORD_BITS,
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
    operation,
    pause,
    requires,
    rotl,
    rotr,
    store_be32,
    struct,
    table,
    u8,
    u32,
)

BLOCK_BYTES = 8
ROUNDS = 16

# --- tables of the standard, FIPS 46-3 appendix 1 -----------------------------------------------------------------------------------------

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

STAGE_WORDS = 3 * ROUNDS  # of keys: for each round those of the inputs 1 to 4, of input 0 and of input 5


@struct
class Des:
    """The keys of DES or Triple DES."""

    keys: Array[u32, 144]  # in the order in which encryption takes them
    stages: Public[u32]  # 1 or 3 passes of DES
    key: Array[u32, 6]  # K1, K2 and K3 as they are, or K1 alone, for hardware that takes these


# --- the cipher ---------------------------------------------------------------------------------------------------------------------------


@helper
def cipher_round(keys: Slice[u32], at: int, left: u32, right: u32) -> u32:
    """L xor f(R, K): one round. `at` is the place of its keys."""
    keyed, k0, k5 = right ^ keys[at], keys[at + 1], keys[at + 2]
    outputs = wide_s_boxes(keyed, k0, k5) if WORD_BITS == 64 else s_boxes(keyed, k0, k5)
    return left ^ permute_outputs(outputs)


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


@helper
def store_key(words: Array[u32, 2], key: Array[u8, 8]) -> None:
    """The words of one key."""
    words[0], words[1] = load_be32(key, 0), load_be32(key, 4)


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
    store_key(ctx.key[:2], key[:8])
    if len(key) > 8:
        ctx.stages = 3
        third = len(key) - 8 if len(key) == 24 else 0
        expand_key(key[8:16], False, ctx.keys[STAGE_WORDS : 2 * STAGE_WORDS])
        expand_key(key[third : third + 8], True, ctx.keys[2 * STAGE_WORDS :])
        store_key(ctx.key[2:4], key[8:16])
        store_key(ctx.key[4:6], key[third : third + 8])
    return OK


# --- modes --------------------------------------------------------------------------------------------------------------------------------


@helper
def each_block(keys: Slice[u32], encrypting: bool, data: Bytes, out: Buffer) -> None:
    """SP 800-38A section 6.1: each block by itself."""
    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        high, low = crypt(keys, encrypting, load_be32(data, at), load_be32(data, at + 4))
        store_be32(out, at, high)
        store_be32(out, at + 4, low)


@operation("des.encrypt_blocks")
def des_encrypt_blocks(ctx: Des, data: Bytes, out: Buffer) -> None:
    """Encrypt whole blocks of 8 bytes, each by itself (ECB). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    each_block(ctx.keys[: STAGE_WORDS * int(ctx.stages)], True, data, out)


@operation("des.decrypt_blocks")
def des_decrypt_blocks(ctx: Des, data: Bytes, out: Buffer) -> None:
    """Decrypt whole blocks of 8 bytes, each by itself (ECB). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    each_block(ctx.keys[: STAGE_WORDS * int(ctx.stages)], False, data, out)


@operation("des.cbc_encrypt")
def des_cbc_encrypt(ctx: Des, iv: Array[u8, 8], data: Bytes, out: Buffer) -> None:
    """Encrypt whole blocks of 8 bytes, each xored with the ciphertext before it, the first with `iv` (CBC). `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    high, low = load_be32(iv, 0), load_be32(iv, 4)
    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        high, low = crypt(ctx.keys[: STAGE_WORDS * int(ctx.stages)], True, high ^ load_be32(data, at), low ^ load_be32(data, at + 4))
        store_be32(out, at, high)
        store_be32(out, at + 4, low)


@operation("des.cbc_decrypt")
def des_cbc_decrypt(ctx: Des, iv: Array[u8, 8], data: Bytes, out: Buffer) -> None:
    """The inverse of `des_cbc_encrypt`. `out` may be `data`.

    Leaks: the length of `data`, and whether the key is one of DES or Triple DES.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    before_high, before_low = load_be32(iv, 0), load_be32(iv, 4)
    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        data_high, data_low = load_be32(data, at), load_be32(data, at + 4)
        high, low = crypt(ctx.keys[: STAGE_WORDS * int(ctx.stages)], False, data_high, data_low)
        store_be32(out, at, high ^ before_high)
        store_be32(out, at + 4, low ^ before_low)
        before_high, before_low = data_high, data_low
