# ok: a status leaves early
from akela.lang import OK, Bytes, Status, kernel


@kernel
def g(data: Bytes) -> Status:
    """Leaks: the length."""
    if len(data) % 16 != 0:
        return Status.BAD_LENGTH
    return OK


@kernel
def f(data: Bytes) -> Status:
    """Leaks: the length."""
    status = g(data)
    if status != OK:
        return status
    return g(data[0:0])
