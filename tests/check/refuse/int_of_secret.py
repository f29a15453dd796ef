# refuse AK113: an int is public
from akela.lang import helper, u32


@helper
def f(x: u32) -> int:
    return int(x)
