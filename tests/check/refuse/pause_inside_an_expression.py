# refuse AK509 AK509 AK509: `if ready and long_test(x):`: a call that pauses to be evaluated before all else
"""A call that pauses may end its caller, so nothing may be half done: what is evaluated before it has a statement of its own."""

from akela.lang import Array, helper, kernel, pause, u32


@helper
def long_test(x: Array[u32, 4]) -> bool:
    for i in range(4):
        pause()
        x[i] += 1
    return True


@kernel
def on_one_side(x: Array[u32, 4], ready: bool) -> None:
    """Leaks: nothing."""
    if ready and long_test(x):
        x[0] = 0


@kernel
def each_round(x: Array[u32, 4]) -> None:
    """Leaks: nothing."""
    while long_test(x):
        x[0] = 0


@kernel
def twice(x: Array[u32, 4]) -> None:
    """Leaks: nothing."""
    if long_test(x) and long_test(x):
        x[0] = 0
