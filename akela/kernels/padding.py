"""The padding of PKCS #7 (RFC 5652 section 6.3) for blocks of 16 bytes, removed in a time that does not depend on it."""

from akela.lang import Array, eq_mask, helper, kernel, lt_mask, mask_word, truncate, u8, u32, zero_mask

BLOCK_BYTES = 16


@helper
def wrong_padding(block: Array[u8, 16], count: u32) -> u32:
    """Zero where the last `count` bytes all have that value."""
    wrong = u32(0)
    for i in range(BLOCK_BYTES):
        is_padding = mask_word(lt_mask(u32(BLOCK_BYTES - 1 - i), count))
        wrong |= (u32(block[i]) ^ count) & is_padding
    return wrong


@kernel
def pkcs7_count(block: Array[u8, 16], out: Array[u8, 1]) -> None:
    """How many of the last block's bytes are padding, 1 to 16; 0 where it is no padding.

    Leaks: nothing. Whoever acts on the result tells.
    """
    count = u32(block[BLOCK_BYTES - 1])
    good = zero_mask(wrong_padding(block, count)) & lt_mask(count, u32(BLOCK_BYTES + 1)) & ~eq_mask(count, u32(0))
    out[0] = truncate(u8, count & mask_word(good))
