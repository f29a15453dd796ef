# refuse AK306: 4 elements, not 8
from akela.lang import Array, kernel, u32


@kernel
def f(h: Array[u32, 8], out: Array[u32, 4]) -> None:
    """Leaks: nothing."""
    out[:] = h
