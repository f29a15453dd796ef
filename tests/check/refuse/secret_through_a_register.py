# refuse AK111: secret=True
from akela.lang import Reg, RegisterBlock, kernel, u32


class Block(RegisterBlock):
    """One register that reads back what was written."""

    VALUE = Reg(0x00)


BLOCK = Block(name="BLOCK", base=0x4000_0000)


@kernel
def f(s: u32) -> None:
    """Leaks: nothing."""
    BLOCK.VALUE.write(s)
