# refuse AK211: a field of state
from akela.lang import kernel, struct, u32


@struct
class State:
    """One word."""

    n: u32


@kernel
def f(ctx: State) -> None:
    """Leaks: nothing."""
    ctx.m = u32(0)
