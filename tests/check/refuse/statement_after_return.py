# refuse AK406: nothing after
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x
    x += 1
