# refuse AK302: one name
from akela.lang import Array, kernel, u32


@kernel
def f(h: Array[u32, 8]) -> None:
    """Leaks: nothing."""
    same = h
    same[0] = u32(0)
