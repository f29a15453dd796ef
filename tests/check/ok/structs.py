# ok: state by reference, structs in structs
from akela.lang import Array, Bytes, Public, fill, helper, kernel, struct, u32, u64


@struct
class Inner:
    """Eight words."""

    h: Array[u32, 8]
    total: Public[u64]


@struct
class Outer:
    """Two of them."""

    first: Inner
    second: Inner


@helper
def reset(ctx: Inner) -> None:
    fill(ctx.h, 0)
    ctx.total = u64(0)


@kernel
def f(ctx: Outer, data: Bytes) -> None:
    """Leaks: lengths."""
    reset(ctx.first)
    reset(ctx.second)
    ctx.first.total += u64(len(data))
    ctx.second.h[:] = ctx.first.h
    ctx.second.h[3] ^= 7
