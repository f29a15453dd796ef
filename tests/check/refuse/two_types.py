# refuse AK207: start it with u32
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    total = 0
    total = total_of(x)
    return total


@helper
def total_of(x: u32) -> u32:
    return x + 1
