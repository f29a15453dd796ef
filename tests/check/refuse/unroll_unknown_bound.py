# refuse AK508: constant bounds
from akela.lang import helper, u32, unroll


@helper
def f(n: int, x: u32) -> u32:
    for i in unroll(range(n)):
        x += u32(i)
    return x
