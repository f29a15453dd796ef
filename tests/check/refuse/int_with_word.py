# refuse AK201: write u32
from akela.lang import helper, u32


@helper
def f(x: u32, n: int) -> u32:
    return x + n
