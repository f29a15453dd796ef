# refuse AK101 AK102 AK106: a condition must be public
from akela.lang import Bytes, helper, u32


@helper
def f(x: u32, data: Bytes) -> u32:
    if x & 1:
        x += 1
    y = u32(data[x])
    return y + x // 3
