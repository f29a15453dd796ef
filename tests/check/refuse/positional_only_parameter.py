# refuse AK501: plain positional parameters
from akela.lang import helper, u32


@helper
def f(a: u32, /, b: u32) -> u32:
    return a + b
