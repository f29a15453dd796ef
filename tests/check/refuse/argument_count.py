# refuse AK206: 2 arguments (a, b)
from akela.lang import helper, u32


@helper
def g(a: u32, b: u32) -> u32:
    return a + b


@helper
def f(x: u32) -> u32:
    return g(x)
