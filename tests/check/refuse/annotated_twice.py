# refuse AK207: in one way
from akela.lang import Public, helper, u32


@helper
def f(s: u32) -> u32:
    x: Public[u32] = u32(1)
    x: u32 = s
    return x
