# refuse AK212: not negative
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    for i in range(8):
        x ^= u32((i - 8) % 3)
    return x
