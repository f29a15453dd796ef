"""Functions that pause, and their callers, with every kind of result."""

from akela.lang import OK, Array, Buffer, Mask, Status, eq_mask, helper, kernel, mask_word, pause, u32


@helper
def step(x: Array[u32, 4]) -> None:
    for i in range(4):
        pause()
        x[i] += 1


@helper
def long_test(x: Array[u32, 4]) -> bool:
    step(x)
    return True


@helper
def long_mask(x: Array[u32, 4]) -> Mask[u32]:
    step(x)
    return eq_mask(x[0], 1)


@helper
def long_pair(x: Array[u32, 4]) -> tuple[u32, u32]:
    step(x)
    return x[0], x[1]


@helper
def long_status(x: Array[u32, 4]) -> Status:
    if not long_test(x):
        return OK
    status = inner_status(x)
    if status != OK:
        return status
    return inner_status(x)


@helper
def inner_status(x: Array[u32, 4]) -> Status:
    step(x)
    return OK


@helper
def passed_on(x: Array[u32, 4]) -> bool:
    return long_test(x)


@kernel
def use(out: Buffer) -> None:
    """Leaks: nothing."""
    x = Array[u32, 4].zeros()
    a, b = long_pair(x)
    x[0] = a + b
    x[3] = mask_word(long_mask(x))
    if long_status(x) != OK:
        x[1] = 0
    elif passed_on(x):
        x[2] = 0
    pause()
