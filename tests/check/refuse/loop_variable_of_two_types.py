# refuse AK207: use another name
from akela.lang import helper, u32


@helper
def f(s: u32) -> u32:
    i = s + 1
    for i in range(3):
        s += u32(i)
    return s
