"""A call with effects may stand on one side of a condition where nothing beside it reads what it writes: C is as Python."""

from akela.lang import Array, Public, helper, kernel, u32


@helper
def step(x: Array[Public[u32], 4]) -> Public[u32]:
    x[0] += 1
    return x[0]


@kernel
def f(x: Array[Public[u32], 4], y: Array[Public[u32], 4], ready: bool, number: Public[u32]) -> None:
    """Leaks: all of x."""
    z = Array[Public[u32], 4].zeros()
    if ready or step(x) == number:
        y[0] = 0
    if z[0] == number and step(x) == number:
        y[1] = 0
    y[2] = step(x) if ready else number
