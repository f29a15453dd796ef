# refuse AK501: each name once
from akela.lang import helper, u32


@helper
def f(a: u32) -> u32:
    a, a = a, a + 1
    return a
