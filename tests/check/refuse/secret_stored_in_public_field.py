# refuse AK111: a public value
from akela.lang import Public, kernel, struct, u32


@struct
class State:
    """A total that is public."""

    total: Public[u32]


@kernel
def f(ctx: State, x: u32) -> None:
    """Leaks: nothing."""
    ctx.total = x
