# refuse AK110: which is public
from akela.lang import Public, helper, u32


@helper
def g(counter: Public[u32]) -> u32:
    return u32(counter)


@helper
def f(x: u32) -> u32:
    return g(x)
