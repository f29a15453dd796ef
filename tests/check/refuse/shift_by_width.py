# refuse AK204: from 0 to 31
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x << 32
