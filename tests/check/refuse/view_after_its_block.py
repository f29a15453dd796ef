# refuse AK401: every path
from akela.lang import Buffer, Bytes, kernel, u8


@kernel
def f(n: int, data: Bytes, out: Buffer) -> None:
    """Leaks: lengths."""
    if n > 0:
        v = out[0:4]
    else:
        v = data[0:4]
    v[0] = u8(1)
