# refuse AK101: declassify
from akela.lang import eq_mask, helper, u32


@helper
def f(x: u32) -> u32:
    y = u32(0)
    if eq_mask(x, 0):
        y = u32(1)
    return y
