# refuse AK501: assign it to a name first
from akela.lang import Array, helper, kernel, u32


@helper
def g(x: Array[u32, 4]) -> int:
    x[0] += 1
    return 1


@kernel
def f(x: Array[u32, 4], y: Array[u32, 4]) -> None:
    """Leaks: nothing."""
    y[g(x)] += 5
