# ok: copies of equal length
from akela.lang import Array, Buffer, Bytes, fill, kernel, requires, u8


@kernel
def f(data: Bytes, out: Buffer, n: int) -> None:
    """Leaks: lengths."""
    requires(0 <= n and n <= len(data) and n <= len(out))
    w = Array[u8, 16].zeros()
    out[:n] = data[:n]
    out[0:8] = w[8:]
    fill(out[n:], 0)
