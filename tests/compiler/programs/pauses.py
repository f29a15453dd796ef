"""Functions that pause, with every kind of result, and what calls them: the bytes of `data`, one up for each pause of theirs."""

from akela.lang import (
    BAD_LENGTH,
    OK,
    Array,
    Buffer,
    Bytes,
    Mask,
    Status,
    eq_mask,
    helper,
    kernel,
    mask_word,
    pause,
    requires,
    truncate,
    u8,
    u32,
)


@helper
def raise_by(x: Array[u32, 4], by: int) -> None:
    for _ in range(by):
        pause()
        x[0] += 1


@helper
def is_raised(x: Array[u32, 4], by: int) -> bool:
    raise_by(x, by)
    return by > 0


@helper
def is_raised_further(x: Array[u32, 4], by: int) -> bool:
    return is_raised(x, by + 1)


@helper
def mask_of(x: Array[u32, 4]) -> Mask[u32]:
    raise_by(x, 1)
    return eq_mask(x[0], 1)


@helper
def both(x: Array[u32, 4]) -> tuple[u32, u32]:
    raise_by(x, 2)
    return x[0], ~x[0]


@helper
def status_of(x: Array[u32, 4], by: int) -> Status:
    if by == 0:
        return BAD_LENGTH
    raise_by(x, by)
    return OK


@helper
def handed_up(x: Array[u32, 4], by: int) -> Status:
    status = status_of(x, by)
    if status != OK:
        return status
    return status_of(x, 1)


@kernel
def pauses(data: Bytes, out: Buffer) -> None:
    """Leaks: lengths."""
    requires(len(data) == len(out))
    x = Array[u32, 4]()
    for i in range(len(data)):
        x[0] = u32(data[i])
        a, b = both(x)  # 2 pauses
        x[1] = mask_word(mask_of(x)) & (a & b)  # 1, and nothing
        if handed_up(x, i) == BAD_LENGTH:  # 0 the first time, else i + 1
            x[2] = x[1]
        elif not is_raised_further(x, 0):  # 1
            x[3] = x[1]
        if is_raised(x, 1):  # 1
            out[i] = truncate(u8, x[0])
    pause()
