# ok: views of plain length pass as arrays
from akela.lang import Array, Buffer, Bytes, helper, kernel, u8


@helper
def g(block: Array[u8, 16]) -> u8:
    return block[0] ^ block[15]


@kernel
def f(data: Bytes, out: Buffer) -> None:
    """Leaks: lengths."""
    for i in range(len(data) // 16):
        block = data[16 * i : 16 * i + 16]
        out[i] = g(block) ^ g(data[16 * i : 16 * (i + 1)])
