# refuse AK203: a literal from 0
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x + (-1)
