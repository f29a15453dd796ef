# refuse AK112: a condition must be public
from akela.lang import helper, u32


@helper
def f(x: u32, a: u32, b: u32) -> u32:
    return a if x else b
