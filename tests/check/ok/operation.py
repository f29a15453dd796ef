# ok: an operation that a port may replace
from akela.lang import Array, Bytes, ensures, kernel, load_be32, operation, requires, u32


@operation("mix.blocks")
def mix_blocks(h: Array[u32, 8], data: Bytes) -> None:
    """Leaks: the length."""
    requires(len(data) % 64 == 0)
    for i in range(len(data) // 4):
        h[i & 7] += load_be32(data, 4 * i)
    ensures(len(data) >= 0)


@kernel
def f(h: Array[u32, 8], data: Bytes) -> None:
    """Leaks: the length."""
    mix_blocks(h, data)
