# ok: a view of everything is the thing itself
from akela.lang import Array, MutSlice, Slice, helper, kernel, u32


@helper
def g(source: Slice[u32], target: MutSlice[u32]) -> None:
    for i in range(len(source)):
        target[i] = source[i] + 1


@kernel
def f(x: Array[u32, 8], y: MutSlice[u32], n: int) -> None:
    """Leaks: lengths."""
    g(x, x[:])
    g(y, y[:])
    m = n
    v = y[m : m + 4]
    m += 2
    w = y[m + 2 : m + 6]
    g(v, w)
