# refuse AK201: widen with u32
from akela.lang import helper, u8, u32


@helper
def f(x: u32, y: u8) -> u32:
    return x + y
