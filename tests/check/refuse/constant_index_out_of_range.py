# refuse AK301: below 8
from akela.lang import Array, kernel, u32


@kernel
def f(h: Array[u32, 8]) -> None:
    """Leaks: nothing."""
    h[8] = u32(0)
