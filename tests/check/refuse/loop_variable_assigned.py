# refuse AK402: by their loop alone
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    for i in range(4):
        i += 1
        x += u32(i)
    return x
