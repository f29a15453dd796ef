# ok: variable time is in the name
from akela.lang import Public, helper, u32


@helper
def length_vartime(n: Public[u32]) -> int:
    bits = 0
    while n != 0:
        n >>= 1
        bits += 1
    return bits


@helper
def f_vartime(n: Public[u32]) -> int:
    return length_vartime(n)
