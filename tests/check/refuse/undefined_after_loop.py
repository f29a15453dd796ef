# refuse AK401: every path
from akela.lang import helper, u32


@helper
def f(n: int) -> u32:
    for i in range(n):
        x = u32(i)
    return x
