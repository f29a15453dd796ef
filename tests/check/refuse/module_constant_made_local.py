# refuse AK401: every path
from akela.lang import Buffer, kernel, u8

N = 3


@kernel
def f(out: Buffer) -> None:
    """Leaks: nothing."""
    out[N] = u8(1)
    N = 2
