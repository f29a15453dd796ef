# refuse AK105: a shift count must be public
from akela.lang import helper, u32


@helper
def f(x: u32, n: u32) -> u32:
    return x << n
