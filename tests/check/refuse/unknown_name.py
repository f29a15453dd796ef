# refuse AK404: a parameter, local
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    return x + undefined_thing
