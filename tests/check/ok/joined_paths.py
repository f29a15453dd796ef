# ok: a name defined on both branches
from akela.lang import helper, u32


@helper
def f(n: int, x: u32) -> u32:
    if n > 0:
        y = x + 1
    else:
        y = u32(0)
    for i in range(n):
        t = x << 1
        y ^= t + u32(i)
    for i in range(3):
        t = x >> i
        y ^= t
    return y
