# refuse AK109: use eq_mask
from akela.lang import helper, u32


@helper
def f(x: u32, y: u32) -> bool:
    return x == y
