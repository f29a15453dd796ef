# refuse AK205: u32 for g's a
from akela.lang import helper, u32, u64


@helper
def g(a: u32) -> u32:
    return a


@helper
def f(x: u64) -> u32:
    return g(x)
