# refuse AK108: a condition must be public
from akela.lang import helper, u32


@helper
def f(x: u32, n: int) -> int:
    if n > 0 and x:
        n = 1
    return n
