# refuse AK105: a rotation count must be public
from akela.lang import helper, rotl, u32


@helper
def f(x: u32, n: u32) -> u32:
    return rotl(x, n)
