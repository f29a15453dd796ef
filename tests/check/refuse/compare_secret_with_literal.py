# refuse AK109: use eq_mask
from akela.lang import helper, u8


@helper
def f(x: u8) -> int:
    n = 0
    if x == 0:
        n = 1
    return n
