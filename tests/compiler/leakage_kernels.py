"""Kernels of which it is known what steers them: the names say what is shown, the tests in test_leakage.py the rest."""

from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    Public,
    PublicBytes,
    Reg,
    RegisterBlock,
    Status,
    declassify,
    fill,
    helper,
    kernel,
    load_le32,
    requires,
    struct,
    table,
    u8,
    u32,
    zero_mask,
)

SQUARES = table(u32, [i * i for i in range(16)])


class Timer(RegisterBlock):
    """A register that nobody chooses."""

    NOW = Reg(0x00, access="r")


TIMER = Timer(name="TIMER", base=0x4000_0000)


@struct
class Box:
    """A count and what it counts."""

    used: Public[u32]
    block: Array[u8, 16]


@helper
def last(data: Bytes, step: int) -> int:
    """The last multiple of a step in a message."""
    return len(data) // step * step


@kernel
def nothing(data: Array[u8, 16], out: Array[u8, 16]) -> None:
    """Leaks: nothing."""
    for i in range(16):
        out[i] = data[i] ^ data[(i + 1) % 16]


@kernel
def through_a_helper(data: Bytes, step: int, out: Buffer) -> None:
    """Leaks: len(data), step."""
    requires(len(out) == 16)
    end = last(data, step)
    out[0] = data[end - 1]


@kernel
def stated_length(data: Bytes, out: Buffer) -> None:
    """Leaks: len(data)."""
    requires(len(out) == len(data))
    for i in range(len(out)):
        out[i] = data[i]


@kernel
def public_contents(data: PublicBytes, x: u32, out: Array[u32, 1]) -> None:
    """Leaks: data."""
    out[0] = (x << int(data[0] & 31)) ^ SQUARES[int(data[1] & 15)]


@kernel
def reset(ctx: Box) -> None:
    """Leaks: nothing."""
    ctx.used = 0
    fill(ctx.block, 0)


@kernel
def append(ctx: Box, data: Bytes) -> None:
    """Leaks: ctx.used, len(data)."""
    at = int(ctx.used)
    ctx.block[at : at + len(data)] = data
    ctx.used += u32(len(data))


@kernel
def reset_then_append(ctx: Box, data: Bytes) -> None:
    """Leaks: len(data). What was in ctx.used before is overwritten."""
    reset(ctx)
    append(ctx, data)


@kernel
def set_under_a_condition(n: int, data: Bytes, out: Array[u8, 16]) -> None:
    """Leaks: n."""
    at = 0
    if n > 3:
        at = 1
    out[at] = data[0]


@kernel
def early_return(n: int, out: Array[u8, 16]) -> Status:
    """Leaks: n. The loop, where it runs, runs always alike."""
    if n > 3:
        return OK
    for i in range(16):
        out[i] = 0
    return OK


@kernel
def counted_by_a_loop(n: int, out: Array[u8, 64]) -> None:
    """Leaks: n."""
    halvings = 0
    while n > 1:
        n //= 2
        halvings += 1
    out[halvings] = 1


@kernel
def of_a_secret(x: u32, out: Array[u8, 16]) -> None:
    """Leaks: whether x is zero."""
    if declassify(zero_mask(x), why="a zero is refused in public"):
        out[0] = 1


@kernel
def of_a_register(out: Array[u8, 16]) -> None:
    """Leaks: the time."""
    out[int(TIMER.NOW.read() & 15)] = 1


@kernel
def by_choice(n: int, data: Bytes, out: Array[u32, 1]) -> None:
    """Leaks: n, len(data)."""
    at = n if n >= 0 and n < len(data) else 0
    out[0] = load_le32(data, at)
