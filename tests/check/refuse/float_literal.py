# refuse AK501: an expression of the language
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x + 1.5
