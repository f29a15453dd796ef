# refuse AK101: a condition must be public
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    flag = u32(0)
    for i in range(4):
        if flag & 1:
            x += u32(i)
        flag = x >> 31
    return x
