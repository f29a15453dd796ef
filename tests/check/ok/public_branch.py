# ok: a public condition may branch
from akela.lang import Public, helper, u32


@helper
def f(n: int, counter: Public[u32], x: u32) -> u32:
    if n > 3 and counter != 0:
        x += 1
    elif not counter < 5:
        x -= 1
    else:
        x = ~x
    return x if n > 0 else u32(0)
