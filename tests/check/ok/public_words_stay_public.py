# ok: public arithmetic steers loops
from akela.lang import Bytes, Public, helper, u32


@helper
def f(counter: Public[u32], data: Bytes) -> u32:
    total = u32(0)
    low = counter & 3
    for i in range(int(low)):
        total += u32(data[i])
    return total
