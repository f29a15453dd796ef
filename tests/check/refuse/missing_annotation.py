# refuse AK502: a type
from akela.lang import helper, u32


@helper
def f(x) -> u32:
    return u32(0)
