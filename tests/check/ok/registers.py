# ok: a peripheral as data
from akela.lang import Array, Reg, RegisterBlock, bits, kernel, u32


class Block(RegisterBlock):
    """Two registers."""

    DATA = Reg(0x00, count=4, secret=True)
    STATE = Reg(0x10, access="r", busy=bits[0])
    START = Reg(0x14, access="w")


BLOCK = Block(name="BLOCK", base=0x4000_0000)


@kernel
def f(x: u32, out: Array[u32, 4]) -> None:
    """Leaks: how long the block takes."""
    BLOCK.DATA.write_at(0, x)
    BLOCK.START.write(1)
    while BLOCK.STATE.read() & 1 != 0:
        pass
    for i in range(4):
        out[i] = BLOCK.DATA.read_at(i)
