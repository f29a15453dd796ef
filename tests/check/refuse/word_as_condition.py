# refuse AK210: compare it
from akela.lang import Public, helper, u32


@helper
def f(n: Public[u32], x: u32) -> u32:
    if n:
        x += 1
    return x
