# refuse AK403: no value after its loop
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    for i in range(4):
        x += u32(i)
    return x + u32(i)
