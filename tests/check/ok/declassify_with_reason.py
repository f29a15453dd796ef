# ok: the only door out
from akela.lang import OK, Array, Status, declassify, kernel, nonzero_mask, u8


@kernel
def f(a: Array[u8, 16], b: Array[u8, 16]) -> Status:
    """Leaks: whether the two are equal."""
    different = u8(0)
    for i in range(16):
        different |= a[i] ^ b[i]
    if declassify(nonzero_mask(different), why="equality is the result of this function"):
        return Status.AUTHENTICATION_FAILED
    return OK
