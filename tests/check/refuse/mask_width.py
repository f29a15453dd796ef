# refuse AK201: to match
from akela.lang import eq_mask, helper, select, u32, u64


@helper
def f(x: u32, a: u64, b: u64) -> u64:
    return select(eq_mask(x, 0), a, b)
