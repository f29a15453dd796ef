# refuse AK501: a kernel, helper or word
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    print(x)
    return x
