# refuse AK103: a slice bound must be public
from akela.lang import Buffer, Bytes, kernel, u8


@kernel
def f(data: Bytes, n: u8, out: Buffer) -> None:
    """Leaks: lengths."""
    out[0:4] = data[n : n + 4]
