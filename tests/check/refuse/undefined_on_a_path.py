# refuse AK401: every path
from akela.lang import helper, u32


@helper
def f(n: int) -> u32:
    if n > 0:
        x = u32(1)
    return x
