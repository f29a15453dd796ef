# refuse AK501: an expression of the language, not text
from akela.lang import helper, u8


@helper
def f(x: u8) -> u8:
    return x + "a"
