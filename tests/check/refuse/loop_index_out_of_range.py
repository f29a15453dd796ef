# refuse AK301: below 16
from akela.lang import Array, helper, u32


@helper
def f(w: Array[u32, 16]) -> u32:
    total = u32(0)
    for i in range(16):
        total += w[i + 1]
    return total
