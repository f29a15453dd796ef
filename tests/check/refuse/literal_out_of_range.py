# refuse AK203: 0xff
from akela.lang import helper, u8


@helper
def f(x: u8) -> u8:
    return x ^ 0x100
