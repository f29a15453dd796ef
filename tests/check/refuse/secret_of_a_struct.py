# refuse AK104: a loop bound must be public
from akela.lang import Buffer, kernel, struct, u8, u32


@struct
class State:
    """One secret word."""

    n: u32


@kernel
def f(ctx: State, out: Buffer) -> None:
    """Leaks: nothing."""
    for i in range(ctx.n):
        out[i] = u8(0)
