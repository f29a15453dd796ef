"""A function that varies in time, and one that may call it."""

from akela.lang import OK, Buffer, Bytes, Status, declassify, helper, kernel, requires, zero_mask


@helper
def first_zero_vartime(data: Bytes) -> int:
    """The index of the first zero, or the length."""
    for i in range(len(data)):
        if declassify(zero_mask(data[i]), why="found in a time that shows where"):
            return i
    return len(data)


@kernel(calls_vartime="a signature is public")
def checks_a_signature(data: Bytes, out: Buffer) -> Status:
    """Leaks: data."""
    requires(len(out) == 1)
    if first_zero_vartime(data) == len(data):
        out[0] = 1
    return OK
