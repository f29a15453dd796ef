# refuse AK106: division takes a time
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x % 3
