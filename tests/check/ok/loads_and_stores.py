# ok: byte order is in the name
from akela.lang import Array, kernel, load_be32, load_le32, rotl, rotr, store_le32, u8


@kernel
def f(data: Array[u8, 8], out: Array[u8, 8]) -> None:
    """Leaks: nothing."""
    a = load_be32(data, 0)
    b = load_le32(data, 4)
    store_le32(out, 0, a)
    store_le32(out, 4, rotl(b, 0) ^ rotr(b, 31))
