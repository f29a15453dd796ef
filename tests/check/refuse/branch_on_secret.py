# refuse AK101: a condition must be public
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    y = u32(0)
    if x & 1:
        y = u32(1)
    return y
