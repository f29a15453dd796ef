# refuse AK304: something writable
from akela.lang import Buffer, Bytes, fill, helper, kernel


@helper
def clear(out: Buffer) -> None:
    fill(out, 0)


@kernel
def f(data: Bytes) -> None:
    """Leaks: nothing."""
    clear(data)
