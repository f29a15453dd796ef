# refuse AK104: a condition must be public
from akela.lang import helper, u32


@helper
def f(n: u32) -> u32:
    while n:
        n >>= 1
    return n
