# refuse AK109: use eq_mask
from akela.lang import Public, helper, rotl, u32


@helper
def f(n: int, s: u32, p: Public[u32]) -> u32:
    if n > 0:
        x = rotl(p, 3)
    else:
        x = rotl(s, 3)
    if x == 1:
        s += 1
    return s
