# refuse AK302: a new name
from akela.lang import Array, kernel, u32


@kernel
def f(out: Array[u32, 4]) -> None:
    """Leaks: nothing."""
    w = Array[u32, 4]()
    w = Array[u32, 4]()
    out[:] = w
