# ok: min and max bound an index
from akela.lang import Array, helper, u32


@helper
def f(a: Array[u32, 8]) -> u32:
    total = u32(0)
    for i in range(16):
        total += a[min(i, 7)]
    return total + a[max(3, 2)]
