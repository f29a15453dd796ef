# refuse AK510 AK510 AK510 AK510: `x[0] == 1 or step(x) == 2`: no call with effects on one side of a condition
"""Python evaluates from left to right, and one side of a condition perhaps not at all; C has to see the same memory."""

from akela.lang import Array, Public, helper, kernel, u32


@helper
def step(x: Array[Public[u32], 4]) -> Public[u32]:
    x[0] += 1
    return x[0]


@kernel
def one_side(x: Array[Public[u32], 4], y: Array[Public[u32], 4]) -> None:
    """Leaks: all of x."""
    if x[0] == 1 or step(x) == 2:
        y[0] = 0


@kernel
def one_choice(x: Array[Public[u32], 4], y: Array[Public[u32], 4], ready: bool) -> None:
    """Leaks: all of x."""
    y[0] = step(x) if ready else x[1]


@kernel
def each_round(x: Array[Public[u32], 4]) -> None:
    """Leaks: all of x."""
    while step(x) < x[1]:
        x[1] -= 1


@kernel
def place(x: Array[Public[u32], 4], y: Array[Public[u32], 4]) -> None:
    """Leaks: all of x."""
    y[int(step(x))] = step(x)
