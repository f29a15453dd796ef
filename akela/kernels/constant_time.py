"""Steps on secret bytes that several kernels share, all in a time that depends on lengths alone."""

from akela.lang import Array, Bytes, Mask, helper, kernel, mask_word, requires, truncate, u8, u32, zero_mask


@helper
def bytes_equal_mask(a: Bytes, b: Bytes) -> Mask[u32]:
    """Ones where `a` and `b`, which have the same length, hold the same bytes."""
    requires(len(a) == len(b))
    difference = u32(0)
    for i in range(len(a)):
        difference |= u32(a[i] ^ b[i])
    return zero_mask(difference)


@kernel
def bytes_equal(a: Bytes, b: Bytes, out: Array[u8, 1]) -> None:
    """`out` is 1 where `a` and `b`, which have the same length, hold the same bytes, and 0 where they do not.

    Leaks: the length of `a`.
    """
    requires(len(a) == len(b))
    out[0] = truncate(u8, mask_word(bytes_equal_mask(a, b))) & 1
