# ok: in place is allowed
from akela.lang import Array, MutSlice, Slice, helper, kernel, u8


@helper
def g(source: Slice[u8], target: MutSlice[u8]) -> None:
    for i in range(len(source)):
        target[i] = source[i] ^ 1


@kernel
def f(block: Array[u8, 16]) -> None:
    """Leaks: nothing."""
    g(block, block)
    g(block[0:8], block[0:8])
    g(block[0:8], block[8:16])
