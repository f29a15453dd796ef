"""Random bytes: an operation for ports to serve, since software has no source of randomness of its own."""

from akela.lang import NOT_SUPPORTED, Buffer, Status, fill, operation


@operation("random.fill")
def random_fill(buffer: Buffer) -> Status:
    """Fill `buffer` with random bytes. Unless the status is OK the buffer holds zeros; without a port it is NOT_SUPPORTED.

    Leaks: the length of `buffer`.
    """
    fill(buffer, 0)
    return NOT_SUPPORTED
