"""Ends of slices, passed on to functions of which one asks how long they are."""

from akela.lang import Buffer, Bytes, helper, kernel, requires, u8


@helper
def first(x: Bytes) -> u8:
    return x[0]


@helper
def second(x: Bytes) -> u8:
    return first(x[1:])


@helper
def last(x: Bytes) -> u8:
    return x[len(x) - 1]


@helper
def last_of_all(x: Bytes) -> u8:
    return last(x[1:])


@kernel
def tails(data: Bytes, out: Buffer) -> None:
    """Leaks: lengths."""
    requires(len(data) > 4)
    requires(len(out) == 2)
    out[0] = second(data[1:])
    out[1] = last_of_all(data[2:])
