"""Several words of bytes at once, little-endian.

One word is four bytes and shifts on cores that take words at multiples of four only. Of several, C asks once whether they are at such an
address (`akela_rt.h`), and then each is one access.
"""

from akela.lang import Array, intrinsic, load_le32, store_le32, u8, u32


@intrinsic(c="akela_load_le32x16({words}, {data})")
def load_words(words: Array[u32, 16], data: Array[u8, 64]) -> None:
    """The words of a block."""
    for i in range(16):
        words[i] = load_le32(data, 4 * i)


@intrinsic(c="akela_xor_le32x4({out}, {data}, {a}, {b}, {c}, {d})")
def xor_words(data: Array[u8, 16], out: Array[u8, 16], a: u32, b: u32, c: u32, d: u32) -> None:
    """`data` xor four words. `out` may be `data`."""
    store_le32(out, 0, load_le32(data, 0) ^ a)
    store_le32(out, 4, load_le32(data, 4) ^ b)
    store_le32(out, 8, load_le32(data, 8) ^ c)
    store_le32(out, 12, load_le32(data, 12) ^ d)
