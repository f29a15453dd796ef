"""Helpers that touch nothing but registers: their calls are neither dropped nor moved."""

from akela.lang import Buffer, Bytes, Reg, RegisterBlock, helper, kernel, load_le32, requires, store_le32, u32


class Counter(RegisterBlock):
    """A word that can be read and written."""

    VALUE = Reg(0x00, secret=True)


COUNTER = Counter(name="COUNTER", base=0x6003_B000)


@helper
def step(by: u32) -> u32:
    """The next value."""
    COUNTER.VALUE.write(COUNTER.VALUE.read() + by)
    return COUNTER.VALUE.read()


@helper
def step_twice(by: u32) -> u32:
    """Two values on."""
    first = step(by)
    return first ^ step(by)


@kernel
def register_calls(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 4)
    requires(len(out) == 12)
    COUNTER.VALUE.write(load_le32(data, 0))
    unused = step(100)
    store_le32(out, 0, step(1) - 3 * step_twice(10))
    store_le32(out, 4, COUNTER.VALUE.read() - step(1))
    for _ in range(3):
        unused = step(1000)
    store_le32(out, 8, unused)
