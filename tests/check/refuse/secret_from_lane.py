# refuse AK109: use eq_mask
from akela.lang import Public, helper, lane, splat, u32, u32x4


@helper
def f(n: int, s: u32, p: Public[u32]) -> u32:
    if n > 0:
        v = splat(u32x4, p)
    else:
        v = splat(u32x4, s)
    if lane(v, 0) == 1:
        s += 1
    return s
