# ok: public words mix into secrets
from akela.lang import Public, helper, table, u32

K = table(u32, [1, 2, 3, 4])


@helper
def f(x: u32, counter: Public[u32]) -> u32:
    total = u32(0)
    for i in range(4):
        total += K[i] + counter
        total ^= x
    return total
