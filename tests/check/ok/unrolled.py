# ok: loops that the compiler expands
from akela.lang import Array, helper, u32, unroll


@helper
def f(w: Array[u32, 16]) -> u32:
    a, b = u32(0), u32(1)
    for t in range(0, 64, 16):
        for i in unroll(range(16), "rounds"):
            w[i] += w[(i + 1) & 15] + u32(t)
            a, b = b, a + w[i]
    return a ^ b
