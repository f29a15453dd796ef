# refuse AK111: a public value
from akela.lang import Public, helper, u32


@helper
def f(x: u32) -> u32:
    y: Public[u32] = x
    return y
