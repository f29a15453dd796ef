# refuse AK106 AK101: division takes a time
from akela.lang import helper, u32


@helper
def g(a: u32) -> u32:
    return a // 3


@helper
def f(a: u32) -> u32:
    b = g(a)
    if a & 1:
        a += 1
    return a
