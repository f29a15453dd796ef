"""Steps on secret bytes that several kernels share, all in a time that depends on lengths alone."""

from akela.lang import Bytes, Mask, helper, requires, u32, zero_mask


@helper
def bytes_equal_mask(a: Bytes, b: Bytes) -> Mask[u32]:
    """Ones where `a` and `b`, which have the same length, hold the same bytes."""
    requires(len(a) == len(b))
    difference = u32(0)
    for i in range(len(a)):
        difference |= u32(a[i] ^ b[i])
    return zero_mask(difference)
