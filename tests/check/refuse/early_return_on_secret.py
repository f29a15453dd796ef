# refuse AK107: a condition must be public
from akela.lang import helper, u32


@helper
def f(x: u32, m: u32) -> u32:
    if x:
        return m
    return x
