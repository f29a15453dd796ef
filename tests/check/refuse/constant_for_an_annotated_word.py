# refuse AK203: 0xff
from akela.lang import helper, u8


@helper
def f() -> u8:
    x: u8 = 300
    return x
