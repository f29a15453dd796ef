# refuse AK204: from 0 to 15
from akela.lang import helper, u16


@helper
def f(x: u16) -> u16:
    for i in range(17):
        x ^= x << i
    return x
