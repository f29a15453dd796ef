"""A peripheral: single registers and a row of them."""

from akela.lang import Buffer, Bytes, Reg, RegisterBlock, bits, kernel, load_le32, requires, store_le32


class Adder(RegisterBlock):
    """Adds what is written to its four operands."""

    OPERAND = Reg(0x00, count=4, secret=True)
    START = Reg(0x10, access="w", go=bits[0])
    BUSY = Reg(0x14, access="r", state=bits[0])
    SUM = Reg(0x18, access="r", secret=True)


ADDER = Adder(name="ADDER", base=0x6003_B000)


@kernel
def registers(data: Bytes, out: Buffer) -> None:
    """Leaks: how long the peripheral takes."""
    requires(len(data) == 16)
    requires(len(out) == 8)
    for i in range(4):
        ADDER.OPERAND.write_at(i, load_le32(data, 4 * i))
    ADDER.START.write(1)
    while ADDER.BUSY.read() & 1 == 1:
        pass
    store_le32(out, 0, ADDER.SUM.read())
    store_le32(out, 4, ADDER.OPERAND.read_at(2))
