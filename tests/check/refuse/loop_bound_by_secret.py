# refuse AK104: a loop bound must be public
from akela.lang import helper, u32


@helper
def f(n: u32) -> u32:
    total = u32(0)
    for i in range(n):
        total += u32(i)
    return total
